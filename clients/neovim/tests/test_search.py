"""Searching: typing, moving, paging, details, refreshing."""

from neovim import NeovimCase
from stories import search


class Typing(search.Typing, NeovimCase):
    def test_bytes_that_are_no_text_can_be_pasted(self):
        editor = self.editor()
        editor.command("Seekline")
        editor.until(lambda seen: seen["prompt"] == "")
        editor.lua('vim.api.nvim_paste("black\\nsnow\\255man", true, -1)')
        editor.until(lambda seen: seen["prompt"].startswith("black snow"))
        editor.keys("<C-u>snowman")
        editor.rows("☃")


class Paging(search.Paging, NeovimCase):
    pass


class Details(search.Details, NeovimCase):
    pass


class Refreshing(search.Refreshing, NeovimCase):
    pass
