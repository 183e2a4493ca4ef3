"""The engine for scripts: each call returns when the search has settled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, TypeVar

from seekline.engine import Engine
from seekline.errors import EngineClosed
from seekline.feed import Feed
from seekline.filling import GivenItems
from seekline.locate import Path
from seekline.pick import Pick, Rereadable
from seekline.session import Session
from seekline.state import State
from seekline.types import Detail, Held, Performed, Source

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
        self._closing = threading.Lock()
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
        with self._closing:
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
        if self._loop is None:
            self.start()
            return
        # In the same loop: what is of the old process is left in it yet.
        try:
            self.run(self._engine.restart())
        finally:
            self._default = None

    def open(self, source: str | Sequence[str] | None = None, **options: int | str) -> SyncSession:
        """Open a session on a source, or on several; by default on that of the engine. As `Engine.open`."""
        return SyncSession(self, self.run(self._engine.open(source, **options)))

    def pick(
        self, items: Iterable[str | Mapping[str, Any]], *, query: str | None = "", **options: int | str
    ) -> SyncPick:
        """Search a list of one's own: `with engine.pick(names) as session:`.

        As `Engine.pick`; the items are read in a thread of their own, unless they are a list or a tuple.
        """
        return SyncPick(self, lambda items: self._engine.pick(items, query=query, **options), items)

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

    def perform(self, item_id: str, action: str, *, generation: int | None = None) -> Performed:
        """Do something with an item of the list: one of its `actions`, by name; see `SyncSession.perform`."""
        return self._session().perform(item_id, action, generation=generation)

    def _session(self) -> SyncSession:
        if self._default is None:
            self._default = self.open()
        return self._default

    def run(self, work: Coroutine[Any, Any, T], meanwhile: Callable[[], None] | None = None) -> T:
        """Wait for a coroutine of the engine's, and do something meanwhile. An interrupt cancels it."""
        if self._loop is None:
            work.close()
            raise EngineClosed("the engine has not been started")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            if meanwhile is not None:
                meanwhile()
            return future.result()
        finally:
            future.cancel()


class SyncSession:
    """A search box for scripts. `SyncEngine.open` makes it."""

    def __init__(self, engine: SyncEngine, session: Session) -> None:
        self._engine = engine
        self._session = session
        self._seen = session.state.list_generation

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
        return self._given(self._session.state)

    def search(self, query: str, *, need: int | None = None) -> State:
        """Search, and return the list: one page of it, or with `need` as many pages as it takes."""

        async def search() -> State:
            async for _ in self._session.search(query, need=need):
                pass
            return await self._session.settled()

        return self._given(self._engine.run(search()))

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

    def set_items(self, items: Iterable[str | Mapping[str, Any]], *, append: bool = False, done: bool = True) -> Held:
        """Give a session on `list` what it searches, and wait until it is all there; see `Session.set_items`."""
        feed = Feed(items)

        async def give() -> Held:
            try:
                return await self._session.set_items(feed, append=append, done=done)
            finally:
                feed.stop()

        return self._engine.run(give(), meanwhile=feed.run)

    def detail(self, item_id: str) -> Detail:
        """Open an item at full length."""
        return self._engine.run(self._session.detail(item_id))

    def perform(self, item_id: str, action: str, *, generation: int | None = None) -> Performed:
        """Do something with an item of the list: one of its `actions`, by name.

        `generation` is `State.list_generation` of the state in which the script saw the item; without it, that of the
        last one that it was given by this session, be it by a call or as `state`. If there is another list by now, as
        after what has `changed` it, nothing is done: `NoSuchItem`.
        """
        seen = self._seen if generation is None else generation
        return self._engine.run(self._session.perform(item_id, action, generation=seen))

    def close(self) -> None:
        """Let the engine forget the session."""
        self._engine.run(self._session.close())

    def _settle(self, call: Coroutine[Any, Any, object], *, wait: bool = True) -> State:
        async def settle() -> State:
            await call
            return await self._session.settled() if wait else self._session.state

        return self._given(self._engine.run(settle()))

    def _given(self, state: State) -> State:
        """Note that the script sees this list now."""
        self._seen = state.list_generation
        return state


class SyncPick:
    """A session on a list of one's own, which is filled in the background. `SyncEngine.pick` makes it; see `Pick`."""

    def __init__(
        self,
        engine: SyncEngine,
        pick: Callable[[GivenItems], Pick],
        items: GivenItems,
    ) -> None:
        self._engine = engine
        self._make = pick
        self._items = Rereadable(items)
        self._pick: Pick | None = None
        self._feed: Feed | None = None

    def __enter__(self) -> SyncSession:
        items = self._items.read()
        if isinstance(items, Iterable) and not isinstance(items, (list, tuple)):
            items = self._feed = Feed(items)
            # Nobody waits for its end: it may be reading what never comes.
            threading.Thread(target=self._feed.run, name="seekline-items", daemon=True).start()
        self._pick = self._make(items)
        try:
            return SyncSession(self._engine, self._engine.run(self._pick.__aenter__()))
        except BaseException:
            self._stop()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._pick is not None
        try:
            self._engine.run(self._pick.__aexit__(kind, error, trace))
        finally:
            self._stop()

    def filled(self) -> Held:
        """Wait until all items are there; raises why they are not."""
        if self._pick is None:
            raise EngineClosed("the list has not been opened")
        return self._engine.run(self._pick.filled())

    def _stop(self) -> None:
        if self._feed is not None:
            self._feed.stop()
