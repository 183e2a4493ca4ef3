"""Where an item is on this machine, as text."""

from __future__ import annotations

from seekline.types import Location


def place(location: Location) -> str:
    """Return the location as compilers write it: `path`, `path:line` or `path:line:column`."""
    numbers = [number for number in (location.line, location.column) if number is not None]
    return ":".join(map(str, [location.path, *numbers]))
