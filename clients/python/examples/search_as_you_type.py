#!/usr/bin/env python3
r"""Search as you type: every line of the input is the text in the search box after a keystroke.

printf '%s\n' s sn sno snow snowm | examples/search_as_you_type.py [SOURCE]
"""

import asyncio
import sys

from seekline import Engine, Session


async def show(session: Session) -> None:
    """Show each change: this is all that a front end has to do."""
    async for state in session.changes():
        busy = state.pending or ("loading" if state.loading else state.status)
        titles = ", ".join(item.title for item in state.items[:3])
        print(f"{busy:10} {state.query or ''!s:10} {state.count:4}  {state.error.message if state.error else titles}")


async def main() -> None:
    async with Engine() as engine:
        session = await engine.open(*sys.argv[1:2])
        screen = asyncio.create_task(show(session))
        while text := await asyncio.to_thread(sys.stdin.readline):
            await session.set_query(text.rstrip("\n"))
        await session.settled()
        await session.close()
        await screen


asyncio.run(main())
