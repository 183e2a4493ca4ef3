-- What is done with chosen items: the choice, or everything that is marked.
local accept = require("seekline.accept")
local location = require("seekline.location")
local text = require("seekline.text")

local M = {}

local function copy(what)
  -- In the lines of a register, as in those of a file, a line feed stands for NUL.
  local lines = vim.tbl_map(function(line)
    return (line:gsub("%z", "\n"))
  end, vim.split(what, "\n", { plain = true }))
  local kind = what:find("\n$") and "l" or "c"
  if kind == "l" then
    lines[#lines] = nil
  end
  vim.fn.setreg('"', lines, kind)
  if vim.fn.has("clipboard") == 1 then
    pcall(vim.fn.setreg, "+", lines, kind)
  end
end

--- Makes `.` insert text after the cursor, instead of what was typed to find it.
local function make_repeatable(what)
  local keys = what:gsub("%c", function(char)
    return char == "\n" and "\r" or "\22" .. (char == "\0" and "000" or char)
  end)
  accept.unseen("normal! a" .. keys .. "\27")
end

--- Inserts text at a place: after the cursor as `p` does, or where the user was inserting. Returns what is left to do
--- there, or nil.
local function insert(what, place)
  local buffer = place.buffer
  if not vim.api.nvim_buf_is_loaded(buffer) or not vim.bo[buffer].modifiable or vim.bo[buffer].readonly then
    copy(what)
    return function()
      vim.notify("seekline: this buffer cannot be changed; the text is copied")
    end
  end
  local line, column = unpack(accept.cursor_of(place))
  line = math.min(line, vim.api.nvim_buf_line_count(buffer)) - 1
  local current = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ""
  if column < #current then
    -- The character there now may be a different, longer one.
    column = column + vim.str_utf_start(current, column + 1)
  end
  if not place.inserting and column < #current then
    column = column + #vim.fn.matchstr(text.for_vim(current:sub(column + 1)), "^.")
  end
  column = math.min(column, #current)
  local lines = vim.split(what, "\n", { plain = true })
  vim.api.nvim_buf_set_text(buffer, line, column, line, column, lines)
  local last = #lines == 1 and column + #lines[1] or #lines[#lines]
  local inserted = vim.api.nvim_buf_get_lines(buffer, line + #lines - 1, line + #lines, false)[1]
  if not place.inserting and last > 0 then
    -- The cursor rests on the last character.
    last = last - #vim.fn.matchstr(text.for_vim(inserted:sub(1, last)), ".$")
  end
  place.behind = { line + #lines, last }
  -- Longer text would take too long.
  return not place.inserting and #what <= 10000 and function()
    make_repeatable(what)
  end or nil
end

--- Reports if a program that was started to open a URL fails; the float has closed by then. Only `vim.system` knows
--- when the program ends, and someone else called it, so this polls, for ten seconds.
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
    -- Its child processes may hold its output open: they are not waited for, and then the code is 124.
    local ran, done = pcall(opener.wait, opener, 100)
    if ran and done and done.code ~= 0 and done.code ~= 124 then
      local command = vim.fs.basename(opener.cmd[1])
      vim.notify(("seekline: %s could not open %s (status %d)"):format(command, url, done.code), vim.log.levels.WARN)
    end
  end))
end

--- Opens a URL. Returns why it cannot be opened, or nil.
local function open(url, open_url)
  local ran, opener, failure = pcall(open_url, url)
  if not ran then
    return tostring(opener)
  elseif failure then
    return tostring(failure)
  elseif type(opener) == "table" and opener.cmd and opener.is_closing then
    watch(opener, url)
  end
end

local function inserts(item)
  return item.insert ~= nil and item.insert ~= ""
end

--- Returns why an item's default action is impossible, or nil.
local function problem_of(item, how)
  if item.location then
    return location.problem(item.location)
  elseif how ~= "edit" then
    return "this item is not in a file"
  elseif not inserts(item) and not item.url then
    return "there is nothing to insert and nothing to open"
  elseif not inserts(item) and not item.url:match("^[hH][tT][tT][pP][sS]?://%S+$") then
    -- A server may send anything; only web pages are opened.
    return "this is not the address of a web page: " .. item.url
  end
end

-- The maximum number of addresses to open at once: each starts a program, and opens a page that the user has to close.
local most_addresses = 20

--- Sorts items by their default action: returns the `places` to go to, the `texts` to insert, the `addresses` to open,
--- and, for items with which nothing can be done, the reasons.
local function sorted(items, how)
  local places, texts, addresses, problems = {}, {}, {}, {}
  for _, item in ipairs(items) do
    local problem = problem_of(item, how)
    if problem then
      problems[#problems + 1] = #items == 1 and problem or ("“%s”: %s"):format(text.plain(text.cut(item.title, 200)), problem)
    elseif item.location then
      places[#places + 1] = item.location
    elseif inserts(item) then
      texts[#texts + 1] = item.insert
    else
      addresses[#addresses + 1] = item.url
    end
  end
  return places, texts, addresses, problems
end

--- Performs the default action of items: goes to their places (`how` says where those open, see `location.jump_all`),
--- inserts their texts, one per line, or else opens their URLs. If that is impossible for some of several items, they
--- are left out, which is reported. Returns why nothing can be done, or nil; and what is left to do at `place`.
function M.choose(items, how, place, open_url)
  local places, texts, addresses, problems = sorted(items, how)
  if #problems == #items then
    return problems[1]
  elseif #addresses > most_addresses then
    return ("these are %d addresses, and no more than %d are opened at once"):format(#addresses, most_addresses)
  end
  for _, url in ipairs(addresses) do
    local problem = open(url, open_url)
    if problem then
      return problem
    end
  end
  local settle_text = #texts > 0 and insert(table.concat(texts, "\n"), place) or nil
  -- The user goes to a place to look, not to continue typing.
  place.inserting = place.inserting and #places == 0
  return nil, (settle_text or #places > 0 or #problems > 0) and function()
    if settle_text then
      settle_text()
    end
    if #places > 0 then
      -- Something else may have opened a window since.
      if vim.api.nvim_win_is_valid(place.window) then
        vim.api.nvim_set_current_win(place.window)
      end
      location.jump_all(places, how)
    end
    if #problems > 0 then
      local more = #problems > 1 and (" (and %d more)"):format(#problems - 1) or ""
      vim.notify(("seekline: left out %s%s"):format(problems[1], more), vim.log.levels.WARN)
    end
  end or nil
end

--- Copies what items insert, or else their URLs, or else their titles, one per line.
function M.copy(items)
  copy(vim.iter(items):map(function(item)
    return inserts(item) and item.insert or item.url ~= "" and item.url or item.title
  end):join("\n"))
end

return M
