-- The settings. Each is declared here with its default; `setup` changes them, and knows no others.
local M = {}

M.defaults = {
  -- The engine: a path, or a name in the PATH. nil: $SEEKLINE, or else "seekline" in the PATH.
  command = nil,
  -- Further flags of the engine, as { "--set", "wikipedia.language=en" }.
  args = {},
  -- The source of `:Seekline` without one.
  source = "unicode",
  -- What sessions ask of the engine, by source: { wikipedia = { debounceMs = 200 } }.
  options = {},
  -- Parts of the screen, and at most so many cells.
  width = 0.85,
  max_width = 100,
  height = 0.6,
  max_height = 24,
  -- Whether the preview is shown from the start.
  preview = false,
  -- Opens the URL of an item that has nothing to insert. It says as `vim.ui.open` does if it cannot: nil, and why.
  open_url = function(url)
    return vim.ui.open(url)
  end,
  -- Each action and its keys in the float. An empty list takes the keys away.
  keys = {
    next = { "<C-n>", "<Down>" },
    previous = { "<C-p>", "<Up>" },
    page_down = { "<PageDown>" },
    page_up = { "<PageUp>" },
    choose = { "<CR>" },
    split = { "<C-x>" },
    vsplit = { "<C-v>" },
    tab = { "<C-t>" },
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

--- Says what is wrong with settings; nil if nothing is.
function M.problem(settings)
  for name, value in pairs(settings) do
    if not kinds[name] then
      return ("there is no setting %q"):format(tostring(name))
    end
    if not vim.tbl_contains(kinds[name], type(value)) then
      return ("%s must be a %s, not a %s"):format(name, kinds[name][1], type(value))
    end
  end
  for source, options in pairs(settings.options or {}) do
    if type(options) ~= "table" then
      return ("options.%s must be options by name"):format(source)
    end
  end
  for action, keys in pairs(settings.keys or {}) do
    if not M.defaults.keys[action] then
      return ("there is no action %q in keys"):format(tostring(action))
    end
    local is_list = type(keys) == "table"
    for _, key in pairs(is_list and keys or {}) do
      is_list = is_list and type(key) == "string"
    end
    if not is_list then
      return ("keys.%s must be a list of keys"):format(action)
    end
  end
end

--- Takes settings over the defaults.
function M.set(settings)
  local problem = M.problem(settings)
  if problem then
    error("seekline: " .. problem, 0)
  end
  M.current = vim.tbl_extend("force", vim.deepcopy(M.defaults), settings)
  M.current.keys = vim.tbl_extend("force", M.defaults.keys, settings.keys or {})
end

return M
