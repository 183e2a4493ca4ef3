-- The preview: an item in full, or the file that it is in.
local engine = require("seekline.engine")
local location = require("seekline.location")
local row = require("seekline.row")

local M = {}

--- Shows a short message instead of a detail.
local function complain(view, item, words)
  local lines, groups = row.detail({ title = item.title, text = "✗ " .. words })
  view:fill_preview(lines, vim.tbl_extend("force", groups, { [2] = "SeeklineError" }))
end

local function show_file(view, item, wanted)
  local place = item.location
  location.read(place, function(lines, problem)
    if not wanted() then
      return
    elseif problem then
      return complain(view, item, problem)
    end
    view:fill_preview(lines, {}, { path = place.path, first = place.line, last = place.line })
  end)
end

local function show_detail(view, session, item, wanted)
  session:detail(item.id, function(detail, failure)
    if not wanted() then
      return
    elseif failure then
      return complain(view, item, failure.message)
    end
    local source = engine.source(session.source)
    view:fill_preview(row.detail(detail, source and source.attribution))
  end)
end

--- Shows the detail of an item of a session, or its place in a file; nothing if `item` is nil. Looks that up once the
--- choice has rested for a moment, and shows it only if it is still `wanted()`.
function M.show(view, session, item, wanted)
  if not item then
    return view:fill_preview({ "" }, {})
  end
  view:fill_preview(row.detail({ title = item.title, url = item.url, text = "…" }))
  vim.defer_fn(function()
    if not wanted() then
      return
    elseif item.location then
      show_file(view, item, wanted)
    else
      show_detail(view, session, item, wanted)
    end
  end, 50)
end

return M
