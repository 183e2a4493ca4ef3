"""What the detail shows: files around a line, and text in its formats."""

import pathlib
import unicodedata
from typing import Any

import pytest
from screen import Driver, search_box
from textual.strip import Strip

from seekline import Detail, Engine, Item, State
from seekline.tui.markdown import rendered
from seekline.tui.plain import lines
from seekline.types import LineRange, Location


def located(box: Driver, *places: Location) -> None:
    """Show items with these locations, as if the engine had sent them."""
    items = tuple(Item(str(number), f"item {number}", {}, location=place) for number, place in enumerate(places))
    box.app._show(State(items=items, query="", status="full", generation=1))


def marks(box: Driver) -> list[str]:
    """Return the marked lines of the detail, which have their own background."""
    top, *strips = (strip.crop(42, 78) for strip in box.app.screen._compositor.render_strips()[3:22])

    def colours(strip: Strip) -> set[object]:
        return {segment.style.bgcolor for segment in strip if segment.style and segment.text.strip()}

    return [strip.text.strip() for strip in strips if colours(strip) - colours(top)]


def styles(box: Driver, text: str) -> set[str]:
    """Return the foreground colours of text on the screen."""
    for strip in box.app.screen._compositor.render_strips():
        line = "".join(segment.text for segment in strip)
        if text in line:
            at = line.index(text)
            return {str(segment.style.color) for segment in strip.crop(at, at + len(text)) if segment.style}
    raise AssertionError(f"no {text} in {box.lines()}")


async def test_a_preview_shows_the_file_around_the_line(fake: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("".join(f"def f{number}():\n\treturn {number}\n" for number in range(500)))
    async with search_box(Engine(fake)) as box:
        located(box, Location(str(path), 600), Location(str(path), 9), Location(str(tmp_path / "gone"), 1))
        await box.press("f3")
        await box.until(lambda: marks(box) == ["600      return 299"])
        # In colour, and with line numbers.
        assert box.shows("601  def f300():")
        assert styles(box, "def") != styles(box, "f300")
        await box.press("down")
        await box.until(lambda: marks(box) == ["9  def f4():"])
        await box.press("down")
        await box.until(lambda: "gone cannot be read: No such file" in " ".join(box.detail.split()))
        await box.press("up")
        await box.until(lambda: marks(box) == ["9  def f4():"])
        await box.press("escape")
        assert not box.app.detail.is_open


async def test_a_preview_follows_an_item_whose_line_changes(fake: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("".join(f"def f{number}():\n\treturn {number}\n" for number in range(50)))
    async with search_box(Engine(fake)) as box:
        located(box, Location(str(path), 9))
        await box.press("f3")
        await box.until(lambda: marks(box) == ["9  def f4():"])
        # Lines were inserted before it.
        located(box, Location(str(path), 19))
        await box.until(lambda: marks(box) == ["19  def f9():"])


async def test_a_detail_with_a_location_shows_its_text_and_not_the_file(fake: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "secret"
    path.write_text("what is in the file")
    async with search_box(Engine(fake)) as box:
        pane = box.app.detail
        pane.show(Detail("0", "title", "the text", {}, location=Location(str(path), 1)))
        await box.until(lambda: f"{path.name}:1" in box.detail.replace("\n", ""))
        assert "the text" in box.detail
        assert "what is in the file" not in box.detail


async def test_moving_to_another_row_requests_no_detail_from_a_server(services: Any) -> None:
    async with search_box(Engine(source="wikipedia", env=services.env), query="swift") as box:
        await box.settled("swift")
        await box.press("enter")
        await box.until(lambda: "Swift" in box.detail and box.app.situation.state.opening is None)
        opened = box.app.detail.shown
        await box.press("down")
        await box.until(lambda: box.app.results.highlighted == 1)
        assert box.app.detail.shown == opened


async def test_a_file_cannot_control_the_terminal(fake: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "evil.py"
    path.write_text("x = '\x1b[2J\x1b]0;owned\x07 \x9b31m \u202eevil'\n[red]y[/red]\n")
    async with search_box(Engine(fake)) as box:
        located(box, Location(str(path), 1))
        await box.press("f3")
        await box.until(lambda: box.shows("[red]y[/red]"))
        assert not steering(box.lines())


def steering(shown: list[str]) -> list[str]:
    """Return the characters in these lines that control the terminal or the text direction."""
    return [c for line in shown for c in line if unicodedata.category(c) in ("Cc", "Cs") or c in "\u202e\u200e\u200f"]


MARKDOWN = """\
# Heading

A *text* with **emphasis**, `code`, [a link](https://a.example)
and ![a picture](https://a.example/p.png).

- one
  - nested
- two

3. three
4. four

> quoted

```python
def f():
    return 1
```

| a | b |
|---|---|
| c | d |

***
<b>HTML</b>
"""
SHOWN = """\
Heading

A text with emphasis, code, a link and 🖼 a picture (https://a.example/p.png).

• one
  • nested
• two

3. three
4. four

▌ quoted

  def f():
      return 1

a │ b
c │ d

────────────────────

<b>HTML</b>"""


def test_markdown_is_rendered() -> None:
    content = rendered(MARKDOWN)
    assert [line.rstrip() for line in content.plain.split("\n")] == SHOWN.split("\n")
    looks = {content.plain[span.start : span.end]: str(span.style) for span in content.spans}
    assert looks["text"] == "italic"
    assert looks["emphasis"] == "bold"
    assert looks["a link"] == "underline"


@pytest.mark.parametrize(
    "text",
    [
        "&#27;[2J &#x202e;evil &rlm;",
        "`&#27;` [x](\x1b]0;y\x07)",
        "```\n&#x1b;\x1b[2J\n```",
        "[a](https://b/&#x202e;c)",
        "![&#x202e;](https://b/%1b&#x202e;)",
        "| &#x202e; |\n|-|\n| &lrm; |",
        "# &#x202e;",
        "    \x9b31m",
        "[" * 2000,
        ">" * 2000 + " deep",
        "- " * 500,
        "*" * 3000,
    ],
)
def test_markdown_cannot_control_the_terminal(text: str) -> None:
    assert not steering(rendered(lines(text)).plain.split("\n"))


async def test_details_are_shown_in_their_formats(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        pane = box.app.detail
        located(box, Location("x"))
        await box.press("f3")
        await box.until(lambda: "x cannot be read" in box.detail)
        pane.show(Detail("0", "t", "# Head\n\nsome **text**", {"stars": 7}, format="markdown"))
        box.app._render_state()
        await box.until(lambda: box.shows("some text") and box.shows("stars 7"))
        pane.show(Detail("0", "t", "--- a\n+++ b\n@@ -1 +1 @@\n-old line\n+new line\n same", {}, format="diff"))
        await box.until(lambda: box.shows("+new line"))
        assert len({min(styles(box, line)) for line in ("-old line", "+new line", " same")}) == 3
        pane.show(Detail("0", "t", "let x = 1 // why\n\tnext", {}, format="code", language="swift"))
        await box.until(lambda: box.shows("    next"))
        assert styles(box, "let") != styles(box, "// why")
        pane.show(Detail("0", "t", "let x = 1 // why", {}, format="code", language="no such language"))
        await box.until(lambda: box.shows("let x") and styles(box, "let") == styles(box, "// why"))
        pane.show(Detail("0", "t", "**as it is**", {}, format="something new"))
        await box.until(lambda: box.shows("**as it is**"))


async def test_the_range_of_a_detail_is_marked_and_visible(fake: str) -> None:
    async with search_box(Engine(fake)) as box:
        located(box, Location("x"))
        await box.press("f3")
        await box.until(lambda: "x cannot be read" in box.detail)
        text = "\n".join(f"row {number}" for number in range(1, 301))
        box.app.detail.show(Detail("0", "t", text, {}, range=LineRange(first=200, last=201)))
        box.app._render_state()
        await box.until(lambda: marks(box) == ["row 200", "row 201"])
        box.app.detail.show(Detail("0", "t", "one\ntwo", {}, range=LineRange(first=2, last=9999)))
        await box.until(lambda: marks(box) == ["two"])
