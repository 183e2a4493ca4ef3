"""A value that changes, and any number of tasks that watch it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """Holds the newest value. A slow watcher misses values in between, but never the newest; nothing piles up."""

    def __init__(self, value: T) -> None:
        self.value = value
        self._version = 0
        self._ended = False
        self._waiting: set[asyncio.Future[None]] = set()

    def set(self, value: T) -> None:
        """Make `value` the newest and wake the watchers, even if it equals the previous one."""
        self.value = value
        self._version += 1
        self._wake()

    def end(self) -> None:
        """End every watcher once it has seen the newest value."""
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        for future in self._waiting:
            if not future.done():
                future.set_result(None)
        self._waiting.clear()

    async def watch(self) -> AsyncIterator[T]:
        """Iterate over the current value, and then over each newer one, until the end."""
        seen = -1
        while True:
            if seen != self._version:
                seen = self._version
                yield self.value
            elif self._ended:
                return
            else:
                future = asyncio.get_running_loop().create_future()
                self._waiting.add(future)
                try:
                    await future
                finally:
                    self._waiting.discard(future)
