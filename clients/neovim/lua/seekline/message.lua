-- What is told beside what is found: by `vim.notify`, or in the float that is open.
local status = require("seekline.status")

local M = {
  -- Shows it in the float, `show(words, level)`; answers false if none is open.
  show = nil,
}

--- Whether Neovim itself shows messages, in the last line: there the mode of the one who types covers them, or, if they are
--- longer, Neovim waits for a key and takes that from what is typed.
local function is_covered()
  -- Others may have put a table there that can be called.
  return type(vim.notify) == "function" and debug.getinfo(vim.notify, "S").source:find("^@vim/") ~= nil
end

--- Tells a person something, who may be typing.
function M.tell(words, level)
  level = level or vim.log.levels.WARN
  if not (is_covered() and M.show and M.show(words, level)) then
    return vim.notify("seekline: " .. words, level)
  end
  -- For `:messages`. Of a line, behind which the screen is drawn, nobody has to take note.
  for _, line in ipairs(status.wrap("seekline: " .. words, math.max(20, vim.v.echospace - 1))) do
    vim.cmd.redraw()
    vim.api.nvim_echo({ { line } }, true, {})
  end
end

local told = {}

--- Tells something unless it has been told before.
function M.tell_once(words)
  if not told[words] then
    told[words] = true
    M.tell(words)
  end
end

return M
