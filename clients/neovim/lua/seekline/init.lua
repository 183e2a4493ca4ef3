-- The public functions: `setup`, `open`, `select`, `resume`, and the implementation of `:Seekline`.
local config = require("seekline.config")

local M = {}

-- The float that is open, and what was searched for last.
local picker, last

--- Applies settings; not needed if the defaults will do. See |seekline-settings|.
function M.setup(settings)
  config.set(settings == nil and {} or settings)
end

--- Opens a float for `M.open` and `M.select`, and returns whether it is open. Members of `wanted` in addition to those
--- of `M.open`:
---   given      the list that the caller provides: `count`, and `item(number)`
---   takes_one  whether only one item can be chosen: then nothing can be marked
---   above      whether it may be the menu of the float that is open, which then stays open
---   title      the title to show instead of the source's
---   on_cancel  called if nothing is chosen
---   closed     called with the query, the row and what is still marked, once it has closed
local function show(wanted)
  local engine = require("seekline.engine")
  engine.touched()
  require("seekline.message").show = function(words, level)
    return picker ~= nil and picker:tell(words, level)
  end
  local running, problem = engine.is_there()
  if running and vim.fn.getcmdwintype() ~= "" then
    running, problem = false, "Neovim opens no window over the command-line window"
  end
  local accept = require("seekline.accept")
  if running and vim.api.nvim_get_mode().mode == "c" then
    accept.leave_command_line(function()
      show(wanted)
    end)
    return true
  end
  if running then
    accept.hasten()
  end
  local outer, place = wanted.above and picker and picker.menu and picker or nil, nil
  while running and picker and not outer do
    -- After a menu comes the float that it belongs to.
    place = picker:give_up()
  end
  if running then
    running, problem = engine.follow()
  end
  if not running then
    vim.notify("seekline: " .. problem, vim.log.levels.ERROR)
    return false
  end
  local this
  this = require("seekline.picker").open(
    vim.tbl_extend("force", wanted, {
      query = wanted.query and require("seekline.text").plain(wanted.query) or "",
      options = vim.tbl_extend("force", config.current.options[wanted.source] or {}, wanted.options or {}),
      -- In another folder, this id may belong to a different item.
      marked = wanted.marked and wanted.marked.folder == engine.folder() and wanted.marked.items or {},
      closed = function(query, row, marked)
        wanted.closed(query, row, { items = marked, folder = engine.folder() })
        if picker == this then
          picker = outer and not outer.closed and outer or nil
        end
      end,
    }),
    config.current,
    place,
    outer
  )
  picker = this
  engine.when_known(engine.tell_unknown)
  return true
end

--- Opens a float. All members of `wanted` are optional:
---   source     the source to search
---   items      what to search instead: titles, or items as in the protocol
---   query      the text to begin with
---   submit     whether that text is searched for at once, without waiting for the debounce
---   options    protocol options for this search, such as { pageSize = 50 }
---   on_choice  called with the chosen item, instead of inserting it, opening it or going there; with each, if several
---              are marked
--- Returns false if there is no engine to search with, or no window may be opened.
function M.open(wanted)
  wanted = wanted or {}
  if type(wanted) ~= "table" then
    error("seekline: open takes a table, not a " .. type(wanted), 0)
  end
  local known = { "items", "on_choice", "options", "query", "source", "submit" }
  for name in pairs(wanted) do
    -- A search that is reopened also has its row and its marks.
    if not vim.tbl_contains(known, name) and name ~= "row" and name ~= "marked" then
      error(("seekline: open takes no %q; it takes %s"):format(tostring(name), table.concat(known, ", ")), 0)
    end
  end
  for name, kind in vim.spairs({ source = "string", query = "string", options = "table", items = "table" }) do
    if wanted[name] ~= nil and type(wanted[name]) ~= kind then
      error(("seekline: %s must be a %s, not a %s"):format(name, kind, type(wanted[name])), 0)
    end
  end
  if wanted.on_choice ~= nil and not vim.is_callable(wanted.on_choice) then
    error("seekline: on_choice must be a function, not a " .. type(wanted.on_choice), 0)
  end
  local problem = config.options_problem("options", wanted.options or {})
  if problem then
    error("seekline: " .. problem, 0)
  end
  local items = wanted.items
  local source = items and "list" or wanted.source or config.current.source
  local given = items and { count = #items, item = function(index) return items[index] end }
  return show(vim.tbl_extend("force", wanted, {
    source = source,
    given = given,
    closed = function(query, row, marked)
      last = vim.tbl_extend("force", wanted, { source = source, query = query, submit = true })
      -- Even if the row is nil: `tbl_extend` would keep an old one.
      last.row, last.marked = row, marked
    end,
  }))
end

--- Lets the user choose one of `items`, with the arguments and the behaviour of |vim.ui.select()|.
function M.select(items, opts, on_choice)
  require("seekline.select").select(show, items, opts, on_choice)
end

--- Reopens the last search, at the row where it was left and with what was marked but not taken.
function M.resume()
  return M.open(last)
end

--- Runs `:Seekline [source] [query]`: the first word is the source, if a source has that name.
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
  if not M.open({ query = arguments }) then
    return false
  end
  -- If the engine takes longer to start, the text is in the prompt, and may have been continued there.
  local this = picker
  engine.when_known(function()
    local text = this and this == picker and not this.closed and this:query()
    if text and engine.source(first) and vim.startswith(text, first) then
      M.open({ source = first, query = text:sub(#first + 1):gsub("^%s+", "", 1), submit = this.submitted })
    end
  end)
  return true
end

--- Completes the source after `:Seekline`, which may follow modifiers and other commands.
function M.complete(lead, line, at)
  local typed = line:sub(1, at)
  local behind = vim.fn.matchend(typed, [[\C\<See\%[kline]\s\+]])
  if behind < 0 or typed:find("%s", behind + 1) then
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
