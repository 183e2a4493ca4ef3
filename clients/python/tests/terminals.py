"""Running a command in a real terminal, or without one."""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time
import unicodedata
import uuid
from collections.abc import Iterator, Mapping


def command(name: str) -> str:
    """Return the path of a command of the package under test."""
    return str(pathlib.Path(sys.executable).parent / name)


def run_command(*words: str, given: bytes = b"") -> subprocess.CompletedProcess[str]:
    """Run a command without a terminal: it leads its own session."""
    done = subprocess.run(words, input=given, capture_output=True, timeout=60, check=False, start_new_session=True)
    return subprocess.CompletedProcess(words, done.returncode, done.stdout.decode(), done.stderr.decode())


class Terminal:
    """A terminal, by default of 80 by 24, in which a command runs."""

    def __init__(self, command: str, columns: int = 80, rows: int = 24) -> None:
        self.socket = f"seekline-{uuid.uuid4().hex[:8]}"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(rows), command)

    def tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-L", self.socket, *arguments]
        env = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
        return subprocess.run(command, capture_output=True, text=True, env=env, timeout=60, check=True).stdout

    def keys(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def cells(self) -> str:
        """Return the screen; a character that is two cells wide is followed by a filler."""
        screen = self.tmux("capture-pane", "-p").expandtabs()  # Since tmux 3.6 there may be tabs.
        return "".join(c + "_" if unicodedata.east_asian_width(c) in "WF" else c for c in screen)

    def until(self, pattern: str, seconds: float = 60) -> list[str]:
        """Return the screen once it matches a pattern, which may span lines. A character there is a cell."""
        deadline = time.monotonic() + seconds
        while not re.search(pattern, screen := self.cells(), re.MULTILINE | re.DOTALL):
            assert time.monotonic() < deadline, f"no {pattern} in:\n{screen}"
            time.sleep(0.02)
        return screen.splitlines()


@contextlib.contextmanager
def running(*words: str, env: Mapping[str, str] | None = None) -> Iterator[Terminal]:
    """Run a command in a terminal; once it has ended, its status is on the screen."""
    with running_script(shlex.join(words), env) as terminal:
        yield terminal


@contextlib.contextmanager
def running_script(
    script: str, env: Mapping[str, str] | None = None, size: tuple[int, int] = (80, 24)
) -> Iterator[Terminal]:
    """Do the same for a shell script."""
    variables = {"SEEKLINE": os.environ["SEEKLINE"], "XDG_CONFIG_HOME": "/nonexistent", **(env or {})}
    words = [f"{name}={value}" for name, value in variables.items()]
    terminal = Terminal(shlex.join(["env", *words, "sh", "-c", f"{script}; echo the status is $?; exec cat"]), *size)
    try:
        yield terminal
    finally:
        terminal.tmux("kill-server")
