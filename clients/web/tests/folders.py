"""A source that lists the files in a folder, with actions on them."""

import json
import os
import pathlib
import shutil

from support import wait_until


class Folder:
    """Two files; one action holds until `release` is called."""

    def __init__(self, place):
        place = pathlib.Path(place)
        self.files = place / "files"
        self.files.mkdir()
        for name in "one", "two":
            (self.files / name).touch()
        self.gate = place / "gate"
        os.mkfifo(self.gate)
        self.config = place / "config.json"
        actions = [
            {"name": "remove", "title": "Remove it", "argv": [shutil.which("rm"), "-v", "--", "{id}"], "changes": True},
            {"name": "hold", "title": "Hold it", "argv": [shutil.which("cat"), "--", str(self.gate)]},
            {"name": "fail", "title": "Fail with it", "argv": [shutil.which("ls"), "--", "no such {id}"]},
        ]
        files = {"type": "command", "argv": [shutil.which("ls")], "run": "once", "cwd": str(self.files), "actions": actions,
                 "options": {"debounceMs": 0, "throttleMs": 0}}
        self.config.write_text(json.dumps({"sources": {"files": files}}))

    def names(self):
        return sorted(path.name for path in self.files.iterdir())

    def begun(self):
        """Waits until an action is held, and returns the gate."""
        return open(wait_until(self._opened, "something that waits for the gate"), "w", encoding="utf-8")

    def _opened(self):
        """Returns the gate's descriptor, if something waits for it."""
        try:
            return os.open(self.gate, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return None

    @staticmethod
    def release(gate, message):
        """Lets the held action continue and print the message."""
        gate.write(message + "\n")
        gate.close()
