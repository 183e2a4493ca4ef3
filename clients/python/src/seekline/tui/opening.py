"""The beginning of a search."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator

from seekline import Engine, Session

SILENT = "The search engine does not answer. Waiting for it…"
LONGEST = 10_000
"""The maximum length of a query, in characters."""


def beginning(text: str) -> str:
    """Cut a text to the length that can be searched for."""
    return text[:LONGEST]


@contextlib.contextmanager
def telling_silence(engine: Engine, command: str) -> Iterator[asyncio.Task[None]]:
    """Report on standard error that the engine hangs, until the task is cancelled because there is a screen."""

    async def tell() -> None:
        async for is_silent in engine.silences():
            if is_silent:
                sys.stderr.write(f"{command}: {SILENT}\n")

    task = asyncio.create_task(tell())
    try:
        yield task
    finally:
        task.cancel()


async def open_search(engine: Engine, source: str | None, text: str) -> tuple[Session, int]:
    """Open a session, starting the engine if it is not running, and report the text in the search box to it.

    Returns the session, and how many characters the text lacks to be searched for.
    """
    await engine.start()
    session = await engine.open(source)
    if not text and session.options.min_length > 0:
        return session, 0
    try:
        outcome = await session.set_query(text)
    except BaseException:
        # Nobody else has the session yet.
        await session.close()
        raise
    return session, outcome.short_by or 0
