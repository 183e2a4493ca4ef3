"""The beginning of a search."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator

from seekline import Engine, Session

SILENT = "The search engine does not answer. Waiting for it…"
LONGEST = 10_000
"""How many characters the engine searches for at most."""


def beginning(text: str) -> str:
    """What can be searched for of a text that may be too long."""
    return text[:LONGEST]


@contextlib.contextmanager
def telling_silence(engine: Engine, command: str) -> Iterator[asyncio.Task[None]]:
    """Say that the engine hangs, as long as there is no screen to say it on: until the task is cancelled."""

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
    """Open a session, on an engine that is started if it does not run, and tell it what stands in the box.

    Answers the session, and how many characters the text lacks to be searched for.
    """
    await engine.start()
    session = await engine.open(source)
    if not text and session.options.min_length > 0:
        return session, 0
    try:
        outcome = await session.set_query(text)
    except BaseException:
        # Nobody else knows it yet.
        await session.close()
        raise
    return session, outcome.short_by or 0
