"""Items in files: going there, and seeing the text around them."""

from neovim import NeovimCase
from stories import locations


class Jumping(locations.Jumping, NeovimCase):
    def test_a_line_with_null_characters_can_be_jumped_to(self):
        editor = self.editor()
        self.words.write_bytes(b"one\n\xc3\xa9\0\0c\n")
        for key in ("<CR>", "<C-q>"):
            editor.open(items=[locations.row(1, self.words, line=2, column=4), locations.row(2, "no\0file")])
            editor.rows("place 2")
            editor.keys(key)
            editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n")
            if key == "<CR>":
                self.arrives(editor, str(self.words), 2, 4)
            else:
                self.assertEqual(editor.evaluate("getqflist()[0].col"), 5)


class Previewing(locations.Previewing, NeovimCase):
    def test_the_preview_uses_tree_sitter_highlighting_if_a_parser_exists(self):
        path = self.folder / "init.lua"
        path.write_text("local a = 1\n")
        editor = self.editor(settings={"preview": True})
        editor.open(items=[locations.row(1, path, line=1)])
        editor.until(lambda seen: seen["preview"] == "local a = 1")
        self.assertEqual(editor.lua("""
          for buffer in pairs(vim.treesitter.highlighter.active) do return vim.bo[buffer].filetype end
        """), "seekline-preview")
