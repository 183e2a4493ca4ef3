"""Markdown as styled text: nothing in it is active, whatever it contains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it import MarkdownIt
from markdown_it.token import Token
from textual.content import Content

from seekline.tui.highlighting import highlighted
from seekline.tui.plain import lines, one_line
from seekline.tui.rows import QUIET

_STYLES = {"strong": "bold", "em": "italic", "s": "strike", "link": "underline"}
_APART = {"paragraph_open", "heading_open", "fence", "code_block", "hr", "table_open", "blockquote_open"}
"""The tokens that get a blank line before them."""


def rendered(text: str) -> Content:
    """Return the text formatted for reading. HTML in it is shown as text, and so is the address of a picture."""
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    page = _Page()
    for token in parser.parse(text):
        page.add(token)
    return Content("\n").join(page.lines)


@dataclass
class _Page:
    """Takes the parts of a text one by one, in order."""

    lines: list[Content] = field(default_factory=list)
    _indents: list[str] = field(default_factory=list)
    """The prefixes of each line, one for each open list item and quotation."""
    _numbers: list[int | None] = field(default_factory=list)
    """The number of the next item of each open list; None for a bulleted list."""
    _mark: str = ""
    """The prefix of the next line, in place of the innermost indent."""
    _style: str = ""
    _cells: list[Content] | None = None
    """The cells of the open row."""

    def add(self, token: Token) -> None:
        """Add a part, or note where it begins or ends."""
        if (token.type in _APART and not token.hidden) or (token.type.endswith("list_open") and not self._numbers):
            self._keep_apart()
        kind, _, edge = token.type.rpartition("_")
        if token.type == "inline":
            self._add_text(_inline(token.children or (), self._style))
        elif token.type in ("fence", "code_block"):
            language = token.info.split()[0] if token.info.strip() else None
            code = highlighted(lines(token.content.removesuffix("\n").expandtabs(4)), language)
            self._add_lines([Content("  ") + line for line in code.split("\n", allow_blank=True)])
        elif token.type == "hr":
            self._add_lines([Content.styled("─" * 20, QUIET)])
        elif edge == "open":
            self._begin(kind, token)
        elif edge == "close":
            self._end(kind)

    def _begin(self, kind: str, token: Token) -> None:
        if kind == "heading":
            self._style = "bold underline $accent" if token.tag == "h1" else "bold $accent"
        elif kind in ("bullet_list", "ordered_list"):
            self._numbers.append(int(token.attrs.get("start", 1)) if kind == "ordered_list" else None)
        elif kind == "list_item":
            number = self._numbers[-1]
            self._mark = "• " if number is None else f"{number}. "
            if number is not None:
                self._numbers[-1] = number + 1
            self._indents.append(" " * len(self._mark))
        elif kind == "blockquote":
            self._indents.append("▌ ")
        elif kind == "tr":
            self._cells = []
        elif kind == "th":
            self._style = "bold"

    def _end(self, kind: str) -> None:
        if kind in ("heading", "th"):
            self._style = ""
        elif kind in ("bullet_list", "ordered_list"):
            self._numbers.pop()
        elif kind in ("list_item", "blockquote"):
            if self._mark:  # An empty item.
                self._add_lines([Content("")])
            self._indents.pop()
        elif kind == "tr" and self._cells is not None:
            cells, self._cells = self._cells, None
            self._add_lines([Content.styled(" │ ", QUIET).join(cells)])

    def _add_text(self, content: Content) -> None:
        if self._cells is None:
            self._add_lines(content.split("\n", allow_blank=True) or [Content("")])
        else:
            self._cells.append(content)

    def _add_lines(self, parts: Sequence[Content]) -> None:
        for part in parts:
            outer = "".join(self._indents[:-1]) if self._mark else "".join(self._indents)
            self.lines.append(Content.assemble((outer + self._mark, QUIET), part))
            self._mark = ""

    def _keep_apart(self) -> None:
        if self.lines and self.lines[-1].plain.strip() and not self._mark:
            self._add_lines([Content("")])


def _inline(tokens: Sequence[Token], style: str) -> Content:
    """Return a piece of text with its emphasis."""
    parts: list[tuple[str, str]] = []
    open_styles = [style] if style else []
    for token in tokens:
        kind, _, edge = token.type.rpartition("_")
        if edge == "open":
            open_styles.append(_STYLES.get(kind, ""))
        elif edge == "close":
            open_styles.pop()
        look = " ".join(filter(None, open_styles))
        if token.type == "code_inline":
            parts.append((one_line(token.content), "$text-warning"))
        elif token.type == "image":
            parts += [("🖼 " + one_line(token.content), look), (f" ({one_line(str(token.attrs['src']))})", QUIET)]
        elif token.type in ("softbreak", "hardbreak"):
            parts.append((" " if token.type == "softbreak" else "\n", look))
        elif token.content:
            parts.append((one_line(token.content), look))
    return Content.assemble(*parts)
