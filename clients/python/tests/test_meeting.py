"""Searches for text that is already being searched for."""

import asyncio
from typing import Any

from support import last, until

from seekline import Engine, State


async def test_two_iterations_can_share_one_running_search(services: Any) -> None:
    services.fail("wikipedia", hold=1)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        first = asyncio.create_task(last(session.search("swift")))
        await asyncio.to_thread(services.requests, "wikipedia", 1)
        await until(session.changes(), lambda state: state.loading)
        states = session.search(" swift ")
        assert (await anext(states)).loading
        services.release("wikipedia")
        second = await last(states)
        assert second == await first
        assert second.count > 0


async def test_a_search_for_text_already_being_searched_for_joins_that_search(services: Any) -> None:
    for number, submitted in enumerate((True, False), 1):
        services.fail("wikipedia", hold=1)
        async with Engine(env=services.env) as engine:
            session = await engine.open("wikipedia")
            if submitted:
                await session.submit("swift")
            both = asyncio.gather(last(session.search("swift")), last(session.search(" swift ")))
            await asyncio.to_thread(services.requests, "wikipedia", number)
            # Once this is answered, so are they.
            assert (await session.submit("swift")).name == "disabled"
            services.release("wikipedia")
            first, second = await both
            assert first == second == session.state
            assert (first.query, first.settled, first.count) == ("swift", True, 7)


async def test_a_newer_search_ends_the_iteration_over_an_older_one(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        older: list[State] = []

        async def search() -> None:
            older.extend([state async for state in session.search("swift")])

        task = asyncio.create_task(search())
        await asyncio.to_thread(services.requests, "wikipedia", 1)
        newer = await last(session.search("python"))
        await asyncio.wait_for(task, 60)
        assert {state.query for state in older} == {None}
        assert newer.query == "python"
        assert newer.settled
