"""Makes text from a source harmless: nothing in it controls the terminal, and nothing in it is markup."""

from __future__ import annotations

import unicodedata

# Embeddings, overrides and isolates reorder what follows them, even beyond the text that they are in.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

UNTITLED = "(no title)"
"""What is shown in place of an empty title."""


def one_line(text: str) -> str:
    """Return the text on one line, with a replacement character for each that would act instead of being shown."""
    # Printable text, as Python defines it, has none of them, and most text is.
    return text if text.isprintable() else "".join(_shown(character) for character in text)


def lines(text: str) -> str:
    """Do the same for text of several lines."""
    text = text.replace("\r\n", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    return "\n".join(one_line(line) for line in text.split("\n"))


def _shown(character: str) -> str:
    if character in "\t\n\r\u2028\u2029":
        return " "
    if character in _TURNING or unicodedata.category(character) in ("Cc", "Cs"):
        return "\ufffd"
    return character
