"""The pane that shows the detail of an item."""

from __future__ import annotations

import itertools
from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from seekline import Detail, Item
from seekline.tui.excerpt import Excerpt, Unreadable
from seekline.tui.place import place
from seekline.tui.plain import lines, one_line
from seekline.tui.rows import MOST_FIELDS, QUIET, field
from seekline.types import Location


class DetailPane(VerticalScroll):
    """Shows a detail, the file that an item is in, that it is being opened, or why it cannot be."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.is_open = False
        """Whether it is visible."""
        self.shown: Item | None = None
        """The item that it is about."""
        self.border_title = "Detail"
        self.border_subtitle = "Esc closes"

    def compose(self) -> ComposeResult:
        """Yield the text, which is all there is."""
        yield Static(id="detail-text", markup=False)

    def opening(self, item: Item) -> None:
        """Show that an item is being opened."""
        self.shown = item
        if not self.is_open or item.location is None:
            self._show(Content.assemble((one_line(item.title), "bold"), "\n\n", ("Opening…", QUIET)))

    def show(self, detail: Detail, unreadable: Unreadable | None = None) -> None:
        """Show a detail, and why it is not the file that the item is in."""
        head = _head(detail.title, detail.location, detail.url)
        if unreadable is not None:
            head = Content.assemble(head, "\n", (one_line(unreadable.reason), "$text-error"), "\n")
        known = one_line(detail.title) + "\n" + detail.text
        fields = [
            (str(value), field(name, value)) for name, value in itertools.islice(detail.fields.items(), MOST_FIELDS)
        ]
        shown = [text for value, text in fields if text and value not in known]
        tail = Content.assemble("\n", *(("\n" + text, QUIET) for text in shown)) if shown else Content("")
        text = _text(detail)
        if text.plain == one_line(detail.title) and detail.range is None:
            # The title already says it, as for a line of a list.
            text = Content("")
        self._show(Content.assemble(head, "\n", text, tail))
        if detail.range is not None:
            before = text.plain.split("\n")[: detail.range.first - 1]
            self._bring_into_sight(Content.assemble(head, "\n", "\n".join(before)))

    def show_file(self, item: Item, excerpt: Excerpt) -> None:
        """Show the file that an item is in."""
        from seekline.tui.highlighting import highlighted, language_of, numbered  # noqa: PLC0415

        assert item.location is not None
        head = Content.assemble(_head(item.title, item.location, item.url), "\n")
        code = "\n".join(one_line(line.expandtabs(4)) for line in excerpt.lines)
        text = highlighted(code, language_of(item.location.path))
        self._show(head + numbered(text, excerpt.first, excerpt.marked))
        if excerpt.marked is not None:
            before = code.split("\n")[: excerpt.marked - excerpt.first]
            self._bring_into_sight(head + numbered(Content("\n".join(before)), excerpt.first, None))

    def fail(self, item: Item, message: str) -> None:
        """Show why there is nothing to show."""
        self._show(Content.assemble((one_line(item.title), "bold"), "\n\n", (one_line(message), "$text-error")))

    def close(self) -> None:
        """Close the pane, which makes room for the list."""
        self.is_open = False
        self.shown = None

    def _show(self, content: Content) -> None:
        self.is_open = True
        self.query_one("#detail-text", Static).update(content)
        self.scroll_home(animate=False)

    def _bring_into_sight(self, before: Content) -> None:
        """Scroll to what follows this text."""

        def scroll() -> None:
            width = self.query_one("#detail-text", Static).size.width
            above = before.get_height({}, width) if width else 0
            self.scroll_to(y=max(above - self.size.height // 3, 0), animate=False)

        # It has a width only once it has been laid out.
        self.call_after_refresh(scroll)


def _head(title: str, location: Location | None, url: str | None) -> Content:
    parts: list[tuple[str, str] | str] = [(one_line(title), "bold $accent"), "\n"]
    if location is not None:
        parts += [(one_line(place(location)), QUIET), "\n"]
    if url:
        parts += [(one_line(url), "underline " + QUIET), "\n"]
    return Content.assemble(*parts)


def _text(detail: Detail) -> Content:
    """Return the text rendered by its format; with a range, line by line, so that the range still applies."""
    from seekline.tui.highlighting import LONGEST, highlighted, marked  # noqa: PLC0415

    is_plain = detail.format not in ("code", "diff", "markdown")
    text = lines(detail.text if is_plain else detail.text.expandtabs(4))
    if detail.range is None:
        text = text.strip("\n" if detail.format in ("code", "diff") else None)
        if detail.format == "markdown" and len(text) <= LONGEST:
            from seekline.tui.markdown import rendered  # noqa: PLC0415

            return rendered(text)
    language = detail.language if detail.format == "code" else detail.format
    content = Content(text) if is_plain else highlighted(text, language)
    return content if detail.range is None else marked(content, detail.range.first, detail.range.last)
