"""The list: keys, the mouse, and what is cut off."""

from screen import Driver, search_box

from seekline import Engine, Failure, Item, State


def show(box: Driver, count: int, title: str = "row") -> None:
    """Show a list of `count` items of two lines each, as if the engine had sent it."""
    items = tuple(Item(str(number), f"{title} {number}", {"field": number}) for number in range(count))
    box.app._show(State(items=items, query="rows", status="full", generation=1))


async def test_keys_move_in_the_list(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        show(box, 30)
        results = box.app.results
        await box.pilot.pause()
        await box.press("up")
        assert results.highlighted == 29
        assert box.shows("row 29")
        await box.press("down")
        assert results.highlighted == 0
        await box.press("pagedown")
        # Nine and a half rows of two lines each are visible.
        assert results.highlighted == 9
        results.focus()
        await box.press("pagedown", "pagedown", "pageup")
        assert results.highlighted == 17
        await box.press("end")
        assert results.highlighted == 29
        await box.press("pagedown")
        assert results.highlighted == 29
        await box.press("home")
        assert results.highlighted == 0
        assert box.shows("row 0")


async def test_navigation_keys_do_nothing_in_an_empty_list(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        box.app.results.focus()
        await box.press("down", "up", "pagedown", "pageup", "end", "home")
        assert box.app.results.highlighted is None
        # Enter does the same as in the search box.
        await box.press("enter")
        await box.until(lambda: box.app.situation.state.count == 8)
        assert not box.app.detail.is_open


def colour(box: Driver, line: int) -> object:
    """Return the background in the middle of a line of the list."""
    strip = box.app.screen._compositor.render_strips()[3 + line]
    style = next(iter(strip.crop(40, 41))).style
    return style and style.bgcolor


async def test_hovering_marks_the_row_that_a_click_would_choose(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        show(box, 30)
        await box.pilot.hover("#results", offset=(10, 4))
        highlighted, plain, hovered = colour(box, 0), colour(box, 2), colour(box, 4)
        assert len({highlighted, plain, hovered}) == 3
        assert [colour(box, line) for line in (1, 3, 5, 6)] == [highlighted, plain, hovered, plain]
        await box.pilot.hover("#query")
        assert colour(box, 4) == plain
        await box.pilot.click("#results", offset=(10, 5))
        assert box.app.results.item
        assert box.app.results.item.id == "2"


async def test_a_title_that_is_too_long_is_cut_off(fake: str) -> None:
    async with search_box(Engine(fake), size=(30, 12)) as box:
        show(box, 1, "long enough to be cut off")
        await box.until(lambda: box.shows("  long enough to be cut off…  "))
        show(box, 1, "日本語のとても長い題名です")
        await box.until(lambda: box.shows("  日本語のとても長い題名で …  "))
        for width in (5, 4, 3, 2, 1):
            await box.pilot.resize_terminal(width, 12)
            await box.until(lambda: all(len(line) <= box.app.size.width for line in box.lines()))
            assert box.app.size.width == width


async def test_a_match_far_into_a_long_text_is_kept_visible(fake: str) -> None:
    async with search_box(Engine(fake), size=(40, 12)) as box:
        for before, after, shown in (
            ("a" * 20, "z" * 40, "  aaaaaaaaaaaaaaaaaaaaMATCHzzzzzzzzzz…  "),
            ("a" * 100, "z" * 40, "  …aaaaaaaaaaaaMATCHzzzzzzzzzzzzzzzzz…  "),
            ("a" * 100, "z", "  …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaMATCHz  "),
            ("猫" * 100, "z", "  … 猫猫猫猫猫猫猫猫猫猫猫猫猫猫MATCHz  "),
            ("a" * 31, "", "  " + "a" * 31 + "MATCH  "),
            ("a" * 31, "z", "  …" + "a" * 29 + "MATCHz  "),
        ):
            item = Item(
                "1", f"{before}MATCH{after}", {}, snippet=(before, "MATCH", after), insert=f"{before}MATCH{after}"
            )
            box.app._show(State(items=(item,), query="x", status="full", generation=1))
            await box.pilot.pause()
            assert box.lines()[3] == shown
        for width in (9, 8, 7, 6, 5, 4, 3, 2, 1):
            await box.pilot.resize_terminal(width, 12)
            await box.until(lambda: all(len(line) <= box.app.size.width for line in box.lines()))
            assert box.app.size.width == width


async def test_the_status_line_shows_that_a_list_is_incomplete(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        items = (Item("1", "one", {}),)
        for more, total, words in ((False, 1, "1 found"), (True, 9, "1 of 9"), (True, None, "1 and more")):
            for partial in (False, True):
                box.app._show(State(items=items, query="", status="full", more=more, total=total, partial=partial))
                assert box.status == words + (", incomplete" if partial else "")
        # What is beyond the maximum number of pages, 100 of 20 items each, cannot be reached.
        box.app._show(State(items=items * 2000, query="", status="full", total=2001))
        assert box.status == "The first 2,000 of 2,001"
        box.app._show(State(query="", status="full", partial=True))
        await box.until(lambda: box.shows("Some of what was asked for did not answer. F5 asks again"))
        box.app._show(State(query="", status="full"))
        await box.until(lambda: box.shows("Nothing found") and not box.shows("did not answer"))


async def test_rows_of_a_union_name_their_source_and_the_status_names_failed_ones(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        items = (Item("a:1", "one", {}, source="a"), Item("b:1", "two", {}, source="b"))
        failed = (Failure("search", "offline", "gone", "c", True), Failure("search", "timeout", "late", "d", True))
        box.app._show(State(items=items, query="", status="full", total=2, generation=1, partial=True, failed=failed))
        await box.until(lambda: box.shows("a  one") and box.shows("b  two"))
        assert box.status == "2 found, without c, d: Ctrl+T tries again"
        assert box.shows("^T Try again")
        box.app._show(State(items=items, query="", status="full", total=2, generation=1))
        await box.until(lambda: box.status == "2 found" and not box.shows("^T Try again"))
