-- One float: passes what the user does to its session, and shows what the session reports.
--
-- The list belongs to the text once the engine's answer to that text has arrived. Until then <CR> does not choose from
-- the list of an older text but searches at once, which is also how a source that waits for a submit is searched. A
-- list that the caller provides is searched in a moment: there <CR> takes the best match for the text, as soon as that
-- is known. The quickfix key does the same with the whole list.
--
-- If anything is marked, it is taken instead of the choice or the list: at once, whatever the prompt contains.
local accept = require("seekline.accept")
local draw = require("seekline.draw")
local engine = require("seekline.engine")
local keys = require("seekline.keys")
local Marks = require("seekline.marks")
local preview = require("seekline.preview")
local quickfix = require("seekline.quickfix")
local Session = require("seekline.session")
local Spinner = require("seekline.spinner")
local status = require("seekline.status")
local take = require("seekline.take")
local text = require("seekline.text")
local View = require("seekline.view")

local Picker = {}
Picker.__index = Picker

--- Opens a float. `wanted` has the members of the argument of `seekline.open`; `place` is where to return to, if not
--- here; `outer` is the float whose menu this is, if any.
function Picker.open(wanted, settings, place, outer)
  local self = setmetatable({ wanted = wanted, settings = settings, index = 0, moved = false, performing = 0, told = {}, preview = settings.preview }, Picker)
  self.keys = {}
  for action, bound in pairs(settings.keys) do
    self.keys[action] = bound[1] or ""
  end
  self.place, self.outer = place or accept.place(), outer
  self.typed = ""
  self.returning, self.marks = wanted.row, Marks.new(wanted.marked)
  self.view = View.open(settings, wanted.query, self.preview)
  accept.begin({ 1, #wanted.query }, self.place)
  self.spinner = Spinner.new(function()
    self:render()
  end)
  self.session = Session.open(wanted.source, wanted.options, wanted.given, {
    changed = function(from)
      self:changed(from)
    end,
    ending = function()
      -- Something else has closed a window without triggering an event.
      if not self.view:is_whole() then
        self:leave()
      end
    end,
    leaving = function()
      if self.moved and self.chosen then
        self.returning = { id = self.chosen, index = self.index }
      end
    end,
    reopened = function()
      self:ask(self.submitted)
    end,
  })
  engine.when_known(function()
    self:render()
  end)
  self.deafen = keys.map(self)
  self:render()
  -- Empty text is searched for too: some sources answer it.
  self:ask(wanted.query ~= "" and wanted.submit)
  return self
end

-- MARK: User actions

function Picker:query()
  local typed = self.view:query()
  -- The engine accepts no text that is twice as long. 5,000 characters have at most 20,000 bytes.
  return typed and text.head(text.valid(typed:sub(1, 20000)):gsub("%z", "\u{FFFD}"), 5000) or self.typed
end

function Picker:type()
  self.view:join_prompt()
  local query = self:query()
  if query == self.typed then
    return
  end
  self.moved, self.submitted, self.returning = false, false, nil
  local told = self.told
  self:act_on()
  -- It may have arrived just before this key.
  self.told = told
  self:ask(false)
end

--- Notes that the user did something: the previous action and the messages about it no longer apply.
function Picker:act_on()
  engine.touched()
  self.refusal, self.told, self.choosing, self.menu = nil, {}, nil, nil
end

--- Shows a message that is not about the list. Returns whether there is a float to show it in.
function Picker:tell(words, level)
  if not self:is_shown() then
    return false
  end
  table.insert(self.told, { words = words, level = level })
  self:render()
  return true
end

--- Sends the text to the engine, to be searched for once it has settled, or at once.
function Picker:ask(at_once)
  self.typed = self:query()
  self.submitted = at_once
  local asked = self.typed
  self.session:search(asked, at_once, function(problem)
    if problem and asked == self.typed then
      self.refusal, self.choosing = problem, nil
    end
    self:render()
  end)
  if self.choosing then
    self:await()
  elseif self.returning then
    self:await_whole()
  end
  self:render()
end

--- Requests the list once more after all items have been sent: its first row is the best match. `awaited` is the
--- generation of that list, once it is known.
function Picker:await()
  self.awaited = nil
  self.session:after_items(function()
    if self.choosing and not self.awaited then
      self.session:call("refresh", {}, function(_, _, result)
        self.awaited = result and result.generation or 0
        self:choose_awaited()
      end)
    end
  end)
end

--- Requests the list once more after all items have been sent: until then, the row to return to may be missing. `whole`
--- is the generation from which on a list has all of them, nil until that is known.
function Picker:await_whole()
  self.whole = self.session:is_sent() and 0 or nil
  if not self.whole then
    self.session:after_items(function()
      if self.returning then
        self.session:call("refresh", {}, function(_, _, result)
          self.whole = result and result.generation or 0
          -- If it has been requested already, no other list may follow.
          if self:is_shown() then
            self:go_back()
            self:show_choice()
            self:render()
          end
        end)
      end
    end)
  end
end

function Picker:choose_awaited()
  local listed = self.session.state.listed or 0
  local is_there = self:choice() or self.choosing == "quickfix" and self:is_current()
  if self.choosing and self.awaited and listed >= self.awaited and is_there then
    self:choose(self.choosing)
  end
end

--- Whether the list belongs to the current text.
function Picker:is_current()
  return self.session.state.query == text.trim(self.typed)
end

--- Whether the row to return to has yet to arrive.
function Picker:is_returning()
  return self.returning and self:is_current() and not self.session.state.error
end

--- Returns the item that would be chosen now; nil if there is none, or none for this text.
function Picker:choice()
  local is_choosable = self:is_current() and (self.moved or not self:is_returning())
  return is_choosable and self.session.state.items[self.index] or nil
end

--- Whether choosing takes what is marked. In a source that waits for <CR>, that key searches as long as the list
--- belongs to another text.
function Picker:takes_marks(how)
  local options = self.session.in_force
  local waits = options and options.trigger == "submit" and text.trim(self.typed) ~= ""
  return self.marks.count > 0 and not (how == "edit" and waits and not self:is_current())
end

--- Whether the last attempt to mark something failed; if so, says that before anything is taken.
function Picker:is_owed()
  local owed = self.marks.owed
  if owed then
    self.marks.owed = false
    self.refusal = "nothing was marked last; the same once more goes on without that"
    self:render()
  end
  return owed
end

--- Chooses what is marked, or else the choice. `how` says where an item in a file opens (see `location.jump`), or that
--- the whole list is chosen ("quickfix").
function Picker:choose(how)
  -- Neovim reports a change only once there are no more keys to process.
  self:type()
  self:act_on()
  if self:is_owed() then
    return
  end
  local takes_marks = self:takes_marks(how)
  if how == "quickfix" and (takes_marks or self:is_current()) then
    return self:list()
  end
  local item = self:choice()
  local items = takes_marks and self.marks:items() or item and { item }
  if not items and self:is_returning() then
    self.refusal = "there is no item yet"
    return self:render()
  elseif not items then
    self.choosing = self.wanted.given and how or nil
    self.refusal = how == "quickfix" and not self.choosing and "there was no list of this text yet" or nil
    return self:ask(true)
  elseif self.wanted.on_choice then
    return self:leave_with(function() vim.iter(items):each(self.wanted.on_choice) end)
  end
  local problem, done = take.choose(items, how, self:home(), self.settings.open_url)
  if not problem then
    return self:leave_with(done)
  end
  local is_to_copy = #items == 1 and items[1].url and self.keys.copy ~= ""
  self.refusal = problem .. (is_to_copy and ("; %s copies the address"):format(self.keys.copy) or "")
  self:render()
end

--- Closes the float, and puts what is marked, or else the whole list, into the quickfix list.
function Picker:list()
  local state, count = self.session.state, self.marks.count
  local items = count > 0 and self.marks:items() or state.items
  if not quickfix.can_be(items) then
    self.refusal = count > 0 and "no marked item is in a file" or "no item of this list is in a file"
    return self:render()
  end
  local of = count == 0 and state.query ~= "" and ": " .. text.plain(state.query) or ""
  local title = ("Seekline %s%s (%s)"):format(self.wanted.source, of, count > 0 and count .. " marked" or status.length(state))
  -- The user goes there to look, not to continue typing.
  self:home().inserting = false
  self:leave_with(function() quickfix.open(title, items) end)
end

function Picker:copy()
  -- See `choose`.
  self:type()
  self:act_on()
  if self:is_owed() then
    return
  end
  local items = self.marks.count > 0 and self.marks:items() or { self:choice() }
  if items[1] then
    take.copy(items)
  else
    self.refusal = "there is no item yet"
  end
  self:render()
end

function Picker:move(steps)
  -- See `choose`.
  self:type()
  local count = #self.session.state.items
  if count == 0 then
    return
  end
  self:act_on()
  self.moved, self.returning = true, nil
  self.index = math.max(1, math.min(count, self.index + steps))
  self:show_choice()
  self:render()
end

function Picker:act(method)
  self:act_on()
  self.session:call(method, {}, function(outcome)
    if outcome == "idle" and text.trim(self.typed) ~= "" then
      self:ask(true)
    end
  end)
end

function Picker:toggle_preview()
  self.preview = not self.preview
  self.view:set_preview(self.preview)
  self.detailed = nil
  self:show_choice()
  self:render()
end

function Picker:arrange()
  if not self:is_shown() then
    return
  end
  self.view:arrange()
  self:show_choice()
  self:render()
end

-- MARK: Session events

function Picker:changed(from)
  if not self:is_shown() then
    return
  end
  local state = self.session.state
  if from then
    self.view:set_items(state.items, from, self.marks)
    if from == 0 then
      self.index = self:kept_choice()
    end
    self:go_back()
    self:show_choice()
  end
  self:render()
  self:choose_awaited()
end

--- Returns the choice in a list that has replaced another one: the item that was chosen by hand, or the first. If the
--- new list is for the same text, that item may be gone or on a page that is yet to come: see `go_back`.
function Picker:kept_choice()
  if self.moved and self.chosen then
    for index, item in ipairs(self.session.state.items) do
      if item.id == self.chosen then
        return index
      end
    end
    if self.session.state.query == self.chosen_of then
      self.returning = { id = self.chosen, index = self.index, query = self.chosen_of }
    end
    self.choosing = self.choosing == "quickfix" and self.choosing or nil
  end
  self.moved = false
  return #self.session.state.items > 0 and 1 or 0
end

--- Goes back to the row at which this search, its list or its engine was left, once it has arrived.
function Picker:go_back()
  local row_then, items = self.returning, self.session.state.items
  if not row_then or not self:is_current() then
    return
  end
  for index, item in ipairs(items) do
    if item.id == row_then.id then
      self.index, self.moved, self.returning = index, true, nil
      return
    end
  end
  -- An item that is gone is not looked for beyond its old row, unless it may not have been sent yet. In a list for the
  -- same text, whatever is in that row now is the choice.
  local is_whole = row_then.query or self.whole and (self.session.state.listed or 0) >= self.whole
  if is_whole and (#items >= row_then.index or not self.session.state.more) then
    if row_then.query == self.session.state.query and #items > 0 then
      self.index, self.moved = math.min(row_then.index, #items), true
    end
    self.returning = nil
  end
end

function Picker:show_choice()
  local items = self.session.state.items
  local item = items[self.index]
  self.chosen, self.chosen_of = item and item.id, self.session.state.query
  self.view:select(item and self.index or 0)
  self:show_detail(item)
  -- The end of the list is near, or the window has room for more.
  local height = self.view.places.list.height
  local need = math.max(height, self.returning and self.returning.index or 0)
  if #items - self.index < 5 or #items < need then
    self.session:reached_bottom(#items < need and need or nil)
  end
end

--- Shows the detail of the choice, if the preview is shown.
function Picker:show_detail(item)
  -- The same item may have another location now.
  local subject = item and { item.id, item.location }
  if self.preview and not vim.deep_equal(subject, self.detailed) then
    self.detailed = subject
    preview.show(self.view, self.session, item, function()
      return self:is_shown() and self.detailed == subject
    end)
  end
end

-- MARK: Showing

--- Whether there is a float to show things in. If something else has closed one of its windows, the others will be
--- closed too, at the latest by the next key.
function Picker:is_shown()
  return not self.closed and self.view:is_whole()
end

--- Returns the place to return to. For a menu whose float is gone, that is the place that the float would return to.
function Picker:home()
  local outer = self.outer
  return outer and not outer:is_shown() and outer:home() or self.place
end

function Picker:render()
  if self:is_shown() then
    draw(self)
  end
end

function Picker:finish()
  self.closed = true
  self.spinner:set(false)
  self.deafen()
  self.session:close()
  -- The row that was chosen, or that is yet to come. It does not count if something has been typed since; see `choose`.
  local query, row = self:query(), self.moved and { index = self.index, id = self.chosen } or self.returning
  self.wanted.closed(query, query == self.typed and row or nil, self.marks:items())
  self.view:close()
end

--- Closes the float, goes back to where the user was, and calls `done`.
function Picker:close(done)
  if not self.closed then
    self:finish()
    accept.back(self:home(), done or self.wanted.on_cancel)
  end
end

--- Closes the float after a choice, without keeping the marks, and calls `done`.
function Picker:leave_with(done)
  self.marks = Marks.new()
  self:close(done)
end

--- Closes the float without a choice.
function Picker:abandon()
  self:finish()
  if self.wanted.on_cancel then
    vim.schedule(self.wanted.on_cancel)
  end
end

--- Closes the float because another one replaces it. Returns where that one shall return to.
function Picker:give_up()
  self:abandon()
  local home = self:home()
  if vim.api.nvim_win_is_valid(home.window) then
    vim.api.nvim_set_current_win(home.window)
  end
  return home
end

--- Closes the float if the user went elsewhere, other than to its menu; or what is left of it, if something else has
--- closed a window.
function Picker:leave()
  local window, whole, home = vim.api.nvim_get_current_win(), self.view:is_whole(), self:home()
  if self.closed or whole and (self.menu or window == self.view.windows.prompt) then
    return
  elseif not whole and (window == home.window or vim.tbl_contains(vim.tbl_values(self.view.windows), window)) then
    return self:close()
  end
  self:abandon()
  -- A user who was inserting before continues to; one who was in a terminal leaves that mode.
  local stays = vim.api.nvim_buf_is_valid(home.buffer) and vim.bo[home.buffer].buftype ~= "terminal"
  if not self.menu and not (home.inserting and stays) then
    accept.stay()
  end
end

return Picker
