"""The choice of what is done with an item."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from seekline import Item, ItemAction
from seekline.tui.choice import Choice
from seekline.tui.keys import actions_of
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET


class ActionMenu(Choice[ItemAction]):
    """Lists what can be done with an item; answers what is chosen. A digit chooses at once.

    Keys that came in a burst are here before the list is: they act on it here, in their order.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        ("escape,f4,alt+enter", "dismiss(None)", "Back"),
        ("enter", "choose", "Choose"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]
    _ACTIONS: ClassVar[dict[str, str]] = actions_of(BINDINGS)

    def __init__(self, item: Item) -> None:
        super().__init__()
        self._item = item
        self._actions = item.actions or ()
        self._options = OptionList(
            *(Option(_entry(number, action)) for number, action in enumerate(self._actions, 1)),
            id="actions",
            markup=False,
        )
        self._options.can_focus = False
        self._options.highlighted = 0

    def compose(self) -> ComposeResult:
        """A list in the middle of the screen."""
        self._options.border_title = Content(one_line(self._item.title))
        self._options.border_subtitle = "Enter or a digit chooses · Esc goes back"
        yield self._options

    async def on_key(self, event: events.Key) -> None:
        """Do what a key is for, here and now: a digit is a choice. What comes behind a choice is not meant for this."""
        if not self.is_active:
            return
        if event.key in "123456789" and int(event.key) <= len(self._actions):
            event.stop()
            self.dismiss(self._actions[int(event.key) - 1])
        elif action := self._ACTIONS.get(event.key):
            event.stop()
            event.prevent_default()
            await self.run_action(action)

    def action_move(self, by: int) -> None:
        """Go up or down, and around the ends."""
        self._options.highlighted = ((self._options.highlighted or 0) + by) % len(self._actions)

    def action_choose(self) -> None:
        """Take what is highlighted."""
        self.dismiss(self._actions[self._options.highlighted or 0])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._actions[event.option_index])


def _entry(number: int, action: ItemAction) -> Content:
    digit = f"{number}  " if number < 10 else "   "
    return Content.assemble((digit, QUIET), one_line(action.title))
