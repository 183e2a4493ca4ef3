-- Decides what text is highlighted as, and highlights it.
local M = {}

-- Text of this many bytes or more is not given to a parser.
local most_parsed = 200000

--- Returns the filetype of a file whose text is in `buffer`; "" if it has none.
local function of_file(path, buffer)
  local known, filetype = pcall(vim.filetype.match, { filename = path, buf = buffer })
  return known and filetype or ""
end

--- Returns the filetype of a detail's text; "" if it is plain. A language is named by its filetype or by its file
--- extension.
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

--- Highlights a buffer as the file at the `path` that it shows, or else as text of a `filetype`, without the other
--- effects of a filetype: a file by its parser, if there is one, anything else by its syntax.
function M.apply(buffer, shown)
  local filetype = shown.path and of_file(shown.path, buffer) or shown.filetype or ""
  vim.treesitter.stop(buffer)
  local language = filetype ~= "" and shown.path and vim.treesitter.language.get_lang(filetype)
  local parsed = language and vim.api.nvim_buf_get_offset(buffer, vim.api.nvim_buf_line_count(buffer)) < most_parsed
    and pcall(vim.treesitter.start, buffer, language)
  vim.bo[buffer].syntax = parsed and "" or filetype
end

return M
