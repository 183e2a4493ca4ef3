"""Actions of a source on an item, chosen by `vim.ui.select`."""

from neovim import NeovimCase
from stories import actions


class Actions(actions.Actions, NeovimCase):
    def test_the_menu_can_be_a_float_of_the_plugin(self):
        editor = self.opened("-c", "lua vim.ui.select = function(...) require('seekline').select(...) end")
        editor.keys("<C-n><C-a>")
        editor.until(lambda seen: seen["title"] == " three " and seen["rows"] == ["  Remove it", "  Wait", "  Fail"])
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["title"] == " Files " and seen["mode"] == "i" and seen["counter"] == "2/3")
        editor.keys("<C-a>rem<CR>")
        self.told(editor, "three is gone")
        editor.until(lambda seen: len(seen["rows"]) == 2 and seen["mode"] == "i")
        # A search that replaces the menu replaces the float too.
        editor.keys("<C-a>")
        editor.until(lambda seen: "Remove it" in " ".join(seen["rows"]))
        editor.open(query="snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 1)

    def test_typing_continues_after_a_menu_that_ended_insert_mode(self):
        # In the turn in which the menu closes, or in the next one.
        for way in ("on_choice()", "vim.schedule(on_choice)"):
            for begins in ("", "vim.cmd.startinsert()"):
                with self.subTest(way, begins=begins):
                    editor = self.opened()
                    editor.lua(f"""
                      vim.ui.select = function(_, _, on_choice)
                        local before, buffer = vim.api.nvim_get_current_win(), vim.api.nvim_create_buf(false, true)
                        vim.api.nvim_open_win(buffer, true, {{ relative = "editor", row = 0, col = 0, width = 10, height = 3 }})
                        {begins}
                        vim.keymap.set({{ "i", "n" }}, "<CR>", function()
                          vim.cmd.stopinsert()
                          vim.api.nvim_win_close(0, true)
                          vim.api.nvim_set_current_win(before)
                          {way}
                        end, {{ buffer = buffer }})
                      end
                    """)
                    editor.keys("te")
                    editor.until(lambda seen: seen["counter"] == "1/1" and seen["prompt"] == "te")
                    editor.keys("<Left><C-a>")
                    editor.until(lambda seen: editor.evaluate("nvim_win_get_config(0).width") == 10)
                    editor.keys("<CR>")
                    editor.until(lambda seen: editor.evaluate("&filetype") == "seekline-prompt" and seen["mode"] == "i")
                    editor.keys("hr")
                    editor.until(lambda seen: seen["prompt"] == "thre" and seen["counter"] == "1/1" and seen["mode"] == "i")

    def test_closing_the_prompt_beneath_the_menu_closes_the_search(self):
        editor = self.opened("-c", "lua vim.ui.select = function(...) require('seekline').select(...) end")
        editor.keys("<C-a>")
        editor.rows("Remove it")
        # The prompt of the menu is the newer one.
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

    def test_closing_a_search_and_its_menu_from_outside_restores_the_mode(self):
        both = "vim.cmd('fclose!')"
        only = "vim.api.nvim_set_current_win(first) vim.cmd.only()"
        outer = "vim.api.nvim_win_close(outer, true)"
        for way, keys in ((both, ""), (only, ""), (outer, "<Esc>")):
            for inserting in (True, False):
                with self.subTest(way, inserting=inserting):
                    editor = self.editor(
                        "-c", "lua vim.ui.select = function(...) require('seekline').select(...) end",
                        settings={"args": ["--config", str(self.config)]},
                    )
                    editor.keys("iab<Left>" if inserting else "iab<Left><Esc>")
                    editor.until(lambda seen: seen["text"] == "ab" and seen["cursor"] == inserting)
                    editor.lua("first = vim.api.nvim_get_current_win()")
                    editor.open(source="files")
                    editor.rows("one", "three", "two")
                    editor.lua("outer = vim.api.nvim_get_current_win()")
                    editor.keys(self.KEY)
                    editor.rows("Remove it")
                    editor.lua(way)
                    editor.keys(keys)
                    if inserting:
                        editor.until(lambda seen: seen["prompt"] is None)
                        editor.keys("c")
                        editor.until(lambda seen: seen["text"] == "acb" and seen["mode"] == "i")
                    else:
                        self.assertEqual(editor.closed()["cursor"], 0)
                    self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 1)
                    self.assertEqual((editor.evaluate("v:errmsg"), editor.seen()["messages"]), ("", []))

    def test_a_search_opened_over_an_orphaned_menu_inserts_where_the_user_was(self):
        editor = self.opened("-c", "lua vim.ui.select = function(...) require('seekline').select(...) end")
        editor.lua("outer = vim.api.nvim_get_current_win()")
        editor.keys(self.KEY)
        editor.rows("Remove it")
        editor.lua("vim.api.nvim_win_close(outer, true)")
        editor.until(lambda seen: editor.evaluate("len(nvim_list_wins())") == 3)
        editor.open(query="snowman")
        editor.rows("☃")
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"] == "☃" and seen["mode"] == "n")

    def test_the_menu_can_be_the_built_in_one_of_neovim(self):
        editor = self.opened("-c", "lua vim.ui.select = ui_select", terminal=(80, 24))
        editor.terminal.press("C-a")
        editor.terminal.shows("one:", "1: Remove it", "3: Fail")
        editor.terminal.type("1")
        editor.terminal.press("Enter")
        self.told(editor, "one is gone")
        editor.terminal.shows("two", "1/2 │", without=["Remove it", "  one"])
        editor.terminal.type("two")
        editor.terminal.shows("1/1 │")
