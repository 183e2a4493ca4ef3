"""The pane that shows an item at full length."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from seekline import Detail
from seekline.tui.plain import lines, one_line
from seekline.tui.rows import QUIET, field


class DetailPane(VerticalScroll):
    """Shows a detail, that it is opening, or why it cannot be opened."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.is_open = False
        """Whether it is there to be seen."""
        self.border_title = "Detail"
        self.border_subtitle = "Esc closes"

    def compose(self) -> ComposeResult:
        """One text is all there is."""
        yield Static(id="detail-text", markup=False)

    def opening(self, title: str) -> None:
        """Show that something is on its way."""
        self._show(Content.assemble((one_line(title), "bold"), "\n\n", ("Opening …", QUIET)))

    def show(self, detail: Detail) -> None:
        """Show a detail."""
        parts: list[tuple[str, str] | str] = [(one_line(detail.title), "bold $accent"), "\n"]
        if detail.url:
            parts += [(one_line(detail.url), "underline " + QUIET), "\n"]
        parts += ["\n", lines(detail.text).strip()]
        known = one_line(detail.title) + "\n" + detail.text
        fields = [(str(value), field(name, value)) for name, value in detail.fields.items()]
        shown = [text for value, text in fields if text and value not in known]
        if shown:
            parts += ["\n", *(("\n" + text, QUIET) for text in shown)]
        self._show(Content.assemble(*parts))

    def fail(self, title: str, message: str) -> None:
        """Show why there is nothing to show."""
        self._show(Content.assemble((one_line(title), "bold"), "\n\n", (one_line(message), "$text-error")))

    def close(self) -> None:
        """Make room for the list."""
        self.is_open = False

    def _show(self, content: Content) -> None:
        self.is_open = True
        self.query_one("#detail-text", Static).update(content)
        self.scroll_home(animate=False)
