"""Trouble: errors, and servers and engines that are slow, hang or lie."""

from stories import trouble
from vim import VimCase
from case import is_running, wait_until


class Errors(trouble.Errors, VimCase):
    pass


class Waiting(trouble.Waiting, VimCase):
    pass


class Hostile(trouble.Hostile, VimCase):
    def test_a_process_left_behind_by_an_engine_is_not_waited_for(self):
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
