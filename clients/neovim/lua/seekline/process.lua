-- One process that speaks JSON-RPC, one message per line. Knows nothing about searching.
--
-- While something is awaited, the process is heard from every few seconds or is asked for a sign of life. If it does
-- not answer that, or another call, for three seconds, it is `silent` until it says something.
local text = require("seekline.text")

local Process = {}
Process.__index = Process

-- The length of a beat, in milliseconds, and the patience, in beats: time that the editor spent suspended does not
-- count.
local beat, patience = 1000, 3
-- How long a process may take to end, in milliseconds.
local grace = 200

--- Starts a process in a folder, or in the current one if that no longer exists. On the main loop, in the order in
--- which things arrived, it calls `on.notification(method, params)`, `on.silent()` (when the process falls silent or is
--- no longer silent) and `on.ended(reason)`. `on.waits()` returns whether something is to come that no call waits for.
--- Raises an error if the process cannot be started.
function Process.start(argv, folder, on)
  local self = setmetatable({ on = on, waiting = {}, last_id = 0, parts = {}, arrived = {}, complaint = "" }, Process)
  self.slow, self.silent, self.unheard = {}, false, 0
  self.system = vim.system(argv, {
    cwd = vim.fn.isdirectory(folder) == 1 and folder or nil,
    stdin = true,
    stdout = function(_, data)
      self:read(data)
    end,
    stderr = function(_, data)
      -- The last line may say why a process ends.
      self.complaint = (self.complaint .. (data or "")):sub(-1000)
    end,
  }, function(done)
    vim.schedule(function()
      self:deliver()
      self.ended = true
      self:watch()
      self.on.ended(self:reason(done))
    end)
  end)
  return self
end

function Process:reason(done)
  local line = vim.trim(self.complaint):match("[^\n]*$")
  -- What an engine logs while it runs does not say why it ended.
  local level = line:match("^seekline: (%l+): ")
  if line ~= "" and not vim.tbl_contains({ "warning", "info", "debug" }, level) then
    return line
  end
  return done.signal ~= 0 and ("signal %d"):format(done.signal) or ("status %d"):format(done.code)
end

--- Handles what the process wrote; runs outside the main loop.
function Process:read(data)
  local from = 1
  while data do
    local at = data:find("\n", from, true)
    if not at then
      self.parts[#self.parts + 1] = data:sub(from)
      break
    end
    self.parts[#self.parts + 1] = data:sub(from, at - 1)
    local ok, message = pcall(vim.json.decode, table.concat(self.parts), { luanil = { object = true, array = true } })
    if ok and type(message) == "table" then
      self.arrived[#self.arrived + 1] = message
    end
    self.parts = {}
    from = at + 1
  end
  if #self.arrived > 0 and not self.scheduled then
    self.scheduled = true
    vim.schedule(function()
      self.scheduled = false
      self:deliver()
    end)
  end
end

--- Calls a handler. If it fails, that is reported later, so that the others are still called.
local function call(handler, ...)
  local called, failure = pcall(handler, ...)
  if not called then
    vim.schedule(function()
      error(failure, 0)
    end)
  end
end

function Process:deliver()
  local arrived, was_silent = self.arrived, self.silent
  self.arrived, self.silent, self.unheard = {}, false, 0
  for _, message in ipairs(arrived) do
    local done = message.id and self.waiting[message.id]
    if message.method then
      call(self.on.notification, message.method, message.params or {})
    elseif done then
      self.waiting[message.id] = nil
      self.slow[message.id] = nil
      call(done, message.result, message.error)
    end
  end
  self:watch()
  if was_silent then
    call(self.on.silent)
  end
end

--- Calls a method. `done(result, error)` is called once, unless the process ends first. A call that `is_slow` is
--- answered when its result is available, others at once.
function Process:request(method, params, done, is_slow)
  if not is_slow and not self:is_due() then
    self.unheard = 0
  end
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = done
  self.slow[self.last_id] = is_slow or nil
  self:send({ jsonrpc = "2.0", id = self.last_id, method = method, params = params })
  self:watch()
end

--- Keeps the timer running while something is awaited, and only then.
function Process:watch()
  local waits = not self.ended and not self.silent and (next(self.waiting) ~= nil or self.on.waits())
  if waits and not self.timer then
    self.timer = assert(vim.uv.new_timer())
    self.timer:start(beat, beat, vim.schedule_wrap(function()
      self:count()
    end))
  elseif not waits and self.timer then
    self.timer:close()
    self.timer = nil
  end
end

--- Whether an answer is due.
function Process:is_due()
  return vim.iter(self.waiting):any(function(id)
    return not self.slow[id]
  end)
end

function Process:count()
  self:watch()
  if not self.timer then
    return
  end
  self.unheard = self.unheard + 1
  if self.unheard < patience then
    return
  end
  if self:is_due() then
    self.silent = true
    self:watch()
    self.on.silent()
  else
    self.unheard = 0
    self:request("$/cancelRequest", { id = "nothing" }, function() end)
  end
end

--- Sends a notification.
function Process:notify(method, params)
  self:send({ jsonrpc = "2.0", method = method, params = params })
end

function Process:send(message)
  if not self.ended then
    -- A process that dies at this moment is noticed by its end.
    pcall(self.system.write, self.system, text.valid(vim.json.encode(message)) .. "\n")
  end
end

--- Ends the process, and returns once it is gone: at once, unless it hangs or was stopped.
function Process:stop()
  self.ended = true
  self:watch()
  pcall(self.system.kill, self.system, "sigterm")
  -- This kills a process that has not ended by then.
  self.system:wait(grace)
end

return Process
