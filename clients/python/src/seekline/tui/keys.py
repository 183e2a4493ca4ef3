"""What keys do, and the line that says it; a click on one there does the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from textual.binding import Binding, BindingType
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


def actions_of(bindings: Iterable[BindingType]) -> dict[str, str]:
    """The action of each key that is bound."""
    return {binding.key: binding.action for binding in Binding.make_bindings(bindings)}
