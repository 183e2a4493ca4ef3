"""Programs to be run as sources, and which processes are alive."""

import json
import pathlib
import tempfile
import unittest

from support import error_of, seekline, wait_until


def is_alive(process):
    """Whether a process runs; a zombie does not."""
    try:
        status = pathlib.Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"


def children(process):
    """Returns the child processes of this one, zombies included."""
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
    """A test of programs in its own folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.pids = self.folder / "pids"

    def program(self, text, name="program", mode=0o755):
        """Writes a program, in which PIDS is replaced by the path of `pids`; returns its path."""
        path, draft = self.folder / name, self.folder / f"{name}.new"
        draft.write_text(text.replace("PIDS", str(self.pids)))
        draft.chmod(mode)
        # The previous one may still run, and a running program cannot be written to.
        draft.replace(path)
        return str(path)

    def shell(self, text):
        """The argv of an sh script whose second argument is the query; the first is `--`."""
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
        """Searches, and returns the messages until it ends."""
        engine.notify("submit", query=query, **params)
        return engine.settled(params.get("session", "default"))

    def refusal(self, argv, query="q", **settings):
        """Returns the error that a query results in, with the folder's path replaced by FOLDER."""
        error = error_of(self.search(self.engine(argv, **settings), query))
        return error["kind"], error["message"].replace(str(self.folder), "FOLDER")

    def started(self, count=1):
        """Returns the ids that processes have written to `pids`, once there are `count`."""
        def numbers():
            text = self.pids.read_text() if self.pids.exists() else ""
            return [int(line) for line in text.splitlines()] if text.endswith("\n") else []

        wait_until(lambda: len(numbers()) >= count, f"{count} processes have begun")
        return numbers()

    def assert_gone(self, processes):
        """Waits until none of these processes is alive."""
        wait_until(lambda: not any(map(is_alive, processes)), f"{processes} are gone", 20)
