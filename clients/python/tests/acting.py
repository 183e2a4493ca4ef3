"""A list of files, and programs that perform actions on them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import pathlib
import select
import stat
from typing import Any


class Files:
    """Files in a folder, searched by name; an action on one can be held until a test lets it continue."""

    def __init__(self, folder: pathlib.Path, debounce: int = 0) -> None:
        self.folder = folder / "files"
        self.folder.mkdir()
        self.config = folder / "config.json"
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        self.write("one", "two")
        script = folder / "act"
        # Opens the gate, and so waits for it, before doing anything else.
        script.write_text(f'#!/bin/sh\nread answer <"{self._gate}"\n$1 "$3"\n[ "$answer" = "-" ] || echo "$answer"\n')
        script.chmod(script.stat().st_mode | stat.S_IXUSR)

        def action(name: str, title: str, *argv: str, **members: Any) -> dict[str, Any]:
            return {"name": name, "title": title, "argv": [*argv, "--", "{id}"], **members}

        actions = [
            action("remove", "Remove it", "rm", "-v", changes=True),
            action("hold", "Hold it", str(script), ":"),
            action("quietly", "Remove it quietly", "rm", changes=True),
            action("fail", "Fail with it", "ls", "no such file"),
        ]
        files = {"type": "command", "argv": ["ls"], "run": "once", "cwd": str(self.folder), "actions": actions}
        plain = {"type": "command", "argv": ["ls"], "run": "once", "cwd": str(self.folder)}
        options = {"debounceMs": debounce, "throttleMs": 0}
        sources = {"files": {**files, "options": options}, "plain": plain}
        self.config.write_text(json.dumps({"sources": sources}))

    def write(self, *names: str) -> None:
        """Create files with these names."""
        for name in names:
            (self.folder / name).touch()

    def names(self) -> list[str]:
        """Return the names of the files."""
        return sorted(path.name for path in self.folder.iterdir())

    async def begun(self) -> int:
        """Wait until an action is held; returns the gate, into which the action's message is written."""

        async def opened() -> int:
            while True:
                with contextlib.suppress(OSError):
                    # This fails if there is no reader.
                    return os.open(self._gate, os.O_WRONLY | os.O_NONBLOCK)
                await asyncio.sleep(0.005)

        return await asyncio.wait_for(opened(), 60)

    @staticmethod
    async def ended(gate: int) -> None:
        """Wait until a held action has ended without having been released."""
        watch = select.poll()
        watch.register(gate, 0)
        assert await asyncio.to_thread(watch.poll, 60_000)
        os.close(gate)

    @staticmethod
    def release(gate: int, message: str = "it went on") -> None:
        """Let the held action continue and print `message`."""
        with os.fdopen(gate, "w") as file:
            file.write(message + "\n")
