-- One search: accumulates what the engine reports about it. Knows nothing about windows.
local engine = require("seekline.engine")
local items = require("seekline.items")
local message = require("seekline.message")
local text = require("seekline.text")

local Session = {}
Session.__index = Session

local function state()
  return { items = {}, count = 0, more = false, loading = false, status = "initial", canSubmit = false, generation = 0 }
end

--- Opens a session; `given` is what it searches, if that is up to us. `changed(from)` is called after each change, with
--- `from` if the list changed after that many items. When an engine has died, `ending()` is called before another one
--- is started, `leaving()` before the old list is dropped, and `reopened()` once the new engine can be asked.
function Session.open(source, options, given, on)
  local self = setmetatable({ source = source, options = options, given = given, on = on, state = state() }, Session)
  self:begin()
  return self
end

function Session:begin()
  self.name = engine.fresh_name()
  engine.sessions[self.name] = self
  local name = self.name
  local options = next(self.options) and self.options or vim.empty_dict()
  engine.request("openSession", { source = self.source, session = name, options = options }, function(result, failure)
    if name ~= self.name then
      return
    end
    if failure then
      return self:lost(failure.message)
    end
    self.in_force = result.options
    self:tell_unknown()
    self.on.changed()
  end)
  self.sent, self.when_sent, self.opening = false, nil, nil
  if self.given then
    items.fill(self, self.given, function(message)
      -- A session that could not be opened has already said why; its items only fail because it is not there.
      if name == self.name and not self.closed and not self.dead then
        self:lost(message)
      end
    end, function()
      self.sent = true
      if self.when_sent then
        self.when_sent()
      end
    end)
  end
end

--- Reports, once, options that the engine does not know: those that are missing from the options in force.
function Session:tell_unknown()
  local unknown, known = {}, vim.tbl_keys(self.in_force)
  for name in pairs(self.options) do
    if self.in_force[name] == nil then
      unknown[#unknown + 1] = tostring(name)
    end
  end
  table.sort(unknown)
  table.sort(known)
  if #unknown > 0 then
    message.tell_once(("%s has no option %s; it has %s"):format(self.source, table.concat(unknown, ", "), table.concat(known, ", ")))
  end
end

--- Whether all items that are up to us are in flight to the engine.
function Session:is_sent()
  return not self.given or self.sent
end

--- Calls `done()` once all items that are up to us are in flight to the engine.
function Session:after_items(done)
  self.when_sent = done
  if self.sent then
    done()
  end
end

--- Starts over after the engine has died.
function Session:reopen()
  engine.sessions[self.name] = nil
  self.on.leaving()
  self.state = state()
  self:begin()
  self.on.changed(0)
  self.on.reopened()
end

--- Whether there is something to wait for.
function Session:is_busy()
  return self.state.loading or self.state.growing or self.state.opening ~= nil
end

--- Handles that there is no engine, or that it does not know the session.
function Session:lost(message)
  engine.sessions[self.name] = nil
  self.dead, engine.dead[self] = true, not self.closed or nil
  self.state.loading, self.state.growing, self.state.pending, self.state.opening = false, false, nil, nil
  self.state.error = { scope = "search", kind = "internal", message = message }
  local unanswered = self.opening
  self.opening = nil
  if unanswered then
    unanswered(nil, self.state.error)
  end
  self.on.changed()
end

function Session:close()
  if engine.sessions[self.name] == self then
    engine.sessions[self.name] = nil
    engine.notify("closeSession", { session = self.name })
  end
  self.closed, engine.dead[self] = true, nil
end

--- Handles items. A list that is read again may arrive in pieces: the one that is shown stays, with its choice, until
--- the new one (`coming`) is as long, or is complete.
function Session:take_items(params)
  local now = self.state
  if now.coming and params.from > 0 then
    local items = vim.list_extend(vim.list_slice(now.coming.items, 1, params.from), params.items)
    params = vim.tbl_extend("force", params, { from = 0, items = items })
  end
  if params.from == 0 and now.loading and #params.items < #now.items and params.query == now.query then
    now.coming = params
  else
    self:show_items(params)
  end
end

function Session:show_items(params)
  local now = self.state
  now.coming = nil
  for index = #now.items, params.from + 1, -1 do
    now.items[index] = nil
  end
  vim.list_extend(now.items, params.items)
  for _, member in ipairs({ "query", "count", "more", "total", "suggestion", "partial", "failed" }) do
    now[member] = params[member]
  end
  -- While a newer search loads, the list is still that of an older one.
  now.listed = params.generation
  self.asked, self.under_way = nil, nil
  self.on.changed(params.from)
end

--- Handles a notification.
function Session:take(method, params)
  local now = self.state
  now.generation = params.generation
  if method == "items" then
    self:take_items(params)
  elseif method == "loading" then
    for _, member in ipairs({ "loading", "refreshing", "pending", "status", "stalled", "canSubmit", "opening", "growing" }) do
      now[member] = params[member]
    end
    if now.status ~= "error" then
      now.error = nil
    end
    if now.coming and not now.loading then
      self:show_items(now.coming)
    else
      self.on.changed()
      -- The page that was asked for has been cancelled. It is asked for again, but not at once.
      if self.under_way and not now.loading then
        self.asked, self.under_way = nil, nil
      end
    end
  elseif method == "error" then
    now.error = params
    self.asked, self.under_way = nil, nil
    self.on.changed()
  end
end

--- Calls a method that returns an outcome. Reopens a dead session first.
function Session:call(method, params, done)
  if self.dead then
    local running, problem = engine.start()
    if not running then
      return self:lost(problem)
    end
    self.dead, engine.dead[self] = nil, nil
    if method ~= "setQuery" then
      self.on.leaving()
    end
    self.state = state()
    self:begin()
    self.on.changed(0)
    if method ~= "setQuery" then
      self.on.reopened()
    end
  end
  local name = self.name
  params.session = name
  engine.request(method, params, function(result, failure)
    if name == self.name and not self.closed and done then
      done(result and result.outcome or "idle", failure, result)
    end
  end)
end

--- Returns how many more characters the text needs before it is searched for, given the engine's answer to it.
function Session:shortage(query, result)
  if result and result.shortBy then
    return result.shortBy
  elseif result and result.outcome == "tooShort" then
    -- An engine of protocol 1.0 does not say. It counts grapheme clusters; there are at most this many.
    return math.max(1, (self.in_force and self.in_force.minLength or 1) - vim.fn.strcharlen(query))
  end
  return 0
end

--- Sends text to the engine, to be searched for once it has settled, or at once. `done(problem)` is called with the
--- answer; `problem` is why the engine refuses the search, if it does.
function Session:search(query, at_once, done)
  self:call(at_once and "submit" or "setQuery", { query = query }, function(_, failure, result)
    self.short_by = self:shortage(text.trim(query), result)
    -- A dead session has already said why.
    done(failure and not self.dead and failure.message or nil)
  end)
end

--- Asks for the next page, or for as many as `need` items take; once for each length of the list.
function Session:reached_bottom(need)
  local now = self.state
  local key = now.generation .. ":" .. #now.items
  if not now.more or self.dead or self.asked == key then
    return
  end
  self.asked = key
  self:call("reachedBottom", { generation = now.generation, need = need }, function(outcome)
    -- While a load is under way, whether its list needs a page is decided when it arrives.
    if self.asked == key then
      self.under_way = outcome == "started" or outcome == "backingOff" or outcome == "loading"
      self.asked = self.under_way and key or nil
    end
  end)
end

--- Opens the detail of an item: calls `done(detail, error)`, unless a newer one is requested first or the session is
--- reopened.
function Session:detail(id, done)
  if self.dead then
    return done(nil, self.state.error)
  end
  self.opening = done
  engine.request("openDetail", { session = self.name, id = id }, function(detail, failure)
    if self.opening == done and not self.closed and not (failure and failure.code == -32800) then
      self.opening = nil
      done(detail, failure)
    end
  end)
end

return Session
