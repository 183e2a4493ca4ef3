"""How an engine or its editor ends, and what follows."""

from neovim import NeovimCase
from stories import endings


class Endings(endings.Endings, NeovimCase):
    def test_an_engine_that_dies_after_its_float_is_gone_is_not_restarted(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        # This triggers no event.
        editor.lua("vim.cmd('noautocmd fclose!')")
        editor.until(lambda seen: seen["prompt"] is None)
        self.kill(editor.engine())
        seen = editor.until(lambda seen: seen["messages"])
        self.assertEqual(seen["messages"], [
            f"seekline: the engine ended ({editor.KILLED}); the next search starts it again"
        ])
        self.assertEqual(editor.engine(), 0)
        editor.closed()
        self.assertEqual(editor.evaluate("v:errmsg"), "")
