"""What the tests of all editors share."""

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
    """A test with the services, an environment, its own folder, and editors that are closed at its end."""

    # The kind of editor that is tested.
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
        """After the editors have ended, waits for their engines to end, too: they use the folder until then. An engine
        that was stopped cannot end by itself, and is killed only now because it would be restarted earlier."""
        for pid in filter(is_running, self.stopped):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not self.engines(), lambda: f"the end of {self.engines()}")

    def engines(self):
        """Returns the engines of this test's editors and their child processes, each with its command line."""
        started = started_with(f"HOME={self.folder / 'home'}".encode())
        return {pid: command for pid, command in started.items() if "seekline" in command}

    def editor(self, *arguments, environment=(), **options):
        """Starts an editor with these arguments and additions to its environment. The options are `settings` of the
        plugin; `terminal`, the columns and lines of one in tmux; `plugin`, whether it has the plugin."""
        editor = self.EDITOR(self, *arguments, environment={**self.environment, **dict(environment)}, **options)
        self.addCleanup(editor.close)
        return editor

    def recorded(self, *arguments, **options):
        """Starts an editor whose engine's messages are recorded."""
        return self.editor(*arguments, environment={"SEEKLINE": self.recording_engine()}, **options)

    def recording_engine(self):
        """Returns an engine that writes a record, to be set as the editor's program."""
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
        """Returns the messages that the editor has sent so far, or those of a method."""
        lines = self.record.read_text().splitlines() if self.record.exists() else []
        messages = [json.loads(line).get("in") for line in lines if line.endswith("}")]
        return [message for message in messages if message and method in (None, message["method"])]

    def assert_gone(self, pid):
        """Waits until a process has ended."""
        wait_until(lambda: not is_running(pid), f"process {pid} has gone")

    def assert_responsive(self, editor, attempt):
        """Checks that an editor stays responsive while something else hangs. `attempt` does what should not block it.
        Since other programs may have the processor meanwhile, the best attempt within a minute counts."""
        away, began = [], time.monotonic()
        while min(away, default=1000) >= 50 and time.monotonic() - began < 60:
            editor.run("let g:longest = 0.0")
            attempt()
            away.append(editor.evaluate("g:longest"))
        self.assertLess(min(away), 50, f"milliseconds without a turn of the editor's loop: {away}")

    def kill(self, pid, number=signal.SIGKILL):
        """Sends a signal to a process. One that is stopped does not survive the test."""
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
    """Runs the tests in a folder, or those whose name contains the first argument. The last line has the counts."""
    missing = [command for command in [BINARY, *needed] if not shutil.which(command)]
    if missing:
        print(f"missing: {', '.join(missing)}\n0 passed, 1 failed")
        return 1
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{part}*" for part in sys.argv[1:]] or None
    tests = loader.discover(str(folder), top_level_dir=str(folder))
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(tests)
    # Several parts of one test may fail.
    bad = {getattr(test, "test_case", test).id() for test, _ in (*result.failures, *result.errors, *result.skipped)}
    print(f"{result.testsRun - len(bad)} passed, {len(bad)} failed")
    return 1 if bad or result.testsRun == 0 else 0
