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
