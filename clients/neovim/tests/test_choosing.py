"""Choosing an item."""

from case import wait_until
from neovim import NeovimCase
from stories import choosing


class Choosing(choosing.Choosing, NeovimCase):
    def test_the_cursor_position_follows_changes_made_to_the_buffer_meanwhile(self):
        for lines, key, text, line in [
            ("0, 0, false, { 'zero' }", "<CR>", "zero\none\na☃b", 3),
            ("0, 0, false, { 'zero' }", "<Esc>", "zero\none\nab", 3),
            ("0, -1, false, { 'é' }", "<CR>", "é☃", 1),
            ("0, -1, false, { 'é' }", "<Esc>", "é", 1),
        ]:
            with self.subTest(lines=lines, key=key):
                editor = self.editor()
                editor.keys("ione<CR>ab<Esc>0")
                editor.until(lambda seen: seen["text"] == "one\nab" and seen["mode"] == "n" and seen["cursor"] == 0)
                editor.command("Seekline snowman")
                editor.rows("☃")
                editor.lua(f"vim.api.nvim_buf_set_lines(first_buffer, {lines})")
                editor.keys(key)
                self.assertEqual(editor.closed()["text"], text)
                wait_until(lambda: editor.evaluate("line('.')") == line, "the cursor is in its line")
                self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_the_dot_command_repeats_the_insertion(self):
        for insert in ("☃", 'a "b" | c\\ \x1b%', "one\ntwo", "<lt>"):
            with self.subTest(insert):
                editor = self.editor()
                editor.run("set textwidth=3 | iabbrev one 1 | autocmd InsertEnter,InsertCharPre,TextChangedI * let g:told = 1")
                editor.open(items=[{"title": "snowman", "insert": insert}])
                editor.rows("snowman")
                editor.keys("snow")
                editor.until(lambda seen: seen["prompt"] == "snow" and seen["counter"] == "1/1")
                editor.run("unlet! g:told")
                editor.keys("<CR>")
                self.assertEqual(editor.closed()["text"], insert)
                self.assertEqual(editor.evaluate("exists('g:told')"), 0)
                editor.run("set textwidth=0")
                editor.keys(".")
                editor.until(lambda seen: seen["text"] == insert * 2, insert)
                editor.keys("u")
                editor.until(lambda seen: seen["text"] == insert, insert)

    def test_after_a_cancelled_search_the_dot_command_repeats_the_change_before_it(self):
        for query, typed in [
            ("", ""), ("", "snow"), ("", "snow<BS>"), ("", "snow<C-u>rain"), ("snowman", "<BS>"), ("snowman", "<C-w>"),
            ("snowman", "<C-u>"),
        ]:
            with self.subTest(query=query, typed=typed):
                editor = self.editor()
                editor.keys("ione two three four<Esc>0xdw")
                editor.until(lambda seen: seen["text"] == "two three four")
                flags = editor.evaluate("&cpoptions")
                editor.command(f"Seekline {query}")
                editor.until(lambda seen: seen["prompt"] == query)
                editor.keys(typed)
                # Also as typeahead.
                editor.keys("<Esc>.")
                self.assertEqual(editor.closed()["text"], "three four")
                self.assertEqual((editor.evaluate("&cpoptions"), editor.evaluate("v:errmsg")), (flags, ""))

    def test_a_text_is_inserted_into_a_buffer_that_is_hidden_and_shorter_by_then(self):
        editor = self.editor()
        editor.keys("ione<CR>ab<Esc>")
        editor.until(lambda seen: seen["text"] == "one\nab" and seen["mode"] == "n")
        editor.command("set hidden")
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.lua("""
          vim.api.nvim_win_set_buf(vim.fn.bufwinid(first_buffer), vim.api.nvim_create_buf(true, false))
          vim.api.nvim_buf_set_lines(first_buffer, 0, -1, false, { "日" })
        """)
        editor.keys("<CR>")
        self.assertEqual(editor.closed()["text"], "日☃")
