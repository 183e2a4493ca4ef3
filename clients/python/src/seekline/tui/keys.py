"""The line that says what keys do; a click on one does the same."""

from __future__ import annotations

from functools import cache

from textual.content import Content
from textual.style import Style

from seekline.tui.rows import QUIET

_KEYS = [
    ("Enter", "Open", "app.enter"),
    ("^Q", "Quit", "app.quit"),
    ("F5", "Refresh", "app.refresh"),
    ("^T", "Try again", "app.retry"),
    ("F2", "Sources", "app.sources"),
    ("Esc", "Back", "app.leave"),
]


@cache
def keys_line(can_retry: bool) -> Content:
    """The keys that do something now."""
    parts: list[Content | str] = []
    for key, what, action in _KEYS:
        if can_retry or action != "app.retry":
            shown = Content.assemble((f" {key} ", "bold $footer-key-foreground"), (what, QUIET), " ")
            parts.append(shown.stylize(Style.from_meta({"@click": action})))
    return Content.assemble(*parts)
