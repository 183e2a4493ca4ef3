-- The preview: an item at full length.
local engine = require("seekline.engine")
local row = require("seekline.row")

local M = {}

--- Shows the detail of an item of a session, or nothing if there is none. It is opened when the choice has rested for a
--- moment, and only shown if it is still `wanted()`.
function M.show(view, session, item, wanted)
  if not item then
    return view:fill_preview({ "" }, {})
  end
  view:fill_preview(row.detail({ title = item.title, url = item.url, text = "…" }))
  vim.defer_fn(function()
    if not wanted() then
      return
    end
    session:detail(item.id, function(detail, failure)
      if not wanted() then
        return
      end
      if detail then
        local source = engine.source(session.source)
        view:fill_preview(row.detail(detail, source and source.attribution))
      else
        local lines, groups = row.detail({ title = item.title, text = "✗ " .. failure.message })
        view:fill_preview(lines, vim.tbl_extend("force", groups, { [2] = "SeeklineError" }))
      end
    end)
  end, 50)
end

return M
