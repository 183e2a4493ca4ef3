-- Where the windows go: sizes in, configurations for nvim_open_win out.
local text = require("seekline.text")

local M = {}

--- Clamps `value` to an integer of at least 1. `most`, which the screen and the settings limit, may be below `least`,
--- and wins.
local function clamp(value, least, most)
  return math.max(1, math.floor(math.min(most, math.max(least, value))))
end

-- Borders, clockwise from the top left. Each line between two windows belongs to one of them.
local borders = {
  prompt = { "╭", "─", "╮", "│", "", "", "", "│" },
  list = { "├", "─", "┤", "│", "╯", "─", "╰", "│" },
  prompt_beside = { "╭", "─", "┬", "│", "", "", "", "│" },
  list_beside = { "├", "─", "┤", "│", "┴", "─", "╰", "│" },
  preview_beside = { "", "─", "╮", "│", "╯", "─", "", "" },
  list_above = { "├", "─", "┤", "│", "", "", "", "│" },
  preview_below = { "├", "─", "┤", "│", "╯", "─", "╰", "│" },
  note = { "", "", "", "│", "╯", "─", "╰", "│" },
  note_beside = { "", "", "", "│", "┴", "─", "╰", "│" },
  note_above = { "", "", "", "│", "", "", "", "│" },
}

--- Returns the windows for a screen of this many columns and lines: `prompt`, `list` and, if they are wanted and there
--- is room, `preview` and `note`, which has `note` lines. The prompt is above the list and the note at its end; the
--- preview is beside them, or below them on a narrow screen.
function M.of(columns, lines, settings, preview, note)
  -- Inner sizes: borders take two columns and, with the line between prompt and list, three lines.
  local width = clamp(columns * settings.width, 20, math.min(settings.max_width, columns - 2))
  local height = clamp(lines * settings.height, 1, math.min(settings.max_height, lines - 5))
  local beside = preview and columns >= 100
  local below = preview and not beside and height >= 5
  local inner = width
  local preview_width, preview_height = 0, 0
  if beside then
    width = clamp(columns * settings.width, 20, columns - 3)
    inner = math.floor((width - 1) * 0.5)
    preview_width, preview_height = width - 1 - inner, height + 2
  elseif below then
    preview_width, preview_height = width, math.floor(height / 2)
    height = height - preview_height - 1
  end
  local row = math.max(0, math.floor((lines - 4 - height - (below and preview_height + 1 or 0)) / 2) - 1)
  local col = math.max(0, math.floor((columns - width - 2) / 2))
  local function window(at_row, at_col, its_width, its_height, border)
    return {
      relative = "editor", row = at_row, col = at_col, width = its_width, height = its_height,
      border = vim.tbl_map(text.cell, borders[border]),
    }
  end
  local bottom = beside and "_beside" or below and "_above" or ""
  -- At least one line of the list always remains.
  local noted = math.min(note, height - 1)
  return {
    prompt = window(row, col, inner, 1, beside and "prompt_beside" or "prompt"),
    list = window(row + 2, col, inner, height - noted, noted > 0 and "list_above" or "list" .. bottom),
    note = noted > 0 and window(row + 3 + height - noted, col, inner, noted, "note" .. bottom) or nil,
    preview = beside and window(row, col + inner + 2, preview_width, preview_height, "preview_beside")
      or below and window(row + 3 + height, col, width, preview_height, "preview_below")
      or nil,
  }
end

return M
