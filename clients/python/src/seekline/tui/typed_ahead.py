"""What is typed before there is anything to see."""

from __future__ import annotations

import contextlib
import os
import signal
import termios
from collections.abc import Iterator

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""What ends a process at once. It must not leave a terminal in which nothing that is typed can be seen."""

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
            _kept.append((terminal, before))
            for number in ENDING:
                if signal.getsignal(number) is signal.SIG_DFL:
                    signal.signal(number, _end)
            termios.tcsetattr(terminal, termios.TCSANOW, now)
            return
    except (OSError, termios.error):
        _kept.clear()
    os.close(terminal)


def _end(number: int, _: object) -> None:
    hand_over()
    os.kill(os.getpid(), number)


def hand_over() -> None:
    """Have the terminal as it was; the keys are still to be read."""
    while _kept:
        terminal, before = _kept.pop()
        with contextlib.suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, before)
        os.close(terminal)
    for number in ENDING:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)
