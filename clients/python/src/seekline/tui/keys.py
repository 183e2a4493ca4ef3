"""The line that says what keys do; a click on one does the same."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

from textual.content import Content
from textual.style import Style

from seekline.tui.rows import QUIET

Key: TypeAlias = "tuple[str, str, str]"
"""A key as it is shown, what it does in a word, and its action."""


@cache
def keys_line(keys: tuple[Key, ...], idle: frozenset[str]) -> Content:
    """The keys, but for those whose actions are `idle`: they do nothing now."""
    parts: list[Content | str] = []
    for key, what, action in keys:
        if action not in idle:
            shown = Content.assemble((f" {key} ", "bold $footer-key-foreground"), (what, QUIET), " ")
            parts.append(shown.stylize(Style.from_meta({"@click": action})))
    return Content.assemble(*parts)
