"""Code in colour, with the lines that were looked for marked."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pygments.lexers import find_lexer_class_for_filename
from pygments.token import Token
from textual.content import Content
from textual.highlight import HighlightTheme, highlight

from seekline.tui.rows import QUIET

LONGEST = 1 << 16
"""The maximum length of text that is coloured, in characters: longer text would keep the user waiting."""
MARK = "on $primary 30%"


class Theme(HighlightTheme):
    """The colours of Textual, and those of a diff."""

    STYLES = {  # noqa: RUF012 # As it is declared there.
        **HighlightTheme.STYLES,
        Token.Generic.Inserted: "$text-success",
        Token.Generic.Deleted: "$text-error",
    }


def highlighted(code: str, language: str | None) -> Content:
    """Return the code in the colours of its language; uncoloured if that is unknown or the code is long."""
    if language is None or len(code) > LONGEST:
        return Content(code)
    return highlight(code, language=language, theme=Theme)


def language_of(path: str) -> str | None:
    """Return the language of a file, by its name."""
    lexer = find_lexer_class_for_filename(os.path.basename(path))
    return lexer.aliases[0] if lexer and lexer.aliases else None


def marked(content: Content, first: int, last: int) -> Content:
    """Return the text with the lines `first` to `last` marked, counted from 1."""
    shown = content.split("\n", allow_blank=True)
    for number in range(max(first, 1), min(last, len(shown)) + 1):
        shown[number - 1] = _bar(shown[number - 1])
    return Content("\n").join(shown)


def numbered(code: Content, first: int, mark: int | None) -> Content:
    """Return the code with line numbers from `first`, and the line `mark` marked."""
    parts: Sequence[Content] = code.split("\n", allow_blank=True)
    width = len(str(first + len(parts)))
    shown = []
    for number, part in enumerate(parts, first):
        line = Content.assemble((f"{number:>{width}}  ", "bold $accent" if number == mark else QUIET), part)
        shown.append(_bar(line) if number == mark else line)
    return Content("\n").join(shown)


def _bar(line: Content) -> Content:
    return (line if line.plain else Content(" ")).stylize_before(MARK)
