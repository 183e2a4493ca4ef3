"""Programs to be run as sources, and which processes are alive."""

import json
import pathlib
import tempfile
import unittest

from support import error_of, seekline, wait_until


def is_alive(process):
    """Whether a process runs: not one that has ended and whose end nobody has taken yet."""
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def children(process):
    """The processes that this one has started, and that are there in any way."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process:
            found.append(int(path.parent.name))
    return found


class ProgramCase(unittest.TestCase):
    """A test of programs in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pids = self.folder / "pids"

    def program(self, text, name="program", mode=0o755):
        """A file that is a program; the path of `pids` stands for PIDS in it."""
        path, draft = self.folder / name, self.folder / f"{name}.new"
        draft.write_text(text.replace("PIDS", str(self.pids)))
        draft.chmod(mode)
        # The one before may run still, and nobody can write into that.
        draft.replace(path)
        return str(path)

    def shell(self, text):
        """The argv of a program in sh, that gets what is typed as its first argument."""
        return [self.program("#!/bin/sh\n" + text), "--", "{query}"]

    def start(self, sources, *arguments, **options):
        """An engine with these sources."""
        file = self.folder / "config.json"
        file.write_text(json.dumps({"sources": sources}))
        return self.enterContext(seekline("--config", str(file), *arguments, **options))

    def engine(self, argv, *arguments, **settings):
        """An engine that runs a program."""
        return self.start({"run": {"type": "command", "argv": argv} | settings}, "--source=run", *arguments)

    def search(self, engine, query="q", **params):
        """The messages of a search, to its end."""
        engine.notify("submit", query=query, **params)
        return engine.settled(params.get("session", "default"))

    def refusal(self, argv, query="q", **settings):
        """The error that a query leads to, where the folder is called FOLDER."""
        error = error_of(self.search(self.engine(argv, **settings), query))
        return error["kind"], error["message"].replace(str(self.folder), "FOLDER")

    def started(self, count=1):
        """The numbers that processes have written to `pids`, once there are so many."""
        def numbers():
            text = self.pids.read_text() if self.pids.exists() else ""
            return [int(line) for line in text.splitlines()] if text.endswith("\n") else []

        wait_until(lambda: len(numbers()) >= count, f"{count} processes have begun")
        return numbers()

    def assert_gone(self, processes):
        """Waits until none of these is alive."""
        wait_until(lambda: not any(map(is_alive, processes)), f"{processes} are gone", 20)
