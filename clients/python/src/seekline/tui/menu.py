"""The menu of an item's actions."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import OptionList

from seekline import Item, ItemAction
from seekline.tui.choice import Choice
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET


class ActionMenu(Choice[ItemAction]):
    """Lists the actions of an item and returns the chosen one. A digit chooses at once."""

    LEAVE = ("f4", "alt+enter")

    def __init__(self, item: Item) -> None:
        options = OptionList(id="actions", markup=False)
        options.border_title = Content(one_line(item.title))
        options.border_subtitle = "Enter or a digit chooses · Esc goes back"
        actions = item.actions or ()
        super().__init__(actions, [_entry(number, action) for number, action in enumerate(actions, 1)], options)

    def chose(self, key: str) -> bool:
        """Whether the key is the digit of an action; if so, chooses that."""
        is_choice = key in "123456789" and int(key) <= len(self._choices)
        if is_choice:
            self.choose(int(key) - 1)
        return is_choice


def _entry(number: int, action: ItemAction) -> Content:
    digit = f"{number}  " if number < 10 else "   "
    return Content.assemble((digit, QUIET), one_line(action.title))
