"""Choosing several lines: marks go to the lines that the user saw, and the marked lines are returned."""

import os
import signal

import pytest
from picking import picking
from screen import held
from test_tui_actions import said
from test_tui_order import burst

NOT_YET = "Nothing was marked: the list is not yet that of what is typed"


async def test_marked_lines_are_returned_in_the_order_in_which_they_were_marked() -> None:
    async with picking("one", "two", "three", "four", ended=True, can_mark=True) as box:
        await box.press("down", "down", "tab")
        assert box.app.results.highlighted == 3
        await box.press("up", "up", "shift+tab")
        assert box.app.results.highlighted == 0
        assert box.marked == ["three", "two"]
        assert box.status == "4 found, 2 marked"
        assert [line.rstrip() for line in box.lines()[3:7]] == ["  one", "✓ two", "✓ three", "  four"]
        await box.press("enter")
        assert await box.left() == (["three", "two"], 0)


async def test_a_line_that_is_unmarked_and_marked_again_comes_last() -> None:
    async with picking("one", "two", ended=True, can_mark=True) as box:
        await box.press("tab", "tab", "up", "tab")
        assert box.marked == ["two"]
        assert [line.rstrip() for line in box.lines()[3:5]] == ["  one", "✓ two"]
        await box.press("up", "tab", "enter")
        assert await box.left() == (["two", "one"], 0)


async def test_marking_does_not_move_past_the_first_or_last_row() -> None:
    async with picking("one", "two", ended=True, can_mark=True) as box:
        await box.press("shift+tab")
        assert (box.marked, box.app.results.highlighted) == (["one"], 0)
        await box.press("down", "tab")
        assert (box.marked, box.app.results.highlighted) == (["one", "two"], 1)


async def test_enter_chooses_the_highlighted_line_if_none_is_marked() -> None:
    async with picking("one", "two", ended=True, can_mark=True) as box:
        await box.press("tab", "up", "tab", "enter")
        assert await box.left() == (["two"], 0)


async def test_marks_outlive_their_list() -> None:
    async with picking("apple", "pear", "plum", ended=True, can_mark=True) as box:
        await box.press("tab", *"plum")
        await box.settled("plum")
        assert box.status == "1 found, 1 marked"
        await box.press("tab", "ctrl+u", *"zzz")
        await box.settled("zzz")
        assert box.status == "2 marked"
        await box.press("ctrl+u", *"p")
        await box.settled("p")
        rows = sorted(line.rstrip() for line in box.lines()[3:6])
        assert rows == ["  pear", "✓ apple", "✓ plum"]
        await box.press("ctrl+u", *"zzz", "enter")
        assert await box.left() == (["apple", "plum"], 0)


async def test_enter_returns_marked_lines_without_waiting_for_the_list() -> None:
    async with picking("alpha", "beta", can_mark=True) as box:
        await box.press("tab")
        async with held(box.app.engine):
            await box.press(*"be", "enter")
            assert await box.left() == (["alpha"], 0)


async def test_a_row_found_for_another_text_is_not_marked_and_enter_says_so_again() -> None:
    async with picking("alpha", "beta", "gamma", ended=True, can_mark=True) as box:
        await box.press("tab")
        async with held(box.app.engine):
            await box.press(*"gam", "tab")
            assert box.marked == ["alpha"]
            assert box.app.results.highlighted == 1
            assert said(box, NOT_YET)
            await box.press("enter")
            assert said(box, "Nothing was marked last. Enter again takes what is marked")
            assert not box.app._exit
            await box.press("enter")
            assert await box.left() == (["alpha"], 0)


async def test_a_row_moved_to_before_the_new_list_arrives_is_not_marked_either() -> None:
    async with picking("alpha", "beta", "gamma", ended=True, can_mark=True) as box:
        async with held(box.app.engine):
            burst(box, *"gam", "down", "tab")
            await box.until(lambda: said(box, NOT_YET))
            assert box.marked == []
        await box.settled("gam")
        await box.press("tab", "enter")
        assert await box.left() == (["gamma"], 0)


async def test_keys_in_a_burst_mark_the_rows_that_were_shown() -> None:
    async with picking("alpha", "beta", "gamma", ended=True, can_mark=True) as box, held(box.app.engine):
        burst(box, "down", "tab", "tab", *"x")
        await box.until(lambda: box.app.box.value == "x" and len(box.marked) == 2)
        assert box.marked == ["beta", "gamma"]
        burst(box, "tab", "backspace", "tab", "enter")
        await box.until(lambda: said(box, NOT_YET))
        assert await box.left() == (["beta"], 0)


async def test_keys_in_a_burst_mark_and_move_in_order() -> None:
    async with picking("one", "two", "three", "four", ended=True, can_mark=True) as box:
        burst(box, "tab", "down", "tab", "pageup", "down", "shift+tab", "shift+tab", "end")
        burst(box, "enter", "tab")
        assert await box.left() == (["three", "two"], 0)


async def test_tab_in_an_empty_list_marks_nothing() -> None:
    async with picking("alpha", ended=True, can_mark=True) as box:
        await box.press(*"zzz")
        await box.settled("zzz")
        await box.press("tab")
        assert (box.marked, list(box.app._notifications)) == ([], [])
        await box.press("enter")
        assert await box.left() == ([], 1)


async def test_a_click_marks_and_leaves_the_focus_in_the_box() -> None:
    async with picking("one", "two", "three", ended=True, can_mark=True) as box:
        await box.pilot.click("#results", offset=(4, 2))
        await box.pilot.click("#results", offset=(4, 0))
        await box.until(lambda: box.marked == ["three", "one"])
        assert box.app.results.highlighted == 0
        await box.pilot.click("#results", offset=(4, 0))
        await box.until(lambda: box.marked == ["three"])
        assert box.app.focused is box.app.box
        await box.press("tab", "t", "backspace", "enter")
        assert await box.left() == (["three", "one"], 0)


async def test_a_click_on_a_row_found_for_another_text_does_not_mark() -> None:
    async with picking("alpha", "beta", "gamma", ended=True, can_mark=True) as box:
        async with held(box.app.engine):
            await box.press(*"gam")
            await box.pilot.click("#results", offset=(4, 0))
            await box.until(lambda: said(box, NOT_YET))
        await box.settled("gam")
        assert box.marked == []


async def test_a_click_on_a_row_that_is_gone_by_then_does_not_mark() -> None:
    async with picking("alpha", "beta", "gamma", ended=True, can_mark=True) as box:
        alpha = box.app.results.items[0]
        await box.press(*"gam")
        await box.settled("gam")
        box.app.results.post_message(box.app.results.Chosen(alpha))
        await box.until(lambda: said(box, NOT_YET))
        assert box.marked == []


async def test_marks_stay_with_their_lines_while_more_arrive() -> None:
    async with picking("b one", "b two", can_mark=True) as box:
        await box.press("b")
        await box.settled("b")
        await box.press("tab")
        box.give("b")
        await box.until(lambda: len(box.app.results.items) == 3)
        assert box.status == "3 found so far, 1 marked"
        assert [line.rstrip() for line in box.lines()[3:6]] == ["  b", "✓ b one", "  b two"]
        assert box.app.results.item is not None
        assert box.app.results.item.title == "b two"


async def test_equal_lines_are_marked_separately() -> None:
    async with picking("same", "same", "same", ended=True, can_mark=True) as box:
        await box.press("tab", "down", "tab")
        assert [line.rstrip() for line in box.lines()[3:6]] == ["✓ same", "  same", "✓ same"]
        await box.press("enter")
        assert await box.left() == (["same", "same"], 0)


async def test_leaving_returns_no_lines_even_if_some_are_marked() -> None:
    async with picking("one", can_mark=True) as box:
        await box.press("tab", "escape")
        assert await box.left() == ([], 130)


async def test_marked_lines_are_not_returned_when_the_engine_dies() -> None:
    """The user has not confirmed the marked lines."""
    async with picking("one", can_mark=True) as box:
        await box.press("tab")
        assert box.app.engine.pid is not None
        os.kill(box.app.engine.pid, signal.SIGKILL)
        assert await box.left() == ([], 2)


@pytest.mark.parametrize("width", [80, 12])
async def test_the_mark_key_and_the_sign_of_a_mark_are_shown(width: int) -> None:
    async with picking("a line that is long", ended=True, can_mark=True, size=(width, 12)) as box:
        assert width < 80 or box.shows("Tab Mark")
        await box.press("tab")
        assert any(line.startswith("✓ a line") for line in box.lines())


async def test_tab_goes_to_the_list_if_only_one_line_can_be_chosen() -> None:
    async with picking("one", "two", ended=True) as box:
        assert not box.shows("Mark")
        await box.press("tab")
        assert box.app.focused is box.app.results
        assert (box.marked, box.status) == ([], "2 found")


async def test_a_preview_can_be_scrolled_while_marking() -> None:
    async with picking("word " * 400 + "END", "two", ended=True, can_mark=True) as box:
        await box.press("f3")
        await box.until(lambda: "END" in box.detail)
        await box.press("shift+down", "shift+down", "shift+up")
        await box.until(lambda: box.app.detail.scroll_offset.y == 1)
        await box.press("tab")
        assert len(box.marked) == 1
