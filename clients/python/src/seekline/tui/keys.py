"""What keys do, and the line that lists them; clicking a key there does the same."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeAlias

from textual.app import App
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.style import Style

from seekline.tui.rows import QUIET

Key: TypeAlias = "tuple[str, str, str]"
"""A key as it is shown, what it does in a word, and its action."""


@cache
def keys_line(keys: tuple[Key, ...], idle: frozenset[str]) -> Content:
    """Return the line of keys, except those whose actions are `idle`, which do nothing now."""
    parts: list[Content | str] = []
    for key, what, action in keys:
        if action not in idle:
            shown = Content.assemble((f" {key} ", "bold $footer-key-foreground"), (what, QUIET), " ")
            parts.append(shown.stylize(Style.from_meta({"@click": action})))
    return Content.assemble(*parts)


def actions_of(bindings: Iterable[BindingType]) -> dict[str, str]:
    """Return the action of each bound key."""
    return {binding.key: binding.action for binding in Binding.make_bindings(bindings)}


@cache
def actions_of_app(kind: type[App[Any]]) -> dict[str, str]:
    """Return the action of each key that apps of a class bind, wherever the focus is."""
    classes = reversed(kind.__mro__)
    return actions_of(binding for each in classes for binding in vars(each).get("BINDINGS", ()))
