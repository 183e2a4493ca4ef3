-- Sends a session the items that it searches, in small pieces of which only a few are unanswered at a time, so that
-- nothing that is typed meanwhile has to wait, neither here nor in the pipe.
local engine = require("seekline.engine")

local M = {}

-- The maximum size of a message in bytes, how much of that is not items, the maximum time to make one in nanoseconds,
-- and how many may be unanswered: as the protocol recommends.
local most_bytes, frame, most_time, most_unanswered = 65536, 256, 2e6, 2

--- Returns an item whose `fields`, if they are empty, are written as an object: an empty table could be either.
local function with_fields(item)
  if type(item) == "table" and type(item.fields) == "table" and next(item.fields) == nil then
    return vim.tbl_extend("force", item, { fields = vim.empty_dict() })
  end
  return item
end

--- Returns the items of `given` from number `first` on that make up a piece, and the number of the item after them.
local function piece(given, first)
  local items, bytes, began = {}, frame, vim.uv.hrtime()
  for index = first, given.count do
    local item = with_fields(given.item(index))
    bytes = bytes + #vim.json.encode(item) + 1
    if #items > 0 and (bytes > most_bytes or vim.uv.hrtime() - began > most_time) then
      return items, index
    end
    items[#items + 1] = item
  end
  return items, given.count + 1
end

--- Sends `session` the items of `given`: `count` of them, each `item(number)` a title or a protocol item. Calls
--- `sent()` once the last one is in flight. If that fails, closes the session and calls `failed(why)`.
function M.fill(session, given, failed, sent)
  local name, first, unanswered, ended = session.name, 1, 0, false
  local function fail(why)
    ended = true
    engine.notify("closeSession", { session = name })
    vim.schedule(function()
      failed(why)
    end)
  end
  local function send()
    local made, items, behind = pcall(piece, given, first)
    if not made then
      return fail(items)
    end
    local before = first - 1
    local params = { session = name, items = items, append = before > 0, done = behind > given.count }
    first, unanswered = behind, unanswered + 1
    engine.request("setItems", params, function(_, failure)
      unanswered = unanswered - 1
      if session.closed or session.name ~= name or ended then
        return
      elseif failure then
        -- The engine counts within the piece.
        fail((failure.message:gsub("items%[(%d+)%]", function(number)
          return ("items[%d]"):format(before + number)
        end)))
      elseif first <= given.count then
        send()
      end
    end)
    if params.done then
      sent()
    end
  end
  repeat
    send()
  until ended or first > given.count or unanswered == most_unanswered
end

return M
