-- What keys, the mouse and Neovim's events do to a float.
local accept = require("seekline.accept")
local marking = require("seekline.marking")
local menu = require("seekline.actions")

local M = {}

--- What the actions of the setting `keys` do.
local function actions(picker)
  return {
    next = function() picker:move(1) end,
    previous = function() picker:move(-1) end,
    page_down = function() picker:move(picker.view.places.list.height) end,
    page_up = function() picker:move(-picker.view.places.list.height) end,
    choose = function() picker:choose("edit") end,
    split = function() picker:choose("split") end,
    vsplit = function() picker:choose("vsplit") end,
    tab = function() picker:choose("tab") end,
    mark = function() marking.mark(picker) end,
    unmark = function() marking.unmark(picker) end,
    quickfix = function() picker:choose("quickfix") end,
    copy = function() picker:copy() end,
    actions = function() menu.open(picker) end,
    preview = function() picker:toggle_preview() end,
    preview_down = function() picker.view:scroll_preview(1) end,
    preview_up = function() picker.view:scroll_preview(-1) end,
    refresh = function() picker:act("refresh") end,
    close = function() picker:close() end,
  }
end

--- Returns the row of the list under the mouse; 0 if the mouse is elsewhere in the float, nil if it is outside all
--- windows.
local function mouse_row(view)
  local mouse, list = vim.fn.getmousepos(), view.windows.list
  if mouse.winid ~= list then
    return vim.tbl_contains(vim.tbl_values(view.windows), mouse.winid) and 0 or nil
  end
  -- Below the last line, Neovim reports that line; the border above the first line counts as a row.
  return mouse.line > 0 and vim.fn.line("w0", list) + mouse.winrow - 2 or 0
end

--- Returns what a click does, and what a second one does.
local function clicks(picker)
  -- The id of the item that was clicked last, if the click was on one.
  local clicked
  return function()
    local row = mouse_row(picker.view)
    clicked = nil
    if not row then
      picker:close()
    elseif picker.session.state.items[row] then
      picker:move(row - picker.index)
      clicked = picker.chosen
    end
  end, function()
    -- The list may have moved under the mouse since: what counts is what the first click chose.
    if clicked and clicked == picker.chosen then
      picker:choose("edit")
    end
  end
end

--- Listens for events in the prompt of `picker`. Returns a function that stops listening.
local function listen(picker)
  local prompt = picker.view.buffers.prompt
  local group = vim.api.nvim_create_augroup("seekline." .. prompt, {})
  local function on(events, pattern, callback)
    vim.api.nvim_create_autocmd(events, vim.tbl_extend("error", pattern, { group = group, callback = callback }))
  end
  on({ "TextChangedI", "TextChangedP", "TextChanged" }, { buffer = prompt }, function() picker:type() end)
  on("WinLeave", { buffer = prompt }, function() vim.schedule(function() picker:leave() end) end)
  on("WinClosed", {}, function()
    vim.schedule(function()
      if not picker.view:is_whole() then
        picker:leave()
      end
    end)
  end)
  on("VimResized", {}, function() picker:arrange() end)
  local function is_typed_in()
    return not picker.closed and not picker.menu and vim.api.nvim_get_current_buf() == prompt
  end
  -- A user's own mapping that ends insert mode closes the float, but only once it is over: it may start inserting
  -- again.
  on("ModeChanged", { pattern = "[iR]*:n" }, function()
    if is_typed_in() then
      vim.schedule(function()
        if is_typed_in() and vim.api.nvim_get_mode().mode == "n" then
          picker:close()
        end
      end)
    end
  end)
  local watcher = vim.on_key(function(key, typed)
    if not is_typed_in() then
      return
    elseif key == "\3" then
      -- An interrupt bypasses mappings. It ends insert mode, even one that has yet to begin, for which there is no
      -- event.
      vim.schedule(function() picker:close() end)
    elseif typed ~= "" and vim.api.nvim_get_mode().mode == "n" then
      -- What is typed after insert mode has ended is meant for where the user is once the float is closed.
      accept.keep_typed()
      picker:close()
    end
  end)
  return function()
    vim.api.nvim_del_augroup_by_id(group)
    vim.on_key(nil, watcher)
  end
end

--- Maps the keys of `picker` and starts listening. Returns a function that stops listening.
function M.map(picker)
  local function map(lhs, rhs)
    local function pressed()
      if picker:is_shown() then
        rhs()
      else
        -- Something else has closed a window without triggering an event.
        picker:leave()
      end
    end
    vim.keymap.set("i", lhs, pressed, { buffer = picker.view.buffers.prompt, nowait = true })
  end
  local act = actions(picker)
  for action, keys in pairs(picker.settings.keys) do
    for _, key in ipairs(keys) do
      map(key, act[action])
    end
  end
  map("<ScrollWheelDown>", act.next)
  map("<ScrollWheelUp>", act.previous)
  local once, twice = clicks(picker)
  map("<LeftMouse>", once)
  map("<2-LeftMouse>", twice)
  return listen(picker)
end

return M
