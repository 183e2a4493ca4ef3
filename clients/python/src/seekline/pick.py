"""Searching a list of your own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from types import TracebackType

from seekline.errors import EngineClosed, EngineDied, ItemsSpent, ProtocolError, RequestCancelled
from seekline.filling import Filling, GivenItems, check_items
from seekline.session import Session
from seekline.types import Held

_TOLD_BY_THE_SESSION = (EngineClosed, EngineDied, ProtocolError, RequestCancelled)


class Pick:
    """A session on a list of your own, which is filled in the background. Created by `Engine.pick`.

    `async with` opens it, and after a restart of the engine can open it again: then the items are read again. If they
    come from what yields them only once, such as a generator, that raises `ItemsSpent`. What the items themselves raise
    is raised on leaving the `async with`.
    """

    def __init__(self, open_list: Callable[[], Awaitable[Session]], items: GivenItems, query: str | None) -> None:
        self._open = open_list
        self._items = Rereadable(items)
        self._query = query
        self._session: Session | None = None
        self._filling: Filling | None = None

    async def __aenter__(self) -> Session:
        self._items.check()
        session = self._session = await self._open()
        filling = self._filling = session.fill(self._items.read())
        try:
            await filling.begun.wait()
            await filling.check()
            if self._query is not None:
                await session.submit(self._query)
        except BaseException:
            await self._end(session, filling)
            raise
        return session

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        session, filling = self._session, self._filling
        assert session is not None
        assert filling is not None
        end = await self._end(session, filling)
        if error is None and isinstance(end, BaseException) and not isinstance(end, _TOLD_BY_THE_SESSION):
            raise end

    @staticmethod
    async def _end(session: Session, filling: Filling) -> object:
        """Close the session and stop reading items; return the result of the filling, or what it raised."""
        try:
            await session.close()
        finally:
            (end,) = await asyncio.gather(filling.task, return_exceptions=True)
        return end

    async def filled(self) -> Held:
        """Wait until the list holds all items; raises what prevents that."""
        if self._filling is None:
            raise EngineClosed("the list has not been opened")
        return await asyncio.shield(self._filling.task)


class Rereadable:
    """Items that are read once, or repeatedly unless they are an iterator."""

    def __init__(self, items: GivenItems) -> None:
        check_items(items)
        self._items = items
        self._was_read = False

    def check(self) -> None:
        """Raise `ItemsSpent` if the items cannot be read any more."""
        if self._was_read and isinstance(self._items, (Iterator, AsyncIterator)):
            raise ItemsSpent(type(self._items).__name__)

    def read(self) -> GivenItems:
        """Return the items, from the first one on."""
        self.check()
        self._was_read = True
        return self._items
