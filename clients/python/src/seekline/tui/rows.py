"""How an item looks in the list, and its fields in a line."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Mapping, Sequence

from textual.content import Content

from seekline.tui.place import place
from seekline.tui.plain import UNTITLED, one_line
from seekline.tui.rowlist import Line
from seekline.types import Item

QUIET = "$foreground 60%"
LEAD = 24
"""How many characters are shown before the first match at most."""
MOST_FIELDS = 100
"""How many fields of an item are looked at: there may be tens of thousands."""


def row(item: Item, untitled: str = UNTITLED) -> list[Line]:
    """Return one or two lines: the title and what else there is to know; with several sources, the source first."""
    lines = _lines(item, untitled)
    return lines if item.source is None else [[(f"{one_line(item.source)}  ", "quiet"), *lines[0]], *lines[1:]]


def _lines(item: Item, untitled: str) -> list[Line]:
    parts = [one_line(part) for part in item.snippet or ()]
    title: Line = [(one_line(item.title) or untitled, "title")]
    if parts and "".join(parts) == one_line(item.title):
        title, parts = highlighted(parts, "title"), []
    if symbol := _symbol(item):
        return [[(_padded(symbol, 4), "symbol"), *title, ("  " + one_line(item.id), "quiet")]]
    if parts:
        return [title, highlighted(shortened(parts), "quiet")]
    below = _below(item)
    return [title, [(below, "quiet")]] if below else [title]


def _below(item: Item) -> str:
    """Return what there is to know of an item besides its title; empty if there is only a title."""
    fields = fields_line(item.fields)
    if item.location is not None:
        return " · ".join(filter(None, [one_line(place(item.location)), fields]))
    is_telling = item.insert != item.title and item.id.isprintable()
    return fields or one_line(item.url or (item.id if is_telling else ""))


def highlighted(parts: Sequence[str], kind: str) -> Line:
    """Return the parts of a snippet, in which the odd ones are matches, with their kinds."""
    return [(part, "match" if number % 2 else kind) for number, part in enumerate(parts)]


def shortened(parts: Sequence[str]) -> list[str]:
    """Shorten the start of a snippet so that its first match can be seen."""
    first, *others = parts
    if others and len(first) > LEAD:
        first = "…" + first[-LEAD:].partition(" ")[2] if " " in first[-LEAD:] else "…" + first[-LEAD:]
    return [first, *others]


def fields_line(fields: Mapping[str, str | int | bool]) -> str:
    """Return the first fields on one line."""
    first = itertools.islice(fields.items(), MOST_FIELDS)
    return " · ".join(shown for name, value in first if (shown := field(name, value)))


def field(name: str, value: str | int | bool) -> str:
    """Return a field as a person would write it."""
    label = one_line(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name)).lower()
    if isinstance(value, bool):
        return f"{'✓' if value else '✗'} {label}"
    if isinstance(value, int):
        return f"{label} {value:,}"
    text = one_line(value).strip()
    return text[:10] if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", text) else text


def _symbol(item: Item) -> str:
    """Return what would be inserted, if it is a character; a combining one gets a base character."""
    insert = item.insert
    if not insert or len(insert) > 2 or insert == item.title:
        return ""
    return ("◌" if unicodedata.combining(insert[0]) else "") + one_line(insert)


def _padded(text: str, cells: int) -> str:
    return text + " " * max(cells - Content(text).cell_length, 1)
