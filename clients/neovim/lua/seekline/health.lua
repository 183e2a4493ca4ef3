-- :checkhealth seekline
local M = {}

-- How long the engine may take to say its version, in milliseconds.
local patience = 5000

function M.check()
  local health = vim.health
  local engine = require("seekline.engine")
  health.start("seekline")
  if vim.fn.has("nvim-0.10") == 1 then
    health.ok(("Neovim %s"):format(tostring(vim.version())))
  else
    return health.error("Neovim 0.10 or newer is needed")
  end
  local path, problem = engine.path()
  if not path then
    return health.error(problem, {
      "`pip install seekline`",
      "Until that is published, in a checkout of seekline: `swift build -c release --static-swift-stdlib`",
      "If it is not in the PATH: set $SEEKLINE, or `command` in setup, to the path of seekline",
    })
  end
  local ran, done = pcall(function()
    return vim.system({ path, "--version" }):wait(patience)
  end)
  if not ran then
    return health.error(("%s does not run: %s"):format(path, done))
  elseif not done or done.code == 124 and done.signal ~= 0 then
    -- Nothing is returned if the program has been killed but its output is still open elsewhere.
    return health.error(("%s --version has not ended after %d s"):format(path, patience / 1000))
  elseif done.code ~= 0 then
    local said = vim.trim(done.stderr or "")
    return health.error(("%s does not run: %s"):format(path, said ~= "" and said or "status " .. done.code))
  end
  local version = vim.trim(done.stdout)
  if not version:find("protocol 1.", 1, true) then
    return health.error(("%s (%s) does not speak version 1 of the protocol"):format(path, version))
  end
  health.ok(("%s: %s"):format(path, version))
  health.start("seekline: sources")
  local sources = engine.list_sources()
  if #sources == 0 then
    return health.error("the engine does not answer", { "see what `" .. path .. " --sources` says" })
  end
  for _, source in ipairs(sources) do
    local line = ("%s: %s"):format(source.name, source.description)
    if source.configured then
      health.ok(line)
    else
      health.info(("%s\nnot configured, missing: %s"):format(line, table.concat(source.missing or {}, ", ")))
    end
  end
end

return M
