"""The beginning of a search."""

from __future__ import annotations

from seekline import Engine, Session

LONGEST = 10_000
"""How many characters the engine searches for at most."""


def beginning(text: str) -> str:
    """What can be searched for of a text that may be too long."""
    return text[:LONGEST]


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
