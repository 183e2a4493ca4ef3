-- The menu of what the source of an item can do with it, and the result.
--
-- A menu belongs to the item it was opened for, in the list that contained it: the engine refuses if another list is
-- shown by then. An action is requested once, and its result is reported even if the float has been closed by then.
local accept = require("seekline.accept")
local engine = require("seekline.engine")
local message = require("seekline.message")
local text = require("seekline.text")

local M = {}

--- Returns to the prompt of `picker`, and to its cursor there, from wherever a menu has led.
local function back(picker, cursor)
  local prompt = picker.view.windows.prompt
  if vim.api.nvim_get_current_win() == prompt and accept.is_typing() then
    cursor = vim.api.nvim_win_get_cursor(prompt)
  end
  vim.api.nvim_set_current_win(prompt)
  accept.begin(cursor)
end

--- Returns the message about an action, given the engine's answer, and its level.
local function told(title, item, result, failure)
  local name = text.plain(text.cut(item.title, 200))
  if not failure then
    return result.message and text.plain(text.cut(result.message, 1000)) or ("%s: done with “%s”"):format(title, name), vim.log.levels.INFO
  elseif failure.code == -32003 then
    return ("the list has changed meanwhile; nothing was done with “%s”"):format(name), vim.log.levels.WARN
  end
  return ("%s: %s"):format(title, text.plain(text.cut(failure.message, 1000))), vim.log.levels.ERROR
end

local function perform(picker, item, action, params)
  local title = text.plain(action.title)
  picker.performing = picker.performing + 1
  engine.perform(params, function(result, failure)
    picker.performing = picker.performing - 1
    message.tell(told(title, item, result, failure))
    picker:render()
  end)
  picker:render()
end

--- Lets the user choose an action for the choice of `picker`, and performs it.
function M.open(picker)
  -- Neovim reports a change only once there are no more keys to process.
  picker:type()
  picker:act_on()
  local item, session = picker:choice(), picker.session
  if not item or not item.actions or #item.actions == 0 then
    picker.refusal = item and "its source offers no actions on this" or "there is no item yet"
    return picker:render()
  end
  local params = { session = session.name, id = item.id, generation = session.state.listed }
  local cursor = vim.api.nvim_win_get_cursor(picker.view.windows.prompt)
  local menu = {}
  picker.menu = menu
  vim.ui.select(item.actions, {
    prompt = text.plain(text.cut(item.title, 100)) .. ":",
    kind = "seekline",
    format_item = function(action) return text.plain(text.cut(action.title, 200)) end,
  }, function(action)
    if menu.over then
      return
    end
    menu.over = true
    picker.menu = nil
    if picker:is_shown() then
      back(picker, cursor)
    end
    if not action then
      return
    elseif picker.closed or session.dead or session.name ~= params.session then
      -- The list is gone, along with its float or its engine.
      return message.tell(told(action.title, item, nil, { code = -32003 }))
    end
    params.action = action.name
    perform(picker, item, action, params)
  end)
end

return M
