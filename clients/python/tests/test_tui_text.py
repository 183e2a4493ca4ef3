"""Text from a source: whatever it contains, the terminal is not affected."""

import json
import pathlib
import unicodedata

import pytest
from screen import search_box
from textual.events import Paste

from seekline import Engine, Item
from seekline.tui.plain import lines, one_line
from seekline.tui.rows import field, fields_line, row, shortened


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2Jx\x9b31m\x7f\x00", "�[2Jx�31m��"),
        ("\u202eevil\u202c \u2066x\u2069\u200f", "�evil� �x��"),
        ("a\tb\nc\r\u2028d", "a b c  d"),
        ("\ud83d", "�"),
        ("👩‍👩‍👧‍👦 日本語 e\u0301 [red]x[/red]", "👩‍👩‍👧‍👦 日本語 e\u0301 [red]x[/red]"),
    ],
)
def test_one_line_replaces_controls_and_line_breaks(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_lines_unifies_line_ends_and_replaces_controls() -> None:
    assert lines("a\r\nb\u2028c\x1bd\n\te") == "a\nb\nc�d\n e"


def test_fields_have_readable_names_and_values() -> None:
    assert field("likes_count", 1234) == "likes count 1,234"
    assert field("codePoint", 9731) == "code point 9,731"
    assert field("available", True) == "✓ available"
    assert field("available", False) == "✗ available"
    assert field("created_at", "2026-11-21T00:42:00+09:00") == "2026-11-21"
    assert fields_line({"a": "one", "b": " ", "c": "t\x1bwo"}) == "one · t�wo"
    assert fields_line({f"f{number}": f"v{number}" for number in range(50_000)}).endswith("v98 · v99")


def test_a_snippet_is_shortened_before_a_match_far_into_it() -> None:
    assert shortened(["The beginning of it, which is very long, ", "match", " end"]) == [
        "…which is very long, ",
        "match",
        " end",
    ]
    assert shortened(["short ", "match"]) == ["short ", "match"]


def test_matches_are_highlighted_in_a_snippet() -> None:
    title, below = row(Item("1", "T", {}, snippet=("about ", "Swift", ", the [b]language")))
    assert title == [("T", "title")]
    assert below == [("about ", "quiet"), ("Swift", "match"), (", the [b]language", "quiet")]


def test_a_character_is_shown_before_its_name() -> None:
    (line,) = row(
        Item("U+0301", "COMBINING ACUTE ACCENT", {}, snippet=("", "COMBINING", " ACUTE ACCENT"), insert="\u0301")
    )
    assert "".join(text for text, _ in line) == "◌\u0301   COMBINING ACUTE ACCENT  U+0301"


async def test_titles_cannot_control_the_terminal_and_are_not_markup(fake: str) -> None:
    async with search_box(Engine(fake), toasts=True) as box:
        await box.press("x", "enter")
        await box.settled("x")
        assert box.shows("[red]markup[/red] [b")
        assert box.shows("�[2J�]0;owned� �31m � �evil�")
        for number in (1, 4, 6):
            box.app.results.highlighted = number
            await box.press("enter")
            await box.until(lambda: box.app.detail.is_open)
            for line in box.lines():
                assert not [c for c in line if unicodedata.category(c) in ("Cc", "Cs") or c in "\u202e\u2028"]
            await box.press("escape")


@pytest.mark.parametrize("title", ["[/b]x", "x [/] y", "int a[/* n */]", "[kthreadd]", "[red]boo", "\\[x]"])
async def test_titles_in_frames_and_notifications_are_not_markup_either(tmp_path: pathlib.Path, title: str) -> None:
    config = tmp_path / "config.json"
    action = {"name": "fail", "title": f"{title}\x9b", "argv": ["false", "{id}"]}
    source = {"type": "command", "argv": ["echo", title], "run": "once", "title": title, "actions": [action]}
    config.write_text(json.dumps({"sources": {"odd": source}}))
    async with search_box(Engine(config=config, source="odd"), toasts=True) as box:
        await box.until(lambda: box.shows("F4 Actions"))
        assert box.lines()[0].startswith(f"╭─ {title} ─")
        await box.press("f4")
        await box.until(lambda: any(f"╭─ {title} ─" in line for line in box.lines()[1:]))
        await box.press("1")
        await box.until(lambda: box.shows(f" {title}� "))


async def test_wide_characters_stay_in_their_column(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        await box.press("x", "enter")
        await box.settled("x")
        await box.press("enter")
        await box.until(lambda: box.app.detail.is_open)
        for strip in box.app.screen._compositor.render_strips():
            assert strip.cell_length == 80


async def test_the_beginning_of_a_query_that_is_too_long_is_searched_for(engine: Engine) -> None:
    async with search_box(engine) as box:
        await box.press("a")
        # What is typed after it, in the same burst, applies to the text in the box.
        box.app.post_message(Paste("b" * 10_000))
        await box.press("left", "enter")
        await box.settled("a" + "b" * 9_999)
        assert box.shows("Nothing found")
        assert box.app.box.value == "a" + "b" * 9_999
        assert box.app.box.cursor_position == 9_999


@pytest.mark.parametrize("text", ["\x1fsnowman", "\x85snowman\u3000", "\ufeffsnowman"])
async def test_the_list_of_a_text_is_recognized_whatever_is_at_its_ends(engine: Engine, text: str) -> None:
    async with search_box(engine, query=text) as box:
        await box.until(lambda: box.app.situation.state.query is not None and box.app.situation.state.settled)
        assert not box.app.situation.differs


async def test_pasted_text_becomes_one_line_in_the_box_wherever_the_focus_is() -> None:
    async with search_box(Engine(), query="snow") as box:
        await box.settled("snow")
        await box.press("shift+home")
        box.app.post_message(Paste("\nblack\r\n\r\nsnow\n"))
        await box.settled("black snow")
        await box.press("tab")
        await box.until(lambda: box.app.results.has_focus)
        box.app.post_message(Paste("man\n"))
        await box.settled("black snowman")
        assert box.app.box.has_focus
        await box.press("f2")
        await box.until(lambda: box.shows("Search in"))
        box.app.post_message(Paste("x"))
        await box.press("escape", "s")
        await box.settled("black snowmans")
