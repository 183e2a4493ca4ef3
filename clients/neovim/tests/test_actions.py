"""What is done with an item by its source, chosen by `vim.ui.select`."""

from neovim import NeovimCase
from stories import actions


class Actions(actions.Actions, NeovimCase):
    def test_the_menu_can_be_a_float_of_our_own(self):
        editor = self.opened("-c", "lua vim.ui.select = function(...) require('seekline').select(...) end")
        editor.keys("<C-n><C-a>")
        editor.until(lambda seen: seen["title"] == " three " and seen["rows"] == ["  Remove it", "  Wait", "  Fail"])
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["title"] == " Files " and seen["mode"] == "i" and seen["counter"] == "2/3")
        editor.keys("<C-a>rem<CR>")
        self.told(editor, "three is gone")
        editor.until(lambda seen: len(seen["rows"]) == 2 and seen["mode"] == "i")
        # A search that takes its place takes that of both.
        editor.keys("<C-a>")
        editor.until(lambda seen: "Remove it" in " ".join(seen["rows"]))
        editor.open(query="snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 1)

    def test_a_float_that_others_close_behind_its_menu_is_closed(self):
        editor = self.opened("-c", "lua vim.ui.select = function(...) require('seekline').select(...) end")
        editor.keys("<C-a>")
        editor.rows("Remove it")
        # That of the menu is the newer one.
        editor.lua("""
          local prompts = vim.tbl_filter(function(window)
            return vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "seekline-prompt"
          end, vim.api.nvim_list_wins())
          vim.api.nvim_win_close(math.min(unpack(prompts)), true)
        """)
        editor.until(lambda seen: editor.evaluate("len(nvim_list_wins())") == 3)
        editor.keys("<Esc>")
        editor.closed()
        editor.open(query="snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 1)
        self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_the_menu_can_be_that_of_neovim(self):
        editor = self.opened("-c", "lua vim.ui.select = ui_select", terminal=(80, 24))
        editor.terminal.press("C-a")
        editor.terminal.shows("one:", "1: Remove it", "3: Fail")
        editor.terminal.type("1")
        editor.terminal.press("Enter")
        self.told(editor, "one is gone")
        editor.terminal.shows("two", "1/2 │", without=["Remove it", "  one"])
        editor.terminal.type("two")
        editor.terminal.shows("1/1 │")
