-- What other code calls: `setup`, `open`, `resume`, and what stands behind `:Seekline`.
local config = require("seekline.config")

local M = {}

-- The float that is open, and what was searched for last.
local picker, last

--- Takes settings; not needed if the defaults will do. See |seekline-settings|.
function M.setup(settings)
  config.set(settings or {})
end

--- Opens a float. All members of `wanted` are optional:
---   source     the source to search
---   query      the text to begin with
---   submit     whether that text is searched for at once, without waiting for the debounce
---   options    options of the protocol for this search, as { pageSize = 50 }
---   on_choice  called with the item that was chosen, instead of inserting or opening it
--- Returns false if there is no engine to search with.
function M.open(wanted)
  wanted = wanted or {}
  local engine = require("seekline.engine")
  engine.touched()
  local running, problem = engine.start()
  if not running then
    engine.tell(problem, vim.log.levels.ERROR)
    return false
  end
  local place = picker and picker:give_up() or nil
  local source = wanted.source or config.current.source
  local this
  this = require("seekline.picker").open({
    source = source,
    query = wanted.query and require("seekline.text").plain(wanted.query) or "",
    submit = wanted.submit,
    options = vim.tbl_extend("force", config.current.options[source] or {}, wanted.options or {}),
    on_choice = wanted.on_choice,
    row = wanted.row,
    closed = function(query, row)
      last = { source = source, query = query, options = wanted.options, on_choice = wanted.on_choice, submit = true, row = row }
      if picker == this then
        picker = nil
      end
    end,
  }, config.current, place)
  picker = this
  return true
end

--- Opens the last search again, at the row at which it was left.
function M.resume()
  return M.open(last)
end

--- Runs `:Seekline [source] [query]`: the first word is the source, if there is one of that name.
function M.command(arguments)
  local first, rest = arguments:match("^(%S+)%s*(.*)$")
  if not first then
    return M.open()
  end
  local engine = require("seekline.engine")
  engine.list_sources()
  if engine.source(first) then
    return M.open({ source = first, query = rest })
  end
  return M.open({ query = arguments })
end

--- Completes the sources behind `:Seekline`.
function M.complete(lead, line)
  if line:match("^%s*%S+%s+%S*$") == nil then
    return {}
  end
  local names = {}
  for _, source in ipairs(require("seekline.engine").list_sources()) do
    if vim.startswith(source.name, lead) then
      names[#names + 1] = source.name
    end
  end
  return names
end

return M
