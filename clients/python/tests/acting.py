"""A list of files, and programs that do something with them."""

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
    """Files in a folder, searched as names; what is done with one can be held until a test lets it go on."""

    def __init__(self, folder: pathlib.Path, debounce: int = 0) -> None:
        self.folder = folder / "files"
        self.folder.mkdir()
        self.config = folder / "config.json"
        self._gate = folder / "gate"
        os.mkfifo(self._gate)
        self.write("one", "two")
        script = folder / "act"
        # The gate is opened, and so waited for, before anything else is done.
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
        """Make files of these names."""
        for name in names:
            (self.folder / name).touch()

    def names(self) -> list[str]:
        """What is there."""
        return sorted(path.name for path in self.folder.iterdir())

    async def begun(self) -> int:
        """Wait until something is held; answers the gate, into which what it is to say is written."""

        async def opened() -> int:
            while True:
                with contextlib.suppress(OSError):
                    # Without a reader it fails.
                    return os.open(self._gate, os.O_WRONLY | os.O_NONBLOCK)
                await asyncio.sleep(0.005)

        return await asyncio.wait_for(opened(), 60)

    @staticmethod
    async def ended(gate: int) -> None:
        """Wait until who is held has ended without having been released."""
        watch = select.poll()
        watch.register(gate, 0)
        assert await asyncio.to_thread(watch.poll, 60_000)
        os.close(gate)

    @staticmethod
    def release(gate: int, message: str = "it went on") -> None:
        """Let what is held go on, and say this."""
        with os.fdopen(gate, "w") as file:
            file.write(message + "\n")
