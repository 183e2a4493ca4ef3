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
        """The end of the list is less than a screen away. It is said once for a list and its length."""

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
        self._said: tuple[int, int] | None = None

    def show(self, state: State) -> None:
        """Show the list of a state, and keep the place where that is possible."""
        old, new = self.items, state.items
        self._more = state.more
        if self._loading and not state.loading:
            self._said = None  # Where it failed or was stopped, scrolling again is the way to try again.
        self._loading = state.loading
        self._generation = state.generation
        if new is not old:
            self.items = new
            if old and new[: len(old)] == old:
                self.add_options(Option(row(item)) for item in new[len(old) :])
            else:
                self._replace(old, new)
            self.call_after_refresh(self._look_ahead)

    def _replace(self, old: tuple[Item, ...], new: tuple[Item, ...]) -> None:
        self._said = None
        at = self.highlighted
        kept = old[at].id if at is not None else None
        self.clear_options()
        self.add_options(Option(row(item)) for item in new)
        if new:
            self.highlighted = next((number for number, item in enumerate(new) if item.id == kept), 0)

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
        place = (self._generation, len(self.items))
        if self._more and self._said != place and rest <= self.size.height:
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
