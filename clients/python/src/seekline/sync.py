"""The engine for scripts: each call returns when the search has settled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from seekline.engine import Engine
from seekline.errors import EngineClosed
from seekline.locate import Path
from seekline.session import Session
from seekline.state import State
from seekline.types import Detail, Source

T = TypeVar("T")


class SyncEngine:
    """A seekline process, without `await`. The arguments are those of `Engine`.

    `search`, `next_page`, `refresh` and `retry` return the state in which the search has settled; one that failed is
    `State.error`. They act on a session of their own, on the default source; `open` makes others.
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
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
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
        """Start the process. Nothing happens if it runs."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="seekline", daemon=True)
            self._thread.start()
        try:
            self.run(self._engine.start())
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the process. It has gone when this returns."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        try:
            self.run(self._engine.close())
            self.run(loop.shutdown_asyncgens())
        finally:
            self._loop = self._thread = self._default = None
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()

    def restart(self) -> None:
        """End the process, if it runs, and start another one. Sessions are to be opened anew."""
        self.close()
        self.start()

    def open(self, source: str | None = None, **options: int | str) -> SyncSession:
        """Open a session on a source, by default on that of the engine; the options are those of `Engine.open`."""
        return SyncSession(self, self.run(self._engine.open(source, **options)))

    def search(self, query: str, *, need: int | None = None) -> State:
        """Search, and return the list: one page of it, or with `need` as many pages as it takes."""
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
        """Open an item at full length."""
        return self._session().detail(item_id)

    def _session(self) -> SyncSession:
        if self._default is None:
            self._default = self.open()
        return self._default

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for a coroutine of the engine's. An interrupt of the wait cancels it."""
        if self._loop is None:
            work.close()
            raise EngineClosed("the engine has not been started")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        finally:
            future.cancel()


class SyncSession:
    """A search box for scripts. `SyncEngine.open` makes it."""

    def __init__(self, engine: SyncEngine, session: Session) -> None:
        self._engine = engine
        self._session = session

    def __enter__(self) -> SyncSession:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def source(self) -> Source:
        """What is searched."""
        return self._session.source

    @property
    def state(self) -> State:
        """The newest state."""
        return self._session.state

    def search(self, query: str, *, need: int | None = None) -> State:
        """Search, and return the list: one page of it, or with `need` as many pages as it takes."""

        async def search() -> State:
            async for _ in self._session.search(query, need=need):
                pass
            return await self._session.settled()

        return self._engine.run(search())

    def set_query(self, text: str, composing: bool = False) -> State:
        """Say what stands in the search box, and wait until that has settled; composing text never does."""
        return self._settle(self._session.set_query(text, composing), wait=not composing)

    def submit(self, query: str | None = None) -> State:
        """Search for `query`, or for the text in the box."""
        return self._settle(self._session.submit(query))

    def next_page(self, need: int | None = None) -> State:
        """Load the next page; with `need`, until the list has as many items."""
        return self._settle(self._session.next_page(need))

    def refresh(self) -> State:
        """Reload the list from its first page."""
        return self._settle(self._session.refresh())

    def retry(self) -> State:
        """Repeat what failed."""
        return self._settle(self._session.retry())

    def detail(self, item_id: str) -> Detail:
        """Open an item at full length."""
        return self._engine.run(self._session.detail(item_id))

    def close(self) -> None:
        """Let the engine forget the session."""
        self._engine.run(self._session.close())

    def _settle(self, call: Coroutine[Any, Any, object], *, wait: bool = True) -> State:
        async def settle() -> State:
            await call
            return await self._session.settled() if wait else self._session.state

        return self._engine.run(settle())
