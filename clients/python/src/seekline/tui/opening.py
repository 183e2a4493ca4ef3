"""The beginning of a search."""

from __future__ import annotations

from seekline import Engine, Session


async def open_search(engine: Engine, source: str | None, text: str) -> Session:
    """Open a session, on an engine that is started if it does not run, and tell it what stands in the box."""
    await engine.start()
    session = await engine.open(source)
    if text or session.options.min_length == 0:
        await session.set_query(text)
    return session
