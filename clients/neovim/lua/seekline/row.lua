-- An item as a line of the list: its text, and what is highlighted in it.
local highlight = require("seekline.highlight")
local text = require("seekline.text")

local M = {}

-- What follows a title that has no snippet: those of these fields that the item has.
local telling = { "message", "genre", "address", "budget", "user", "tags", "category" }

local builder = {}
builder.__index = builder

function builder:add(part, group)
  if part == "" then
    return
  end
  if group then
    self.marks[#self.marks + 1] = { from = self.length, to = self.length + #part, group = group }
  end
  self.parts[#self.parts + 1] = part
  self.length = self.length + #part
end

--- Adds a snippet: of its strings, counted from 0, the odd ones are matches.
function builder:add_snippet(snippet, group)
  for index, part in ipairs(snippet) do
    self:add(text.plain(part), index % 2 == 0 and "SeeklineMatch" or group)
  end
end

--- Returns the text to insert, in two cells, if it is a single character.
local function glyph(insert, category)
  local shown = insert and #insert <= 40 and text.plain(insert)
  if not shown or shown == "" then
    return nil
  end
  local width = vim.fn.strwidth(shown)
  -- A combining mark needs a base character.
  if width == 0 or vim.fn.strchars(shown, true) == 0 or vim.fn.strwidth("x" .. shown) == 1 then
    shown, width = "◌" .. shown, 1
  elseif category and category:find("Mark$") then
    -- A mark that this Neovim does not know yet: the terminal might, and would combine it with what precedes it.
    shown, width = " ", 1
  end
  return width <= 2 and vim.fn.strcharlen(shown) == 1 and shown .. (" "):rep(2 - width) or nil
end

--- Returns the line of an item, including whether it is marked, and what is highlighted in it: { from, to, group } in
--- bytes.
function M.of(item, is_marked)
  local line = setmetatable({ parts = {}, marks = {}, length = 0 }, builder)
  local title = text.cut(item.title, 1000)
  local snippet, length = {}, 0
  for _, part in ipairs(item.snippet or {}) do
    snippet[#snippet + 1] = length < 1000 and text.cut(part, 1000) or ""
    length = length + #part
  end
  -- The pointer of the choice goes before the mark.
  line:add(" ")
  line:add(is_marked and text.cell("✓") or " ", is_marked and "SeeklineMark" or nil)
  local character = glyph(item.insert, item.fields and item.fields.category)
  if character then
    line:add(character, "SeeklineGlyph")
    line:add("  ")
  end
  if item.source then
    line:add(text.plain(text.cut(item.source, 100)), "SeeklineDim")
    line:add("  ")
  end
  if #snippet > 0 and table.concat(snippet) == title then
    line:add_snippet(snippet)
    snippet = {}
  else
    line:add(text.plain(title))
  end
  if #snippet > 0 then
    line:add("  ")
    line:add_snippet(snippet, "SeeklineDim")
  else
    local said = {}
    for _, name in ipairs(telling) do
      local value = (item.fields or {})[name]
      if type(value) == "string" and value ~= "" then
        said[#said + 1] = text.plain(text.cut(value, 200))
      end
    end
    if #said > 0 then
      line:add("  ")
      line:add(table.concat(said, " · "), "SeeklineDim")
    end
  end
  return table.concat(line.parts), line.marks
end

--- Returns the text of a detail as it is meant to be read: plain text is trimmed on both sides; other text keeps its
--- indentation, with tabs as four spaces.
local function body_of(detail)
  -- Unlike `gsub("%s+$", "")`, this takes no longer for spaces within the text.
  local body = text.cut(detail.text or "", 200000):match("^.*%S") or ""
  if detail.range or detail.format and detail.format ~= "plain" then
    return (body:gsub("\t", "    "))
  end
  return vim.trim(body)
end

--- Returns the lines of the preview for a detail, the groups of whole lines ({ [line] = group }, from 0), and how to
--- show the text (see `View:fill_preview`). `credit` is the attribution that the service asks for.
function M.detail(detail, credit)
  local lines, groups = { text.plain(text.cut(detail.title, 1000)), "" }, { [0] = "SeeklineHeading" }
  local body, above, range = body_of(detail), #lines, detail.range
  for line in vim.gsplit(body, "\r?\n") do
    lines[#lines + 1] = text.plain(line)
  end
  if body == "" then
    for name, value in vim.spairs(detail.fields or {}) do
      lines[#lines + 1] = text.plain(("%s: %s"):format(name, tostring(value)))
    end
  end
  for _, line in ipairs({ detail.url or "", credit or "" }) do
    if line ~= "" then
      vim.list_extend(lines, { "", text.plain(line) })
      groups[#lines - 1] = "SeeklineDim"
    end
  end
  local shown = { filetype = highlight.of_detail(detail) }
  if range then
    shown.first, shown.last = range.first + above, math.min(range.last + above, #lines)
  end
  return lines, groups, shown
end

return M
