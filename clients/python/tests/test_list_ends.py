"""Supplied lists: filling that ends before all items have arrived."""

import asyncio
import gc
import os
import signal
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from lists import WORDS, Endless, found, one_by_one, titles
from support import until

from seekline import Engine, EngineClosed, EngineDied, Held, ItemsSpent, Pick, RequestCancelled, RequestFailed, Session


async def test_closing_a_list_that_is_being_filled_stops_the_filling(engine: Engine) -> None:
    items = Endless()
    pick = engine.pick(items)
    async with pick as session:
        await until(session.changes(), lambda state: state.growing)
    taken = items.taken
    with pytest.raises(EngineClosed, match="has been closed"):
        await pick.filled()
    with pytest.raises(EngineClosed):
        await session.set_items(["a"])
    async with engine.pick(WORDS) as other:
        assert (await other.settled()).count == 5
    assert items.taken == taken


async def test_an_exception_from_the_iterable_is_raised_and_ends_the_list(engine: Engine) -> None:
    async def broken() -> AsyncIterator[str]:
        yield "one"
        raise ZeroDivisionError

    session = await engine.open("list")
    with pytest.raises(ZeroDivisionError):
        await session.set_items(broken())
    assert await found(session, "") == ["one"]
    assert not session.state.growing
    with pytest.raises(ZeroDivisionError):
        async with engine.pick(broken()) as session:
            await until(session.changes(), lambda state: titles(state) == ["one"] and not state.growing)


async def test_a_list_that_is_refused_leaves_the_previous_one_as_it_is(engine: Engine) -> None:
    session = await engine.open("list")
    await session.set_items(WORDS)
    many = [f"line {number}" for number in range(10_000)]
    wrong: list[tuple[Any, int]] = [({"id": "x"}, -32602), ("x" * (1 << 20), -32600)]
    for first, code in wrong:
        for items in ([first, *many], one_by_one(first, *many)):
            with pytest.raises(RequestFailed) as caught:
                await session.set_items(items)
            assert caught.value.code == code
            assert await found(session, "") == WORDS
            assert not session.state.growing


@pytest.mark.parametrize("is_appended", [False, True])
async def test_a_list_that_was_left_open_ends_if_its_last_items_fail_to_come(engine: Engine, is_appended: bool) -> None:
    async def broken() -> AsyncIterator[str]:
        raise ZeroDivisionError
        yield ""

    session = await engine.open("list")
    await session.set_items(["one"], done=False)
    assert await found(session, "") == ["one"]
    assert session.state.growing
    with pytest.raises(ZeroDivisionError):
        await session.set_items(broken(), append=is_appended)
    state = await until(session.changes(), lambda state: not state.growing)
    assert titles(state) == ["one"]


async def test_a_list_whose_replacement_fails_before_its_first_item_ends(engine: Engine) -> None:
    async def broken() -> AsyncIterator[str]:
        raise ZeroDivisionError
        yield ""

    session = await engine.open("list")
    replaced = asyncio.create_task(session.set_items(Endless()))
    await until(session.changes(), lambda state: state.growing)
    with pytest.raises(ZeroDivisionError):
        await session.set_items(broken())
    with pytest.raises(RequestCancelled):
        await replaced
    await until(session.changes(), lambda state: not state.growing)


@pytest.mark.parametrize("turns", [1, 10])
async def test_a_list_that_was_left_open_ends_if_its_last_items_are_cancelled(engine: Engine, turns: int) -> None:
    async def endless() -> AsyncIterator[str]:
        await asyncio.Event().wait()
        yield ""

    session = await engine.open("list")
    await session.set_items(["one"], done=False)
    assert await found(session, "") == ["one"]
    filling = asyncio.create_task(session.set_items(endless(), append=True))
    # After one turn it has been called, and nothing else has happened.
    for _ in range(turns):
        await asyncio.sleep(0)
    filling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await filling
    state = await until(session.changes(), lambda state: not state.growing)
    assert titles(state) == ["one"]


@pytest.mark.parametrize("is_replaced", [False, True])
async def test_a_list_whose_last_items_are_cancelled_while_others_are_sent_ends_after_those(
    engine: Engine, is_replaced: bool
) -> None:
    go = asyncio.Event()

    async def slow() -> AsyncIterator[str]:
        yield "one"
        await go.wait()
        yield "two"

    session = await engine.open("list")
    first = asyncio.create_task(session.set_items(slow(), done=False))
    await until(session.changes(), lambda state: state.growing)
    second = session.fill(["three"], append=True).task
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    assert await found(session, "") == ["one"]
    assert session.state.growing
    if is_replaced:
        await session.set_items(WORDS, done=False)
        with pytest.raises(RequestCancelled):
            await first
        assert await found(session, "") == WORDS
        assert session.state.growing
    else:
        go.set()
        assert (await first).held == 2
        await until(session.changes(), lambda state: not state.growing and titles(state) == ["one", "two"])


async def test_an_iterable_that_is_slow_to_close_does_not_hang_set_items(engine: Engine) -> None:
    class Slow:
        def __init__(self, item: Any) -> None:
            self.item = item

        async def __aiter__(self) -> AsyncIterator[Any]:
            try:
                yield self.item
            finally:
                await asyncio.sleep(0.01)

    session = await engine.open("list")
    with pytest.raises(TypeError, match=r"items\[0\] must be a string or a mapping, not NoneType"):
        await asyncio.wait_for(session.set_items(Slow(None)), 60)
    assert (await asyncio.wait_for(session.set_items(Slow("a")), 60)).held == 1


async def test_cancelling_set_items_ends_the_list_and_another_can_be_set(engine: Engine) -> None:
    session = await engine.open("list")
    filling = asyncio.create_task(session.set_items(Endless()))
    await until(session.changes(), lambda state: state.growing)
    filling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await filling
    await until(session.changes(), lambda state: not state.growing)
    assert (await session.set_items(WORDS)).held == 5


async def test_a_list_that_is_replaced_before_it_is_begun_is_cancelled(engine: Engine) -> None:
    session = await engine.open("list")
    lists = (session.set_items(["a"]), session.set_items(WORDS))
    replaced, held = await asyncio.gather(*lists, return_exceptions=True)
    assert isinstance(replaced, RequestCancelled)
    assert held == Held(held=5, dropped=0)


async def test_a_list_can_be_replaced_twice_while_its_iterable_closes(engine: Engine) -> None:
    leaves, may_leave = asyncio.Event(), asyncio.Event()

    async def slow() -> AsyncIterator[str]:
        try:
            yield "one"
            await asyncio.Event().wait()
        finally:
            leaves.set()
            await may_leave.wait()

    session = await engine.open("list")
    first = asyncio.create_task(session.set_items(slow()))
    await until(session.changes(), lambda state: state.growing)
    second = asyncio.create_task(session.set_items(WORDS))
    await leaves.wait()
    third = asyncio.create_task(session.set_items(WORDS))
    await asyncio.sleep(0)
    may_leave.set()
    replaced, *_, held = await asyncio.gather(first, second, third, return_exceptions=True)
    assert isinstance(replaced, RequestCancelled)
    assert held == Held(held=5, dropped=0)


async def test_cancelling_a_pick_while_it_opens_closes_its_iterable(engine: Engine) -> None:
    reads, left = asyncio.Event(), asyncio.Event()

    async def items() -> AsyncIterator[str]:
        try:
            yield "one"
            reads.set()
            await asyncio.Event().wait()
        finally:
            left.set()

    told: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
    opening = asyncio.create_task(engine.pick(items()).__aenter__())
    await reads.wait()
    opening.cancel()
    await asyncio.wait([opening])
    assert opening.cancelled()
    assert left.is_set()
    del opening
    # An exception that was never retrieved is reported when its task is garbage-collected.
    gc.collect()
    assert not told


async def test_a_pick_whose_session_ends_before_its_list_is_begun_raises(engine: Engine) -> None:
    for query in (None, "a"):

        async def open_list() -> Session:
            session = await engine.open("list")
            asyncio.get_running_loop().call_soon(session.ended, EngineClosed("the engine has been closed"))
            return session

        pick = Pick(open_list, ["a"], query)
        with pytest.raises(EngineClosed, match="the engine has been closed"):
            await asyncio.wait_for(pick.__aenter__(), 60)
        with pytest.raises(EngineClosed):
            await pick.filled()


async def test_if_the_engine_dies_filling_raises_and_a_pick_can_be_opened_again() -> None:
    class Again(Endless):
        """Endless until the engine has died."""

        def __iter__(self) -> Iterator[str]:
            return super().__iter__() if first else iter(WORDS)

    first = True
    async with Engine() as engine:
        pick = engine.pick(Again(), query="mc")
        once = engine.pick(item for item in WORDS)
        async with once as session:
            assert (await once.filled()).held == 5
        async with pick as session:
            waiting = asyncio.create_task(pick.filled())
            await until(session.changes(), lambda state: state.growing)
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGKILL)
            with pytest.raises(EngineDied):
                await waiting
            with pytest.raises(EngineDied):
                await session.set_items(WORDS)
        first = False
        await engine.restart()
        async with pick as session:
            assert titles(await session.settled()) == ["main.c", "src/main_loop.c"]
        with pytest.raises(ItemsSpent, match="came from a generator, which yields them only once"):
            async with once:
                pass


async def test_a_pick_that_could_not_be_opened_has_read_nothing() -> None:
    engine = Engine()
    pick = engine.pick(item for item in WORDS)
    with pytest.raises(EngineClosed):
        await pick.__aenter__()
    async with engine, pick:
        assert (await pick.filled()).held == 5
