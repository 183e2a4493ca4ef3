"""The terminal, for a program whose input or output is something else."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App

STANDARD = (0, 1, 2)


LEAVING = (signal.SIGTERM, signal.SIGHUP)
# How long an app may take to end by a signal, in seconds.
PATIENCE = 5.0


class NoTerminal(OSError):
    """There is no terminal to read keys from, and to draw on."""


async def run_on_terminal(app: App[Any]) -> Any:
    """Run an app on the terminal; answers its result.

    A signal that is to end it leaves the terminal as it was, and ends the process even if the app does not: Textual
    waits for ever where its terminal has gone before all was written.

    Raises `NoTerminal` if there is none.
    """
    loop = asyncio.get_running_loop()
    # Whoever is not to hear of one, as with nohup, does not.
    heard = [number for number in LEAVING if signal.getsignal(number) is not signal.SIG_IGN]

    def leave(number: int) -> None:
        last = threading.Timer(PATIENCE, os._exit, [128 + number])
        last.daemon = True
        last.start()
        app.exit(None, 128 + number)

    with on_terminal():
        for number in heard:
            loop.add_signal_handler(number, leave, number)
        try:
            return await app.run_async()
        finally:
            for number in heard:
                loop.remove_signal_handler(number)


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
