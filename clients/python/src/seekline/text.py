"""Text, as the engine understands it."""

from __future__ import annotations

_SPACES = (0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
WHITE_SPACE = "".join(map(chr, (*range(0x09, 0x0E), *_SPACES)))
"""The characters that are white space in Unicode. `str.strip` also removes U+001C to U+001F."""


def trimmed(text: str) -> str:
    """Return the query that the engine takes from a text: without white space at its ends."""
    return text.strip(WHITE_SPACE)
