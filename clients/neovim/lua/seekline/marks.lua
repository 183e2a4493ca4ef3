-- What is marked in a float: items as they were seen, by their ids, in the order in which they were marked. Marks outlive the
-- list in which they were made, and its engine.
--
-- One marks what one sees, and nothing in a list that is not that of the text. What was to be marked last and was not is
-- `owed`: a key that takes something says so, and does it only when it is pressed once more.
local Marks = {}
Marks.__index = Marks

--- Marks of these items.
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

--- Marks an item, or one that is marked no longer.
function Marks:toggle(item)
  self.owed = false
  if self.by_id[item.id] then
    self.by_id[item.id], self.count = nil, self.count - 1
  else
    self.turns, self.count = self.turns + 1, self.count + 1
    self.by_id[item.id] = { item = item, turn = self.turns }
  end
end

--- All that is marked.
function Marks:items()
  local all = vim.tbl_values(self.by_id)
  table.sort(all, function(one, other) return one.turn < other.turn end)
  return vim.tbl_map(function(mark) return mark.item end, all)
end

return Marks
