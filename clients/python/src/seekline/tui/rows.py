"""How an item looks in the list, and its fields in a line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from textual.content import Content

from seekline.tui.plain import one_line
from seekline.types import Item

MATCH = "bold $warning"
QUIET = "$foreground 60%"
LEAD = 24
"""How many characters are shown in front of the first match."""


def row(item: Item) -> Content:
    """One or two lines: the title, and what there is to know beside it."""
    parts = [one_line(part) for part in item.snippet or ()]
    symbol = _symbol(item.insert)
    title = Content.assemble((one_line(item.title) or "(no title)", "bold"))
    if parts and "".join(parts) == one_line(item.title):
        title, parts = highlighted(parts, "bold"), []
    if symbol:
        return Content.assemble((_padded(symbol, 4), "$accent"), title, ("  " + one_line(item.id), QUIET))
    if parts:
        below = highlighted(shortened(parts), QUIET)
    else:
        below = Content.assemble((fields_line(item.fields) or one_line(item.url or item.id), QUIET))
    return Content.assemble(title, "\n", below)


def highlighted(parts: Sequence[str], style: str) -> Content:
    """A snippet whose odd parts are matches."""
    return Content.assemble(*((part, MATCH if number % 2 else style) for number, part in enumerate(parts)))


def shortened(parts: Sequence[str]) -> list[str]:
    """A snippet whose first match is near its beginning, where it can be seen."""
    first, *others = parts
    if others and len(first) > LEAD:
        first = "…" + first[-LEAD:].partition(" ")[2] if " " in first[-LEAD:] else "…" + first[-LEAD:]
    return [first, *others]


def fields_line(fields: Mapping[str, str | int | bool]) -> str:
    """What else the source says, on one line."""
    return " · ".join(shown for name, value in fields.items() if (shown := field(name, value)))


def field(name: str, value: str | int | bool) -> str:
    """A field as a person would write it down."""
    label = one_line(re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", name)).lower()
    if isinstance(value, bool):
        return f"{'✓' if value else '✗'} {label}"
    if isinstance(value, int):
        return f"{label} {value:,}"
    text = one_line(value).strip()
    return text[:10] if re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d", text) else text


def _symbol(insert: str | None) -> str:
    """What would be inserted, if it is a character; one that needs another to stand on gets one."""
    if not insert or len(insert) > 2:
        return ""
    return ("◌" if unicodedata.combining(insert[0]) else "") + one_line(insert)


def _padded(text: str, cells: int) -> str:
    return text + " " * max(cells - Content(text).cell_length, 1)
