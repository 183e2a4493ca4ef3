-- The settings. Each is declared here with its default; `setup` changes them and accepts no others.
local M = {}

M.defaults = {
  -- The engine: a path, or a name in the PATH. nil: $SEEKLINE, or else "seekline" in the PATH.
  command = nil,
  -- Additional flags for the engine, such as { "--set", "wikipedia.language=en" }.
  args = {},
  -- The source that `:Seekline` searches if none is named.
  source = "unicode",
  -- The session options to request from the engine, by source: { wikipedia = { debounceMs = 200 } }.
  options = {},
  -- The size as a fraction of the screen, and the maximum in cells.
  width = 0.85,
  max_width = 100,
  height = 0.6,
  max_height = 24,
  -- Whether the preview is shown from the start.
  preview = false,
  -- Opens the URL of an item that has nothing to insert. If it fails, it returns nil and the reason, as `vim.ui.open`
  -- does.
  open_url = function(url)
    return vim.ui.open(url)
  end,
  -- Each action and its keys in the float. An empty list removes the keys.
  keys = {
    next = { "<C-n>", "<Down>" },
    previous = { "<C-p>", "<Up>" },
    page_down = { "<PageDown>" },
    page_up = { "<PageUp>" },
    choose = { "<CR>" },
    split = { "<C-x>" },
    vsplit = { "<C-v>" },
    tab = { "<C-t>" },
    mark = { "<S-Tab>" },
    unmark = { "<C-g>" },
    quickfix = { "<C-q>" },
    copy = { "<C-y>" },
    actions = { "<C-a>" },
    preview = { "<Tab>" },
    preview_down = { "<C-f>" },
    preview_up = { "<C-b>" },
    refresh = { "<F5>" },
    close = { "<Esc>", "<C-c>" },
  },
}

M.current = vim.deepcopy(M.defaults)

local kinds = {
  command = { "string", "nil" },
  args = { "table" },
  source = { "string" },
  options = { "table" },
  width = { "number" },
  max_width = { "number" },
  height = { "number" },
  max_height = { "number" },
  preview = { "boolean" },
  open_url = { "function" },
  keys = { "table" },
}

--- Returns the keys of a table, sorted and joined for a message.
local function names(of)
  local all = vim.tbl_keys(of)
  table.sort(all)
  return table.concat(all, ", ")
end

--- Whether a value is a list of strings.
local function is_strings(value)
  return vim.islist(value) and vim.iter(value):all(function(one) return type(one) == "string" end)
end

--- Returns what is wrong with protocol options, called `name` in the message; nil if nothing is. Only the engine knows
--- which options exist.
function M.options_problem(name, options)
  if type(options) ~= "table" or next(options) ~= nil and vim.islist(options) then
    return ("%s must be options by name"):format(name)
  end
  local written, problem = pcall(vim.json.encode, options)
  return not written and ("%s cannot be written as JSON: %s"):format(name, problem) or nil
end

-- The maximum length of what Neovim can map.
local most_bytes = 50

local function keys_problem(bound)
  local owners = {}
  for action, keys in vim.spairs(bound) do
    if not M.defaults.keys[action] then
      return ("there is no action %q in keys; there are %s"):format(tostring(action), names(M.defaults.keys))
    elseif not is_strings(keys) then
      return ("keys.%s must be a list of keys"):format(action)
    elseif vim.tbl_contains(keys, "") then
      return ('keys.%s has "", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'):format(action)
    end
    for _, key in ipairs(keys) do
      local code = vim.keycode(key)
      if #code > most_bytes then
        return ('keys.%s has "%s", which is too long for a mapping'):format(action, key)
      elseif owners[code] and owners[code] ~= action then
        return ('keys.%s has "%s", which keys.%s has too'):format(action, key, owners[code])
      end
      owners[code] = action
    end
  end
end

--- Returns each action and its keys: those in `bound`, or else its default keys, without those that another action has
--- in `bound`.
local function all_keys(bound)
  local taken = {}
  for _, keys in pairs(bound) do
    for _, key in ipairs(keys) do
      taken[vim.keycode(key)] = true
    end
  end
  local all = {}
  for action, keys in pairs(M.defaults.keys) do
    all[action] = bound[action] or vim.tbl_filter(function(key) return not taken[vim.keycode(key)] end, keys)
  end
  return all
end

--- Returns what is wrong with the settings; nil if nothing is.
function M.problem(settings)
  if type(settings) ~= "table" then
    return "the settings must be a table, not a " .. type(settings)
  end
  for name, value in pairs(settings) do
    if not kinds[name] and M.defaults.keys[name] then
      return ("there is no setting %q; it is an action, whose keys are set as keys.%s"):format(name, name)
    elseif not kinds[name] then
      return ("there is no setting %q; there are %s"):format(tostring(name), names(kinds))
    elseif not vim.tbl_contains(kinds[name], type(value)) then
      return ("%s must be a %s, not a %s"):format(name, kinds[name][1], type(value))
    end
  end
  if not is_strings(settings.args or {}) then
    return "args must be a list of strings"
  end
  for source, options in pairs(settings.options or {}) do
    local problem = M.options_problem(("options.%s"):format(source), options)
    if problem then
      return problem
    end
  end
  return keys_problem(settings.keys or {})
end

--- Applies settings on top of the defaults.
function M.set(settings)
  local problem = M.problem(settings)
  if problem then
    error("seekline: " .. problem, 0)
  end
  M.current = vim.tbl_extend("force", vim.deepcopy(M.defaults), settings)
  M.current.keys = all_keys(settings.keys or {})
end

return M
