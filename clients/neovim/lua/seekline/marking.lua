-- The keys that mark items of a list, and that remove marks.
local Marks = require("seekline.marks")

local M = {}

--- Marks the choice, or unmarks it, and moves down by one.
function M.mark(picker)
  -- Neovim reports a change only once there are no more keys to process.
  picker:type()
  picker:act_on()
  local item, is_current = picker:choice(), picker:is_current()
  if picker.wanted.takes_one then
    picker.refusal = "only one can be chosen here"
  elseif item then
    picker.marks:toggle(item)
    picker.view:set_items(picker.session.state.items, picker.index - 1, picker.marks, picker.index)
    return picker:move(1)
  elseif not is_current or picker:is_returning() then
    picker.marks.owed = true
    picker.refusal = "nothing was marked: " .. (is_current and "there is no item yet" or "the list is not that of the text yet")
  end
  picker:render()
end

--- Removes all marks.
function M.unmark(picker)
  -- See `mark`.
  picker:type()
  picker:act_on()
  local before, items = picker.marks, picker.session.state.items
  picker.marks = Marks.new()
  for index, item in ipairs(before.count > 0 and items or {}) do
    if before:has(item.id) then
      picker.view:set_items(items, index - 1, picker.marks, index)
    end
  end
  picker:show_choice()
  picker:render()
end

return M
