-- The windows: a prompt, a list, a note below it, and a preview. Shows what it is told; knows nothing about sessions.
local highlight = require("seekline.highlight")
local layout = require("seekline.layout")
local row = require("seekline.row")
local text = require("seekline.text")

local View = {}
View.__index = View

local marks = vim.api.nvim_create_namespace("seekline")
local pointer = vim.api.nvim_create_namespace("seekline.pointer")
local counter = vim.api.nvim_create_namespace("seekline.counter")

local groups = {
  SeeklineNormal = "NormalFloat",
  SeeklineBorder = "FloatBorder",
  SeeklineTitle = "FloatTitle",
  SeeklineSpinner = "Special",
  SeeklineError = "DiagnosticError",
  SeeklinePrompt = "Special",
  SeeklinePointer = "Special",
  SeeklineSelection = "Visual",
  SeeklineMark = "Statement",
  SeeklineMatch = "Special",
  SeeklineGlyph = "String",
  SeeklineHeading = "Title",
  SeeklineDim = "Comment",
  SeeklineLine = "Visual",
  SeeklineKey = "Identifier",
}

-- The windows, in the order in which they are opened.
local names = { "prompt", "list", "note", "preview" }

local function scratch(kind)
  local buffer = vim.api.nvim_create_buf(false, true)
  -- The text is still needed after something else has closed its window.
  vim.bo[buffer].bufhidden = "hide"
  vim.bo[buffer].modifiable = true
  vim.bo[buffer].undolevels = kind == "prompt" and 1000 or -1
  vim.bo[buffer].filetype = "seekline-" .. kind
  -- What is typed stays one line.
  vim.bo[buffer].textwidth = 0
  vim.bo[buffer].wrapmargin = 0
  vim.bo[buffer].formatoptions = ""
  return buffer
end

--- Opens the prompt and the list.
function View.open(settings, query, preview)
  for group, link in pairs(groups) do
    vim.api.nvim_set_hl(0, group, { link = link, default = true })
  end
  local self = setmetatable({ settings = settings, wanted = preview, title = {}, footer = {}, note = {}, rows = 0 }, View)
  self.buffers = {}
  for _, name in ipairs(names) do
    self.buffers[name] = scratch(name)
  end
  vim.api.nvim_buf_set_lines(self.buffers.prompt, 0, -1, false, { query })
  self.windows = {}
  -- While 'paste' is on, mappings do not work.
  self.pastes = vim.o.paste
  vim.o.paste = false
  self:arrange()
  return self
end

local window_options = {
  all = { wrap = false, number = false, relativenumber = false, signcolumn = "no", foldcolumn = "0", foldenable = false, list = false,
    spell = false, cursorline = false, cursorcolumn = false, colorcolumn = "", scrolloff = 0, sidescrolloff = 0, conceallevel = 0,
    rightleft = false, cursorbind = false, scrollbind = false, diff = false, winfixbuf = true },
  prompt = { statuscolumn = "%#SeeklinePrompt# ❯ " },
  list = { cursorline = true, cursorlineopt = "line", statuscolumn = "", scrolloff = 1, list = true },
  note = { statuscolumn = " " },
  preview = { wrap = true, linebreak = true, breakindent = true, statuscolumn = " " },
}

--- Closes a window or deletes a buffer, even if an autocommand fails on that, which is reported.
local function remove(part, is_there, command)
  if not is_there(part) then
    return
  end
  local removed, failure = pcall(vim.cmd, command:format(part))
  if is_there(part) then
    pcall(vim.cmd, "noautocmd " .. command:format(part))
  end
  if not removed then
    vim.schedule(function()
      vim.notify_once(failure, vim.log.levels.ERROR)
    end)
  end
end

--- Closes a window, even if an autocommand fails on that.
local function close(window)
  remove(window, vim.api.nvim_win_is_valid, "call nvim_win_close(%d, v:true)")
end

--- Opens, moves and closes windows to suit the screen and the preview.
function View:arrange()
  local places = layout.of(vim.o.columns, vim.o.lines, self.settings, self.wanted, #self.note)
  self.places = places
  for _, name in ipairs(names) do
    local place, window = places[name], self.windows[name]
    if not place then
      if window then
        self.windows[name] = nil
        close(window)
      end
    elseif window then
      vim.api.nvim_win_set_config(window, place)
    else
      local opening = vim.tbl_extend("error", place, { style = "minimal", zindex = 60, noautocmd = true })
      window = vim.api.nvim_open_win(self.buffers[name], name == "prompt", opening)
      self.windows[name] = window
      for option, value in pairs(vim.tbl_extend("force", window_options.all, window_options[name])) do
        vim.api.nvim_set_option_value(option, value, { win = window, scope = "local" })
      end
      vim.wo[window][0].listchars = "extends:" .. text.cell("…")
      vim.wo[window].winhighlight = "Normal:SeeklineNormal,NormalFloat:SeeklineNormal,FloatBorder:SeeklineBorder,"
        .. "FloatTitle:SeeklineTitle,FloatFooter:SeeklineBorder,"
        .. (self.cursorline == false and "CursorLine:SeeklineNormal" or "CursorLine:SeeklineSelection")
    end
  end
  self:set_title(self.title)
  self:set_footer(self.footer)
end

local function width_of(chunks)
  local width = 0
  for _, chunk in ipairs(chunks) do
    width = width + vim.fn.strwidth(chunk[1])
  end
  return width
end

--- Returns as much of the chunks as fits into `room` cells.
local function fit(chunks, room)
  local fitting, tail = {}, text.cell("…") .. " "
  for _, chunk in ipairs(chunks) do
    local width = vim.fn.strwidth(chunk[1])
    if width > room then
      local cut = vim.fn.strcharpart(chunk[1], 0, math.max(0, room - 2))
      while vim.fn.strwidth(cut) > room - 2 and cut ~= "" do
        cut = vim.fn.strcharpart(cut, 0, vim.fn.strcharlen(cut) - 1)
      end
      table.insert(fitting, { cut .. tail, chunk[2] })
      break
    end
    table.insert(fitting, chunk)
    room = room - width
  end
  return fitting
end

--- Shows chunks ({ text, group }) in the upper border.
function View:set_title(chunks)
  self.title = chunks
  local title = #chunks > 0 and fit(chunks, self.places.prompt.width - 2) or nil
  if title then
    vim.api.nvim_win_set_config(self.windows.prompt, { border = self.places.prompt.border, title = title, title_pos = "left" })
  end
end

--- Shows, in the lower border, the first of several choices of chunks that fits.
function View:set_footer(choices)
  self.footer = choices
  local bottom = self.windows.preview and "preview" or self.windows.note and "note" or "list"
  for _, name in ipairs({ "list", "note" }) do
    if name ~= bottom and self.windows[name] then
      vim.api.nvim_win_set_config(self.windows[name], { border = self.places[name].border, footer = "" })
    end
  end
  -- Neovim puts a footer one cell too far to the right if there is no border on the left.
  local tail = self.places[bottom].border[8] == "" and { { text.cell("─"), "SeeklineBorder" } } or {}
  for _, choice in ipairs(choices) do
    local chunks = vim.list_extend(vim.list_slice(choice), tail)
    if width_of(chunks) <= self.places[bottom].width - 2 then
      vim.api.nvim_win_set_config(
        self.windows[bottom],
        { border = self.places[bottom].border, footer = chunks, footer_pos = "right" }
      )
      return
    end
  end
end

--- Shows the counter at the right end of the prompt.
function View:set_counter(text)
  vim.api.nvim_buf_clear_namespace(self.buffers.prompt, counter, 0, -1)
  if text ~= "" then
    vim.api.nvim_buf_set_extmark(self.buffers.prompt, counter, 0, 0, {
      virt_text = { { " " .. text .. " ", "SeeklineDim" } },
      virt_text_pos = "right_align",
    })
  end
end

--- Returns the text that was typed; nil if something else has unloaded its buffer.
function View:query()
  local prompt = self.buffers.prompt
  return vim.api.nvim_buf_is_loaded(prompt) and table.concat(vim.api.nvim_buf_get_lines(prompt, 0, -1, false), " ") or nil
end

--- Whether all windows are still open.
function View:is_whole()
  return vim.iter(vim.tbl_values(self.windows)):all(vim.api.nvim_win_is_valid)
end

--- Joins text that was pasted as several lines into one line. The cursor stays where it is in the text.
function View:join_prompt()
  local prompt, window = self.buffers.prompt, self.windows.prompt
  if vim.api.nvim_buf_line_count(prompt) > 1 then
    local line, column = unpack(vim.api.nvim_win_get_cursor(window))
    for _, before in ipairs(vim.api.nvim_buf_get_lines(prompt, 0, line - 1, false)) do
      column = column + #before + 1
    end
    vim.api.nvim_buf_set_lines(prompt, 0, -1, false, { self:query() })
    vim.api.nvim_win_set_cursor(window, { 1, column })
  end
end

--- Draws the items after the first `from`, up to number `to` if given; `marked` are the marks.
function View:set_items(items, from, marked, to)
  local lines, found = {}, {}
  for index = from + 1, to or #items do
    lines[#lines + 1], found[#found + 1] = row.of(items[index], marked:has(items[index].id))
  end
  local list = self.buffers.list
  -- An empty list shows a hint, which is not one of its items.
  vim.api.nvim_buf_set_lines(list, self.rows == 0 and 0 or from, to or -1, false, lines)
  vim.api.nvim_buf_clear_namespace(list, marks, from, to or -1)
  for offset, line_marks in ipairs(found) do
    for _, mark in ipairs(line_marks) do
      vim.api.nvim_buf_set_extmark(list, marks, from + offset - 1, mark.from, { end_col = mark.to, hl_group = mark.group })
    end
  end
  self.rows = #items
end

--- Fills a buffer with lines ({ text, group }), each after an `indent`.
local function fill(buffer, lines, indent)
  local texts = vim.tbl_map(function(line)
    return indent .. line[1]
  end, lines)
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, texts)
  vim.api.nvim_buf_clear_namespace(buffer, marks, 0, -1)
  for index, line in ipairs(lines) do
    vim.api.nvim_buf_set_extmark(buffer, marks, index - 1, 0, { end_col = #texts[index], hl_group = line[2] })
  end
end

--- Shows lines ({ text, group }) in place of items.
function View:set_hint(lines)
  fill(self.buffers.list, lines, "  ")
end

--- Shows lines ({ text, group }) below the list, or removes them if there are none. They reduce the list's height.
function View:set_note(lines)
  if not vim.deep_equal(lines, self.note) then
    self.note = lines
    fill(self.buffers.note, lines, "")
    self:arrange()
  end
end

--- Shows which item is the choice, from 1; 0 means none.
function View:select(index)
  local list, window = self.buffers.list, self.windows.list
  vim.api.nvim_buf_clear_namespace(list, pointer, 0, -1)
  self.cursorline = index > 0
  vim.api.nvim_win_set_cursor(window, { math.max(1, index), 0 })
  vim.wo[window].winhighlight = vim.wo[window].winhighlight
    :gsub("CursorLine:%w+", "CursorLine:" .. (index > 0 and "SeeklineSelection" or "SeeklineNormal"))
  if index > 0 then
    vim.api.nvim_buf_set_extmark(list, pointer, index - 1, 0, {
      virt_text = { { "▌", "SeeklinePointer" } },
      virt_text_pos = "overlay",
      hl_mode = "combine",
    })
  end
end

--- Shows or hides the preview.
function View:set_preview(wanted)
  self.wanted = wanted
  self:arrange()
end

--- Fills the preview with lines; `line_groups` are the groups of some of them: { [line] = group }, from 0. All members
--- of `shown` are optional: the `path` of the file being shown, whose lines are then numbered, or the `filetype` of the
--- text; the `first` and the `last` of the marked lines, from 1.
function View:fill_preview(lines, line_groups, shown)
  shown = shown or {}
  local buffer, window = self.buffers.preview, self.windows.preview
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.api.nvim_buf_clear_namespace(buffer, marks, 0, -1)
  for line, group in pairs(line_groups) do
    vim.api.nvim_buf_set_extmark(buffer, marks, line, 0, { end_col = #lines[line + 1], hl_group = group })
  end
  local first, last = math.min(shown.first or 1, #lines), math.min(shown.last or 0, #lines)
  for line = first, last do
    vim.api.nvim_buf_set_extmark(buffer, marks, line - 1, 0, { line_hl_group = "SeeklineLine" })
  end
  highlight.apply(buffer, shown)
  if window then
    vim.wo[window].statuscolumn = shown.path and "%=%l " or " "
    vim.api.nvim_win_call(window, function()
      vim.fn.winrestview({ lnum = first, col = 0, topline = math.max(1, first - math.floor(self.places.preview.height / 2)) })
    end)
  end
end

--- Scrolls the preview by half its height, down (1) or up (-1).
function View:scroll_preview(direction)
  if self.windows.preview then
    local key = vim.keycode(direction > 0 and "<C-d>" or "<C-u>")
    vim.api.nvim_win_call(self.windows.preview, function()
      vim.cmd.normal({ key, bang = true })
    end)
  end
end

function View:close()
  if self.pastes then
    vim.o.paste = true
  end
  for index = #names, 1, -1 do
    close(self.windows[names[index]] or -1)
  end
  for _, buffer in pairs(self.buffers) do
    remove(buffer, vim.api.nvim_buf_is_valid, "call nvim_buf_delete(%d, {'force': v:true})")
  end
end

return View
