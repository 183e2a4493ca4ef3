"""Lists for tests: some that end, and some that do not."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from typing import Any

from support import last

from seekline import Session, State

WORDS = ["main.c", "Makefile", "notes.txt", "src/main_loop.c", "README.md"]


def titles(state: State) -> list[str]:
    return [item.title for item in state.items]


async def found(session: Session, query: str) -> list[str]:
    return titles(await last(session.search(query)))


class Endless:
    """Lines, endless by default, that count how many were taken."""

    def __init__(self, end: int | None = None) -> None:
        self.taken = 0
        self._end = end

    def __iter__(self) -> Iterator[str]:
        for number in itertools.count() if self._end is None else range(self._end):
            self.taken += 1
            yield f"line {number}"


async def one_by_one(*items: Any) -> AsyncIterator[Any]:
    for item in items:
        await asyncio.sleep(0)
        yield item


class Letters:
    def __aiter__(self) -> AsyncIterator[str]:
        return one_by_one("a", "b")
