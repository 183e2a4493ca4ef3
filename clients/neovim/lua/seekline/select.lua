-- `vim.ui.select`, with the engine doing the matching.
local text = require("seekline.text")

local M = {}

-- The engine does not accept longer titles.
local most_bytes = 60000

local function title_of(format, item)
  local formatted, title = pcall(format, item)
  -- An item that cannot be formatted can still be chosen; its title says what is wrong.
  return text.cut(formatted and tostring(title) or ("✗ %s"):format(title), most_bytes)
end

--- Lets the user choose one of `items`, as `vim.ui.select` does; `open` opens a float.
function M.select(open, items, opts, on_choice)
  if type(items) ~= "table" then
    error("seekline: items must be a table, not a " .. type(items), 0)
  elseif not vim.is_callable(on_choice) then
    error("seekline: on_choice must be a function, not a " .. type(on_choice), 0)
  end
  opts = opts or {}
  -- Changes that the caller makes to the list meanwhile must not change what a number refers to.
  local mine = vim.list_slice(items)
  local format = opts.format_item or tostring
  local function cancelled()
    on_choice(nil, nil)
  end
  local opened = open({
    source = "list",
    above = true,
    takes_one = true,
    title = text.plain(opts.prompt or "Select one of:"):gsub(":?%s*$", ""),
    given = {
      count = #mine,
      item = function(index)
        return { id = tostring(index), title = title_of(format, mine[index]) }
      end,
    },
    on_choice = function(item)
      local index = tonumber(item.id)
      on_choice(mine[index], index)
    end,
    on_cancel = cancelled,
    closed = function() end,
  })
  if not opened then
    vim.schedule(cancelled)
  end
end

return M
