"""The terminal, for a program whose input or output is something else."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

STANDARD = (0, 1, 2)


class NoTerminal(OSError):
    """There is no terminal to read keys from, and to draw on."""


@contextlib.contextmanager
def on_terminal() -> Iterator[None]:
    """Have the terminal as standard input, output and error: that is where Textual looks for one.

    Raises `NoTerminal` if there is none.
    """
    if all(map(os.isatty, STANDARD)):
        yield
        return
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    except OSError as error:
        raise NoTerminal(f"there is no terminal to choose in: {error.strerror}") from error
    kept = [os.dup(number) for number in STANDARD]
    try:
        for number in STANDARD:
            os.dup2(terminal, number)
        yield
    finally:
        for number, copy in zip(STANDARD, kept, strict=True):
            os.dup2(copy, number)
            os.close(copy)
        os.close(terminal)
