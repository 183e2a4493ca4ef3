"""The search box when its engine dies, and when the user leaves it."""

import asyncio
import os
import signal
from typing import Any

import pytest
from screen import search_box
from textual.widgets import Button

from seekline import Engine, Session
from seekline.tui.app import SearchApp
from seekline.tui.opening import open_search
from seekline.tui.status import STILL


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


async def test_no_spinner_is_shown_after_the_engine_has_died_during_a_search(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        services.fail("wikipedia", hang=60)
        await box.press("x")
        await box.until(lambda: box.shows(STILL))
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: "F5 starts it again" in box.status)
        assert box.app.situation.state.loading
        assert not box.shows(STILL)


async def test_text_typed_while_the_engine_is_restarted_is_sent_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with search_box(Engine(), query="snow") as box:
        await box.settled("snow")
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: "F5 starts it again" in box.status)
        heard: list[str] = []
        typed, tell = box.app.typed, box.app._tell

        async def type_on(text: str) -> None:
            box.app.box.value = text
            await box.until(lambda: text in heard)

        def hear(text: str) -> None:
            typed(text)
            heard.append(text)

        async def opened(*arguments: Any) -> Any:
            session = await open_search(*arguments)
            await type_on("snowm")
            return session

        async def told(session: Session, text: str) -> None:
            await tell(session, text)
            if text == "snowm":
                await type_on("snowman")

        monkeypatch.setattr(box.app, "typed", hear)
        monkeypatch.setattr(box.app, "_tell", told)
        monkeypatch.setattr("seekline.tui.app.open_search", opened)
        await box.press("f5")
        await box.settled("snowman")


@pytest.mark.parametrize("dies", [False, True])
@pytest.mark.parametrize("key", ["enter", "button", "typing"])
async def test_enter_while_a_session_opens_submits_unless_the_user_types_on(
    dies: bool, key: str, services: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "hotpepper" if dies else "unicode"
    async with search_box(Engine(source=source, env=services.env)) as box:
        box.app.box.value = "焼肉"
        await box.until(lambda: box.app.situation.state.can_submit or box.app.situation.state.query)
        opened, submit, typed = asyncio.Event(), box.app.submit, box.app.typed
        submitted: list[str] = []

        def hear(text: str) -> None:
            submit(text)
            submitted.append(text)

        def hear_more(text: str) -> None:
            typed(text)
            if text == "焼肉":
                opened.set()

        async def open_late(*arguments: Any) -> Any:
            session = await open_search(*arguments)
            await opened.wait()
            return session

        monkeypatch.setattr(box.app, "submit", hear)
        monkeypatch.setattr(box.app, "typed", hear_more)
        monkeypatch.setattr("seekline.tui.app.open_search", open_late)
        if dies:
            assert box.app.engine.pid is not None
            os.kill(box.app.engine.pid, signal.SIGKILL)
            await box.until(lambda: "F5 starts it again" in box.status)
            await box.press("f5")
        else:
            assert isinstance(box.app, SearchApp)
            box.app._start("hotpepper")
        if key == "button":
            button = box.app.query_one("#submit", Button)
            button.post_message(Button.Pressed(button))
        else:
            await box.press("enter")
        await box.until(lambda: submitted == ["焼肉"])
        if key == "typing":
            await box.press("x", "backspace")
            await box.until(lambda: box.app.situation.state.can_submit)
            assert submitted == ["焼肉"]
            assert not services.requests("hotpepper")
        else:
            opened.set()
            await box.settled("焼肉")


async def test_an_engine_that_dies_while_a_source_is_chosen_can_be_restarted() -> None:
    async with search_box(Engine(), query="snowman") as box:
        await box.settled("snowman")
        assert box.app.engine.pid is not None
        # The engine is not needed for this.
        os.kill(box.app.engine.pid, signal.SIGSTOP)
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: "F5 starts it again" in box.status)
        await box.press("escape", "f5")
        await box.settled("snowman")
        assert box.app.box.value == "snowman"


async def test_quitting_leaves_no_process_behind() -> None:
    engine = Engine()
    async with search_box(engine, query="snowman") as box:
        await box.settled("snowman")
        await box.press("ctrl+c")
    assert not engine.is_running


async def test_a_call_can_end_after_the_screen_is_gone() -> None:
    async with search_box(Engine()) as box:

        async def outlive(_: object) -> None:
            while box.app.screen_stack:
                await asyncio.sleep(0)

        box.app._call(outlive)


async def test_leaving_while_a_detail_opens_is_not_an_error(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        services.fail("wikipedia", hang=60)
        await box.press("enter")
        await box.until(lambda: box.app.situation.state.opening == "1")
