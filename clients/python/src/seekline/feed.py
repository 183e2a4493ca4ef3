"""Passes items from one thread to another."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from typing import Any

from seekline.filling import check_items

ROOM = 4096
"""The default maximum number of waiting items."""


class Feed:
    """Reads an iterable in the thread that calls `run`, and is an async iterable in the thread of the event loop.

    So an iterable that blocks, such as a pipe, does not hold up typing.
    """

    def __init__(self, items: Iterable[Any], room: int = ROOM) -> None:
        """`room` is the maximum number of waiting items."""
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
        """The loop in which a reader waits for items."""

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
        """Stop reading: no more items are wanted."""
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
        """Iterate over the items; closing the iterator stops the reading side."""
        try:
            while items := await self._take():
                for item in items:
                    yield item
            if self._error is not None:
                raise self._error
        finally:
            self.stop()

    async def _take(self) -> list[Any]:
        """Return the waiting items, or wait for the next ones; empty at the end."""
        while True:
            with self._changed:
                items, self._waiting = self._waiting, []
                if items or self._ended:
                    self._changed.notify()
                    return items
                self._news.clear()
                self._waker = asyncio.get_running_loop()
            await self._news.wait()
