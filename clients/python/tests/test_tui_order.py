"""The search box: which item is chosen when one list follows another, and what keys in a burst do."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from screen import Driver, search_box
from textual.events import Key

from seekline import Engine, Item, State
from seekline.tui.excerpt import Unreadable
from seekline.types import Location


def found(query: str, *titles: str) -> State:
    items = tuple(Item(title, title, {}) for title in titles)
    return State(items=items, query=query, status="full", generation=1)


def shown(box: Driver, state: State) -> str:
    """Return the title highlighted once a state is shown, as if the engine had sent it."""
    box.app._show(state)
    assert box.app.results.item
    return box.app.results.item.title


async def test_a_new_query_starts_at_its_first_item(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        assert shown(box, found("right", "arrow", "arm")) == "arrow"
        assert shown(box, found("rightwards", "harpoon", "arrow")) == "harpoon"
        await box.press("down")
        assert shown(box, found("rightwards arrow", "arm", "arrow")) == "arm"
        await box.press("down")
        assert shown(box, found("rightwards arrows", "arm", "arrow")) == "arm"


async def test_the_row_the_user_moved_to_is_kept_for_the_same_query(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        shown(box, found("arrow", "one", "two", "three"))
        assert shown(box, found("arrow", "new", "one", "two", "three")) == "new"
        await box.press("down", "down")
        assert shown(box, found("arrow", "newest", "new", "one", "two", "three")) == "two"
        assert shown(box, found("arrow", "newest", "new", "one", "three")) == "three"
        assert shown(box, found("arrow", "three", "newest")) == "three"


async def test_going_back_to_an_item_applies_only_to_its_own_query(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        shown(box, found("arrow", "one", "two"))
        await box.press("down")
        box.app.results.go_back_to(box.app.results.item, "arrow")
        box.app._show(State())
        assert shown(box, found("arrows", "one", "two")) == "one"
        assert shown(box, found("arrow", "one", "two")) == "one"
        await box.press("down")
        box.app.results.go_back_to(box.app.results.item, "arrow")
        box.app._show(State())
        assert shown(box, found("arrow", "one")) == "one"
        assert shown(box, found("arrow", "one", "two")) == "two"


async def test_a_choice_is_the_item_that_was_shown_when_it_was_made(fake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with search_box(Engine(fake)) as box:
        clicked: list[Item] = []
        monkeypatch.setattr(box.app, "chosen", clicked.append)
        shown(box, found("arrow", "one", "two"))
        await box.press("down")
        box.app.results.action_choose()
        shown(box, found("arrows", "three", "four"))
        await box.until(lambda: clicked)
        assert [item.title for item in clicked] == ["two"]


async def test_the_chosen_row_is_kept_while_its_list_is_read_again_in_pieces(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        old, new = found("arrow", "one", "two", "three"), found("arrow", "zero", "one", "two", "three")
        shown(box, old)
        await box.press("down", "down")
        for count, item in ((2, old.items[2]), (3, old.items[2]), (4, new.items[3])):
            piece = replace(new, items=new.items[:count], loading=True, more=True, list_generation=2)
            assert shown(box, piece) == "three"
            assert item in box.app.results.items
            assert box.app.results.list_generation == (2 if count == 4 else 0)
        assert shown(box, new) == "three"
        # An item that is not there once all has been read may be on a page that has not been requested.
        assert shown(box, replace(new, items=new.items[:3], more=True)) == "two"
        assert shown(box, new) == "three"
        await box.press("up")
        assert shown(box, replace(new, items=new.items[:1])) == "zero"
        assert shown(box, new) == "zero"


@pytest.mark.parametrize("is_in_the_list", [False, True])
async def test_enter_opens_the_chosen_row_while_its_list_is_read_again(fake: str, is_in_the_list: bool) -> None:
    async with search_box(Engine(fake), query="arrow") as box:
        if is_in_the_list:
            box.app.results.focus()
        state = found("arrow", "1", "2", "3")
        shown(box, state)
        await box.press("down")
        box.app._show(replace(state, items=state.items[:1], loading=True))
        await box.press("enter")
        await box.until(lambda: box.app.detail.is_open)
        assert box.app.detail.shown == state.items[1]


async def test_a_file_that_is_read_while_the_engine_is_restarted_is_still_shown(
    fake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, goes_on = asyncio.Event(), asyncio.Event()

    async def read(location: Location) -> Unreadable:
        reads.set()
        await goes_on.wait()
        return Unreadable("it is gone")

    monkeypatch.setattr("seekline.tui.base.read_excerpt", read)
    async with search_box(Engine(fake)) as box:
        item = replace(found("arrow", "one").items[0], location=Location("/gone"))
        box.app.open(item)
        await reads.wait()
        session, box.app.session = box.app.session, None
        goes_on.set()
        await box.until(lambda: box.app.detail.shown == item)
        box.app.session = session
        assert box.app.is_running


def burst(box: Driver, *keys: str) -> None:
    """Press keys faster than they can take effect."""
    for key in keys:
        box.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_keys_in_a_burst_after_opening_the_sources_go_to_that_menu(services: Any) -> None:
    def is_searched(name: str) -> bool:
        return box.app.situation.source is not None and box.app.situation.source.name == name

    async with search_box(Engine(env=services.env), query="swift") as box:
        await box.settled("swift")
        burst(box, "f2", "down", "enter", "x")
        await box.until(lambda: is_searched("wikipedia"))
        assert box.app.box.value == "swiftx"
        assert not box.app.detail.is_open
        burst(box, "f2", "pageup", "home", "f2", "f2", "up", "down", "escape", "y")
        await box.until(lambda: box.app.box.value == "swiftxy")
        assert is_searched("wikipedia")
        assert len(box.app.screen_stack) == 1


async def test_keys_in_a_burst_take_effect_in_order(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        burst(box, *"x" * 30, "escape", *"rust")
        await box.until(lambda: box.app.box.value.endswith("rust"))
        assert box.app.box.value == "rust"
        burst(box, "ctrl+u", *"swift", "backspace", "home", *"a ")
        await box.until(lambda: box.app.box.value.startswith("a "))
        assert box.app.box.value == "a swif"
        burst(box, "end", "enter", *"ter")
        await box.until(lambda: box.app.situation.state.query == "a swif")
        assert box.app.box.value == "a swifter"


async def test_keys_in_a_burst_after_the_suggestion_are_added_to_it(fake: str) -> None:
    async with search_box(Engine(fake), query="sugestion") as box:
        await box.press("enter")
        await box.until(lambda: "Did you mean suggestion? Ctrl+G" in box.status)
        burst(box, "ctrl+g", *"xyz")
        await box.until(lambda: box.app.box.value.startswith("suggestion"))
        assert box.app.box.value == "suggestionxyz"


async def test_a_suggestion_for_an_older_text_is_neither_offered_nor_taken(fake: str) -> None:
    async with search_box(Engine(fake), query="sugestion") as box:
        await box.press("enter")
        await box.until(lambda: "Did you mean suggestion? Ctrl+G" in box.status)
        burst(box, *"xyz", "ctrl+g", "!")
        await box.until(lambda: box.app.box.value.endswith("!"))
        assert box.app.box.value == "sugestionxyz!"
        assert "Did you mean" not in box.status


async def test_a_preview_opens_for_the_list_in_which_its_key_was_pressed(fake: str) -> None:
    async with search_box(Engine(fake), query="x") as box:
        await box.press("enter")
        await box.settled("x")
        burst(box, "f3", "y")
        await box.until(lambda: box.app.box.value == "xy")
        assert box.app.detail.is_open


async def test_a_refresh_is_requested_before_what_is_typed_after_its_key(
    fake: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with search_box(Engine(fake)) as box:
        seen: list[str] = []
        monkeypatch.setattr(box.app, "action_refresh", lambda: seen.append(box.app.box.value))
        burst(box, "x", "f5", "y", "ctrl+r", "z")
        await box.until(lambda: len(seen) == 2)
        assert seen == ["x", "xy"]
