"""An event loop in its own thread, for code that has none."""

from __future__ import annotations

import asyncio
import concurrent.futures
import os
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from seekline.errors import EngineClosed

T = TypeVar("T")

PATIENCE = 1
"""How long tasks that still run at the end of the loop may take to finish, in seconds, before they are cancelled."""


class Background:
    """An event loop in which any thread of this process can run coroutines, until it is ended.

    It cannot be used in a forked process: threads are not copied, and a lock that one holds stays locked forever.
    """

    def __init__(self) -> None:
        self._process = os.getpid()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="seekline", daemon=True)
        self._lock = threading.Lock()
        self._has_ended = False
        self._thread.start()

    @property
    def is_here(self) -> bool:
        """Whether this is the process that it was created in."""
        return self._process == os.getpid()

    def check(self) -> None:
        """Raise `EngineClosed` in any other process."""
        if not self.is_here:
            raise EngineClosed(f"this engine belongs to process {self._process}; start another one in this one")

    def run(self, work: Coroutine[Any, Any, T], meanwhile: Callable[[], None] | None = None) -> T:
        """Run a coroutine and return its result; call `meanwhile` while it runs. An interrupt cancels it."""
        try:
            self.check()
            with self._lock:
                if self._has_ended:
                    raise EngineClosed("the engine has been closed")
                future = asyncio.run_coroutine_threadsafe(work, self._loop)
        except EngineClosed:
            work.close()
            raise
        try:
            if meanwhile is not None:
                meanwhile()
            return future.result()
        except concurrent.futures.CancelledError:
            if self._has_ended:
                raise EngineClosed("the engine has been closed") from None
            raise
        finally:
            future.cancel()

    def end(self, last: Coroutine[Any, Any, object]) -> None:
        """Run `last`, then end the loop and cancel what still runs. Does nothing if the loop has already ended.

        An interrupt cancels `last`. A call of `run` meanwhile waits for the end and raises `EngineClosed`.
        """
        with self._lock:
            if self._has_ended:
                last.close()
                return
            self._has_ended = True
            future = asyncio.run_coroutine_threadsafe(last, self._loop)
            try:
                future.result()
            finally:
                future.cancel()
                self._stop()

    def _stop(self) -> None:
        try:
            asyncio.run_coroutine_threadsafe(self._wind_up(), self._loop).result()
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _wind_up(self) -> None:
        # In a loop, because these may start others.
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            _, late = await asyncio.wait(tasks, timeout=PATIENCE)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await asyncio.get_running_loop().shutdown_asyncgens()
