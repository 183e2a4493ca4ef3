-- One float: what the person does goes to its session, what the session says is shown.
--
-- The list belongs to the text when the engine's answer to it is there. Until then <CR> does not choose from the list of
-- an older text, it searches at once; that is also how a source that waits for a submit is searched. A list of one's own
-- is there in a moment: there it takes the best of the text that it was pressed behind, as soon as that is known. So does the
-- key of the quickfix list with all of it.
--
-- What is marked is taken in the place of the choice, or of the list: at once, whatever stands in the prompt.
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

--- Opens a float. `wanted` has the members of the argument of `seekline.open`; `place` is where to return to, if that
--- is not here; `outer` is the float whose menu this is, if it is one.
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
      -- Others have closed a window in a way that nobody is told of.
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
  -- An empty text is asked for as well: there are sources that answer it.
  self:ask(wanted.query ~= "" and wanted.submit)
  return self
end

-- MARK: What the person does

function Picker:query()
  local typed = self.view:query()
  -- The engine takes no text that is twice as long. So many characters have no more bytes than that.
  return typed and text.head(text.valid(typed:sub(1, 20000)), 5000) or self.typed
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
  -- It may have come just before this key.
  self.told = told
  self:ask(false)
end

--- The person did something: the act before, and what was said about it, do not count any more.
function Picker:act_on()
  engine.touched()
  self.refusal, self.told, self.choosing, self.menu = nil, {}, nil, nil
end

--- Tells something that is not about the list. Answers whether there is something to show it in.
function Picker:tell(words, level)
  if not self:is_shown() then
    return false
  end
  table.insert(self.told, { words = words, level = level })
  self:render()
  return true
end

--- Tells the engine the text: to be searched for when it has settled, or at once.
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
  end
  self:render()
end

--- Has the list of the text read once more behind all that is searched: its first row is the best. `awaited` is the
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

function Picker:choose_awaited()
  local listed = self.session.state.listed or 0
  local is_there = self:choice() or self.choosing == "quickfix" and self:is_current()
  if self.choosing and self.awaited and listed >= self.awaited and is_there then
    self:choose(self.choosing)
  end
end

--- Whether the list is that of the text.
function Picker:is_current()
  return self.session.state.query == text.trim(self.typed)
end

--- Whether the row that was chosen is still to come.
function Picker:is_returning()
  return self.returning and self:is_current() and not self.session.state.error
end

--- The item that would be chosen now; nil if there is none, or none of this text.
function Picker:choice()
  local is_choosable = self:is_current() and (self.moved or not self:is_returning())
  return is_choosable and self.session.state.items[self.index] or nil
end

--- Whether choosing takes what is marked. A source that waits for <CR> is searched with it while its list is that of another
--- text.
function Picker:takes_marks(how)
  local options = self.session.in_force
  local waits = options and options.trigger == "submit" and text.trim(self.typed) ~= ""
  return self.marks.count > 0 and not (how == "edit" and waits and not self:is_current())
end

--- Whether what was to be marked last was not, which has to be said before anything is taken.
function Picker:is_owed()
  local owed = self.marks.owed
  if owed then
    self.marks.owed = false
    self.refusal = "nothing was marked last; the same once more goes on without that"
    self:render()
  end
  return owed
end

--- Chooses what is marked, or else the choice. If it stands in a file, `how` says where that opens: see `location.jump`; or the
--- whole list is what is chosen ("quickfix").
function Picker:choose(how)
  -- Neovim tells of a change only when there are no more keys to take.
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

--- Closes the float, and makes what is marked, or else what stands there, the quickfix list.
function Picker:list()
  local state, count = self.session.state, self.marks.count
  local items = count > 0 and self.marks:items() or state.items
  if not quickfix.can_be(items) then
    self.refusal = count > 0 and "nothing that is marked stands in a file" or "no item of this list stands in a file"
    return self:render()
  end
  local of = count == 0 and state.query ~= "" and ": " .. text.plain(state.query) or ""
  local title = ("Seekline %s%s (%s)"):format(self.wanted.source, of, count > 0 and count .. " marked" or status.length(state))
  -- One goes there to look, not to go on typing.
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

-- MARK: What the session says

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

--- The choice in a list that has replaced another one: the item that was chosen by hand, or the first. If the list is one of
--- the same text, that item may be on a page that is still to come, or gone: see `go_back`.
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

--- Goes back to the row at which this search, its list, or its engine, was left, once it is there.
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
  -- What has gone since is not looked for beyond where it was. In the same list the row that stands there now is the choice.
  if #items >= row_then.index or not self.session.state.more then
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

--- Shows the detail of the choice, if the preview is there.
function Picker:show_detail(item)
  -- A line may be the same, and stand elsewhere now.
  local subject = item and { item.id, item.location }
  if self.preview and not vim.deep_equal(subject, self.detailed) then
    self.detailed = subject
    preview.show(self.view, self.session, item, function()
      return self:is_shown() and self.detailed == subject
    end)
  end
end

-- MARK: Showing

--- Whether there is something to show it in. If others have closed a window, all of them are about to be closed, at the
--- latest by the next key.
function Picker:is_shown()
  return not self.closed and self.view:is_whole()
end

--- Where to return to. That of a menu whose float has gone is where that would return.
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
  -- The row that was chosen, or is still to come. See `choose`: it is not one of what has been typed behind it.
  local query, row = self:query(), self.moved and { index = self.index, id = self.chosen } or self.returning
  self.wanted.closed(query, query == self.typed and row or nil, self.marks:items())
  self.view:close()
end

--- Closes the float, goes back to where the person was, and calls `done`.
function Picker:close(done)
  if not self.closed then
    self:finish()
    accept.back(self:home(), done or self.wanted.on_cancel)
  end
end

--- Closes the float with what was chosen, which is marked no longer, and calls `done`.
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

--- Closes the float because another one takes its place; answers where that shall return to.
function Picker:give_up()
  self:abandon()
  local home = self:home()
  if vim.api.nvim_win_is_valid(home.window) then
    vim.api.nvim_set_current_win(home.window)
  end
  return home
end

--- Closes the float of a person who went elsewhere, and not to a menu of it; or what is left of it, if others have closed
--- a window.
function Picker:leave()
  local window, whole, home = vim.api.nvim_get_current_win(), self.view:is_whole(), self:home()
  if self.closed or whole and (self.menu or window == self.view.windows.prompt) then
    return
  elseif not whole and (window == home.window or vim.tbl_contains(vim.tbl_values(self.view.windows), window)) then
    return self:close()
  end
  self:abandon()
  -- Who was inserting before goes on; who was in a terminal leaves that.
  local stays = vim.api.nvim_buf_is_valid(home.buffer) and vim.bo[home.buffer].buftype ~= "terminal"
  if not self.menu and not (home.inserting and stays) then
    accept.stay()
  end
end

return Picker
