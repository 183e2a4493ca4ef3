-- What is done with an item that was chosen.
local accept = require("seekline.accept")
local location = require("seekline.location")

local M = {}

local function copy(text)
  vim.fn.setreg('"', text)
  if vim.fn.has("clipboard") == 1 then
    pcall(vim.fn.setreg, "+", text)
  end
end

--- Has `.` insert a text behind the cursor, and not what was typed to find it.
local function make_repeatable(text)
  local keys = text:gsub("%c", function(char)
    return char == "\n" and "\r" or "\22" .. char
  end)
  accept.unseen("normal! a" .. keys .. "\27")
end

--- Inserts text at a place: behind the cursor as `p` does, or where one was inserting. Answers what `choose` does.
local function insert(text, place)
  local buffer = place.buffer
  if not vim.api.nvim_buf_is_loaded(buffer) or not vim.bo[buffer].modifiable or vim.bo[buffer].readonly then
    copy(text)
    return nil, function()
      vim.notify("seekline: this buffer cannot be changed; the text is copied")
    end
  end
  local line, column = unpack(accept.cursor_of(place))
  line = math.min(line, vim.api.nvim_buf_line_count(buffer)) - 1
  local current = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ""
  if column < #current then
    -- What stands there now may be another character, and longer.
    column = column + vim.str_utf_start(current, column + 1)
  end
  if not place.inserting and column < #current then
    column = column + #vim.fn.matchstr(current:sub(column + 1), "^.")
  end
  column = math.min(column, #current)
  local lines = vim.split(text, "\n", { plain = true })
  vim.api.nvim_buf_set_text(buffer, line, column, line, column, lines)
  local last = #lines == 1 and column + #lines[1] or #lines[#lines]
  local inserted = vim.api.nvim_buf_get_lines(buffer, line + #lines - 1, line + #lines, false)[1]
  if not place.inserting and last > 0 then
    -- The cursor rests on the last character.
    last = last - #vim.fn.matchstr(inserted:sub(1, last), ".$")
  end
  place.behind = { line + #lines, last }
  -- More than that takes its time.
  return nil, not place.inserting and #text <= 10000 and function()
    make_repeatable(text)
  end or nil
end

--- Tells if a program that was started to open an address fails; the float has closed by then. Only `vim.system` knows
--- when it ends, and was asked by others, so that is looked for, ten seconds long.
local function watch(opener, url)
  local timer, turns = assert(vim.uv.new_timer()), 0
  timer:start(100, 100, vim.schedule_wrap(function()
    turns = turns + 1
    if timer:is_closing() or turns < 100 and not opener:is_closing() then
      return
    end
    timer:close()
    if not opener:is_closing() then
      return
    end
    -- What it started may hold its output open: that is not waited for, and then it says 124.
    local ran, done = pcall(opener.wait, opener, 100)
    if ran and done and done.code ~= 0 and done.code ~= 124 then
      local command = vim.fs.basename(opener.cmd[1])
      vim.notify(("seekline: %s could not open %s (status %d)"):format(command, url, done.code), vim.log.levels.WARN)
    end
  end))
end

--- Opens a URL; answers why it cannot be opened, or nil.
local function open(url, open_url)
  -- What a server sends may be anything; only web pages are opened.
  if not url:match("^[hH][tT][tT][pP][sS]?://%S+$") then
    return "this is not the address of a web page: " .. url
  end
  local ran, opener, failure = pcall(open_url, url)
  if not ran then
    return tostring(opener)
  elseif failure then
    return tostring(failure)
  elseif type(opener) == "table" and opener.cmd and opener.is_closing then
    watch(opener, url)
  end
end

--- Does what an item is there for: goes to where it stands (`how` says where that opens, see `location.jump`), inserts what
--- it inserts, or else opens its URL. Answers why that cannot be done, or nil; and what is left to be done where one was.
function M.choose(item, how, place, open_url)
  if item.location then
    local problem = location.problem(item.location)
    -- One arrives there to look, not to go on typing.
    place.inserting = place.inserting and problem ~= nil
    return problem, function()
      -- Others may have opened a window since.
      if vim.api.nvim_win_is_valid(place.window) then
        vim.api.nvim_set_current_win(place.window)
      end
      location.jump(item.location, how)
    end
  elseif how ~= "edit" then
    return "this stands in no file"
  elseif item.insert and item.insert ~= "" then
    return insert(item.insert, place)
  end
  return item.url and open(item.url, open_url) or not item.url and "there is nothing to insert and nothing to open" or nil
end

--- Copies what an item inserts, its URL or its title.
function M.copy(item)
  copy(item.insert ~= "" and item.insert or item.url ~= "" and item.url or item.title)
end

return M
