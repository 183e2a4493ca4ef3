"""The search box when its engine is started again: its list, its row, and an engine that does not start at first."""

import asyncio
import os
import pathlib
import signal
from typing import Any

import pytest
from acting import Files
from screen import Driver, search_box
from textual.widgets import OptionList

from seekline import Engine, Outcome, Session
from seekline.tui.app import SearchApp
from seekline.tui.chooser import SourceChooser
from seekline.tui.opening import open_search


class Breakable:
    """An engine that can be broken, so that it cannot be started."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.path = str(folder / "engine")
        self._broken = folder / "broken"
        script = pathlib.Path(self.path)
        script.write_text(f'#!/bin/sh\n[ -e "{self._broken}" ] && exit 3\nexec "{os.environ["SEEKLINE"]}" "$@"\n')
        script.chmod(0o755)

    async def breaks(self, box: Driver) -> None:
        """Kill it, and keep it from being started again."""
        self._broken.touch()
        await dies(box)
        await self.fails(box)

    async def fails(self, box: Driver) -> None:
        """Try to start it, without success."""
        failed: list[str] = []
        fail = box.app.fail

        def note(trouble: str) -> None:
            fail(trouble)
            failed.append(trouble)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(box.app, "fail", note)
            await box.press("f5")
            await box.until(lambda: failed)
        assert "exit code 3" in box.status

    def mend(self) -> None:
        """Let it start from now on."""
        self._broken.unlink()


@pytest.fixture
def breakable(tmp_path: pathlib.Path) -> Breakable:
    return Breakable(tmp_path)


async def dies(box: Driver) -> None:
    assert box.app.engine.pid is not None
    os.kill(box.app.engine.pid, signal.SIGKILL)
    await box.until(lambda: "F5 starts it again" in box.status)


async def go_down(box: Driver) -> None:
    row = box.app.results.highlighted
    await box.press("down")
    await box.until(lambda: box.app.results.highlighted not in (None, row))


async def test_the_list_and_its_row_are_restored_when_the_engine_is_restarted() -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        for _ in range(25):
            await go_down(box)
            await box.settled("arrow")
        item, held = box.app.results.item, len(box.app.results.items)
        await dies(box)
        await box.press("f5")
        await box.until(lambda: len(box.app.results.items) >= held)
        assert held > 20
        assert item is not None
        assert box.app.results.item == item


async def test_an_engine_that_is_restarted_twice_has_one_session(monkeypatch: pytest.MonkeyPatch) -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        await dies(box)
        told: list[str] = []
        set_query = Session.set_query

        async def first_never(session: Session, text: str, composing: bool = False) -> Outcome:
            told.append(session.name)
            if len(told) == 1:
                await asyncio.Event().wait()
            return await set_query(session, text, composing)

        monkeypatch.setattr(Session, "set_query", first_never)
        await box.press("f5")
        await box.until(lambda: told)
        await box.press("f5")
        await box.settled("arrow")
        assert len(told) == 2
        await box.until(lambda: list(box.app.engine._sessions.by_name) == told[1:])


async def test_the_restored_row_is_not_carried_over_to_the_next_query() -> None:
    async with search_box(Engine(), query="rightwards arrow") as box:
        await box.settled("rightwards arrow")
        await go_down(box)
        await box.press("up")
        await box.until(lambda: box.app.results.highlighted == 0)
        item = box.app.results.item
        await dies(box)
        await box.press("f5")
        await box.until(lambda: "F5 starts it again" not in box.status)
        await box.settled("rightwards arrow")
        assert box.app.results.item == item
        box.app.box.value = "arrow"
        await box.settled("arrow")
        assert item is not None
        assert item.id in [other.id for other in box.app.results.items]
        assert box.app.results.highlighted == 0


async def test_the_chosen_source_is_searched_after_a_restart_that_failed_at_first(
    tmp_path: pathlib.Path, breakable: Breakable
) -> None:
    files = Files(tmp_path)
    async with search_box(Engine(breakable.path, config=files.config, source="unicode"), query="two") as box:
        await box.settled("two")
        await box.press("f2")
        await box.until(lambda: isinstance(box.app.screen, SourceChooser))
        names = [source.name for source in box.app.engine.sources if not source.takes_items]
        box.app.screen.query_one(OptionList).highlighted = names.index("files")
        await box.press("enter")
        await box.until(lambda: [item.id for item in box.app.results.items] == ["two"])
        await breakable.breaks(box)
        breakable.mend()
        await box.press("f5")
        await box.until(lambda: box.app.situation.source)
        await box.settled("two")
        assert [item.id for item in box.app.results.items] == ["two"]


async def test_the_list_and_its_row_are_restored_after_failed_restarts(breakable: Breakable) -> None:
    async with search_box(Engine(breakable.path), query="arrow") as box:
        await box.settled("arrow")
        for _ in range(25):
            await go_down(box)
            await box.settled("arrow")
        item, held = box.app.results.item, len(box.app.results.items)
        await breakable.breaks(box)
        # If other text is in the box during a failed start, it does not replace the lost list.
        box.app.box.value = "arrows"
        await breakable.fails(box)
        box.app.box.value = "arrow"
        await breakable.fails(box)
        breakable.mend()
        await box.press("f5")
        await box.until(lambda: len(box.app.results.items) >= held)
        assert held > 20
        assert item is not None
        assert box.app.results.item == item
        box.app.box.value = "snowman"
        await box.settled("snowman")
        await dies(box)
        await box.press("f5")
        await box.until(lambda: "F5 starts it again" not in box.status)
        await box.settled("snowman")
        assert box.app.results.highlighted == 0


async def test_a_row_that_no_longer_exists_is_not_restored(tmp_path: pathlib.Path, breakable: Breakable) -> None:
    files = Files(tmp_path)
    async with search_box(Engine(breakable.path, config=files.config, source="files"), query="o") as box:
        await box.until(lambda: [item.id for item in box.app.results.items] == ["one", "two"])
        await go_down(box)
        await breakable.breaks(box)
        (files.folder / "two").unlink()
        breakable.mend()
        await box.press("f5")
        await box.until(lambda: [item.id for item in box.app.results.items] == ["one"])
        assert box.app.results.highlighted == 0
        assert box.app.results.chosen is None


async def test_the_list_is_restored_if_its_source_searches_only_on_enter(services: Any) -> None:
    async with search_box(Engine(source="hotpepper", env=services.env), query="焼肉") as box:
        await box.until(lambda: box.app.situation.state.can_submit)
        await box.press("enter")
        await box.settled("焼肉")
        await go_down(box)
        item = box.app.results.item
        await dies(box)
        await box.press("f5")
        await box.settled("焼肉")
        assert item is not None
        assert box.app.results.item == item


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """An event; no session is opened until it is set."""
    gate = asyncio.Event()
    gate.set()

    async def open_late(*arguments: Any) -> Any:
        session = await open_search(*arguments)
        await gate.wait()
        return session

    monkeypatch.setattr("seekline.tui.app.open_search", open_late)
    return gate


def is_back(box: Driver) -> bool:
    assert isinstance(box.app, SearchApp)
    return box.app._lost is None


@pytest.mark.parametrize("breaks", [False, True])
async def test_enter_before_the_row_is_restored_opens_it_once_it_is(
    breaks: bool, breakable: Breakable, gate: asyncio.Event
) -> None:
    async with search_box(Engine(breakable.path), query="arrow") as box:
        await box.settled("arrow")
        for _ in range(25):
            await go_down(box)
            await box.settled("arrow")
        item = box.app.results.item
        assert item is not None
        if breaks:
            await breakable.breaks(box)
            await box.press("enter")
            await breakable.fails(box)
            breakable.mend()
            await box.press("f5")
        else:
            await dies(box)
            gate.clear()
            await box.press("f5", "enter")
            gate.set()
        await box.until(lambda: box.app.detail.shown)
        assert box.app.detail.shown == item
        assert box.app.results.item == item


@pytest.mark.parametrize("key", ["typing", "escape", "down"])
async def test_another_key_cancels_an_enter_that_waits_for_the_row(key: str, gate: asyncio.Event) -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        await go_down(box)
        item = box.app.results.item
        if key == "escape":
            await box.press("f3")
            await box.until(lambda: box.app.detail.shown)
        await dies(box)
        gate.clear()
        await box.press("f5", "enter")
        if key == "typing":
            await box.press("s", "backspace")
        elif key == "escape":
            await box.press("escape")
        else:
            assert box.app.session is None
            show = box.app._show

            def show_and_move(state: Any) -> None:
                show(state)
                if state.items:
                    box.app.results.action_last()

            box.app._show = show_and_move  # type: ignore[method-assign]
        gate.set()
        await box.until(lambda: is_back(box))
        await box.settled("arrow")
        assert not box.app.detail.is_open
        assert (box.app.results.item == item) is (key != "down")


@pytest.mark.parametrize("when", ["dead", "loading"])
async def test_a_submitted_query_is_searched_for_once_the_engine_is_restarted(
    when: str, breakable: Breakable, services: Any
) -> None:
    async with search_box(Engine(breakable.path, source="hotpepper", env=services.env)) as box:
        box.app.box.value = "焼肉"
        await box.until(lambda: box.app.situation.state.can_submit)
        if when == "loading":
            services.fail("hotpepper", hang=60)
            await box.press("enter")
            await box.until(lambda: services.requests("hotpepper"))
            await breakable.breaks(box)
        else:
            await breakable.breaks(box)
            await box.press("enter")
            await breakable.fails(box)
        breakable.mend()
        await box.press("f5")
        await box.settled("焼肉")


async def test_text_that_was_only_typed_is_not_submitted_after_a_restart(services: Any) -> None:
    settings = {"both.type": "union", "both.of": '["unicode", "hotpepper"]'}
    async with search_box(Engine(source="both", settings=settings, env=services.env), query="arrow") as box:
        await box.settled("arrow")
        await go_down(box)
        item = box.app.results.item
        await dies(box)
        await box.press("f5")
        await box.until(lambda: is_back(box))
        await box.settled("arrow")
        assert box.app.results.item == item
        assert not services.requests("hotpepper")
