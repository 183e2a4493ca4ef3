"""Vim under test, in a terminal that nobody looks at, or in one of tmux."""

import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[2] / "Tests" / "editors")]

from case import EditorCase  # noqa: E402
from editor import Editor  # noqa: E402
from terminal import Terminal  # noqa: E402

KEYS = {
    "CR": "\r", "Esc": "\x1b", "Tab": "\t", "BS": "\x7f", "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
    "PageUp": "\x1b[5~", "PageDown": "\x1b[6~", "F5": "\x1b[15~", "F2": "\x1bOQ", "Home": "\x1bOH", "End": "\x1bOF", "Del": "\x1b[3~",
}


def typed(keys):
    """Keys in Vim's notation as a terminal sends them."""
    def sent(match):
        name = match.group(1)
        return chr(ord(name[2].upper()) - 64) if name.startswith("C-") else KEYS[name]

    return re.sub(r"<([\w-]+)>", sent, keys)


class Vim(Editor):
    """A Vim with nothing but the plugin."""

    PID = "getpid()"
    SEEN = "g:Seen()"
    ENGINE = "seekline#engine#Pid()"

    def __init__(self, case, *arguments, environment, terminal=None, plugin=True):
        environment = {**environment, "SEEKLINE_TEST_PLUGIN": str(FOLDER.parent) if plugin else ""}
        command = ["vim", "-N", "-i", "NONE", "-u", str(FOLDER / "agent.vim"), *arguments]

        def run(environment):
            if terminal:
                self.terminal = Terminal([*command], environment, *terminal)
                return self.terminal.close
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            process = subprocess.Popen(
                command, env={**environment, "TERM": "xterm-256color"}, cwd=case.folder, stdin=theirs, stdout=theirs, stderr=theirs,
                start_new_session=True,
            )
            os.close(theirs)
            self.input = ours

            # A process of its own takes what Vim shows: Vim waits for a terminal that is slow.
            reader = subprocess.Popen(["cat"], stdin=ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

            def close():
                process.wait()
                reader.kill()
                reader.wait()
                os.close(ours)

            return close

        super().__init__(run, environment)

    def ask(self, code):
        """Evaluates an expression, and answers its value."""
        self.last -= 1
        number, value = self.exchange(["expr", code, self.last])
        assert number == self.last
        if value == "ERROR":
            raise RuntimeError(code)
        return value

    def run(self, command):
        """Runs a command, and answers what it prints."""
        return self.ask(f"execute({quote(command)})")

    def keys(self, keys):
        """Types keys, in Vim's notation."""
        os.write(self.input, typed(keys).encode())

    def command(self, command):
        self.keys(f":{command}<CR>")


def quote(text):
    """A text as an expression."""
    return "'" + text.replace("'", "''") + "'"


class VimCase(EditorCase):
    """A test with a Vim."""

    def vim(self, *arguments, environment=(), **options):
        editor = Vim(self, *arguments, environment={**self.environment, **dict(environment)}, **options)
        self.addCleanup(editor.close)
        return editor

    def recorded(self, *arguments, **options):
        """A Vim of whose engine everything is written down."""
        return self.vim(*arguments, environment={"SEEKLINE": self.recording_engine()}, **options)
