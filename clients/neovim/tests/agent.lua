-- Runs inside a Neovim under test: answers questions that arrive over a socket, each a line [number, Lua code].
local socket = assert(vim.uv.new_tcp())
local rest = ""

--- Returns the lines of a buffer that are marked.
local function marked(buffer)
  local lines = {}
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })) do
    if mark[4].line_hl_group == "SeeklineLine" then
      vim.list_extend(lines, vim.api.nvim_buf_get_lines(buffer, mark[2], mark[2] + 1, false))
    end
  end
  return lines
end

--- Returns what the user sees.
function _G.seen()
  local found = { prompt = vim.NIL, rows = {}, title = "", footer = "", preview = vim.NIL, counter = "" }
  -- The newest float counts, which is the first one.
  for _, window in vim.iter(vim.api.nvim_list_wins()):rev():enumerate() do
    local buffer = vim.api.nvim_win_get_buf(window)
    local name = vim.bo[buffer].filetype:match("^seekline%-(.*)")
    local lines = name and vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
    local function border(part)
      local words = {}
      for _, chunk in ipairs(vim.api.nvim_win_get_config(window)[part] or {}) do
        words[#words + 1] = chunk[1]
      end
      return table.concat(words)
    end
    if name == "prompt" then
      found.prompt, found.title = table.concat(lines, "\n"), border("title")
      local marks = vim.api.nvim_buf_get_extmarks(buffer, -1, 0, -1, { details = true })
      found.counter = marks[1] and vim.trim(marks[1][4].virt_text[1][1]) or ""
    elseif name == "list" then
      found.rows, found.row = lines, vim.api.nvim_win_get_cursor(window)[1]
    elseif name == "note" then
      found.note = table.concat(lines, " ")
    elseif name == "preview" then
      found.preview, found.syntax = table.concat(lines, "\n"), vim.bo[buffer].syntax
      found.marked = marked(buffer)
    end
    if name and border("footer") ~= "" then
      found.footer = border("footer")
    end
  end
  local cursor = vim.api.nvim_win_get_cursor(0)
  found.mode = vim.api.nvim_get_mode().mode
  found.text = table.concat(vim.api.nvim_buf_get_lines(_G.first_buffer, 0, -1, false), "\n")
  found.cursor = cursor[2]
  found.messages = _G.messages
  return found
end

-- Messages, in the order in which the user reads them.
_G.messages = {}
vim.notify = function(message)
  table.insert(_G.messages, message)
end

-- A menu as plugins show it, in its own window: it stays until `menu.choose` is called, without a number to choose
-- nothing.
_G.ui_select = vim.ui.select
vim.ui.select = function(items, opts, on_choice)
  local buffer = vim.api.nvim_create_buf(false, true)
  local window = vim.api.nvim_open_win(buffer, true, { relative = "editor", row = 0, col = 0, width = 10, height = 3 })
  vim.cmd.stopinsert()
  _G.menu = {
    prompt = opts.prompt,
    titles = vim.tbl_map(opts.format_item, items),
    choose = function(number)
      _G.menu = nil
      vim.api.nvim_win_close(window, true)
      on_choice(number and items[number], number)
    end,
  }
end

-- How often the mouse button has been released, as far as the editor has processed it.
_G.released = 0
vim.on_key(function(key)
  -- The second release is <2-LeftRelease>.
  if vim.fn.keytrans(key):find("LeftRelease") then
    _G.released = _G.released + 1
  end
end)

--- Clicks a line of the window of this name, `times` times. Returns true if it did, and nil while that line has not
--- been drawn, since a click cannot find it before. Neovim only keeps the position of the last click it was sent, so
--- the next click must wait until `released` shows that these have been processed.
function _G.click(name, line, times)
  vim.cmd.redraw()
  -- No matter how long the first of two clicks takes.
  vim.o.mousetime = 60000
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "seekline-" .. name then
      -- All windows have a border above.
      local place = vim.api.nvim_win_get_config(window)
      local corner = place.border[1]
      if vim.fn.screenstring(place.row + 1, place.col + 1) ~= (type(corner) == "table" and corner[1] or corner) then
        return
      end
      for _ = 1, times do
        vim.api.nvim_input_mouse("left", "press", "", 0, place.row + line, place.col + 3)
        vim.api.nvim_input_mouse("left", "release", "", 0, place.row + line, place.col + 3)
      end
      return true
    end
  end
end

-- The longest time that the editor was busy, by a timer that should fire every 10 ms.
vim.g.longest = 0
local before
local timer = assert(vim.uv.new_timer())
timer:start(10, 10, vim.schedule_wrap(function()
  local now = vim.uv.hrtime() / 1e6
  vim.g.longest = math.max(vim.g.longest, now - (before or now))
  before = now
end))

--- Returns the buffer of the list that is open.
local function list()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[buffer].filetype == "seekline-list" then
      return buffer
    end
  end
end

--- From now on, adds everything that the list shows to g:shown.
function _G.watch()
  vim.g.shown = vim.api.nvim_buf_get_lines(list(), 0, -1, false)
  vim.api.nvim_buf_attach(list(), false, {
    on_lines = function(_, buffer, _, first, _, last)
      vim.g.shown = vim.list_extend(vim.g.shown, vim.api.nvim_buf_get_lines(buffer, first, last, false))
    end,
  })
end

--- Returns what is highlighted with this group, row by row.
function _G.highlighted(group)
  local found = {}
  for row in ipairs(vim.api.nvim_buf_get_lines(list(), 0, -1, false)) do
    found[row] = {}
  end
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(list(), -1, 0, -1, { details = true })) do
    local row, first, last = mark[2], mark[3], mark[4].end_col
    if mark[4].hl_group == group then
      table.insert(found[row + 1], vim.api.nvim_buf_get_text(list(), row, first, row, last, {})[1])
    end
  end
  return found
end

--- Stores what is chosen.
function _G.keep(item)
  vim.g.chosen = item
  vim.g.all = vim.list_extend(vim.g.all or {}, { item.title })
end

_G.first_buffer = vim.api.nvim_get_current_buf()

local function answer(line)
  local number, code = unpack(vim.json.decode(line))
  local ok, value = pcall(function()
    return assert(loadstring(code))()
  end)
  socket:write(vim.json.encode({ number, ok, value == nil and vim.NIL or ok and value or tostring(value) }) .. "\n")
end

assert(socket:connect("127.0.0.1", tonumber(vim.env.SEEKLINE_TEST_PORT), function()
  socket:read_start(function(_, data)
    rest = rest .. (data or "")
    local lines = vim.split(rest, "\n", { plain = true })
    rest = table.remove(lines)
    for _, line in ipairs(lines) do
      vim.schedule(function()
        answer(line)
      end)
    end
  end)
end))
