-- The texts about a search: the title, the hint in an empty list, the note below a list, the keys. Pure functions.
local text = require("seekline.text")

local M = {}

local frames = { "⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏" }

--- The title: the source, and a spinner (its `turn`, or nil) or an error.
function M.title(name, state, turn)
  local chunks = { { " " .. name .. " ", "SeeklineTitle" } }
  if turn then
    chunks[#chunks + 1] = { frames[turn % #frames + 1] .. " ", "SeeklineSpinner" }
    if state.stalled then
      chunks[#chunks + 1] = { "still waiting ", "SeeklineDim" }
    end
  elseif state.error then
    chunks[#chunks + 1] = { "✗ " .. text.plain(text.cut(state.error.message, 500)) .. " ", "SeeklineError" }
  end
  return chunks
end

--- Returns what is said about an incomplete list: which sources are missing, if that is known.
local function lack(state)
  local names = vim.tbl_map(function(failure)
    return text.plain(failure.source)
  end, state.failed or {})
  return #names > 0 and " without " .. text.cut(table.concat(names, ", "), 200) or state.partial and " partial" or ""
end

--- Returns how long a list is: "20 of 512", "20+", "20", each with "partial" if some of what was requested did not
--- arrive, or "without" and those of several sources that did not answer.
function M.length(state)
  local shown = #state.items
  local behind = state.total and state.total > shown and " of " .. state.total or state.more and "+" or ""
  return shown .. behind .. lack(state)
end

--- Returns where the choice is in the list, and how many items are marked, in the list or not: "3/20+, 2 marked".
function M.counter(state, index, marked)
  local parts = #state.items > 0 and { index .. "/" .. M.length(state) } or {}
  parts[#parts + 1] = marked > 0 and marked .. " marked" or nil
  return table.concat(parts, ", ")
end

--- Wraps text into lines of at most `width` cells, or else of one character, between words where possible.
function M.wrap(words, width)
  width = math.max(1, width)
  local lines, line = {}, ""
  for word in text.plain(words):gmatch("%S+") do
    while vim.fn.strwidth(word) > width do
      local head = vim.fn.strcharpart(word, 0, math.max(1, math.floor(width / 2)))
      lines[#lines + 1] = line ~= "" and line or nil
      lines[#lines + 1], line, word = head, "", word:sub(#head + 1)
    end
    if line == "" then
      line = word
    elseif vim.fn.strwidth(line) + 1 + vim.fn.strwidth(word) <= width then
      line = line .. " " .. word
    else
      lines[#lines + 1], line = line, word
    end
  end
  lines[#lines + 1] = line ~= "" and line or nil
  return lines
end

--- Returns the lines of an empty list. `typed` is the text in the prompt, `source` what is known about the source,
--- `session` has the options in force and how many more characters the text needs, `keys` has the names of the keys.
function M.hint(state, typed, source, session, keys, width)
  local lines = {}
  local function say(words, group)
    for _, line in ipairs(M.wrap(words, width - 4)) do
      lines[#lines + 1] = { line, group or "SeeklineDim" }
    end
  end
  local length, short_by, options = vim.fn.strcharlen(typed), session.short_by or 0, session.in_force
  if state.error then
    say("✗ " .. text.cut(state.error.message, 2000), "SeeklineError")
    say(keys.refresh .. " tries again")
  elseif source and not source.configured then
    say("Not configured yet. Missing: " .. table.concat(source.missing or {}, ", "))
  elseif state.loading or state.growing then
    say("")
  elseif state.query == typed and state.status == "full" then
    if state.partial then
      say(("Some of what was asked for did not answer; %s asks again"):format(keys.refresh))
    end
    say(typed == "" and "Nothing there" or ("Nothing found for “%s”"):format(text.cut(typed, 200)))
    if state.suggestion then
      say(("Did you mean “%s”?"):format(text.cut(state.suggestion, 200)))
    end
  elseif length > 0 and short_by > 0 then
    say(("Type %d more"):format(short_by))
  elseif options and options.trigger == "submit" and length > 0 then
    say(keys.choose .. " searches")
  elseif source and length == 0 then
    say(source.description)
  end
  return lines
end

-- The maximum number of lines below a list.
local most_lines = 4

--- Returns the lines below a list ({ text, group }): why a choice was refused (`refusal`, or nil) or why the list does
--- not continue, other messages (`told`: `words` and `level` of each), and whether the engine `is_silent`. The newest
--- of these share the room.
function M.note(state, refusal, told, is_silent, width)
  local problem = refusal or (#state.items > 0 and state.error and state.error.message)
  local all = problem and { { words = problem, level = vim.log.levels.ERROR } } or {}
  vim.list_extend(all, told)
  if is_silent then
    table.insert(all, { words = "The search engine does not answer. Waiting for it…", level = vim.log.levels.WARN })
  end
  local shown = vim.list_slice(all, math.max(1, #all - most_lines + 1))
  local share, lines = math.floor(most_lines / math.max(1, #shown)), {}
  for _, one in ipairs(shown) do
    local is_bad = one.level > vim.log.levels.INFO
    local wrapped = M.wrap((is_bad and "✗ " or "") .. text.cut(one.words, 1000), width - 2)
    for number = 1, math.min(share, #wrapped) do
      local line = number == share and #wrapped > share and wrapped[number] .. "…" or wrapped[number]
      lines[#lines + 1] = { line, is_bad and "SeeklineError" or "SeeklineNormal" }
    end
  end
  return lines
end

--- Returns the possible footers, in order of preference: the credit that a source asks for, and what the keys do;
--- `acts` is whether there are actions to choose from.
function M.footer(source, action, acts, keys)
  local choices, credits, least = {}, {}, acts and { "actions" } or {}
  for _, more in ipairs({ { "preview", "refresh", "close" }, { "preview", "close" }, { "preview" }, {} }) do
    local names = vim.list_extend(vim.list_slice(least), more)
    local chunks = { { " " .. keys.choose, "SeeklineKey" }, { " " .. action .. " ", "SeeklineBorder" } }
    for _, name in ipairs(names) do
      if keys[name] ~= "" then
        vim.list_extend(chunks, { { " " .. keys[name], "SeeklineKey" }, { " " .. name .. " ", "SeeklineBorder" } })
      end
    end
    choices[#choices + 1] = chunks
  end
  if source and source.attribution then
    local credit = { { " " .. text.plain(source.attribution) .. " ", "SeeklineDim" } }
    for index, chunks in ipairs(choices) do
      credits[index] = vim.list_extend({ credit[1], { text.cell("─"), "SeeklineBorder" } }, chunks)
    end
    credits[#credits + 1] = credit
  end
  return vim.list_extend(credits, choices)
end

return M
