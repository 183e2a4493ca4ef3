"""Items in files: going there, and seeing the text around them."""

from neovim import NeovimCase
from stories import locations


class Jumping(locations.Jumping, NeovimCase):
    pass


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
