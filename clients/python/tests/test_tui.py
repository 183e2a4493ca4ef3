"""The search box: what the user does, and what the screen shows then."""

import pathlib
import time
from typing import Any

from screen import search_box
from textual.widgets import Button, OptionList

from seekline import Engine


async def test_typing_searches() -> None:
    async with search_box(Engine()) as box:
        assert box.shows("characters by name, code point or themselves; offline")
        await box.press(*"snowman")
        await box.settled("snowman")
        assert box.shows("☃   SNOWMAN  U+2603")
        assert box.status == "3 found"
        await box.press(*"x")
        await box.settled("snowmanx")
        assert box.shows("Nothing found for snowmanx")
        await box.press("ctrl+u")
        await box.until(lambda: box.shows("characters by name, code point or themselves; offline"))


async def test_scrolling_near_the_end_asks_once_for_the_next_page(services: Any) -> None:
    async with search_box(Engine(source="qiita", env=services.env)) as box:
        await box.settled("")
        services.fail("qiita", hang=60)
        await box.press("pagedown", "pagedown")
        await box.until(lambda: len(services.requests("qiita")) == 2)
        await box.press("pagedown", "up", "down", "pagedown", "up")
        assert [request.query["page"] for request in services.requests("qiita")] == ["1", "2"]
        await box.press("escape")
        await box.until(lambda: box.app.situation.state.settled)
        await box.press("pageup", "pagedown")
        await box.until(lambda: len(box.app.results.items) == 40)
        box.app.results.action_last()
        await box.until(lambda: len(box.app.results.items) == 45)
        box.app.results.action_last()
        await box.until(lambda: box.status == "45 found")
        assert box.app.results.highlighted == 44


async def test_a_list_that_does_not_fill_the_screen_loads_more_automatically() -> None:
    async with search_box(Engine(), query="arrow", size=(80, 60)) as box:
        await box.until(lambda: len(box.app.results.items) >= 60)


async def test_the_mouse_opens_a_detail_and_scrolling_loads_more() -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        await box.pilot.click("#results", offset=(10, 2))
        await box.until(lambda: "RIGHTWARDS ARROW" in box.detail)
        box.app.results.scroll_end(animate=False)
        await box.until(lambda: len(box.app.results.items) > 20)


async def test_a_detail_opens_and_closes() -> None:
    async with search_box(Engine(), query="snowman") as box:
        await box.settled("snowman")
        await box.press("down", "enter")
        await box.until(lambda: "Code point: U+26C4" in box.detail)
        assert box.app.detail.is_open
        await box.press("escape")
        assert not box.app.detail.is_open
        assert box.app.focused is box.app.box


async def test_leaving_a_detail_that_is_still_opening_cancels_it(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        services.fail("wikipedia", hang=60)
        await box.press("enter")
        await box.until(lambda: box.app.situation.state.opening == "1" and box.shows("Opening…"))
        await box.press("escape")
        await box.until(lambda: box.app.situation.state.opening is None)
        assert not box.app.detail.is_open


async def test_a_detail_that_fails_shows_why(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift", toasts=True) as box:
        await box.settled("swift")
        services.fail("wikipedia", status=404)
        await box.press("enter")
        await box.until(lambda: "404" in box.detail)
        await box.until(lambda: box.shows("Detail failed"))


async def test_a_refresh_keeps_the_highlighted_item(services: Any) -> None:
    async with search_box(Engine(source="qiita", env=services.env)) as box:
        await box.settled("")
        await box.press("down", "down")
        item = box.app.results.item
        assert item is not None
        services.qiita.publish(3)
        await box.press("f5")
        await box.until(lambda: len(box.app.results.items) and box.app.results.items[3] is not item)
        await box.until(lambda: box.app.situation.state.settled and box.app.results.highlighted == 5)
        assert box.app.results.item is not None
        assert box.app.results.item.id == item.id


async def test_a_choice_far_down_is_kept_when_its_file_grows(tmp_path: pathlib.Path) -> None:
    log = tmp_path / "log"
    log.write_text("".join(f"line {number} {'x' * 200}\n" for number in range(1000)))
    async with search_box(Engine(source="lines", arguments=["--set", f"lines.path={log}"]), query="line") as box:
        await box.settled("line")
        session, results = box.app.session, box.app.results
        assert session is not None
        await session.next_page(need=700)
        await box.until(lambda: len(results.items) >= 700 and box.app.situation.state.settled)
        results.highlighted = 690
        first, chosen = results.items[0], results.items[690].id
        with log.open("a") as file:
            file.write("line\n")
        seen = set()

        def is_read() -> bool:
            seen.add(results.item and results.item.id)
            return results.items[0] != first and box.app.situation.state.settled

        await box.until(is_read)
        assert seen == {chosen}


async def test_an_error_is_shown_and_the_search_can_be_retried(services: Any) -> None:
    services.fail("wikipedia", status=500)
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift", toasts=True) as box:
        await box.until(lambda: box.status.startswith("✗ ") and "500" in box.status)
        await box.until(lambda: box.shows("Search failed"))
        await box.until(lambda: box.shows("Try again"))
        await box.press("ctrl+t")
        await box.settled("swift")
        await box.until(lambda: box.status == "7 found" and not box.shows("Try again"))


async def test_scrolling_requests_a_failed_page_again(services: Any) -> None:
    async with search_box(Engine(source="qiita", env=services.env), size=(80, 20)) as box:
        await box.settled("")
        services.fail("qiita", status=500)
        box.app.results.scroll_end(animate=False)
        await box.until(lambda: box.status.startswith("✗ "))
        box.app.results.scroll_home(animate=False)
        box.app.results.scroll_end(animate=False)
        await box.until(lambda: len(box.app.results.items) > 20)


async def test_a_slow_search_is_announced_and_can_be_stopped(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.until(lambda: box.status == "Still waiting for an answer…  Esc stops")
        await box.press("escape")
        await box.until(lambda: box.app.situation.state.settled)
        assert box.app.box.value == "swift"


async def test_the_status_line_shows_what_esc_does_while_a_detail_is_open(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        await box.press("f3")
        await box.until(lambda: box.app.detail.is_open and box.app.situation.state.opening is None)
        services.fail("wikipedia", hang=60)
        box.app.box.value = "haskell"
        await box.until(lambda: box.status == "Still waiting for an answer…  Esc closes the detail")
        await box.press("escape")
        await box.until(lambda: box.status == "Still waiting for an answer…  Esc stops")
        await box.press("escape")
        await box.until(lambda: box.app.situation.state.settled)


async def test_a_source_triggered_by_submit_searches_only_on_enter_or_the_button(services: Any) -> None:
    async with search_box(Engine(source="hotpepper", env=services.env)) as box:
        button = box.app.query_one("#submit", Button)
        await box.until(lambda: button.display)
        assert button.disabled
        await box.press(*"tokyo")
        await box.until(lambda: not button.disabled)
        assert box.status == "Enter searches"
        assert not services.requests("hotpepper")
        box.app.box.value = "焼肉"
        await box.press("enter")
        await box.settled("焼肉")
        box.app.box.value = "寿司"
        await box.until(lambda: box.status.endswith("Enter searches"))
        await box.pilot.click("#submit")
        await box.settled("寿司")


async def test_choosing_a_source_searches_it_for_the_same_query(services: Any) -> None:
    async with search_box(Engine(env=services.env), query="swift") as box:
        await box.settled("swift")
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        assert box.app.screen.query_one(OptionList).highlighted == 0
        await box.press("down", "enter")
        await box.settled("swift")
        await box.until(lambda: box.shows("Swift package manager"))
        assert box.app.situation.source
        assert box.app.situation.source.name == "wikipedia"


async def test_a_detail_that_is_still_opening_does_not_appear_after_changing_source(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        services.fail("wikipedia", hold=1)
        await box.press("enter")
        await box.until(lambda: "Opening" in box.detail)
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        await box.press("up", "enter")
        await box.until(lambda: box.app.situation.source and box.app.situation.source.name == "unicode")
        await box.settled("swift")
        await box.until(lambda: all(worker.is_finished for worker in box.app.workers if worker.group == "detail"))
        assert not box.app.detail.is_open


async def test_a_source_that_is_not_configured_shows_what_it_needs() -> None:
    async with search_box(Engine(), size=(100, 30)) as box:
        await box.press("f2")
        await box.until(lambda: box.shows("not configured: needs HOTPEPPER_API_KEY"))
        await box.press("escape")
        await box.until(lambda: not box.shows("not configured"))


async def test_typing_in_the_list_goes_to_the_box() -> None:
    async with search_box(Engine(), query="snow") as box:
        await box.settled("snow")
        box.app.results.focus()
        await box.press(*"man")
        await box.settled("snowman")
        assert box.app.box.value == "snowman"
        await box.press("escape")
        assert box.app.box.value == ""


async def test_a_suggestion_can_be_accepted(fake: str) -> None:
    async with search_box(Engine(fake), query="sugestion") as box:
        await box.press("enter")
        await box.until(lambda: "Did you mean suggestion? Ctrl+G" in box.status)
        await box.press("ctrl+g")
        assert box.app.box.value == "suggestion"


async def test_a_query_that_is_too_short_shows_how_many_characters_are_missing(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="s") as box:
        await box.until(lambda: box.shows("Type 2 more"))
        await box.press("w")
        await box.until(lambda: box.shows("Type 1 more"))
        await box.press("i")
        await box.settled("swi")
        assert not box.shows("more")
        await box.press("ctrl+u")
        await box.until(lambda: not box.app.situation.state.items and not box.shows("more"))


async def test_on_a_narrow_terminal_the_detail_replaces_the_list() -> None:
    async with search_box(Engine(), query="snowman", size=(40, 12)) as box:
        await box.settled("snowman")
        await box.press("enter")
        await box.until(lambda: box.shows("Code point: U+2603"))
        assert not box.app.results.display
        await box.press("escape")
        assert box.app.results.display


async def test_a_keystroke_costs_little_processor_time() -> None:
    async with search_box(Engine(), query="lef") as box:
        await box.settled("lef")
        spent = []
        # The best of several: what else the machine does makes the same work cost more.
        for _ in range(10):
            before = time.process_time()
            await box.press("t")
            await box.settled("left")
            await box.press("backspace")
            await box.settled("lef")
            spent.append((time.process_time() - before) / 2)
        assert min(spent) < 0.05


async def test_a_keystroke_causes_no_new_layout() -> None:
    async with search_box(Engine(), query="lef") as box:
        await box.settled("lef")
        layouts: list[object] = []
        box.app.view.screen_layout_refresh_signal.subscribe(box.app, layouts.append)
        await box.press("t")
        await box.settled("left")
        await box.press("backspace")
        await box.settled("lef")
        assert not layouts


async def test_a_query_that_is_longer_than_the_box_shows_its_end() -> None:
    async with search_box(Engine(), size=(40, 12)) as box:
        await box.press(*"a query of more than forty characters by far")
        assert box.shows("│ more than forty characters by far")
        await box.press("home")
        assert box.shows("│ a query of more than forty")


async def test_the_layout_adapts_to_resizing_with_a_detail_open() -> None:
    async with search_box(Engine(), query="snowman") as box:
        await box.settled("snowman")
        await box.press("enter")
        await box.until(lambda: box.app.detail.is_open and box.app.results.size.width == 40)
        await box.pilot.resize_terminal(40, 12)
        await box.until(lambda: not box.app.results.display and box.app.detail.size.width > 30)
        await box.pilot.resize_terminal(100, 30)
        await box.until(lambda: box.app.results.display and box.app.results.size.width == 50)
        await box.press("escape")
        await box.until(lambda: box.app.results.size.width == 100)
