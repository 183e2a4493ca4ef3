"""Where an item stands on this machine, in words."""

from __future__ import annotations

from seekline.types import Location


def place(location: Location) -> str:
    """The location as compilers write it: `path`, `path:line` or `path:line:column`."""
    numbers = [number for number in (location.line, location.column) if number is not None]
    return ":".join(map(str, [location.path, *numbers]))
