-- What is marked in a float: items as the user saw them, by id, in the order in which they were marked. Marks outlive
-- the list in which they were made, and its engine.
--
-- Only items in the list for the current text can be marked. If the last attempt to mark failed, it is `owed`: a key
-- that takes something says so, and takes it only when pressed once more.
local Marks = {}
Marks.__index = Marks

--- Creates marks for these items.
function Marks.new(items)
  local self = setmetatable({ by_id = {}, turns = 0, count = 0, owed = false }, Marks)
  for _, item in ipairs(items or {}) do
    self:toggle(item)
  end
  return self
end

function Marks:has(id)
  return self.by_id[id] ~= nil
end

--- Marks an item, or unmarks it if it is marked.
function Marks:toggle(item)
  self.owed = false
  if self.by_id[item.id] then
    self.by_id[item.id], self.count = nil, self.count - 1
  else
    self.turns, self.count = self.turns + 1, self.count + 1
    self.by_id[item.id] = { item = item, turn = self.turns }
  end
end

--- Returns the marked items, in the order in which they were marked.
function Marks:items()
  local all = vim.tbl_values(self.by_id)
  table.sort(all, function(one, other) return one.turn < other.turn end)
  return vim.tbl_map(function(mark) return mark.item end, all)
end

return Marks
