-- Defines the command and the maps; everything else is loaded when one of them is first used.
if vim.g.loaded_seekline then
  return
end
vim.g.loaded_seekline = true

vim.api.nvim_create_user_command("Seekline", function(command)
  require("seekline").command(command.args)
end, {
  nargs = "*",
  desc = "Search while typing",
  complete = function(...)
    return require("seekline").complete(...)
  end,
})

vim.keymap.set({ "n", "i" }, "<Plug>(seekline)", function()
  require("seekline").open()
end, { desc = "Search while typing" })

vim.keymap.set("n", "<Plug>(seekline-word)", function()
  require("seekline").open({ query = vim.fn.expand("<cword>") })
end, { desc = "Search for the word under the cursor" })

vim.keymap.set("n", "<Plug>(seekline-resume)", function()
  require("seekline").resume()
end, { desc = "Search for what was searched for last" })
