"""A list of rows, one of which is highlighted."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Offset, Region, Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

Line = list[tuple[str, str]]
"""The parts of a line: the text and kind of each; the kind is the end of its component class."""
LEFT, RIGHT = 2, 1
"""How many cells stay free on either side of a row."""
MARK = "✓"
"""What is in the first of them if the row is marked."""


def _begin(line: Line, room: int) -> int:
    """Return the first cell of a line to show: a first match that would not fit in `room` is put in the middle."""
    ends = list(itertools.accumulate(cell_len(text) for text, _ in line))
    match = next((end for end, (_, kind) in zip(ends, line, strict=True) if kind == "match"), 0)
    return min(match - room // 2, ends[-1] - room) if match >= room > 1 else 0


class RowList(ScrollView, can_focus=True):
    """Shows rows of one or more lines, which are cut off if they are too long.

    It draws only visible lines that have changed. Textual's own `OptionList` can do more with an option, but takes
    three times as long to show another list.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "row-list--title",
        "row-list--match",
        "row-list--quiet",
        "row-list--symbol",
        "row-list--mark",
        "row-list--highlighted",
        "row-list--hovered",
    }
    DEFAULT_CSS = "RowList { overflow-x: hidden; overflow-y: scroll; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "cursor_down", show=False),
        Binding("up", "cursor_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("pageup", "page_up", show=False),
        Binding("home", "first", show=False),
        Binding("end", "last", show=False),
        Binding("enter", "choose", show=False),
    ]

    highlighted: reactive[int | None] = reactive(None, repaint=False)
    """The number of the highlighted row."""
    _hovered: reactive[int | None] = reactive(None, repaint=False)
    """The number of the row that the mouse is over."""

    def __init__(self, **options: Any) -> None:
        self._looks: dict[tuple[str, ...], Style] = {}
        super().__init__(**options)
        self._width = 0
        self._lines: list[tuple[int, Line]] = []
        """The lines of all rows, each with the number of its row."""
        self._tops: list[int] = []
        """The number of the first line of each row."""

    # What is shown

    def set_rows(self, rows: Iterable[Sequence[Line]], highlighted: int = 0) -> None:
        """Replace the rows by these, with row `highlighted` highlighted. Its watchers are not called."""
        self._lines, self._tops = [], []
        self.add_rows(rows)
        self.set_reactive(RowList.highlighted, highlighted if self._tops else None)
        self.set_reactive(RowList._hovered, None)
        self.scroll_to(y=0, animate=False)
        self._scroll_to_highlighted()
        self.refresh()

    def add_rows(self, rows: Iterable[Sequence[Line]]) -> None:
        """Append rows."""
        top = len(self._lines)
        for row in rows:
            number = len(self._tops)
            self._tops.append(len(self._lines))
            self._lines += [(number, line) for line in row]
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._lines))
        self.refresh_lines(top, len(self._lines) - top)

    @property
    def line_count(self) -> int:
        """The number of lines of all rows."""
        return len(self._lines)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw what is visible, where it has changed."""
        self._width = self.scrollable_content_region.width
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw one of the visible lines."""
        number, line = self._line(y) or (None, [])
        state = ""
        if number is not None and number in (self.highlighted, self._hovered):
            state = "highlighted" if number == self.highlighted else "hovered"
        blank, width = self._look(state), self._width
        begin = _begin(line, width - LEFT - RIGHT)
        text = Strip([Segment(text, self._look(state, kind)) for text, kind in line])
        if begin:
            first, *parts = text.crop(begin + 1)
            text = Strip([Segment("…" + first.text, first.style), *parts])
        strip = Strip([*self._beside(y, number, state), *text])
        if line and strip.cell_length > width - RIGHT:
            *parts, last = strip.crop(0, max(width - RIGHT - 1, 1))
            strip = Strip([*parts, Segment(last.text + "…", last.style)])
        return strip.adjust_cell_length(width, blank)

    def _beside(self, y: int, number: int | None, state: str) -> list[Segment]:
        """Return what is to the left of a line: the first line of a row shows whether the row is marked."""
        blank = self._look(state)
        is_first = number is not None and self._tops[number] == self.scroll_offset.y + y
        if number is None or not is_first or not self.is_marked(number):
            return [Segment(" " * LEFT, blank)]
        return [Segment(MARK, self._look(state, "mark")), Segment(" " * (LEFT - cell_len(MARK)), blank)]

    def _look(self, *classes: str) -> Style:
        """Return the style for these classes, cached: asking the stylesheet takes longer than drawing."""
        look = self._looks.get(classes)
        if look is None:
            names = [f"row-list--{name}" for name in classes if name]
            look = self._looks[classes] = self.get_visual_style(*names).rich_style
        return look

    def notify_style_update(self) -> None:
        """Forget the cached styles."""
        super().notify_style_update()
        self._looks.clear()

    def _line(self, y: int) -> tuple[int, Line] | None:
        """Return the line shown at height `y`, if there is one, with the number of its row."""
        at = self.scroll_offset.y + y
        return self._lines[at] if 0 <= at < len(self._lines) else None

    def _height(self, number: int) -> int:
        bottoms: Sequence[int] = [*self._tops[number + 1 : number + 2], len(self._lines)]
        return bottoms[0] - self._tops[number]

    def _draw_anew(self, *numbers: int | None) -> None:
        for number in numbers:
            if number is not None and number < len(self._tops):
                self.refresh_lines(self._tops[number], self._height(number))

    # What is marked, and what is highlighted

    def is_marked(self, number: int) -> bool:
        """Whether a row is marked: a subclass, which knows what the rows are, decides."""
        return False

    def validate_highlighted(self, highlighted: int | None) -> int | None:
        """Keep it within the rows."""
        return None if highlighted is None or not self._tops else min(max(highlighted, 0), len(self._tops) - 1)

    def watch_highlighted(self, old: int | None, new: int | None) -> None:
        """Scroll the highlighted row into view."""
        self._draw_anew(old, new)
        self._scroll_to_highlighted()

    def watch__hovered(self, old: int | None, new: int | None) -> None:
        """Show where a click would go."""
        self._draw_anew(old, new)

    def _scroll_to_highlighted(self) -> None:
        if self.highlighted is not None and self.size:
            lines = Region(0, self._tops[self.highlighted], self.size.width, self._height(self.highlighted))
            self.scroll_to_region(lines, force=True, animate=False, immediate=True)

    def action_cursor_down(self) -> None:
        """Go to the next row; after the last one comes the first."""
        self.highlighted = 0 if self.highlighted is None else (self.highlighted + 1) % len(self._tops)

    def action_cursor_up(self) -> None:
        """Go to the previous row; before the first one comes the last."""
        self.highlighted = (self.highlighted or len(self._tops)) - 1

    def action_first(self) -> None:
        """Go to the first row."""
        self.highlighted = 0

    def action_last(self) -> None:
        """Go to the last row."""
        self.highlighted = len(self._tops) - 1

    def action_page_down(self) -> None:
        """Go down by the height of the list."""
        self._go_by(self.size.height)

    def action_page_up(self) -> None:
        """Go up by the height of the list."""
        self._go_by(-self.size.height)

    def action_choose(self) -> None:
        """Choose the highlighted row: what that means is up to a subclass, which knows what the rows are."""

    def _go_by(self, lines: int) -> None:
        if self.highlighted is not None:
            at = min(max(self._tops[self.highlighted] + lines, 0), len(self._lines) - 1)
            self.highlighted = self._lines[at][0]

    # The mouse

    def _row_at(self, place: Offset | None) -> int | None:
        line = None if place is None else self._line(place.y)
        return None if line is None else line[0]

    def on_click(self, event: events.Click) -> None:
        """Choose the row that is clicked."""
        number = self._row_at(event.get_content_offset(self))
        if number is not None:
            self.highlighted = number
            self.action_choose()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse."""
        self._hovered = self._row_at(event.get_content_offset(self))

    def on_leave(self) -> None:
        """Forget the mouse: it is somewhere else."""
        self._hovered = None

    # Its size

    def on_resize(self) -> None:
        """Adapt: lines are cut off elsewhere, and the highlighted row may be out of view."""
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._lines))
        self._scroll_to_highlighted()
