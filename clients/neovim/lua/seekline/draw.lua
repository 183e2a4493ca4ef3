-- Shows the state of a search around its list: the title, the counter, hints, notes, the keys.
local engine = require("seekline.engine")
local status = require("seekline.status")
local text = require("seekline.text")

--- What <CR> would do.
local function action_of(picker)
  local item = picker:choice()
  return picker:takes_marks("edit") and "take marked"
    or not item and "search"
    or picker.wanted.on_choice and "choose"
    or item.location and "jump"
    or (item.insert or "") ~= "" and "insert"
    or "open"
end

--- Shows the state of `picker` in its view.
return function(picker)
  local state, view, wanted = picker.session.state, picker.view, picker.wanted
  local source = engine.source(wanted.source)
  picker.spinner:set(picker.session:is_busy() or picker.performing > 0)
  local title = wanted.title or text.plain(source and source.title or wanted.source)
  view:set_title(status.title(title, state, picker.spinner.turn))
  view:set_counter(status.counter(state, picker.index, picker.marks.count))
  if #state.items == 0 then
    local typed, width = text.trim(picker.typed), view.places.list.width
    view:set_hint(status.hint(state, typed, source, picker.session, picker.keys, width))
  end
  view:set_note(status.note(state, picker.refusal, picker.told, engine.is_silent(), view.places.list.width))
  local action, item = action_of(picker), picker:choice()
  local acts = item ~= nil and #(item.actions or {}) > 0
  local footer = action .. tostring(acts) .. tostring(source ~= nil) .. tostring(view.windows.preview)
  if footer ~= picker.footer then
    picker.footer = footer
    view:set_footer(status.footer(source, action, acts, picker.keys))
  end
end
