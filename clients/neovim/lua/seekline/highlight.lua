-- What a text is highlighted as, and how.
local M = {}

-- What is longer is not given to a parser.
local most_parsed = 200000

--- The filetype of a file, whose text is in `buffer`; "" if it has none.
local function of_file(path, buffer)
  local known, filetype = pcall(vim.filetype.match, { filename = path, buf = buffer })
  return known and filetype or ""
end

--- The filetype of a detail's text; "" if it is plain. A language is called as its filetype, or as the names of its files
--- end.
function M.of_detail(detail)
  local language = (detail.language or ""):lower()
  if detail.format == "markdown" or detail.format == "diff" then
    return detail.format
  elseif detail.format ~= "code" or not language:match("^[%w_+#-]+$") then
    return ""
  elseif vim.tbl_contains(vim.fn.getcompletion(language, "filetype"), language) then
    return language
  end
  return vim.filetype.match({ filename = "x." .. language }) or ""
end

--- Highlights a buffer as the file of the `path` that it shows, or else as a text of a `filetype`, without what else would
--- become of such a buffer: a file by its parser, if there is one, and anything else by its syntax.
function M.apply(buffer, shown)
  local filetype = shown.path and of_file(shown.path, buffer) or shown.filetype or ""
  vim.treesitter.stop(buffer)
  local language = filetype ~= "" and shown.path and vim.treesitter.language.get_lang(filetype)
  local parsed = language and vim.api.nvim_buf_get_offset(buffer, vim.api.nvim_buf_line_count(buffer)) < most_parsed
    and pcall(vim.treesitter.start, buffer, language)
  vim.bo[buffer].syntax = parsed and "" or filetype
end

return M
