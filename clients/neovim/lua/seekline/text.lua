-- Makes text from outside safe to show and to send.
local M = {}

--- Returns `text` as valid UTF-8: bytes that do not belong there become U+FFFD.
function M.valid(text)
  if not text:find("[\128-\255]") then
    return text
  end
  local parts, from, at = {}, 1, 1
  while at <= #text do
    local byte = text:byte(at)
    local length = byte < 0x80 and 1 or byte >= 0xc2 and byte < 0xe0 and 2 or byte >= 0xe0 and byte < 0xf0 and 3
      or byte >= 0xf0 and byte < 0xf5 and 4 or 0
    local second = text:byte(at + 1) or 0
    local good = length > 0 and #text:match("^[\128-\191]*", at + 1) >= length - 1
      and not (byte == 0xe0 and second < 0xa0) -- overlong
      and not (byte == 0xed and second > 0x9f) -- a surrogate
      and not (byte == 0xf0 and second < 0x90) -- overlong
      and not (byte == 0xf4 and second > 0x8f) -- beyond Unicode
    if good then
      at = at + length
    else
      parts[#parts + 1] = text:sub(from, at - 1) .. "\u{FFFD}"
      at = at + 1
      from = at
    end
  end
  parts[#parts + 1] = text:sub(from)
  return table.concat(parts)
end

--- Returns at most `bytes` bytes of `text`, without half a character at the end, followed by "…" if it was longer.
function M.cut(text, bytes)
  if #text <= bytes then
    return text
  end
  local last = bytes
  while last > 0 and (text:byte(last + 1) or 0) >= 0x80 and text:byte(last + 1) < 0xc0 do
    last = last - 1
  end
  return text:sub(1, last) .. "…"
end

--- Returns at most `count` characters of `text`, which must be valid UTF-8.
function M.head(text, count)
  local behind = #text > count and vim.str_utf_pos(text)[count + 1]
  return behind and text:sub(1, behind - 1) or text
end

--- Returns `text` as one line that does nothing but show itself: no control characters, no line separators, and no
--- marks that change the direction of what follows, even beyond the end of the text.
function M.plain(text)
  text = text:gsub("[\t\r\n]+", " "):gsub("%z", "\u{FFFD}")
  if not text:find("[\1-\31\127-\255]") then
    return text
  end
  text = text:gsub("[\1-\31\127]", "\u{FFFD}")
  -- The rest is beyond ASCII: C1 controls, direction marks, separators, interlinear annotation.
  return (
    text
      :gsub("\194[\128-\159]", "\u{FFFD}")
      :gsub("\216\156", "\u{FFFD}")
      :gsub("\226\128[\142\143\168-\174]", "\u{FFFD}")
      :gsub("\226\129[\166-\169]", "\u{FFFD}")
      :gsub("\239\187\191", "\u{FFFD}")
      :gsub("\239\191[\185-\187]", "\u{FFFD}")
  )
end

--- Returns `text` for a function of Vim, to which a text with NUL would be a Blob: with another control character
--- instead, so that all bytes stay where they are.
function M.for_vim(text)
  return (text:gsub("%z", "\1"))
end

-- Unicode white space, as a set.
local white = {}
for _, point in ipairs({ 9, 10, 11, 12, 13, 32, 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000 }) do
  white[vim.fn.nr2char(point)] = true
end
for point = 0x2000, 0x200A do
  white[vim.fn.nr2char(point)] = true
end

--- Returns `text` without white space at its ends, as the engine sees it: by code points, of which a mark that combines
--- with a space is one of its own.
function M.trim(text)
  local first, last = 1, #text
  while first <= last do
    local char = text:match("^[%z\1-\127\192-\255][\128-\191]*", first)
    if not char or not white[char] then
      break
    end
    first = first + #char
  end
  while first <= last do
    local from = last
    while from > first and text:byte(from) >= 0x80 and text:byte(from) < 0xc0 do
      from = from - 1
    end
    if not white[text:sub(from, last)] then
      break
    end
    last = from - 1
  end
  return text:sub(first, last)
end

local plain = { ["─"] = "-", ["│"] = "|", ["…"] = ">" }

--- Returns a part of a frame, or `…`, as one cell: Neovim may treat it as two cells wide ('ambiwidth',
--- |setcellwidths()|).
function M.cell(char)
  return vim.fn.strwidth(char) < 2 and char or plain[char] or "+"
end

return M
