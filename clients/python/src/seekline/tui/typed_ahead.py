"""What is typed before anything is shown."""

from __future__ import annotations

import contextlib
import os
import signal
import termios
from collections.abc import Iterator

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
"""The signals that end a process at once. They must not leave a terminal that does not echo."""

_kept: list[tuple[int, list[int | list[bytes | int]]]] = []
"""The terminal and its previous settings, while its keys are kept."""


@contextlib.contextmanager
def typed_ahead() -> Iterator[None]:
    """Keep the keys that are pressed, unchanged, for the code that reads them after `hand_over`.

    Otherwise the terminal would echo them after the shell's output and make lines of them: Enter would be another key.
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
        # In the background the terminal belongs to another job, and the kernel would stop this process.
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
    """Restore the terminal; the keys can still be read."""
    while _kept:
        terminal, before = _kept.pop()
        with contextlib.suppress(termios.error):
            termios.tcsetattr(terminal, termios.TCSANOW, before)
        os.close(terminal)
    for number in ENDING:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)
