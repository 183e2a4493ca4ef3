"""Watches a session in a terminal: what the screen showed, and when."""

import pathlib
import sys
import time
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "terminal"))

from film.cells import SEQUENCE  # noqa: E402
from terminal import Terminal  # noqa: E402


class Frame(NamedTuple):
    """What the screen showed from a certain time on, in seconds since the beginning: its lines, with their colours as
    SGR sequences, and the column and line of the cursor; None if that was not shown."""

    at: float
    lines: tuple
    cursor: tuple | None


class Recording:
    """A command in a terminal, and the frames of what it showed so far."""

    def __init__(self, command, environment, columns, lines):
        self.terminal = Terminal({**environment, "COLORTERM": "truecolor"}, columns, lines)
        self.frames = []
        self.terminal.run(command)
        self.began = time.monotonic()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.terminal.close()

    def look(self):
        """Adds a frame if there is something else to see than before."""
        lines = self.terminal.ask("capture-pane -epN")
        cursor, = self.terminal.ask("display-message -p '#{cursor_x} #{cursor_y} #{cursor_flag}'")
        at = time.monotonic() - self.began
        column, line, shown = map(int, cursor.split())
        frame = Frame(at, tuple(lines), (column, line) if shown else None)
        if not self.frames or self.frames[-1][1:] != frame[1:]:
            self.frames.append(frame)

    def watch(self, seconds):
        """Keeps looking for this long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            self.terminal.line(time.monotonic() + 0.005)

    def until(self, text, timeout=60):
        """Keeps looking until a text can be seen: in the last frame."""
        end = time.monotonic() + timeout
        self.look()
        while text not in (seen := SEQUENCE.sub("", "\n".join(self.frames[-1].lines))):
            if time.monotonic() > end:
                raise TimeoutError(f"{text!r} is not on the screen:\n{seen}")
            self.watch(0.005)

    def press(self, *keys, pause):
        """Presses keys, by tmux's names, each followed by a pause."""
        for key in keys:
            self.terminal.press(key)
            self.watch(pause)

    def type(self, text, pause):
        """Types a text."""
        self.press(*("Space" if character == " " else character for character in text), pause=pause)
