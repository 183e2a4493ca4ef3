"""The box for the search text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input
from typing_extensions import Self

from seekline.tui.keys import actions_of, actions_of_app
from seekline.tui.opening import beginning
from seekline.types import Item


class SearchBox(Input):
    """A line of text, whose keys, and those of the app, act in the order in which they are pressed.

    Textual types a character at once, but lets a key with a binding go up to the app first: when keys come in a burst,
    the characters after such a key would be typed before it acts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "app.enter", show=False)]

    _ACTIONS: ClassVar[dict[str, str]] = actions_of([*Input.BINDINGS, *BINDINGS])

    @dataclass
    class Entered(Message):
        """Enter was pressed. What was typed before it has been reported by then; what follows it changes nothing."""

        text: str
        """The text in the box."""
        items: tuple[Item, ...]
        """The items that it applies to; empty if they are still to be found."""

    _MARKING: ClassVar[dict[str, str]] = {"tab": "app.mark(1)", "shift+tab": "app.mark(-1)"}

    def __init__(self, text: str, *, can_mark: bool = False, **options: Any) -> None:
        """`can_mark` says whether Tab marks rows. Otherwise it moves the focus to the list, as elsewhere."""
        self._keys = self._ACTIONS | (self._MARKING if can_mark else {})
        super().__init__(text, placeholder="Type to search", compact=True, select_on_focus=False, **options)

    def validate_value(self, value: str) -> str:
        """Cut the text to what can be searched for, whatever is pasted."""
        return beginning(value)

    async def on_key(self, event: events.Key) -> None:
        """Do what a key is bound to, also by the app, at once. Keys after one that opens a menu are for the menu."""
        if self.app.screen is not self.screen:
            event.stop()
            event.prevent_default()
            self.app.screen.post_message(events.Key(event.key, event.character))
            return
        for actions, target in ((self._keys, self), (actions_of_app(type(self.app)), self.app)):
            action = actions.get(event.key)
            if action is not None:
                event.stop()
                event.prevent_default()
                await self.app.run_action(action, target)
                return

    def on_paste(self, event: events.Paste) -> None:
        """Take all lines of a text, as one: Textual takes only the first, even if it is empty."""
        event.stop()
        event.prevent_default()
        self.take_pasted(event.text)

    def take_pasted(self, text: str) -> None:
        """Replace the selection by a text, as one line."""
        self.replace(" ".join(filter(None, text.splitlines())), *self.selection)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Redraw without a new layout: the box keeps its size when its text gets longer."""
        return super().refresh(*regions, repaint=repaint, recompose=recompose)
