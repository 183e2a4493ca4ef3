"""Work that is no longer wanted ends in the engine too."""

import asyncio
import os
import signal
from typing import Any

import pytest
from support import last, until

from seekline import Engine, InvalidParams, Session


async def hanging(services: Any, session: Session, count: int = 1) -> None:
    """Wait until `count` searches hang in the service."""
    await asyncio.to_thread(services.requests, "wikipedia", count)
    await until(session.changes(), lambda state: state.loading)


async def test_cancelling_a_task_that_waits_for_a_state_ends_its_search(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        task = asyncio.create_task(last(session.search("swift")))
        await hanging(services, session)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        state = await until(session.changes(), lambda state: state.settled)
        assert (state.status, state.error) == ("initial", None)


async def test_cancelling_a_task_that_is_processing_a_state_ends_its_search(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")

        async def show() -> None:
            async for _ in session.search("swift"):
                await asyncio.Event().wait()

        task = asyncio.create_task(show())
        await hanging(services, session)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(session.changes(), lambda state: state.settled)


async def test_leaving_the_loop_early_ends_the_search(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        async for state in session.search("swift"):
            assert state.loading
            await asyncio.to_thread(services.requests, "wikipedia", 1)
            break
        await until(session.changes(), lambda state: state.settled)


async def test_cancelling_an_older_search_leaves_the_newer_one_alone(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    services.fail("wikipedia", hold=1)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        older = asyncio.create_task(last(session.search("swift")))
        await hanging(services, session)
        newer = asyncio.create_task(last(session.search("python")))
        await asyncio.sleep(0)
        older.cancel()
        await asyncio.to_thread(services.requests, "wikipedia", 2)
        services.release("wikipedia")
        state = await newer
        assert (state.query, state.count) == ("python", 7)


async def test_a_search_that_the_engine_rejects_cancels_nothing(engine: Engine) -> None:
    session = await engine.open(debounce_ms=1000)
    await session.set_query("snowman")
    with pytest.raises(InvalidParams):
        await last(session.search("x" * 10_001))
    state = await asyncio.wait_for(session.settled(), 60)
    assert (state.query, state.count) == ("snowman", 3)


async def test_a_session_is_usable_after_a_search_is_cancelled_before_its_answer(engine: Engine) -> None:
    session = await engine.open()
    task = asyncio.create_task(last(session.search("arrow")))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(session.settled(), 60)
    assert (await last(session.search("snowman"))).count == 3


async def test_cancel_ends_a_search_and_its_iteration(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        task = asyncio.create_task(last(session.search("swift")))
        await hanging(services, session)
        assert (await session.cancel()).name == "cancelled"
        state = await asyncio.wait_for(task, 60)
        assert (state.settled, state.count) == (True, 0)


async def test_cancelling_a_detail_ends_its_request(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        task = asyncio.create_task(session.detail("1"))
        await until(session.changes(), lambda state: state.opening == "1")
        await asyncio.to_thread(services.requests, "wikipedia", 1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await until(session.changes(), lambda state: state.opening is None)
        assert (await session.detail("1")).title == "Swift"


async def test_cancelling_open_leaves_no_session_behind(engine: Engine) -> None:
    task = asyncio.create_task(engine.open())
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert (await engine.open()).name == "python-2"
    assert list(engine._sessions.by_name) == ["python-2"]


async def test_settled_waits_for_a_call_whose_caller_was_cancelled(engine: Engine) -> None:
    session = await engine.open()
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGSTOP)
    task = asyncio.create_task(session.submit("snowman"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    waiting = asyncio.create_task(session.settled())
    await asyncio.sleep(0)
    os.kill(engine.pid, signal.SIGCONT)
    state = await asyncio.wait_for(waiting, 60)
    assert (state.query, state.count) == ("snowman", 3)
