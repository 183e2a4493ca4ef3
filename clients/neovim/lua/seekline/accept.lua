-- Where one was before a float opened, and how one comes back to it: the windows and the modes of typing.
local M = {}

--- Whether one types into the text: inserting, or replacing; or into a terminal.
function M.is_typing()
  return vim.api.nvim_get_mode().mode:find("^[iRt]") ~= nil
end

--- Where one is now: to be asked before the float opens, and returned to when it has closed.
function M.place()
  local window, mode = vim.api.nvim_get_current_win(), vim.api.nvim_get_mode().mode
  -- One command of the insert mode, or of a terminal (CTRL-O).
  local is_between = mode:find("^n[it]%u") ~= nil
  if mode:find("^ni") then
    -- At the end of a line the cursor has been moved to the left for it.
    pcall(vim.api.nvim_win_set_cursor, window, vim.api.nvim_buf_get_mark(0, "^"))
  end
  return {
    window = window,
    buffer = vim.api.nvim_win_get_buf(window),
    cursor = vim.api.nvim_win_get_cursor(window),
    inserting = M.is_typing() or is_between,
  }
end

--- Whether the window of a place still shows its buffer.
local function is_shown(place)
  return vim.api.nvim_win_is_valid(place.window) and vim.api.nvim_win_get_buf(place.window) == place.buffer
end

--- Where the cursor of a place is by now: if others change the text, Neovim moves it along in a window that shows it.
function M.cursor_of(place)
  return is_shown(place) and vim.api.nvim_win_get_cursor(place.window) or place.cursor
end

-- What is to be done when one is back; what is done for that when the insert mode has ended, if it is about to end; and
-- whether a float opens before one is back.
local waiting, settle, hurries = {}, nil, false
-- Whether somebody has typed into a prompt since one was back.
local typed = false

--- Does what is to be done when one is back.
function M.arrive()
  while #waiting > 0 do
    table.remove(waiting, 1)()
  end
end

--- Does at once what is left to be done of going back: a float opens before one is back.
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

--- Calls `done` in a turn of its own, but before keys that are typed ahead: they are meant for where one is then.
local function soon(done)
  table.insert(waiting, done)
  vim.api.nvim_feedkeys(arrive, "ni", false)
  -- Others may take that key.
  vim.schedule(M.arrive)
end

--- Leaves the command line, in which one may type, as Esc does, and calls `done` then.
function M.leave_command_line(done)
  table.insert(waiting, done)
  vim.api.nvim_feedkeys("\28\14" .. arrive, "ni", false)
end

--- Ends the insert mode, also where it is yet to begin; calls `settled` when that is over.
local function stop_typing(settled)
  vim.cmd.stopinsert()
  -- A terminal tells nobody that one has left it.
  if not vim.api.nvim_get_mode().mode:find("^[iR]") then
    return settled()
  end
  settle = settled
  vim.api.nvim_create_autocmd("InsertLeave", { once = true, callback = function()
    if settle then
      settle()
    end
  end })
end

--- Ends the insert mode in the window to which one has gone: its cursor stays.
function M.stay()
  local window, cursor = vim.api.nvim_get_current_win(), vim.api.nvim_win_get_cursor(0)
  stop_typing(function()
    settle = nil
    if vim.api.nvim_win_is_valid(window) then
      pcall(vim.api.nvim_win_set_cursor, window, cursor)
    end
  end)
end

--- Does something in a buffer that nobody sees, in the normal mode and with nobody told: what `.` does comes of it. Neovim repeats
--- what a command has done, in whatever buffer.
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

--- Has `.` do what it did before one typed: an operator that fails, as this one does on nothing, gives that back.
local function forget_typed()
  local flags = vim.o.cpoptions
  vim.cmd("noautocmd set cpoptions=E")
  M.unseen("normal! y0")
  vim.cmd("noautocmd let &cpoptions = " .. vim.fn.string(flags))
end

--- A command that begins already, and may be the first half of one, is not to be disturbed for what was typed.
function M.keep_typed()
  typed = false
end

--- Goes back to a place; calls `done` when that is over.
function M.back(place, done)
  local cursor, has_typed = place.behind or M.cursor_of(place), typed
  typed = false
  local function settled()
    settle = nil
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
  end
  if is_there and place.inserting then
    return settled()
  end
  -- The end of inserting moves the cursor to the left.
  stop_typing(settled)
end

-- The prompt in which one is yet to begin: its cursor, and the place from which one has come to it.
local beginning

local begin = vim.keycode("<Cmd>lua require('seekline.accept').begun()<CR>")

--- Begins to type into the prompt of this window, at `cursor`, where one has come from `place`, if that is known.
function M.begin(cursor, place)
  local mode = vim.api.nvim_get_mode().mode
  vim.api.nvim_create_autocmd("InsertCharPre", { buffer = 0, once = true, callback = function()
    typed = true
  end })
  vim.api.nvim_win_set_cursor(0, cursor)
  vim.cmd(cursor[2] >= #vim.api.nvim_get_current_line() and "startinsert!" or "startinsert")
  if M.is_typing() then
    -- That order is forgotten where one types already, and this may end before the next key: in a terminal it does, and
    -- somebody, as a float that closes, may have ordered it.
    beginning = { cursor = cursor, place = mode ~= "t" and place or nil }
    vim.api.nvim_feedkeys(begin, "ni", false)
  end
end

--- The keys begin. A prompt that has gone by then does not get them; a terminal that one is back in does not either.
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
