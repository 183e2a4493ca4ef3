"""Searching: typing, moving, paging, details, refreshing."""

from neovim import NeovimCase
from stories import search


class Typing(search.Typing, NeovimCase):
    def test_invalid_utf_8_can_be_pasted(self):
        editor = self.editor()
        editor.command("Seekline")
        editor.until(lambda seen: seen["prompt"] == "")
        editor.lua('vim.api.nvim_paste("black\\nsnow\\255man", true, -1)')
        editor.until(lambda seen: seen["prompt"].startswith("black snow"))
        editor.keys("<C-u>snowman")
        editor.rows("☃")

    def test_what_is_typed_within_the_text_stays_there(self):
        editor = self.editor("-c", "set textwidth=20 formatoptions+=ta")
        editor.open(items=["x"])
        editor.keys("rightwards arrow with stroke")
        editor.until(lambda seen: seen["prompt"] == "rightwards arrow with stroke")
        editor.keys("<Left><Left>XYZ")
        editor.until(lambda seen: seen["prompt"] == "rightwards arrow with stroXYZke")
        editor.keys("<C-u><Del><Del>xy<Left>")
        editor.until(lambda seen: seen["prompt"] == "xy" and seen["cursor"] == 1)
        editor.paste("a\nb")
        editor.until(lambda seen: seen["prompt"] == "xa by")
        editor.keys("Q")
        editor.until(lambda seen: seen["prompt"] == "xa bQy")

    def test_null_characters_can_be_pasted(self):
        editor = self.editor()
        editor.open(items=["a�b", "x"])
        editor.rows("x")
        editor.lua(r'vim.api.nvim_paste(" a\0b ", true, -1)')
        editor.until(lambda seen: seen["counter"] == "1/1")
        editor.keys("<CR>")
        self.assertEqual(editor.closed()["text"], "a�b")

    def test_text_with_null_characters_is_copied_inserted_and_repeated(self):
        editor = self.editor()
        editor.lua(r"vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'x\0y' }) vim.api.nvim_win_set_cursor(0, { 1, 0 })")
        editor.open(items=[{"title": "title", "insert": "a\0b"}])
        editor.rows("title")
        editor.keys("<C-y>")
        editor.until(lambda seen: editor.evaluate("getreg('@', 1, 1)") == ["a\nb"])
        editor.keys("<CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n")
        self.assertEqual((seen["text"], seen["cursor"]), ("xa\0b\0y", 3))
        editor.keys("l.")
        editor.until(lambda seen: seen["text"] == "xa\0b\0a\0by")
        self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_only_the_beginning_of_a_query_that_is_too_long_is_searched_for(self):
        editor = self.editor()
        editor.open(items=["snow", "x" * 5000, "ж" * 5000])
        editor.rows("snow")
        for letter in "xж":
            editor.keys("<C-u>")
            editor.paste(letter * 12_000)
            editor.until(lambda seen: [row.strip()[:3] for row in seen["rows"]] == [letter * 3])
        editor.keys("<C-u>snow")
        editor.until(lambda seen: [row.strip() for row in seen["rows"]] == ["snow"])


class Paging(search.Paging, NeovimCase):
    pass


class Details(search.Details, NeovimCase):
    def test_a_detail_with_many_spaces_in_a_row_is_shown_at_once(self):
        editor = self.editor()
        away = editor.lua("""
          local began = vim.uv.hrtime()
          require("seekline.row").detail({ title = "a", text = "a" .. (" "):rep(100000) .. "b" })
          return (vim.uv.hrtime() - began) / 1e6
        """)
        # Milliseconds, even on a busy machine.
        self.assertLess(away, 1000)


class Refreshing(search.Refreshing, NeovimCase):
    pass
