"""One search box."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping
from types import TracebackType
from typing import Any

from seekline.connection import Connection
from seekline.errors import EngineClosed, EngineDied, RequestCancelled, RequestFailed, SearchRefused, SeeklineError
from seekline.filling import Filling, GivenItems, check_items
from seekline.latest import Latest
from seekline.outcome import Outcome
from seekline.state import State
from seekline.types import Detail, Held, Options, Performed, Source

PATIENCE = 0.05
"""How long to wait for a notification about a call before asking the engine for the state, in seconds."""


class Session:
    """A search box on one source. Created by `Engine.open`.

    The engine decides what happens, and the session follows: `state` is what the notifications so far add up to. Until
    a call is answered, and between its answer ("started") and the first notification of what it started, the state
    still looks settled; `_calls` and `_expecting` bridge these gaps.
    """

    def __init__(
        self,
        connection: Connection,
        name: str,
        source: Source,
        options: Options,
        state: State,
        *,
        forget: Callable[[], object],
    ) -> None:
        self.name = name
        self.source = source
        self.options = options
        """The options in effect."""
        self._connection = connection
        self._forget = forget
        self._latest = Latest(state)
        self._calls = 0
        self._expecting = False
        self._reason: SeeklineError | None = None
        self._searches = 0
        self._fillings: list[Filling] = []
        self._is_left_open = False
        """Whether the engine may be waiting for more items: the last piece of the list has not arrived."""

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def state(self) -> State:
        """The newest state."""
        return self._latest.value

    @property
    def is_open(self) -> bool:
        """Whether neither the session has been closed nor its engine has ended."""
        return self._reason is None

    # What the user does

    async def search(self, query: str, *, need: int | None = None) -> AsyncIterator[State]:
        """Search now, and iterate over the states until the search has settled; the last one has the result.

        With `need`, pages are loaded until the list has that many items, or ends, be it only because of `max_pages`.
        Text that is already being searched for is not searched for again: the iteration follows the running search. If
        a newer search replaces it, the iteration ends. Leaving the iteration early or cancelling the task cancels the
        search. Raises `SearchRefused` if the engine does not accept the query; a search that fails is reported as
        `State.error`, with the list as it was.
        """
        mine = self._searching()
        over = False
        try:
            try:
                outcome = await self._act("submit", query=query)
            except RequestFailed:
                # Nothing was begun: whatever is under way is not this search.
                over = True
                raise
            # `disabled`: this text is already being searched for, no matter who asked for it.
            if not outcome.is_under_way and outcome.name != "disabled":
                over = True
                raise SearchRefused(query, outcome.name)
            if need is not None:
                await self._act("reachedBottom", generation=outcome.generation, need=need)
            async for state in self._watch():
                if state.generation > outcome.generation:
                    over = True
                    return
                over = state.generation == outcome.generation and self.is_settled
                if state.generation == outcome.generation:
                    yield state
                if over:
                    return
        finally:
            if not over and self._searches == mine and self._reason is None:
                self._connection.post("cancel", {"session": self.name}, self._cancelled)

    async def set_query(self, text: str, composing: bool = False) -> Outcome:
        """Report the text in the search box, at each keystroke. The engine searches when typing pauses.

        `composing` says that an input method has not confirmed the text yet.
        """
        self._searching()
        return await self._act("setQuery", query=text, composing=composing)

    async def submit(self, query: str | None = None) -> Outcome:
        """Search now, for `query` or else for the text in the search box."""
        self._searching()
        return await self._act("submit", query=query)

    async def next_page(self, need: int | None = None) -> Outcome:
        """Load the next page: the bottom of the list is near. With `need`, load until the list has that many items."""
        return await self._act("reachedBottom", generation=self.state.generation, need=need)

    async def refresh(self) -> Outcome:
        """Reload the list from its first page; the old one stays until the new one is there."""
        self._searching()
        return await self._act("refresh")

    async def retry(self) -> Outcome:
        """Repeat what failed, at once."""
        self._searching()
        return await self._act("retry")

    async def cancel(self) -> Outcome:
        """Stop what is pending, running or opening."""
        return await self._request("cancel", {}, self._cancelled)

    async def detail(self, item_id: str) -> Detail:
        """Open the detail of an item; any id that the source can address will do.

        Cancelling the task ends the request. So does a newer `detail` of this session, with `RequestCancelled`.
        """
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        params = {"session": self.name, "id": item_id}
        return await self._connection.request("openDetail", params, Detail.from_json, withdraw=True)

    async def perform(self, item_id: str, action: str, *, generation: int | None = None) -> Performed:
        """Perform one of the `actions` of an item in the list, by name, and return the result.

        `generation` is `State.list_generation` of the state in which the user saw the item, by default that of the
        newest one. One action runs at a time (`InvalidParams` says that the session is busy), to its end or for at most
        15 s; only cancelling the task ends it earlier.
        """
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        meant = self.state.list_generation if generation is None else generation
        params = {"session": self.name, "id": item_id, "action": action, "generation": meant}
        return await self._connection.request("perform", params, Performed.from_json, withdraw=True)

    async def set_items(self, items: GivenItems, *, append: bool = False, done: bool = True) -> Held:
        """Give a session on `list` the items to search: strings, or mappings with a `title`; return how many it holds.

        The iterable, which may be async, can be of any length and may take its time: what it has yielded can be
        searched, and `State.growing` says that there is more to come. It is read no faster than the engine accepts it.

        Without `append` the items replace the previous ones, and a call that is still sending those ends
        (`RequestCancelled`); with it they are appended. With `done=False`, another call will add more. If the iterable
        fails or this is cancelled, what it has yielded stays, and the list does not grow any more, except by calls that
        came before.
        """
        return await self.fill(items, append=append, done=done).task

    def fill(self, items: GivenItems, *, append: bool = False, done: bool = True) -> Filling:
        """Start filling the list, without waiting for the end as `set_items` does."""
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        check_items(items)
        before = list(self._fillings) if append else []
        filling = Filling(items, self._give, self._no_more, append=append, done=done, after=before)
        if not append:
            for other in self._fillings:
                other.stop(RequestCancelled(-32800, "Request cancelled: a newer list takes its place"))
        self._fillings.append(filling)
        filling.over.add_done_callback(lambda _: self._fillings.remove(filling))
        return filling

    async def close(self) -> None:
        """Cancel everything in this session, and let the engine forget it."""
        if self._reason is None:
            self.ended(EngineClosed(f"the session {self.name} has been closed"))
            self._forget()
            if self._connection.is_open:
                # An engine that ends meanwhile has forgotten it.
                with contextlib.suppress(EngineClosed, EngineDied):
                    await self._connection.request("closeSession", {"session": self.name}, lambda _: None)

    # What is shown

    async def changes(self) -> AsyncIterator[State]:
        """Iterate over the current state, and then over each new one, until the session is closed.

        A slow reader misses states in between, but never the newest. Raises `EngineDied` if the engine dies.
        """
        async for state in self._latest.watch():
            yield state
        if self._reason is not None and not isinstance(self._reason, EngineClosed):
            raise self._reason.with_traceback(None)

    async def settled(self) -> State:
        """Wait until nothing is under way, and return the state."""
        async for state in self._watch():
            if self.is_settled:
                return state
        raise EngineClosed(f"the session {self.name} has been closed")

    @property
    def is_settled(self) -> bool:
        """Whether nothing is under way and every call has been answered."""
        return self.state.settled and not self._calls and not self._expecting

    async def _watch(self) -> AsyncIterator[State]:
        """Like `changes`, but a closed session is an error too: the caller is waiting for something."""
        async for state in self._latest.watch():
            if self._reason is not None:
                break
            yield state
        if self._reason is not None:
            raise self._reason.with_traceback(None)

    # Calls

    def _searching(self) -> int:
        """Note that a call determines what is searched for, and return its number."""
        self._searches += 1
        return self._searches

    async def _act(self, method: str, **params: Any) -> Outcome:
        given = {name: value for name, value in params.items() if value is not None}
        return await self._request(method, given, self._answered)

    async def _request(self, method: str, params: Mapping[str, Any], answered: Callable[[Any], Outcome]) -> Outcome:
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        self._calls += 1
        try:
            return await self._connection.request(method, {"session": self.name, **params}, answered)
        except asyncio.CancelledError:
            # It has been sent all the same: its effect is known once a request sent after it is answered.
            self._calls += 1
            self._connection.post("getState", {"session": self.name}, self._told_behind)
            raise
        finally:
            self._calls -= 1
            if self.is_settled and self._reason is None:
                # Nothing follows: no notification will wake those who wait until this is settled.
                self._latest.set(self.state)

    def _answered(self, result: Any) -> Outcome:
        outcome = Outcome.from_json(result)
        if outcome.is_under_way:
            self._expecting = True
            asyncio.get_running_loop().call_later(PATIENCE, self._ask)
        return outcome

    def _ask(self) -> None:
        """Ask for the state if no notification has shown the effect of a call: a slow reader misses some."""
        if self._expecting and self._reason is None:
            self._connection.post("getState", {"session": self.name}, self._told)

    def _told(self, result: Any) -> None:
        self._expecting = False
        self._latest.set(self.state.told(result))

    def _told_behind(self, result: Any) -> None:
        self._calls -= 1
        self._told(result)

    def _cancelled(self, result: Any) -> Outcome:
        self._expecting = False
        self._latest.set(self.state)
        return Outcome.from_json(result)

    async def _give(self, items: list[Any], append: bool, done: bool) -> Held:
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        params = {"session": self.name, "items": items, "append": append, "done": done}
        self._is_left_open = self._is_left_open or not done
        held = await self._connection.request("setItems", params, Held.from_json)
        if done:
            self._is_left_open = False
        return held

    def _no_more(self) -> None:
        if self._is_left_open:
            self._is_left_open = False
            self._connection.notify("setItems", {"session": self.name, "items": [], "append": True})

    # From the connection

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        """Apply a notification about this session to the state."""
        self._expecting = False
        self._latest.set(self.state.after(method, params))

    def ended(self, reason: SeeklineError) -> None:
        """Let everyone who waits know that nothing more will come."""
        if self._reason is None:
            self._reason = reason
            for filling in self._fillings:
                filling.stop(reason)
            self._latest.end()
