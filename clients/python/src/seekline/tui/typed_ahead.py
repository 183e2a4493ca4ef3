"""What is typed before there is anything to see."""

from __future__ import annotations

import contextlib
import os
import termios
from collections.abc import Iterator

_kept: list[tuple[int, list[int | list[bytes | int]]]] = []
"""The terminal, and how it was, while its keys are kept."""


@contextlib.contextmanager
def typed_ahead() -> Iterator[None]:
    """Keep the keys that are pressed, as they are, for whoever reads them after `hand_over`.

    The terminal would write them where the shell has left off, and make lines of them: Enter would be another key.
    """
    _keep()
    try:
        yield
    finally:
        hand_over()


def _keep() -> None:
    try:
        terminal = os.open("/dev/tty", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return
    try:
        # In the background it is somebody else's, who would stop us.
        if os.tcgetpgrp(terminal) == os.getpgrp():
            before, now = termios.tcgetattr(terminal), termios.tcgetattr(terminal)
            now[0] &= ~termios.ICRNL
            now[3] &= ~(termios.ECHO | termios.ICANON)
            termios.tcsetattr(terminal, termios.TCSANOW, now)
            _kept.append((terminal, before))
            return
    except (OSError, termios.error):
        pass
    os.close(terminal)


def hand_over() -> None:
    """Have the terminal as it was; the keys are still to be read."""
    while _kept:
        terminal, before = _kept.pop()
        with contextlib.suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, before)
        os.close(terminal)
