#!/usr/bin/env python3
"""Search, and print the detail of the first item found: examples/read_detail.py SOURCE QUERY."""

import asyncio
import sys

from seekline import Engine, SearchRefused, SourceFailed


async def main(source: str, query: str) -> str:
    async with Engine() as engine:
        session = await engine.open(source)
        try:
            async for _ in session.search(query):
                pass
            if session.state.error:
                return f"the search failed: {session.state.error.message}"
            if not session.state.items:
                return "nothing was found"
            detail = await session.detail(session.state.items[0].id)
        except (SearchRefused, SourceFailed) as error:
            return str(error)
        return f"{detail.title}\n\n{detail.text}"


print(asyncio.run(main(sys.argv[1], sys.argv[2])))
