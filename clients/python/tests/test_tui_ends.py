"""The search box when its engine dies, and when it is left."""

import asyncio
import os
import signal
from typing import Any

from screen import Driver, search_box

from seekline import Engine


async def test_an_engine_that_dies_can_be_started_again() -> None:
    async with search_box(Engine(), query="snowman", toasts=True) as box:
        await box.settled("snowman")
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: box.status == "✗ the engine was ended by SIGKILL  F5 starts it again")
        await box.until(lambda: box.shows("The engine has ended"))
        await box.press(*"x")
        await box.press("f5")
        await box.settled("snowmanx")


async def test_an_engine_that_dies_while_it_is_asked_for_its_sources() -> None:
    async with search_box(Engine(), query="snowman") as box:
        await box.settled("snowman")
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGSTOP)
        await box.press("f2")
        await box.until(lambda: any(worker.group == "sources" and worker.is_running for worker in box.app.workers))
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: "F5 starts it again" in box.status)
        assert box.app.box.value == "snowman"
        await box.press("f5")
        await box.settled("snowman")


async def go_down(box: Driver) -> None:
    row = box.app.results.highlighted
    await box.press("down")
    await box.until(lambda: box.app.results.highlighted not in (None, row))


async def test_a_list_is_back_at_its_row_when_the_engine_has_been_started_again() -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        for _ in range(25):
            await go_down(box)
            await box.settled("arrow")
        item, held = box.app.results.item, len(box.app.results.items)
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: "F5 starts it again" in box.status)
        await box.press("f5")
        await box.until(lambda: len(box.app.results.items) >= held)
        assert held > 20
        assert item is not None
        assert box.app.results.item == item


async def test_it_leaves_no_process_behind() -> None:
    engine = Engine()
    async with search_box(engine, query="snowman") as box:
        await box.settled("snowman")
        await box.press("ctrl+c")
    assert not engine.is_running


async def test_a_call_that_ends_when_the_screen_has_gone() -> None:
    async with search_box(Engine()) as box:

        async def outlive(_: object) -> None:
            while box.app.screen_stack:
                await asyncio.sleep(0)

        box.app._call(outlive)


async def test_leaving_while_a_detail_opens(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        services.fail("wikipedia", hang=60)
        await box.press("enter")
        await box.until(lambda: box.app.situation.state.opening == "1")
