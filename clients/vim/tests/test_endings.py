"""How an engine or its editor ends, and what follows."""

from case import wait_until
from stories import endings
from vim import VimCase


class Endings(endings.Endings, VimCase):
    def test_an_engine_that_dies_after_its_popups_are_gone_is_not_restarted(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        # This triggers no callback.
        editor.run("call popup_clear(1)")
        self.kill(editor.engine())
        messages = wait_until(lambda: editor.run("messages"), "a message")
        self.assertEqual(messages, f"seekline: the engine ended ({editor.KILLED}); the next search starts it again")
        self.assertEqual(editor.engine(), 0)

    def test_an_engine_that_ends_before_its_session_begins_is_reported(self):
        # Vim notices it in the middle of opening the popups.
        ends = "autocmd OptionSet list while seekline#engine#Pid() != 0 | sleep 2m | endwhile"
        editor = self.editor("-c", ends, settings={"args": ["--source", "bing"]})
        editor.command("Seekline")
        seen = editor.until(lambda seen: 'there is no source "bing"' in " ".join(seen["rows"]))
        self.assertIn("✗ the engine ended", seen["title"])
        self.assertEqual((editor.engine(), editor.evaluate("v:errmsg")), (0, ""))
