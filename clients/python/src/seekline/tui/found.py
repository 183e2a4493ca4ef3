"""Searching a list that may still grow."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from seekline import Item, Pick, SeeklineError, Session, State


async def found(session: Session, text: str, filled: asyncio.Future[Any], enough: int = 1) -> State:
    """Search for a text until `enough` items are found, or all items are `filled` in; returns the state."""
    while True:
        is_all = filled.done()
        await session.submit(text)
        state = await session.settled()
        if len(state.items) >= enough or is_all:
            return state
        has = asyncio.create_task(_has(session, enough))
        try:
            await asyncio.wait([has, filled], return_when=asyncio.FIRST_COMPLETED)
        finally:
            has.cancel()


async def _has(session: Session, enough: int) -> None:
    with contextlib.suppress(SeeklineError):
        async for state in session.changes():
            if len(state.items) >= enough:
                return


async def found_alone(
    pick: Pick, session: Session, text: str, *, select_1: bool, exit_0: bool
) -> Sequence[Item] | None:
    """Return the only item found for a text, or an empty result; None as soon as the user has to choose.

    `select_1` says whether a single item may be returned, `exit_0` whether an empty result may. Raises what the items
    raise.
    """
    if not select_1 and not exit_0:
        return None
    filled = asyncio.ensure_future(pick.filled())
    try:
        state = await found(session, text, filled, enough=2 if select_1 else 1)
        if filled.done():
            await filled
    finally:
        filled.cancel()
        await asyncio.gather(filled, return_exceptions=True)
    may_be = {0: exit_0, 1: select_1}.get(len(state.items), False)
    return state.items if may_be and state.error is None else None
