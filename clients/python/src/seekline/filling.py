"""Sends a session the list that it searches, in pieces, so that what is typed meanwhile never waits for all of it."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Mapping,
    Sequence,
)
from typing import Any, TypeAlias

from seekline.errors import InvalidParams, RequestFailed, SeeklineError
from seekline.types import Held

PIECE = 1 << 16
"""The maximum size of the items of a piece as JSON, each with a comma, in bytes; a single item may be larger."""
UNANSWERED = 2
"""The maximum number of unanswered pieces."""
DEEPEST = 125
"""How deep an item may be nested: the engine's limit is 128, and the message is three arrays and objects."""
UNREADABLE = (-32600, -32700)
"""The codes of an engine that could not read a piece: it is too long, or nested too deep."""

GivenItems: TypeAlias = "Iterable[str | Mapping[str, Any]] | AsyncIterable[str | Mapping[str, Any]]"
"""Titles, or items with a `title` and whatever else the protocol's items have."""

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Filling:
    """Sends the items of an iterable as it yields them.

        reading --(the piece is full)--> waiting for room --(it is sent)--> reading --(the end)--> ended

    One task reads into a piece, the other sends what the piece holds whenever fewer than two are unanswered. So a fast
    iterable makes full pieces, and what a slow one yields is sent at once. A piece that replaces the previous items is
    sent alone: if it were refused, what follows it would be appended to those.
    """

    def __init__(
        self,
        items: GivenItems,
        give: Callable[[list[Any], bool, bool], Coroutine[Any, Any, Held]],
        no_more: Callable[[], None],
        *,
        append: bool,
        done: bool,
        after: Sequence[Filling] = (),
    ) -> None:
        """`give` sends a piece (with `append` and `done`); `no_more` says that the last piece will not come."""
        self.begun = asyncio.Event()
        """Set once the first piece has been sent, or has to be waited for."""
        self._give = give
        self._no_more = no_more
        self._append = append
        self._done = done
        self._piece: list[Any] = []
        self._size = 0
        self._news = asyncio.Event()
        self._room = asyncio.Event()
        self._runs = False
        self._reason: SeeklineError | None = None
        self._reader: asyncio.Task[None] | None = None
        self._before = [filling.over for filling in after]
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once nothing more is sent, which may be later than `task`."""
        self.task: asyncio.Task[Held] = asyncio.create_task(self._run(items))
        """Returns what the list holds in the end."""
        self.task.add_done_callback(self._ended)

    def stop(self, reason: SeeklineError) -> None:
        """Send nothing more. The task raises `reason`."""
        self._reason = self._reason or reason
        # A task that is cancelled before its first step could not raise the reason. It checks for it when it begins.
        if self._runs:
            self.task.cancel()

    async def check(self) -> None:
        """Raise the reason why it was stopped, if it was."""
        if self._reason is not None:
            await self.task

    async def _run(self, items: GivenItems) -> Held:
        unanswered: deque[asyncio.Task[Held]] = deque()
        self._runs = True
        try:
            if self._reason is not None:
                raise self._reason
            if self._before:
                await asyncio.wait(self._before)
            self._reader = asyncio.create_task(self._read(items, _each(items)))
            self._reader.add_done_callback(lambda _: self._news.set())
            return await self._send(self._reader, unanswered)
        except BaseException:
            if self._reason is not None:
                raise self._reason.with_traceback(None) from None
            raise
        finally:
            # The outcome is settled: `stop` must not cancel the task any more.
            self._runs = False
            self.begun.set()
            tasks = [*unanswered, self._reader] if self._reader is not None else []
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _ended(self, _: asyncio.Future[Any]) -> None:
        """Let the list end without its last piece, unless another list takes its place."""
        for other in self._before:
            if not other.done():
                # It was stopped while it waited for its turn.
                other.add_done_callback(self._ended)
                return
        has_failed = self.task.cancelled() or self.task.exception() is not None
        if has_failed and self._done and self._reason is None:
            self._no_more()
        self.over.set_result(None)

    async def _send(self, reader: asyncio.Task[None], unanswered: deque[asyncio.Task[Held]]) -> Held:
        held = dropped = first = 0
        is_last = False
        room = UNANSWERED if self._append else 1
        await asyncio.sleep(0)  # Lets the reader get as far as it can.
        while not is_last or unanswered:
            if is_last or len(unanswered) == room:
                answer = await unanswered.popleft()
                room = UNANSWERED
                held, dropped = answer.held, dropped + answer.dropped
                continue
            piece, is_last = await self._take(reader)
            give = self._give(piece, self._append, self._done and is_last)
            unanswered.append(asyncio.create_task(_placed(piece, first, give)))
            first += len(piece)
            self._append = True
            await asyncio.sleep(0)  # Lets the piece be sent.
            self.begun.set()
        return Held(held=held, dropped=dropped)

    async def _read(self, items: GivenItems, each: AsyncIterator[Any]) -> None:
        number = 0
        try:
            async for item in each:
                given, size = _measured(item, number)
                while self._piece and self._size + size > PIECE:
                    self._room.clear()
                    await self._room.wait()
                self._piece.append(given)
                self._size += size
                self._news.set()
                number += 1
        finally:
            # Nobody else uses an iterator that was created here.
            if each is not items and isinstance(each, AsyncGenerator):
                await each.aclose()

    async def _take(self, reader: asyncio.Task[None]) -> tuple[list[Any], bool]:
        """Return what was read, and whether that was all. Items read before a failure are sent before it is raised."""
        while not self._piece and not reader.done():
            self.begun.set()
            self._news.clear()
            await self._news.wait()
        if reader.done() and not self._piece:
            reader.result()
        piece, self._piece, self._size = self._piece, [], 0
        self._room.set()
        return piece, reader.done() and reader.exception() is None


def _each(items: GivenItems) -> AsyncIterator[Any]:
    if isinstance(items, AsyncIterable):
        return items.__aiter__()
    return _each_at_once(items)


async def _each_at_once(items: Iterable[Any]) -> AsyncIterator[Any]:
    for item in items:
        yield item


def check_items(items: object) -> None:
    """Raise a `TypeError` for anything but an iterable of items, such as a single string."""
    if isinstance(items, (str, bytes, Mapping)) or not isinstance(items, (Iterable, AsyncIterable)):
        raise TypeError(f"the items must be an iterable of strings or mappings, not one {type(items).__name__}")


def _measured(item: Any, number: int) -> tuple[Any, int]:
    """Return an item as a JSON value, and its size in bytes with a comma."""
    if not isinstance(item, (str, dict)):
        if not isinstance(item, Mapping):
            raise TypeError(f"items[{number}] must be a string or a mapping, not {type(item).__name__}")
        item = dict(item)
    try:
        return item, len(_encode(item)) + 1
    except (TypeError, ValueError, RecursionError) as error:
        raise TypeError(f"items[{number}] cannot be written as JSON: {error}") from error


def is_deep(item: Any) -> bool:
    """Whether an item is nested too deep for the engine."""
    wholes = [item]
    for _ in range(DEEPEST):
        parts = (part for whole in wholes for part in (whole.values() if isinstance(whole, dict) else whole))
        wholes = [part for part in parts if isinstance(part, (dict, list, tuple))]
    return bool(wholes)


async def _placed(items: list[Any], first: int, answer: Coroutine[Any, Any, Held]) -> Held:
    """Return the engine's answer. An error gives the index of an item among all items, not in its piece."""
    try:
        return await answer
    except InvalidParams as error:

        def place(text: str) -> str:
            return re.sub(r"\bitems\[(\d+)\]", lambda found: f"items[{first + int(found[1])}]", text, count=1)

        data = error.data
        if isinstance(data, dict) and isinstance(data.get("param"), str):
            data = {**data, "param": place(data["param"])}
        raise InvalidParams(error.code, place(str(error)), data) from None
    except RequestFailed as error:
        if error.code not in UNREADABLE:
            raise
        # An item that is too long is sent alone.
        wrong = [0] if len(items) == 1 else [number for number, item in enumerate(items) if is_deep(item)]
        where = f"items[{first + wrong[0]}] cannot be read: " if wrong else ""
        raise RequestFailed(error.code, f"{where}{error}", error.data) from None
