"""The terminal, for a program whose standard input or output is something else."""

from __future__ import annotations

import asyncio
import contextlib
import os
import queue
import signal
import threading
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from textual.app import App

STANDARD = (0, 1, 2)
LEAVING = (signal.SIGTERM, signal.SIGHUP)
# How long an app may take to end after a signal, in seconds.
PATIENCE = 5.0
LENT = threading.Lock()
"""Held while another program has the terminal, such as an editor: until it ends, the app waits and cannot end."""


class NoTerminal(OSError):
    """There is no terminal to read keys from and draw on."""


async def run_on_terminal(app: App[Any]) -> Any:
    """Run an app on the terminal; returns its result.

    A signal that ends it restores the terminal, and ends the process even if the app does not end: Textual waits
    forever, and may block the event loop, if its terminal disappears before everything was written. The time that the
    app may take begins when no other program has the terminal.

    Raises `NoTerminal` if there is none.
    """
    loop = asyncio.get_running_loop()
    # A signal that is ignored, as with nohup, stays ignored.
    heard = [number for number in LEAVING if signal.getsignal(number) is not signal.SIG_IGN]

    received: queue.SimpleQueue[int] = queue.SimpleQueue()

    # Not a handler of the loop, which may be blocked.
    def leave(number: int, _: object) -> None:
        received.put(number)
        loop.call_soon_threadsafe(app.exit, None, 128 + number)

    threading.Thread(target=_end_in_time, args=[received], daemon=True).start()
    with on_terminal():
        for number in heard:
            signal.signal(number, leave)
        try:
            return await app.run_async()
        finally:
            for number in heard:
                signal.signal(number, signal.SIG_DFL)


def _end_in_time(received: queue.SimpleQueue[int]) -> None:
    number = received.get()
    while True:
        with LENT:
            pass
        time.sleep(PATIENCE)
        if LENT.acquire(blocking=False):
            os._exit(128 + number)


@contextlib.contextmanager
def on_terminal() -> Iterator[None]:
    """Make the terminal standard input, output and error, where Textual looks for it.

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
