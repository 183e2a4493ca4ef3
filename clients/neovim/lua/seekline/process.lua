-- One process that speaks JSON-RPC, a message a line. Knows nothing of searching.
local text = require("seekline.text")

local Process = {}
Process.__index = Process

--- Starts a process in a folder, or here if that is no more. `on.notification(method, params)` and `on.ended(reason)` are called on the main loop, in the order
--- of what arrived. Raises an error if there is nothing to start.
function Process.start(argv, folder, on)
  local self = setmetatable({ on = on, waiting = {}, last_id = 0, parts = {}, arrived = {}, complaint = "" }, Process)
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
      self.on.ended(self:reason(done))
    end)
  end)
  return self
end

function Process:reason(done)
  local line = vim.trim(self.complaint):match("[^\n]*$")
  -- What an engine reports as long as it runs does not say why it ended.
  local level = line:match("^seekline: (%l+): ")
  if line ~= "" and not vim.tbl_contains({ "warning", "info", "debug" }, level) then
    return line
  end
  return done.signal ~= 0 and ("signal %d"):format(done.signal) or ("status %d"):format(done.code)
end

--- Takes what the process wrote; runs outside of the main loop.
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

function Process:deliver()
  local arrived = self.arrived
  self.arrived = {}
  for _, message in ipairs(arrived) do
    local done = message.id and self.waiting[message.id]
    if message.method then
      self.on.notification(message.method, message.params or {})
    elseif done then
      self.waiting[message.id] = nil
      done(message.result, message.error)
    end
  end
end

--- Calls a method. `done(result, error)` is called once, unless the process ends before that.
function Process:request(method, params, done)
  self.last_id = self.last_id + 1
  self.waiting[self.last_id] = done
  self:send({ jsonrpc = "2.0", id = self.last_id, method = method, params = params })
end

--- Calls a method without an answer.
function Process:notify(method, params)
  self:send({ jsonrpc = "2.0", method = method, params = params })
end

function Process:send(message)
  if not self.ended then
    -- A process that dies at this moment says so by ending.
    pcall(self.system.write, self.system, text.valid(vim.json.encode(message)) .. "\n")
  end
end

function Process:stop()
  pcall(self.system.kill, self.system, "sigterm")
end

return Process
