"""The list of items: it grows at its end, and says once per length when its end is near."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message

from seekline import Item, State
from seekline.tui.plain import UNTITLED
from seekline.tui.rowlist import Line, RowList
from seekline.tui.rows import row


class Results(RowList):
    """Shows `State.items`. Enter does the same as in the search box: the highlighted item may be for an older text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "app.enter", show=False)]

    @dataclass
    class NearEnd(Message):
        """The list does not fill the screen, or the user moves in it and its end is less than a screen away.

        It is posted once per list and length.
        """

        results: Results

    @dataclass
    class Chosen(Message):
        """An item has been chosen, whatever list has come since."""

        item: Item

    class Highlighted(Message):
        """The highlighted item has changed; there may be none."""

    def __init__(self, text: Callable[[], str], **options: Any) -> None:
        """`text` returns the text in the search box."""
        super().__init__(**options)
        self._text = text
        self.items: tuple[Item, ...] = ()
        self.untitled = UNTITLED
        """What is shown in place of an empty title."""
        self.list_generation = 0
        """`State.list_generation` of the list that is shown."""
        self.marks: dict[str, Item] = {}
        """The marked items by id, in the order of marking, including those that are not in the current list."""
        self._more = False
        self._loading = False
        self._generation = -1
        self._query: str | None = None
        self._moved = False
        self._moved_for: str | None = None
        """The text in the box when the user moved."""
        self._said: tuple[int, int] | None = None
        self._wanted: tuple[str | None, str] | None = None
        """The query of the list, and the id of the item, to go back to once it is there."""

    def go_back_to(self, item: Item | None, query: str | None) -> None:
        """Highlight this item of a query's list once it is there again, unless the user moves or types before that."""
        self._wanted = None if item is None else (query, item.id)

    def show(self, state: State) -> None:
        """Show the list of a state. An item chosen by hand stays chosen as long as the query is the same."""
        old, new = self.items, state.items
        if self._loading and not state.loading:
            self._said = None  # If it failed or was stopped, scrolling again tries again.
        self._loading = state.loading
        if self._is_being_read(state):
            return
        self._more = state.more
        self._generation = state.generation
        self.list_generation = state.list_generation
        if new is not old:
            self.items = new
            if old and state.query == self._query and new[: len(old)] == old:
                self.add_rows(map(self._row, new[len(old) :]))
            else:
                self._replace(old, state)
            self._find_wanted()
            self._look_ahead()
        self._query = state.query

    def _row(self, item: Item) -> list[Line]:
        return row(item, self.untitled)

    def _is_being_read(self, state: State) -> bool:
        """Whether the list is being reread, in pieces, without the chosen item so far: the old list stays meanwhile."""
        chosen = self.chosen
        return (
            chosen is not None
            and state.loading
            and state.query == self._query
            and all(item.id != chosen.id for item in state.items)
        )

    def _find_wanted(self) -> None:
        if self._wanted is None:
            return
        place = self._place_of(self._wanted[1])
        if place is not None:
            self.highlighted = place
            self._moved = True
            self._wanted = None

    def _place_of(self, item_id: str) -> int | None:
        return next((number for number, item in enumerate(self.items) if item.id == item_id), None)

    def _replace(self, old: tuple[Item, ...], state: State) -> None:
        self._said = None
        if self._wanted is not None and state.query not in (None, self._wanted[0]):
            self._wanted = None
        at = self.highlighted
        chosen = old[at] if at is not None and self._moved and state.query == self._query else None
        place = None if chosen is None else self._place_of(chosen.id)
        if place is None and at is not None and chosen is not None:
            if state.more:
                self.go_back_to(chosen, state.query)
            # It is gone: highlight the row that is now in its place.
            place = min(at, len(state.items) - 1) if state.items else None
        self._moved = place is not None
        self.set_rows(map(self._row, state.items), place or 0)
        self.post_message(self.Highlighted())

    def watch_highlighted(self, old: int | None, new: int | None) -> None:
        """Note a choice by hand, which may bring the end near."""
        super().watch_highlighted(old, new)
        self._moved = True
        self._moved_for = self._text()
        self._wanted = None
        self._look_ahead()
        self.post_message(self.Highlighted())

    @property
    def chosen(self) -> Item | None:
        """The item that was highlighted by hand."""
        return self.item if self._moved else None

    @property
    def is_chosen_for_text(self) -> bool:
        """Whether the highlighted item was chosen by hand while the search box held the current text."""
        return self._moved and self._moved_for == self._text()

    @property
    def item(self) -> Item | None:
        """The item that is highlighted."""
        return None if self.highlighted is None else self.items[self.highlighted]

    def is_marked(self, number: int) -> bool:
        """Whether the item of a row is marked."""
        return self.items[number].id in self.marks

    def toggle(self, item: Item) -> None:
        """Mark an item, or unmark it."""
        if self.marks.pop(item.id, None) is None:
            self.marks[item.id] = item
        self._draw_anew(self._place_of(item.id))

    def go(self, rows: int) -> None:
        """Go down by `rows`, or up if negative, but not beyond the last row or the first."""
        if self.highlighted is not None:
            self.highlighted += rows

    def action_choose(self) -> None:
        """Post that the highlighted item has been chosen."""
        if self.item is not None:
            self.post_message(self.Chosen(self.item))

    def on_resize(self) -> None:
        """Look ahead: a larger screen may need more, and a list that was hidden has a size only now."""
        super().on_resize()
        self._look_ahead()

    def _look_ahead(self) -> None:
        if not self.size:
            return  # It has not been laid out yet.
        rest = self.line_count - self.scroll_offset.y - self.size.height
        ahead = self.size.height if self._moved or self.scroll_offset.y else 0
        place = (self._generation, len(self.items))
        if self._more and self._said != place and rest <= ahead:
            self._said = place
            self.post_message(self.NearEnd(self))

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Look ahead: scrolling may bring the end near."""
        super().watch_scroll_y(old, new)
        self._look_ahead()
