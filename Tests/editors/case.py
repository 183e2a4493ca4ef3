"""Shared code of all editor tests."""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import unittest

from editor import ROOT, is_running, started_with, wait_until
from services import Services

BINARY = str(pathlib.Path(os.environ.get("SEEKLINE", ROOT / ".build" / "release" / "seekline")).resolve())
HOSTILE = str(ROOT / "Tests" / "editors" / "hostile-engine")
HOLDING = str(ROOT / "Tests" / "editors" / "holding-engine")
PARTIAL = str(ROOT / "Tests" / "editors" / "partial-engine")
PIECEWISE = str(ROOT / "Tests" / "editors" / "piecewise-engine")

__all__ = ["BINARY", "EditorCase", "HOLDING", "HOSTILE", "PARTIAL", "PIECEWISE", "ROOT", "is_running", "main", "wait_until"]


class EditorCase(unittest.TestCase):
    """A test with the services, an environment, its own folder, and editors that are closed when it ends."""

    # The class of the editor under test.
    EDITOR = None

    def setUp(self):
        with contextlib.ExitStack() as stack:
            self.services = stack.enter_context(Services())
            self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
            environment = stack.enter_context(self.services.environment())
            home = self.folder / "home"
            home.mkdir()
            for name in list(environment):
                if name.startswith(("NVIM", "VIM", "XDG_DATA", "XDG_STATE", "XDG_CACHE")):
                    del environment[name]
            self.environment = {**environment, "SEEKLINE": BINARY, "HOME": str(home), "LC_ALL": "C.UTF-8"}
            self.record = self.folder / "record.jsonl"
            self.stopped = set()
            stack.callback(self.leave)
            self.addCleanup(stack.pop_all().close)

    def leave(self):
        """Waits for the engines to end after the editors have: they use the folder until then. A stopped engine cannot
        end by itself; it is killed only now because an editor would have restarted it."""
        for pid in filter(is_running, self.stopped):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not self.engines(), lambda: f"the end of {self.engines()}")

    def engines(self):
        """Returns the command lines of this test's engines and of their child processes, by process id."""
        started = started_with(f"HOME={self.folder / 'home'}".encode())
        return {pid: command for pid, command in started.items() if "seekline" in command}

    def editor(self, *arguments, environment=(), **options):
        """Starts an editor with these arguments and additional environment variables. The options are `settings`, those
        of the plugin; `terminal`, the columns and lines of a tmux terminal to run it in; and `plugin`, whether it has
        the plugin."""
        editor = self.EDITOR(self, *arguments, environment={**self.environment, **dict(environment)}, **options)
        self.addCleanup(editor.close)
        return editor

    def recorded(self, *arguments, **options):
        """Starts an editor whose engine's messages are recorded."""
        return self.editor(*arguments, environment={"SEEKLINE": self.recording_engine()}, **options)

    def recording_engine(self):
        """Returns the path of an engine that writes a record, for an editor to run."""
        path = self.folder / "seekline"
        path.write_text(f'#!/bin/sh\nexec "{BINARY}" --record "{self.record}" "$@"\n')
        path.chmod(0o755)
        return str(path)

    def programs(self, **scripts):
        """Returns a PATH with only the editor and shell scripts of these names; underscores stand for hyphens."""
        folder = self.folder / "programs"
        folder.mkdir()
        (folder / self.EDITOR.NAME).symlink_to(shutil.which(self.EDITOR.PROGRAM))
        for name, script in scripts.items():
            path = folder / name.replace("_", "-")
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)
        return str(folder)

    def said(self, method=None):
        """Returns the messages that the editor has sent so far, or only those of one method."""
        # The last line may be only half written, and what there is of it may end with a brace.
        *lines, _ = self.record.read_bytes().split(b"\n") if self.record.exists() else [b""]
        messages = [json.loads(line).get("in") for line in lines]
        return [message for message in messages if message and method in (None, message["method"])]

    def assert_gone(self, pid):
        """Waits until a process has ended."""
        wait_until(lambda: not is_running(pid), f"process {pid} has gone")

    def assert_responsive(self, editor, attempt):
        """Checks that an editor stays responsive while something else hangs. `attempt` does what should not block it.
        Because other programs may take the processor, the best attempt within a minute counts."""
        away, began = [], time.monotonic()
        while min(away, default=1000) >= 50 and time.monotonic() - began < 60:
            editor.run("let g:longest = 0.0")
            attempt()
            away.append(editor.evaluate("g:longest"))
        self.assertLess(min(away), 50, f"milliseconds without a turn of the editor's loop: {away}")

    def kill(self, pid, number=signal.SIGKILL):
        """Sends a signal to a process. A process that this stops is killed at the end of the test."""
        os.kill(pid, number)
        if number == signal.SIGSTOP:
            self.stopped.add(pid)
        if number == signal.SIGKILL:
            wait_until(lambda: not is_running(pid), f"process {pid} is killed")

    def replace_engine(self, editor):
        """Kills the engine of an editor, and waits for the one that replaces it."""
        engine = editor.engine()
        self.kill(engine)
        wait_until(lambda: editor.engine() not in (0, engine), "another engine")


def main(folder, needed):
    """Runs the tests in a folder; with arguments, only those whose name contains one of them. The last line printed has
    the counts."""
    missing = [command for command in [BINARY, *needed] if not shutil.which(command)]
    if missing:
        print(f"missing: {', '.join(missing)}\n0 passed, 1 failed")
        return 1
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{part}*" for part in sys.argv[1:]] or None
    tests = loader.discover(str(folder), top_level_dir=str(folder))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    # Several subtests of one test may fail.
    bad = {getattr(test, "test_case", test).id() for test, _ in (*result.failures, *result.errors, *result.skipped)}
    print(f"{result.testsRun - len(bad)} passed, {len(bad)} failed")
    return 1 if bad or result.testsRun == 0 else 0
