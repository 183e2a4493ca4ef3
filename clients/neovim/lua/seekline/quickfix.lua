-- Puts a list into Neovim's quickfix list.
local location = require("seekline.location")
local text = require("seekline.text")

local M = {}

--- Whether items can be a quickfix list: some of them are in files.
function M.can_be(items)
  return vim.iter(items):any(function(item) return item.location ~= nil end)
end

--- Returns the items as entries, each of which leads to where <CR> would. Entries count columns in bytes: each file is
--- read once to convert them; if it cannot be read, columns are used as they are.
local function entries(items)
  local all, by_path = {}, {}
  for index, item in ipairs(items) do
    local entry, place = { text = text.plain(item.title), valid = 0 }, item.location
    if place then
      local path = location.path_of(place)
      entry.valid, entry.bufnr, entry.lnum, entry.col = 1, vim.fn.bufadd(path), place.line, place.column
      by_path[path] = vim.list_extend(by_path[path] or {}, place.line and place.column and { entry } or {})
    end
    all[index] = entry
  end
  for path, its in pairs(by_path) do
    local lines = its[1] and location.lines(path, its[1].bufnr)
    for _, entry in ipairs(its) do
      local words = lines[entry.lnum]
      entry.col = words and location.byte(words, entry.col) + 1 or entry.col
    end
  end
  return all
end

--- Creates a list with this title, and opens it.
function M.open(title, items)
  vim.fn.setqflist({}, " ", { title = title, items = entries(items) })
  location.go("copen")
end

return M
