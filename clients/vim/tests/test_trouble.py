"""What goes wrong: errors, engines that die, editors that die, servers that hang and lie."""

from stories import trouble
from vim import VimCase
from case import is_running, wait_until


class Errors(trouble.Errors, VimCase):
    pass


class Endings(trouble.Endings, VimCase):
    def test_an_engine_that_dies_behind_popups_that_are_gone_is_not_started_again(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        # Nobody is told of this.
        editor.run("call popup_clear(1)")
        self.kill(editor.engine())
        messages = wait_until(lambda: editor.run("messages"), "a message")
        self.assertEqual(messages, f"seekline: the engine ended ({editor.KILLED}); the next search starts it again")
        self.assertEqual(editor.engine(), 0)


    def test_an_engine_that_ends_before_its_session_begins_is_told(self):
        # Vim hears of it in the midst of what opens the popups.
        ends = "autocmd OptionSet list while seekline#engine#Pid() != 0 | sleep 2m | endwhile"
        editor = self.editor("-c", ends, settings={"args": ["--source", "bing"]})
        editor.command("Seekline")
        seen = editor.until(lambda seen: 'there is no source "bing"' in " ".join(seen["rows"]))
        self.assertIn("✗ the engine ended", seen["title"])
        self.assertEqual((editor.engine(), editor.evaluate("v:errmsg")), (0, ""))


class Waiting(trouble.Waiting, VimCase):
    pass


class Hostile(trouble.Hostile, VimCase):
    def test_what_an_engine_leaves_behind_is_not_waited_for(self):
        engine, writer = self.folder / "leaver", self.folder / "writer"
        engine.write_text(f"#!/bin/sh\n{writer} &\nexit 3\n")
        writer.write_text(f"#!/bin/sh\necho $$ >{self.folder}/pid\nwhile echo '{{}}'; do :; done\n")
        for script in (engine, writer):
            script.chmod(0o755)
        editor = self.editor(environment={"SEEKLINE": str(engine)})
        editor.command("Seekline")
        editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        pid = int(wait_until(lambda: (self.folder / "pid").exists() and (self.folder / "pid").read_text(), "the writer"))
        self.addCleanup(lambda: is_running(pid) and self.kill(pid))
        self.assert_gone(pid)
        editor.keys("<Esc>")
        editor.closed()
