-- The one engine of this Neovim: started when it is first needed, restarted after it has died, stopped at exit. It runs
-- in the folder that was current when it started; a search opened in another folder restarts it there, unless something
-- still needs it where it is.
--
--   none ──start──→ running ──died, sessions open──→ running (each session reopens; only once until the user acts)
--    ↑                 └──────died otherwise──────→ none (the next use starts it)
local config = require("seekline.config")
local message = require("seekline.message")
local Process = require("seekline.process")

local M = {
  -- The open sessions, by name; and the dead ones that wait to be revived, as a set.
  sessions = {},
  dead = {},
  -- From the answer to `initialize`: the sources that can be offered, and the names of all sources; and the callbacks
  -- that wait for it.
  sources = nil,
  names = {},
  waiting = {},
}
local process, revived, last_name
-- The folder that it runs in, or last ran in.
local folder
-- The callbacks of the actions under way, as a set.
local performing = {}
-- The methods that take as long as the service or program that they ask.
local slow = { openDetail = true, perform = true }

--- The path of the engine; nil and a reason if there is none.
function M.path()
  local named = config.current.command or vim.env.SEEKLINE
  named = named ~= "" and named or nil
  -- Even if 'wildignore' matches it.
  local program = vim.fn.expand(named or "seekline", true)
  local path = program ~= "" and vim.fn.exepath(program) or ""
  if path ~= "" then
    return path
  elseif named then
    return nil, ("there is no program %q: set $SEEKLINE, or command in setup, to the path of seekline"):format(named)
  end
  return nil, "there is no seekline in the PATH: pip install seekline (until that is published, build it: see :help seekline-engine)"
end

--- Returns the folder that is searched, in which relative paths of items start.
function M.folder()
  return folder or vim.fn.getcwd()
end

local function ended(reason)
  process = nil
  local unknown = performing
  performing = {}
  for done in pairs(unknown) do
    done(nil, { message = ("the engine ended (%s): the outcome is unknown, and the action is not repeated"):format(reason) })
  end
  for _, session in pairs(vim.tbl_values(M.sessions)) do
    session.on.ending()
  end
  if not next(M.sessions) then
    return message.tell(("the engine ended (%s); the next search starts it again"):format(reason))
  end
  local again = not revived and M.sources ~= nil and M.start()
  revived = true
  for _, session in pairs(vim.tbl_values(M.sessions)) do
    if again then
      session:reopen()
    else
      session:lost(("the engine ended (%s)"):format(reason))
    end
  end
  if again then
    message.tell(("the engine ended (%s), and was started again"):format(reason))
  end
end

--- Whether the engine runs, or there is one to start; and if not, why.
function M.is_there()
  local path, problem = M.path()
  return process ~= nil or path ~= nil, problem
end

--- Starts the engine unless it is running. Returns whether it is running now and, if not, why.
function M.start()
  if process then
    return true
  end
  local path, problem = M.path()
  if not path then
    return false, problem
  end
  -- Open lists, including those of dead sessions, belong to the folder in which they were made.
  folder = (next(M.sessions) or next(M.dead)) and folder or vim.fn.getcwd()
  local this
  local started, failure = pcall(Process.start, vim.list_extend({ path }, config.current.args), folder, {
    notification = function(method, params)
      local session = M.sessions[params.session]
      if session then
        session:take(method, params)
      end
    end,
    waits = function()
      return vim.iter(M.sessions):any(function(_, session)
        return session:is_busy()
      end)
    end,
    silent = function()
      for _, session in pairs(vim.tbl_values(M.sessions)) do
        session.on.changed()
      end
    end,
    ended = function(reason)
      if process == this then
        ended(reason)
      end
    end,
  })
  if not started then
    return false, ("%s cannot be started: %s"):format(path, failure)
  end
  this, process = failure, failure
  this:request("initialize", { protocolVersion = "1.0", clientInfo = { name = "seekline.nvim" } }, function(result)
    if not result or not vim.startswith(result.protocolVersion or "", "1.") then
      M.stop()
      message.tell(("%s does not speak version 1 of the protocol"):format(path), vim.log.levels.ERROR)
      return
    end
    M.names = vim.tbl_map(function(source)
      return source.name
    end, result.sources)
    -- A source that a program must fill first cannot be offered.
    M.sources = vim.tbl_filter(function(source)
      return not source.takesItems
    end, result.sources)
    local waiting = M.waiting
    M.waiting = {}
    for _, done in ipairs(waiting) do
      done()
    end
  end)
  return true
end

--- Moves the engine to the current folder, unless a search or an action still needs it where it is. Returns what
--- `start` returns.
function M.follow()
  if folder ~= vim.fn.getcwd() and not next(M.sessions) and not next(M.dead) and not next(performing) then
    M.stop()
  end
  return M.start()
end

--- Calls `done()` once it is known which sources there are.
function M.when_known(done)
  if M.sources then
    done()
  else
    table.insert(M.waiting, done)
  end
end

--- Returns the sources. If they are not known yet, waits for the engine, for at most half a second.
function M.list_sources()
  if not M.sources and M.start() then
    vim.wait(500, function()
      return M.sources ~= nil or process == nil
    end, 2)
  end
  return M.sources or {}
end

--- Returns what is known about a source.
function M.source(name)
  for _, source in ipairs(M.sources or {}) do
    if source.name == name then
      return source
    end
  end
end

--- Reports, once, options that are set for sources that do not exist.
function M.tell_unknown()
  local known, set = vim.list_slice(M.names), vim.tbl_map(tostring, vim.tbl_keys(config.current.options))
  table.sort(known)
  table.sort(set)
  for _, name in ipairs(set) do
    if not vim.tbl_contains(known, name) then
      local words = 'options.%s: there is no source "%s"; there are %s'
      message.tell_once(words:format(name, name, table.concat(known, ", ")))
    end
  end
end

--- Notes that the user did something: an engine that dies from now on is restarted.
function M.touched()
  revived = false
end

--- Returns a session name that this Neovim has never used before.
function M.fresh_name()
  last_name = (last_name or 0) + 1
  return "nvim-" .. last_name
end

function M.request(method, params, done)
  if process then
    process:request(method, params, done, slow[method])
  end
end

--- Performs an action on an item, once. `done(result, error)` is called even if the engine dies.
function M.perform(params, done)
  performing[done] = true
  M.request("perform", params, function(result, failure)
    performing[done] = nil
    done(result, failure)
  end)
end

function M.notify(method, params)
  if process then
    process:notify(method, params)
  end
end

--- Whether the engine does not answer.
function M.is_silent()
  return process ~= nil and process.silent
end

function M.pid()
  return process and process.system.pid
end

--- Stops the engine, without a message and without a restart.
function M.stop()
  local this = process
  process = nil
  if this then
    this:stop()
  end
end

vim.api.nvim_create_autocmd("VimLeavePre", { callback = M.stop })

return M
