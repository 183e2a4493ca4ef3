-- Places in files: going to them, and reading the text around them. Lines and columns count from 1, columns in Unicode
-- code points.
local engine = require("seekline.engine")
local text = require("seekline.text")

local M = {}

-- How many bytes of a file are read, and how many of a line are shown.
local most_read, most_shown = 1048576, 2000

local commands = { edit = "buffer", split = "sbuffer", vsplit = "vertical sbuffer", tab = "tab sbuffer" }

--- Returns the absolute path of a place. A relative one starts in the engine's folder, which `:cd` does not change.
--- Callers that provide their own list may write ~/ for the home folder; what a search finds may also be in a folder
--- named ~.
function M.path_of(location)
  local path = text.for_vim(location.path)
  local within = engine.folder() .. "/" .. path
  local is_whole = path:find("^/") or path:find("^~/") and not vim.uv.fs_lstat(within)
  return vim.fn.fnamemodify(is_whole and path or within, ":p")
end

--- Returns what is wrong with a file of this type and name, or nil.
local function complaint(kind, name)
  if not kind then
    return ("there is no file %s"):format(name)
  elseif kind ~= "file" and kind ~= "directory" then
    return ("%s is not a file"):format(name)
  end
end

--- Returns why a place cannot be visited, or nil. A folder can: whatever shows folders opens it. A buffer needs no
--- file.
function M.problem(location)
  local path = M.path_of(location)
  local stat = vim.uv.fs_stat(path)
  if not stat and vim.fn.bufloaded(path) == 1 then
    return nil
  end
  return complaint(stat and stat.type, text.plain(path))
end

--- Returns the byte, from 0, at which a column of a line starts; the end of the line if it is shorter.
function M.byte(words, column)
  local byte = vim.fn.byteidxcomp(text.for_vim(words), column - 1)
  return byte < 0 and #words or byte
end

--- Moves the cursor of this window to a place in its buffer, or as close to it as possible.
local function go_to(location)
  local line = math.min(location.line, vim.api.nvim_buf_line_count(0))
  local words = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]
  local byte = location.column and M.byte(words, location.column) or (words:find("%S") or 1) - 1
  vim.api.nvim_win_set_cursor(0, { line, byte })
  vim.cmd("normal! zv")
end

--- Runs a command that goes elsewhere, and returns whether it did. Errors, including those of autocommands, are
--- reported.
function M.go(command)
  local gone, problem = pcall(vim.cmd, command)
  if not gone then
    local words = tostring(problem):gsub("^.-Vim%b():", "")
    vim.notify("seekline: " .. words, vim.log.levels.ERROR)
  end
  return gone
end

-- The autocommands that go to a place on the first visit to a buffer, by its number.
local awaiting = {}

--- Forgets the place that the first visit to a buffer would go to.
local function forget(buffer)
  if awaiting[buffer] then
    -- It is gone if the buffer was deleted.
    pcall(vim.api.nvim_del_autocmd, awaiting[buffer])
    awaiting[buffer] = nil
  end
end

--- Goes to a place: in this window ("edit"), or in a new one ("split", "vsplit", "tab"). The jump list leads back.
function M.jump(location, how)
  local before, buffer = vim.api.nvim_get_current_buf(), vim.fn.bufadd(M.path_of(location))
  vim.bo[buffer].buflisted = true
  forget(buffer)
  vim.cmd("normal! m'")
  local gone = M.go(("%s %d"):format(commands[how], buffer))
  -- Neovim asks about a file that is being edited elsewhere, and the user may decline to open it.
  local stayed = vim.api.nvim_get_current_buf() == before and (not gone or before ~= buffer)
  if location.line and not stayed then
    go_to(location)
  end
end

--- Adds the file of a place to the buffer list; the first visit to the buffer goes to the place.
local function add(location)
  local buffer = vim.fn.bufadd(M.path_of(location))
  vim.bo[buffer].buflisted = true
  if location.line then
    forget(buffer)
    local line = vim.fn.getbufinfo(buffer)[1].lnum
    awaiting[buffer] = vim.api.nvim_create_autocmd("BufWinEnter", { buffer = buffer, once = true, callback = function()
      awaiting[buffer] = nil
      go_to(location)
      -- On return to a buffer, Neovim goes to the line that the user left, unless an autocommand has moved the cursor;
      -- one at the very beginning counts as not moved.
      if vim.deep_equal(vim.api.nvim_win_get_cursor(0), { 1, 0 }) then
        vim.schedule(function()
          if vim.api.nvim_get_current_buf() == buffer and vim.api.nvim_win_get_cursor(0)[1] == line then
            go_to(location)
          end
        end)
      end
    end })
  end
end

--- Goes to the first of several places. The others open in their own windows or tabs, if `how` says so and as long as
--- there is room (for tabs: up to 'tabpagemax'); the files of the rest are added to the buffer list, each at the first
--- of its places.
function M.jump_all(locations, how)
  M.jump(locations[1], how)
  local first, has_room = vim.api.nvim_get_current_win(), how ~= "edit"
  local is_there = { [M.path_of(locations[1])] = true }
  for _, location in ipairs(vim.list_slice(locations, 2)) do
    if has_room and how == "tab" and #vim.api.nvim_list_tabpages() >= vim.o.tabpagemax then
      has_room = false
      local words = "seekline: 'tabpagemax' is %d: the other files are in the list of buffers"
      vim.notify(words:format(vim.o.tabpagemax), vim.log.levels.WARN)
    elseif has_room then
      local before = vim.api.nvim_get_current_win()
      M.jump(location, how)
      has_room = vim.api.nvim_get_current_win() ~= before
    end
    local path = M.path_of(location)
    if not has_room and not is_there[path] then
      add(location)
    end
    is_there[path] = true
  end
  if vim.api.nvim_win_is_valid(first) then
    vim.api.nvim_set_current_win(first)
  end
end

--- Returns the lines of what was read of a file; nil and the reason if they are not to be shown.
local function lines_of(data, name, location, is_whole)
  if data:find("\0", 1, true) then
    return nil, ("%s is binary"):format(name)
  end
  local lines = vim.split(data, "\r?\n")
  if not is_whole or lines[#lines] == "" then
    lines[#lines] = nil
  end
  if is_whole and #lines == 0 then
    return nil, ("%s is empty"):format(name)
  end
  if not is_whole and (location.line or 1) > #lines then
    return nil, ("line %d of %s is beyond its first MiB, which is all that is read"):format(location.line or 1, name)
  end
  for index, line in ipairs(lines) do
    lines[index] = text.cut(line, most_shown)
  end
  return lines
end

--- Returns the lines of a buffer's file, from the buffer if it is loaded; none if the file is missing or too long.
function M.lines(path, buffer)
  if vim.api.nvim_buf_is_loaded(buffer) then
    return vim.api.nvim_buf_get_lines(buffer, 0, -1, false)
  end
  local stat = vim.uv.fs_stat(path)
  local read, lines = pcall(vim.fn.readfile, stat and stat.type == "file" and stat.size <= most_read and path or "")
  return read and lines or {}
end

--- Reads the file of a place, or at least its beginning, without blocking; calls `done(lines)`, or `done(nil, why)`.
function M.read(location, done)
  local path = M.path_of(location)
  local name = text.plain(path)
  done = vim.schedule_wrap(done)
  vim.uv.fs_stat(path, function(_, stat)
    local problem = complaint(stat and stat.type, name) or stat.type == "directory" and ("%s is a folder"):format(name)
    if problem then
      return done(nil, problem)
    end
    vim.uv.fs_open(path, "r", 0, function(_, file)
      if not file then
        return done(nil, ("%s cannot be read"):format(name))
      end
      vim.uv.fs_read(file, most_read, 0, function(_, data)
        vim.uv.fs_close(file, function() end)
        vim.schedule(function()
          if not data then
            return done(nil, ("%s cannot be read"):format(name))
          end
          done(lines_of(data, name, location, stat.size <= most_read))
        end)
      end)
    end)
  end)
end

return M
