"""Sessions for scripts: each call returns when the search has settled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Coroutine, Iterable, Mapping
from types import TracebackType
from typing import Any

from seekline.background import Background
from seekline.errors import EngineClosed, RequestCancelled
from seekline.feed import Feed
from seekline.filling import GivenItems
from seekline.pick import Pick, Rereadable
from seekline.session import Session
from seekline.state import State
from seekline.text import trimmed
from seekline.types import Detail, Held, Performed, Source


class SyncSession:
    """A search box for scripts. Created by `SyncEngine.open`."""

    def __init__(self, background: Background, session: Session) -> None:
        self._background = background
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
    def is_open(self) -> bool:
        """Whether neither the session has been closed nor its engine has ended."""
        return self._session.is_open

    @property
    def state(self) -> State:
        """The newest state."""
        return self._given(self._session.state)

    def search(self, query: str, *, need: int | None = None) -> State:
        """Search, and return the list: one page, or with `need` as many pages as that takes.

        Raises `RequestCancelled` if another thread searches for something else meanwhile.
        """

        async def search() -> State:
            found: State | None = None
            async for state in self._session.search(query, need=need):
                found = state if self._session.is_settled else None
            if found is None:
                # Something took its place: another search, or only a reload of the list.
                found = await self._session.settled()
                if found.query != trimmed(query):
                    raise RequestCancelled(-32800, "Request cancelled: a newer search takes its place")
            return found

        return self._given(self._background.run(search()))

    def set_query(self, text: str, composing: bool = False) -> State:
        """Report the text in the search box, and wait until that has settled; with `composing`, return at once."""
        return self._settle(lambda: self._session.set_query(text, composing), wait=not composing)

    def submit(self, query: str | None = None) -> State:
        """Search for `query`, or else for the text in the search box."""
        return self._settle(lambda: self._session.submit(query))

    def next_page(self, need: int | None = None) -> State:
        """Load the next page; with `need`, load until the list has that many items."""
        return self._settle(lambda: self._session.next_page(need))

    def refresh(self) -> State:
        """Reload the list from its first page."""
        return self._settle(self._session.refresh)

    def retry(self) -> State:
        """Repeat what failed."""
        return self._settle(self._session.retry)

    def set_items(self, items: Iterable[str | Mapping[str, Any]], *, append: bool = False, done: bool = True) -> Held:
        """Give a session on `list` the items to search, and wait until it has them all; see `Session.set_items`."""
        feed = Feed(items)

        async def give() -> Held:
            try:
                return await self._session.set_items(feed, append=append, done=done)
            finally:
                feed.stop()

        return self._background.run(give(), meanwhile=feed.run)

    def detail(self, item_id: str) -> Detail:
        """Open the detail of an item."""
        return self._background.run(self._session.detail(item_id))

    def perform(self, item_id: str, action: str, *, generation: int | None = None) -> Performed:
        """Perform one of the `actions` of an item in the list, by name.

        `generation` is `State.list_generation` of the state in which the script saw the item, by default that of the
        last state it got from this session, by a call or as `state`. If there is another list by now, as after an
        action that has `changed` it, nothing is done: `NoSuchItem`.
        """
        seen = self._seen if generation is None else generation
        return self._background.run(self._session.perform(item_id, action, generation=seen))

    def close(self) -> None:
        """Let the engine forget the session. Does nothing if it has been closed."""
        with contextlib.suppress(EngineClosed):
            self._background.run(self._session.close())

    def _settle(self, call: Callable[[], Coroutine[Any, Any, object]], *, wait: bool = True) -> State:
        async def settle() -> State:
            await call()
            return await self._session.settled() if wait else self._session.state

        return self._given(self._background.run(settle()))

    def _given(self, state: State) -> State:
        """Note that the script sees this list now."""
        self._seen = state.list_generation
        return state


class SyncPick:
    """A session on a list of your own, which is filled in the background. Created by `SyncEngine.pick`; see `Pick`."""

    def __init__(
        self,
        running: Callable[[], Background],
        open_list: Callable[[], Coroutine[Any, Any, Session]],
        items: GivenItems,
        query: str | None,
    ) -> None:
        self._running = running
        self._open = open_list
        self._items = Rereadable(items)
        self._query = query
        self._background: Background | None = None
        self._pick: Pick | None = None
        self._feed: Feed | None = None

    def __enter__(self) -> SyncSession:
        background = self._background = self._running()
        self._pick = None
        self._items.check()
        session = background.run(self._open())
        items = self._items.read()
        if isinstance(items, Iterable) and not isinstance(items, (list, tuple)):
            items = self._feed = Feed(items)
            # Nobody waits for this thread: it may be reading from something that never ends.
            threading.Thread(target=self._feed.run, name="seekline-items", daemon=True).start()

        async def opened() -> Session:
            return session

        self._pick = Pick(opened, items, self._query)
        try:
            return SyncSession(background, background.run(self._pick.__aenter__()))
        except BaseException:
            self._stop()
            raise

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._background is not None
        assert self._pick is not None
        if not self._background.is_here:
            return
        try:
            with contextlib.suppress(EngineClosed):
                self._background.run(self._pick.__aexit__(kind, error, trace))
        finally:
            self._stop()

    def filled(self) -> Held:
        """Wait until the list holds all items; raises what prevents that."""
        if self._background is None or self._pick is None:
            raise EngineClosed("the list has not been opened")
        return self._background.run(self._pick.filled())

    def _stop(self) -> None:
        if self._feed is not None:
            self._feed.stop()
