"""The list of items: it grows at its end, and says once for each length when its end is near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual import on
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from seekline import Item, State
from seekline.tui.rows import row


class Results(OptionList):
    """Shows `State.items`."""

    @dataclass
    class NearEnd(Message):
        """The list does not fill the screen, or someone moves in it and its end is less than a screen away.

        It is said once for a list and its length.
        """

        results: Results

    @dataclass
    class Chosen(Message):
        """An item is to be opened."""

        item: Item

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.items: tuple[Item, ...] = ()
        self._more = False
        self._loading = False
        self._generation = -1
        self._query: str | None = None
        self._moved = False
        self._is_placing = False
        self._said: tuple[int, int] | None = None

    def show(self, state: State) -> None:
        """Show the list of a state. An item that was chosen by hand is kept as long as the query is the same."""
        old, new = self.items, state.items
        self._more = state.more
        if self._loading and not state.loading:
            self._said = None  # Where it failed or was stopped, scrolling again is the way to try again.
        self._loading = state.loading
        self._generation = state.generation
        if new is not old:
            self.items = new
            if old and state.query == self._query and new[: len(old)] == old:
                self.add_options(Option(row(item)) for item in new[len(old) :])
            else:
                self._replace(old, state)
            self.call_after_refresh(self._look_ahead)
        self._query = state.query

    def _replace(self, old: tuple[Item, ...], state: State) -> None:
        self._said = None
        at = self.highlighted
        chosen = old[at].id if at is not None and self._moved and state.query == self._query else None
        place = next((number for number, item in enumerate(state.items) if item.id == chosen), None)
        self._moved = place is not None
        self._is_placing = True
        self.set_options(Option(row(item)) for item in state.items)
        if state.items:
            self.highlighted = place or 0
        self._is_placing = False

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Whatever else moves the highlight is a choice by hand, and may bring the end near."""
        super().watch_highlighted(highlighted)
        if not self._is_placing:
            self._moved = True
            self._look_ahead()

    @property
    def item(self) -> Item | None:
        """The item that is highlighted."""
        return None if self.highlighted is None else self.items[self.highlighted]

    def on_resize(self) -> None:
        """A larger screen may need more; and a list that was hidden has a size only now."""
        self.call_after_refresh(self._look_ahead)

    def _look_ahead(self) -> None:
        if self.virtual_size.height < len(self.items) or not self.size:
            return  # It has not been laid out yet.
        rest = self.virtual_size.height - self.scroll_offset.y - self.size.height
        ahead = self.size.height if self._moved or self.scroll_offset.y else 0
        place = (self._generation, len(self.items))
        if self._more and self._said != place and rest <= ahead:
            self._said = place
            self.post_message(self.NearEnd(self))

    def watch_scroll_y(self, old: float, new: float) -> None:
        """Scrolling may bring the end near."""
        super().watch_scroll_y(old, new)
        self._look_ahead()

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if self.item is not None:
            self.post_message(self.Chosen(self.item))
