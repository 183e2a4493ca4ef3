-- Messages in addition to the results: by `vim.notify`, or in the float that is open.
local status = require("seekline.status")

local M = {
  -- `show(words, level)` shows a message in the float; it returns false if none is open.
  show = nil,
}

--- Whether Neovim itself shows messages, in the last line. While the user types, the mode covers them there or, if they
--- are longer, Neovim waits for a key, which is then missing from what is typed.
local function is_covered()
  -- Something else may have put a callable table there.
  return type(vim.notify) == "function" and debug.getinfo(vim.notify, "S").source:find("^@vim/") ~= nil
end

--- Calls `vim.notify`, which may be anyone's: if it fails, that is reported later.
local function notify(words, level)
  local told, failure = pcall(vim.notify, words, level)
  if not told then
    vim.schedule(function()
      error(failure, 0)
    end)
  end
end

--- Shows a message to the user, who may be typing.
function M.tell(words, level)
  level = level or vim.log.levels.WARN
  if not (is_covered() and M.show and M.show(words, level)) then
    return notify("seekline: " .. words, level)
  end
  -- For `:messages`. Line by line, with a redraw before each, so that none has to be confirmed.
  for _, line in ipairs(status.wrap("seekline: " .. words, math.max(20, vim.v.echospace - 1))) do
    vim.cmd.redraw()
    vim.api.nvim_echo({ { line } }, true, {})
  end
end

local told = {}

--- Shows a message unless it has been shown before.
function M.tell_once(words)
  if not told[words] then
    told[words] = true
    M.tell(words)
  end
end

return M
