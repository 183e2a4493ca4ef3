"""Items from one thread to another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Any

from seekline.filling import check_items

ROOM = 4096
"""How many items wait at most, if it is not said."""


class Feed:
    """What an iterable yields in the thread that calls `run`, as an async iterable in the thread of the loop.

    So an iterable that waits, such as a pipe, holds up nobody who types.
    """

    def __init__(self, items: Iterable[Any], room: int = ROOM) -> None:
        """`room` is how many items wait at most."""
        check_items(items)
        self._room = room
        self._items = items
        self._changed = threading.Condition()
        self._waiting: list[Any] = []
        self._ended = False
        self._stopped = False
        self._error: Exception | None = None
        self._news = asyncio.Event()
        self._waker: asyncio.AbstractEventLoop | None = None
        """The loop in which somebody waits for news."""

    def run(self) -> None:
        """Read until the end, a failure (which the other side raises) or `stop`."""
        try:
            for item in self._items:
                with self._changed:
                    while len(self._waiting) >= self._room and not self._stopped:
                        self._changed.wait()
                    if self._stopped:
                        return
                    self._waiting.append(item)
                    self._wake()
        except Exception as error:
            self._error = error
        finally:
            with self._changed:
                self._ended = True
                self._wake()

    def stop(self) -> None:
        """Nobody wants more."""
        with self._changed:
            self._stopped = True
            self._waker = None
            self._changed.notify()

    def _wake(self) -> None:
        if self._waker is not None:
            self._waker.call_soon_threadsafe(self._news.set)
            self._waker = None

    def __aiter__(self) -> AsyncIterator[Any]:
        return self.each()

    async def each(self) -> AsyncGenerator[Any, None]:
        """Iterate over what is yielded; closing this stops the other side."""
        try:
            while items := await self._take():
                for item in items:
                    yield item
            if self._error is not None:
                raise self._error
        finally:
            self.stop()

    async def _take(self) -> list[Any]:
        """What waits, or what comes next; nothing at the end."""
        while True:
            with self._changed:
                items, self._waiting = self._waiting, []
                if items or self._ended:
                    self._changed.notify()
                    return items
                self._news.clear()
                self._waker = asyncio.get_running_loop()
            await self._news.wait()
