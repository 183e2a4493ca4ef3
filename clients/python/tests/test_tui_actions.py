"""The search box: actions on an item, from its menu."""

import os
import pathlib
import signal

import pytest
from acting import Files
from screen import Driver, held, search_box
from test_tui_order import burst
from textual.screen import ModalScreen
from textual.widgets import OptionList

from seekline import Engine
from seekline.tui.menu import ActionMenu


@pytest.fixture
def files(tmp_path: pathlib.Path) -> Files:
    return Files(tmp_path)


def engine_on(files: Files, source: str = "files") -> Engine:
    return Engine(config=files.config, source=source)


async def listed(box: Driver) -> None:
    """Wait until the list of all files is on the screen."""
    await box.until(lambda: box.app.situation.state.settled and box.shows("F4 Actions"))


def said(box: Driver, text: str) -> bool:
    """Whether a notification in the corner, where lines can wrap anywhere, contains this text."""
    return any(text in told.message for told in box.app._notifications)


async def test_a_digit_performs_an_action_and_the_list_is_updated(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("down", "f4")
        await box.until(
            lambda: box.shows("─ two ─") and box.shows("1  Remove it") and box.shows("3  Remove it quietly")
        )
        await box.press("1")
        await box.until(lambda: said(box, "removed 'two'"))
        assert not isinstance(box.app.screen, ActionMenu)
        assert files.names() == ["one"]
        await box.until(lambda: [item.id for item in box.app.results.items] == ["one"])
        assert box.status == "1 found"


async def test_the_row_that_takes_the_place_of_a_removed_one_is_highlighted(files: Files) -> None:
    (files.folder / "three").touch()
    async with search_box(engine_on(files)) as box:
        await listed(box)
        await box.press("down", "f4", "1")
        await box.until(lambda: [item.id for item in box.app.results.items] == ["one", "two"])
        assert box.app.results.highlighted == 1
        await listed(box)
        # There is no row after the last one.
        await box.press("f4", "1")
        await box.until(lambda: [item.id for item in box.app.results.items] == ["one"])
        assert box.app.results.highlighted == 0
        assert files.names() == ["one"]


async def test_enter_performs_the_highlighted_action_and_its_end_is_reported(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("alt+enter", "down", "down", "down", "up", "enter")
        await box.until(lambda: said(box, "Done"))
        assert files.names() == ["two"]
        await listed(box)
        await box.press("f4", "up")
        assert box.app.screen.query_one(OptionList).highlighted == 3
        await box.press("9", "escape")
        await box.until(lambda: not isinstance(box.app.screen, ActionMenu))
        assert box.app.box.value == ""
        await box.press("f4")
        await box.until(lambda: box.shows("1  Remove it"))
        await box.pilot.click("#actions", offset=(5, 3))
        await box.until(lambda: not files.names())


async def test_a_menu_opened_in_a_burst_of_keys_is_for_the_row_just_moved_to(files: Files) -> None:
    async with search_box(engine_on(files)) as box:
        await listed(box)
        burst(box, "down", "f4", "1")
        await box.until(lambda: len(files.names()) == 1)
        assert files.names() == ["one"]


async def test_keys_in_a_burst_after_opening_the_menu_go_to_the_menu(files: Files) -> None:
    async with search_box(engine_on(files)) as box:
        await listed(box)
        burst(box, "f4", "1")
        await box.until(lambda: files.names() == ["two"])
        await box.until(lambda: box.app.results.item is not None and box.app.results.item.id == "two")
        burst(box, "f4", "down", "down", "enter")
        await box.until(lambda: not files.names())
        assert box.app.box.value == ""


async def test_keys_in_a_burst_after_the_menu_closes_go_to_the_box(files: Files) -> None:
    async with search_box(engine_on(files)) as box:
        await listed(box)
        for key in ("4", "escape", "f4"):
            await box.press("f4")
            await box.until(lambda: isinstance(box.app.screen, ActionMenu))
            burst(box, key, "1", "x")
            await box.until(lambda: box.app.box.value == "1x")
            assert len(box.app.screen_stack) == 1
            await box.until(lambda: box.app.situation.doing is None)
            burst(box, "ctrl+u")
            await listed(box)
        assert files.names() == ["one", "two"]


@pytest.mark.parametrize("quits", ["ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("opens", ["f2", "f4"])
async def test_quitting_works_while_a_menu_is_open(files: Files, opens: str, quits: str) -> None:
    async with search_box(engine_on(files)) as box:
        await listed(box)
        await box.press(opens)
        await box.until(lambda: isinstance(box.app.screen, ModalScreen))
        await box.press(quits)
        await box.until(lambda: box.app._exit)


@pytest.mark.parametrize("times", [1, 2])
async def test_a_click_in_a_menu_chooses_and_a_second_click_is_ignored(files: Files, times: int) -> None:
    async with search_box(engine_on(files)) as box:
        await listed(box)
        await box.press("f4")
        await box.until(lambda: box.shows("1  Remove it"))
        await box.pilot.click("#actions", offset=(5, 1), times=times)
        await box.until(lambda: files.names() == ["two"])
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        await box.pilot.click("#sources", offset=(5, 1), times=times)
        await box.until(lambda: box.app.session is not None and box.app.session.source.name != "files")
        assert len(box.app.screen_stack) == 1


async def test_an_action_continues_while_the_user_types(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4", "2")
        gate = await files.begun()
        await box.until(lambda: box.status == "Hold it…")
        await box.press(*"tw")
        await box.settled("tw")
        await box.press("f4")
        await box.until(lambda: said(box, "Hold it has not finished yet"))
        assert not isinstance(box.app.screen, ActionMenu)
        await box.press("escape")
        files.release(gate)
        await box.until(lambda: said(box, "it went on"))
        await box.until(lambda: box.app.situation.doing is None)


async def test_no_action_is_performed_on_an_item_removed_while_its_menu_was_open(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4")
        await box.until(lambda: box.shows("─ one ─"))
        assert box.app.session is not None
        (files.folder / "one").rename(files.folder / "three")
        await box.app.session.refresh()
        await box.until(lambda: [item.id for item in box.app.results.items] == ["three", "two"])
        # The menu still belongs to the item for which it was opened.
        assert box.shows("─ one ─")
        await box.press("1")
        await box.until(lambda: said(box, "Nothing was done with one"))
        assert files.names() == ["three", "two"]


async def test_no_action_is_performed_on_an_item_of_a_list_newer_than_the_menu(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4")
        assert box.app.session is not None
        await box.app.session.refresh()
        generation = box.app.situation.state.list_generation
        await box.until(lambda: box.app.situation.state.list_generation != generation)
        await box.press("1")
        await box.until(lambda: said(box, "Nothing was done with one"))
        assert files.names() == ["one", "two"]


async def test_a_failed_action_is_reported_with_its_error_output(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4", "4")
        await box.until(lambda: box.shows("Fail with it") and said(box, "it said: ls: cannot access 'no such file'"))
        assert box.status == "2 found"


async def test_no_action_is_performed_if_the_engine_dies_while_the_menu_is_open(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 30)) as box:
        await listed(box)
        await box.press("f4")
        await box.until(lambda: box.shows("─ one ─"))
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await box.until(lambda: box.app.engine.pid is None)
        await box.press("1")
        await box.until(lambda: said(box, "nothing was done"))
        assert files.names() == ["one", "two"]


async def test_if_the_engine_dies_during_an_action_its_outcome_is_reported_as_unknown(files: Files) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 30)) as box:
        await listed(box)
        await box.press("f4", "2")
        gate = await files.begun()
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        await files.ended(gate)
        await box.until(lambda: said(box, "the outcome is unknown") and "F5 starts it again" in box.status)
        await box.press("f5")
        await listed(box)
        await box.press("f4", "1")
        await box.until(lambda: files.names() == ["two"])


@pytest.mark.parametrize("again", [False, True])
async def test_quitting_waits_for_a_running_action_unless_ctrl_c_is_pressed_again(files: Files, again: bool) -> None:
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4", "2")
        gate = await files.begun()
        await box.press("ctrl+c")
        await box.until(lambda: said(box, "Ctrl+C again leaves at once"))
        if again:
            await box.press("ctrl+c")
        else:
            files.release(gate)
        await box.until(lambda: box.app._exit)
    if again:
        await files.ended(gate)


async def test_keys_do_not_act_on_items_found_for_another_text(tmp_path: pathlib.Path) -> None:
    files = Files(tmp_path, debounce=600_000)
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await box.press("enter")
        await listed(box)
        # This move may be ahead of the list for the new text, about which the engine has reported nothing yet.
        async with held(box.app.engine):
            burst(box, "t", "down", "up", "f4", "1")
            await box.until(lambda: said(box, "found for another text"))
            assert not isinstance(box.app.screen, ActionMenu)
            box.app.clear_notifications()
            await box.press("t", "down", "up", "f4")
            await box.until(lambda: said(box, "found for another text"))
            assert not isinstance(box.app.screen, ActionMenu)
        for key in ("f3", "f4"):
            box.app.clear_notifications()
            burst(box, "t", key, "1")
            await box.until(lambda: said(box, "found for another text"))
            assert not box.app.detail.is_open
            assert not isinstance(box.app.screen, ActionMenu)
        await box.until(lambda: box.app.situation.state.pending == "debounce")
        # This move may be ahead of the list for the new text.
        box.app.clear_notifications()
        await box.press("down", "f4")
        await box.until(lambda: said(box, "found for another text"))
        assert not isinstance(box.app.screen, ActionMenu)
        # If no new list is coming, the chosen row is the one meant.
        await box.press("escape")
        await box.until(lambda: box.app.situation.state.settled)
        await box.press("f3")
        await box.until(lambda: "two" in box.detail)
        await box.press("f3", "f4", "1")
        await box.until(lambda: files.names() == ["one"])


async def test_the_action_key_reports_that_an_item_has_no_actions(files: Files) -> None:
    async with search_box(engine_on(files, "plain"), toasts=True, size=(100, 24)) as box:
        await box.until(lambda: box.app.situation.state.settled and box.shows("two"))
        assert not box.shows("F4 Actions")
        await box.press("f4")
        await box.until(lambda: said(box, "There are no actions on one"))
        assert not isinstance(box.app.screen, ActionMenu)
