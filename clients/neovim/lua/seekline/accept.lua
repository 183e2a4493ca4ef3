-- Remembers where the user was before a float opened, and goes back there: the window, the cursor and the mode.
local M = {}

--- Whether the user is typing: in insert or replace mode, or into a terminal.
function M.is_typing()
  return vim.api.nvim_get_mode().mode:find("^[iRt]") ~= nil
end

--- Returns where the user is now: call it before the float opens, and go `back` there once it has closed.
function M.place()
  local window, mode = vim.api.nvim_get_current_win(), vim.api.nvim_get_mode().mode
  -- A single command from insert mode or from a terminal (CTRL-O).
  local is_between = mode:find("^n[it]%u") ~= nil
  if mode:find("^ni") then
    -- At the end of a line, CTRL-O has moved the cursor to the left.
    pcall(vim.api.nvim_win_set_cursor, window, vim.api.nvim_buf_get_mark(0, "^"))
  end
  return {
    window = window,
    previous = vim.fn.win_getid(vim.fn.winnr("#")),
    buffer = vim.api.nvim_win_get_buf(window),
    cursor = vim.api.nvim_win_get_cursor(window),
    inserting = M.is_typing() or is_between,
  }
end

--- Whether the window of a place still shows its buffer.
local function is_shown(place)
  return vim.api.nvim_win_is_valid(place.window) and vim.api.nvim_win_get_buf(place.window) == place.buffer
end

--- Returns where the cursor of a place is by now: if the text has changed, Neovim has moved the cursor along in a
--- window that shows it.
function M.cursor_of(place)
  return is_shown(place) and vim.api.nvim_win_get_cursor(place.window) or place.cursor
end

-- The callbacks to run once the user is back; what to call when insert mode has ended, if it is about to end; and
-- whether a float is opening before the user is back.
local waiting, settle, hurries = {}, nil, false
-- Whether the text of a prompt has changed since the user was last back.
local typed = false

--- Runs the callbacks that wait for the user to be back.
function M.arrive()
  while #waiting > 0 do
    table.remove(waiting, 1)()
  end
end

--- Finishes going back at once, because a float opens before that is over.
function M.hasten()
  hurries = true
  if settle then
    settle()
  end
  local arrived, failure = pcall(M.arrive)
  hurries = false
  if not arrived then
    error(failure, 0)
  end
end

local arrive = vim.keycode("<Cmd>lua require('seekline.accept').arrive()<CR>")

--- Calls `done` in its own turn of the event loop, but before keys that were typed ahead: they are meant for where the
--- user is after it.
local function soon(done)
  table.insert(waiting, done)
  vim.api.nvim_feedkeys(arrive, "ni", false)
  -- In case something else consumes that key.
  vim.schedule(M.arrive)
end

--- Leaves the command line as Esc does, even if something has been typed there, and then calls `done`.
function M.leave_command_line(done)
  table.insert(waiting, done)
  vim.api.nvim_feedkeys("\28\14" .. arrive, "ni", false)
end

local function is_inserting()
  return vim.api.nvim_get_mode().mode:find("^[iR]") ~= nil
end

--- Notices that insert mode has ended, if nothing has noticed it before.
function M.stopped()
  if settle and not is_inserting() then
    settle()
  end
end

local stopped = vim.keycode("<Cmd>lua require('seekline.accept').stopped()<CR>")

--- Ends insert mode, even if it has yet to begin, and calls `settled` once it has ended.
local function stop_typing(settled)
  vim.cmd.stopinsert()
  -- Leaving a terminal triggers no InsertLeave.
  if not is_inserting() then
    return settled()
  end
  local event
  local function finish()
    settle = nil
    pcall(vim.api.nvim_del_autocmd, event)
    settled()
  end
  settle = finish
  event = vim.api.nvim_create_autocmd("InsertLeave", { once = true, callback = function()
    if settle == finish then
      finish()
    end
  end })
  -- In case the event is ignored, or another autocommand fails on it: before the next key, or, since such a failure
  -- discards what is fed, in the first turn after insert mode.
  vim.api.nvim_feedkeys(stopped, "ni", false)
  local function watch()
    if settle == finish and is_inserting() then
      vim.defer_fn(watch, 1)
    elseif settle == finish then
      finish()
    end
  end
  vim.schedule(watch)
end

--- Ends insert mode in the window that the user has gone to, and keeps its cursor in place.
function M.stay()
  local window, cursor = vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(0)
  stop_typing(function()
    if vim.api.nvim_win_is_valid(window) then
      pcall(vim.api.nvim_win_set_cursor, window, cursor)
    end
  end)
end

--- Runs a command in a hidden buffer, in normal mode and without autocommands, to set what `.` repeats: Neovim repeats
--- a command no matter which buffer it ran in.
function M.unseen(command)
  if hurries or vim.api.nvim_get_mode().mode ~= "n" then
    return
  end
  local scratch = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_call(scratch, function()
    pcall(vim.cmd, "noautocmd silent! " .. command)
  end)
  vim.api.nvim_buf_delete(scratch, { force = true })
end

--- Makes `.` repeat what it did before the user typed: an operator that fails, as this one does on an empty region,
--- restores that.
local function forget_typed()
  local flags = vim.o.cpoptions
  vim.cmd("noautocmd set cpoptions=E")
  M.unseen("normal! y0")
  vim.cmd("noautocmd let &cpoptions = " .. vim.fn.string(flags))
end

--- Forgets that something was typed, so that going back does not disturb a command that has already begun and may be
--- half typed.
function M.keep_typed()
  typed = false
end

--- Goes back to a place, and calls `done` once there.
function M.back(place, done)
  local cursor, has_typed = place.behind or M.cursor_of(place), typed
  typed = false
  local function settled()
    if is_shown(place) then
      pcall(vim.api.nvim_win_set_cursor, place.window, cursor)
    end
    local forgets = has_typed and not place.inserting
    if done or forgets then
      soon(function()
        if forgets then
          forget_typed()
        end
        if done then
          done()
        end
      end)
    end
  end
  local is_there = vim.api.nvim_win_is_valid(place.window)
  if is_there then
    vim.api.nvim_set_current_win(place.window)
    if vim.fn.win_id2win(place.previous) > 0 then
      -- CTRL-W p leads to where it led before.
      vim.cmd(("noautocmd call win_gotoid(%d) | noautocmd call win_gotoid(%d)"):format(place.previous, place.window))
    end
  end
  if is_there and place.inserting then
    return settled()
  end
  -- Leaving insert mode moves the cursor to the left.
  stop_typing(settled)
end

-- The prompt in which typing has yet to begin: its cursor, and the place that the user came from.
local beginning

local begin = vim.keycode("<Cmd>lua require('seekline.accept').begun()<CR>")

--- Starts insert mode in the prompt of this window, at `cursor`. `place` is where the user came from, if that is known.
function M.begin(cursor, place)
  local mode = vim.api.nvim_get_mode().mode
  -- Unlike an event, this is told of every change, even if the next key is there already.
  vim.api.nvim_buf_attach(0, false, { on_lines = function()
    typed = true
    return true
  end })
  vim.api.nvim_win_set_cursor(0, cursor)
  vim.cmd(cursor[2] >= #vim.api.nvim_get_current_line() and "startinsert!" or "startinsert")
  if M.is_typing() then
    -- `startinsert` has no effect while the user is already typing, and that may end before the next key: in a terminal
    -- it does, and elsewhere something such as a closing float may have requested it.
    beginning = { cursor = cursor, place = mode ~= "t" and place or nil }
    vim.api.nvim_feedkeys(begin, "ni", false)
  end
end

--- Runs before the next key, and starts insert mode again if it has ended. Does nothing if the prompt is gone by then,
--- or if the user is back in a terminal.
function M.begun()
  local here = beginning
  beginning = nil
  if here and vim.bo.filetype == "seekline-prompt" and not M.is_typing() then
    if here.place then
      here.place.inserting = false
    end
    M.begin(here.cursor)
  end
end

return M
