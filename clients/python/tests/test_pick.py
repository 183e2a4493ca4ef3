"""Choosing a line: what the user does, and the result."""

import asyncio
import os
import signal
from contextlib import nullcontext
from dataclasses import replace

import pytest
from picking import picking
from screen import held
from test_tui_order import burst

from seekline import Engine, Item
from seekline.tui.exits import LEFT
from seekline.tui.lines import JSONLines
from seekline.tui.picker import PickApp
from seekline.tui.picking import _choose, _parser
from seekline.tui.status import status_line


async def test_typing_narrows_the_list_and_enter_chooses() -> None:
    async with picking("main.c", "Makefile", "src/main_loop.c", ended=True) as box:
        assert box.status == "3 found"
        await box.press(*"mc")
        await box.settled("mc")
        assert [item.title for item in box.app.results.items] == ["main.c", "src/main_loop.c"]
        await box.press("down", "enter")
        assert await box.left() == (["src/main_loop.c"], 0)


async def test_enter_chooses_the_first_line_if_nothing_is_typed() -> None:
    async with picking("one", "two") as box:
        await box.press("enter")
        assert await box.left() == (["one"], 0)


async def test_a_click_chooses_a_line() -> None:
    async with picking("one", "two") as box:
        await box.pilot.click("#results", offset=(4, 1))
        assert await box.left() == (["two"], 0)


async def test_enter_waits_for_a_match_for_the_typed_text() -> None:
    async with picking("alpha", "beta", "gamma", ended=True) as box:
        async with held(box.app.engine):
            await box.press(*"gam", "enter")
            assert [item.title for item in box.app.results.items] == ["alpha", "beta", "gamma"]
            assert not box.app._exit
        assert await box.left() == (["gamma"], 0)


async def test_enter_in_the_list_also_waits_for_a_match_for_the_typed_text() -> None:
    async with picking("alpha", "beta", "gamma", ended=True) as box:
        async with held(box.app.engine):
            await box.press(*"gam", "tab", "enter")
            assert not box.app._exit
        assert await box.left() == (["gamma"], 0)


async def test_enter_chooses_the_row_that_was_highlighted_when_it_was_pressed() -> None:
    async with picking("one", "two", "three", ended=True) as box:
        burst(box, "down", "enter", "down", "up", "up")
        assert await box.left() == (["two"], 0)


async def test_typing_on_cancels_an_enter_that_waits() -> None:
    async with picking("alpha", "beta", "gamma", ended=True) as box:
        async with held(box.app.engine):
            await box.press(*"gam", "enter", "ctrl+u", *"b")
        await box.settled("b")
        assert not box.app._exit
        await box.press("enter")
        assert await box.left() == (["beta"], 0)


async def test_enter_waits_for_lines_that_are_still_to_come() -> None:
    async with picking() as box:
        await box.until(lambda: box.shows("Nothing so far; more is being read"))
        await box.press(*"b", "enter")
        box.give("alpha")
        await box.until(lambda: box.reader.count == 1)
        assert not box.app._exit
        box.give("xyz", "beta", "b")
        assert await box.left() == (["b"], 0)


async def test_enter_with_no_match_exits_with_status_1_once_the_input_has_ended() -> None:
    async with picking("alpha", "beta") as box:
        await box.press(*"zzz", "enter")
        await box.settled("zzz")
        assert not box.app._exit
        box.end()
        assert await box.left() == ([], 1)


async def test_empty_input_is_reported_and_enter_exits_with_status_1() -> None:
    async with picking(ended=True) as box:
        await box.until(lambda: box.shows("There is nothing to choose from"))
        await box.press("enter")
        assert await box.left() == ([], 1)


async def test_leaving_exits_with_status_130() -> None:
    for key in ("escape", "ctrl+c", "ctrl+q"):
        async with picking("alpha") as box:
            await box.press(key)
            assert await box.left() == ([], 130)


async def test_leaving_while_enter_waits_exits_with_status_130() -> None:
    async with picking() as box:
        await box.press(*"b", "enter", "escape")
        assert await box.left() == ([], 130)


async def test_lines_appear_as_they_arrive_and_the_row_the_user_moved_to_is_kept() -> None:
    async with picking("b one", "b two") as box:
        assert box.status == "2 found so far"
        await box.press("b")
        await box.settled("b")
        await box.press("down")
        box.give("b")
        await box.until(lambda: len(box.app.results.items) == 3)
        assert box.app.results.items[0].title == "b"
        await box.press("enter")
        assert await box.left() == (["b two"], 0)


async def test_enter_accepts_the_chosen_row_while_its_list_is_read_again() -> None:
    async with picking("one", "two") as box:
        await box.press("down")
        state = box.app.situation.state
        box.app._show(replace(state, items=state.items[:1], loading=True))
        await box.press("enter")
        assert await box.left() == (["two"], 0)


async def test_more_pages_are_loaded_as_the_user_moves_down() -> None:
    async with picking(*(f"line {number}" for number in range(100)), ended=True) as box:
        await box.until(lambda: box.status.endswith("of 100"))
        for _ in range(12):
            await box.press("pagedown")
            await box.until(lambda: not box.app.situation.state.loading)
        await box.until(lambda: len(box.app.results.items) == 100)


async def test_each_line_is_one_row() -> None:
    async with picking("ab", "☃", "odd", "third") as box:
        # Items with their own ids, too.
        os.write(box.pipe, b"broken \xff\nwindows\r\n")
        await box.until(lambda: len(box.app.results.items) == 6)
        rows = [line.strip() for line in box.lines()[3:9]]
        assert rows == ["ab", "☃", "odd", "third", "broken �", "windows"]
        # The line end is not part of the line.
        await box.press(*"ows$")
        await box.settled("ows$")
        assert [item.title for item in box.app.results.items] == ["windows"]


async def test_an_empty_line_is_shown_and_can_be_chosen() -> None:
    async with picking("above", "", "\r", "below", ended=True) as box:
        assert [line.strip() for line in box.lines()[3:7]] == ["above", "", "", "below"]
        await box.press("down", "enter")
        assert await box.left() == ([""], 0)


async def test_the_picker_exits_with_status_2_when_the_engine_dies() -> None:
    async with picking("alpha") as box:
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        assert await box.left() == ([], 2)
        assert box.app.trouble == "the engine was ended by SIGKILL"


async def test_a_choice_is_kept_when_the_engine_ends_afterwards() -> None:
    """The end of the engine afterwards is not reported as trouble."""
    async with picking("alpha") as box:
        await box.press("enter")
        assert await box.left() == (["alpha"], 0)
        await box.app.engine.close()
        await asyncio.sleep(0)
        assert (await box.left(), box.app.trouble) == ((["alpha"], 0), None)


@pytest.mark.parametrize("taken", [(Item("a", "a", {}),), ()])
async def test_an_invalid_line_after_the_picker_was_left_is_not_an_error(
    taken: tuple[Item, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()

    async def run(app: PickApp) -> tuple[Item, ...]:
        app._end(taken, 0 if taken else LEFT)
        os.write(write, b"no JSON\n")
        with pytest.raises(ValueError, match="line 1 is not JSON"):
            await app._pick.filled()
        return taken

    monkeypatch.setattr(PickApp, "run_async", run)
    monkeypatch.setattr("seekline.tui.terminal.on_terminal", nullcontext)
    assert await _choose(Engine(), JSONLines(read), "", _parser().parse_args([])) == (taken, 0 if taken else LEFT)
    os.close(write)


async def test_the_preview_shows_the_whole_line_and_follows_the_highlighted_row() -> None:
    async with picking("word " * 30 + "END", "second") as box:
        await box.press("f3")
        await box.until(lambda: "END" in box.detail)
        await box.press("down")
        await box.until(lambda: "second" in box.detail)
        await box.press("f3")
        assert not box.app.detail.is_open
        await box.press("enter")
        assert await box.left() == (["second"], 0)


async def test_esc_is_shown_to_leave_even_while_a_preview_is_open() -> None:
    async with picking("one", "two", ended=True) as box:
        await box.settled("")
        await box.press("f3")
        await box.until(lambda: box.shows("F3 closes") and box.detail.strip() == "one")
        assert not box.shows("Esc closes")
        state = replace(box.app.situation.state, loading=True, stalled=True)
        assert str(status_line(replace(box.app.situation, state=state))) == "Still waiting for an answer…  Esc leaves"
        await box.press("escape")
        assert await box.left() == ([], LEFT)
