"""The engine for scripts: each call returns when the search has settled."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any

from seekline.background import Background
from seekline.engine import Engine
from seekline.errors import EngineClosed
from seekline.locate import Path
from seekline.state import State
from seekline.sync_session import SyncPick, SyncSession
from seekline.types import Detail, Performed, Source


class SyncEngine:
    """A seekline process, without `await`. The arguments are those of `Engine`.

    It belongs to the Python process that started it: in a forked one, every call raises `EngineClosed`, and `close`
    does nothing.

    `search`, `next_page`, `refresh` and `retry` return the state in which the search has settled; a failure is reported
    as `State.error`. They act on a session of their own on the default source; `open` opens others, one for each thread
    that searches.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        source: str | None = None,
        settings: Mapping[str, str | int | bool] | None = None,
        config: Path | None = None,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._engine = Engine(path, source=source, settings=settings, config=config, arguments=arguments, env=env)
        self._background: Background | None = None
        self._lock = threading.Lock()
        self._opening = threading.Lock()
        self._default: SyncSession | None = None

    def __enter__(self) -> SyncEngine:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def sources(self) -> tuple[Source, ...]:
        """What can be searched."""
        return self._engine.sources

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return self._engine.pid

    def start(self) -> None:
        """Start the process. Does nothing if it is running.

        Raises `EngineClosed` if another thread calls `close` meanwhile.
        """
        if self._background is not None:
            self._background.check()
        with self._lock:
            background = self._background = self._background or Background()
        try:
            background.run(self._engine.start())
        except BaseException:
            self._close(background)
            raise

    def close(self) -> None:
        """End the process, even one that is still being started. It is gone when this returns."""
        self._close(self._background)

    def _close(self, background: Background | None) -> None:
        if background is None or not background.is_here:
            return
        # A thread that starts the engine meanwhile waits until this is done.
        with self._lock:
            if self._background is not background:
                return
            try:
                background.end(self._engine.close())
            finally:
                self._background = None

    def restart(self) -> None:
        """End the process, if it is running, and start another one. Sessions must be opened again."""
        background = self._background
        if background is None:
            self.start()
            return
        # In the same loop, which still holds what is left of the old process.
        background.run(self._engine.restart())

    def open(self, source: str | Sequence[str] | None = None, **options: int | str) -> SyncSession:
        """Open a session on a source, or on several; by default on the engine's `source`. See `Engine.open`."""
        background = self._running()
        return SyncSession(background, background.run(self._engine.open(source, **options)))

    def pick(
        self, items: Iterable[str | Mapping[str, Any]], *, query: str | None = "", **options: int | str
    ) -> SyncPick:
        """Search a list of your own: `with engine.pick(names) as session:`.

        Like `Engine.pick`, but the items are read in their own thread, unless they are a list or a tuple.
        """
        return SyncPick(self._running, lambda: self._engine.open("list", **options), items, query)

    def search(self, query: str, *, need: int | None = None) -> State:
        """Search, and return the list: one page, or with `need` as many pages as that takes.

        Raises `RequestCancelled` if another thread searches for something else meanwhile.
        """
        return self._session().search(query, need=need)

    def next_page(self, need: int | None = None) -> State:
        """Load the next page of the last search."""
        return self._session().next_page(need)

    def refresh(self) -> State:
        """Reload the last search from its first page."""
        return self._session().refresh()

    def retry(self) -> State:
        """Repeat what failed."""
        return self._session().retry()

    def detail(self, item_id: str) -> Detail:
        """Open the detail of an item."""
        return self._session().detail(item_id)

    def perform(self, item_id: str, action: str, *, generation: int | None = None) -> Performed:
        """Perform one of the `actions` of an item in the list, by name; see `SyncSession.perform`."""
        return self._session().perform(item_id, action, generation=generation)

    def _session(self) -> SyncSession:
        # First: in a forked process, the lock may be held by a thread that does not exist there.
        self._running()
        with self._opening:
            if self._default is None or not self._default.is_open:
                self._default = self.open()
            return self._default

    def _running(self) -> Background:
        background = self._background
        if background is None:
            raise EngineClosed("the engine does not run: it has not been started, or is closed")
        background.check()
        return background
