"""Where the text stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Input
from typing_extensions import Self

from seekline.tui.keys import actions_of
from seekline.tui.opening import beginning
from seekline.types import Item

MOVES: list[BindingType] = [
    Binding("down", "app.move('cursor_down')", show=False),
    Binding("up", "app.move('cursor_up')", show=False),
    Binding("pagedown", "app.move('page_down')", show=False),
    Binding("pageup", "app.move('page_up')", show=False),
]
"""How one moves in the list while the box has the focus."""


class SearchBox(Input):
    """A line of text, whose keys act in the order in which they are pressed.

    Textual types a character at once, but lets a key with a binding go up to the app first: of keys that come in a
    burst, what stands behind such a key would be typed before it acts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "app.enter", show=False),
        Binding("escape", "app.leave", show=False),
        Binding("f4,alt+enter", "app.actions", show=False),
        Binding("f2,ctrl+o", "app.sources", show=False),
        *MOVES,
    ]

    _ACTIONS: ClassVar[dict[str, str]] = actions_of([*Input.BINDINGS, *BINDINGS])

    @dataclass
    class Entered(Message):
        """Enter was pressed. What was typed before it has been told by then; what comes behind it changes nothing."""

        text: str
        """What stood here."""
        items: tuple[Item, ...]
        """What it was about; nothing, if that is still to be found."""

    _MARKING: ClassVar[dict[str, str]] = {"tab": "app.mark(1)", "shift+tab": "app.mark(-1)"}

    def __init__(self, text: str, *, can_mark: bool = False, **options: Any) -> None:
        """`can_mark` says whether Tab marks rows. Otherwise it goes to the list, as elsewhere."""
        self._keys = self._ACTIONS | (self._MARKING if can_mark else {})
        super().__init__(text, placeholder="Type to search", compact=True, select_on_focus=False, **options)

    def validate_value(self, value: str) -> str:
        """What stands here can be searched for, whatever is pasted."""
        return beginning(value)

    async def on_key(self, event: events.Key) -> None:
        """Do what a key is bound to, here and now. What comes behind one that opens a menu is meant for that."""
        if self.app.screen is not self.screen:
            event.stop()
            event.prevent_default()
            self.app.screen.post_message(events.Key(event.key, event.character))
            return
        action = self._keys.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.app.run_action(action, self)

    def on_paste(self, event: events.Paste) -> None:
        """Take all lines of a text, as one: Textual takes the first, be it empty."""
        event.stop()
        event.prevent_default()
        self.take_pasted(event.text)

    def take_pasted(self, text: str) -> None:
        """Put a text in the place of what is selected, as one line."""
        self.replace(" ".join(filter(None, text.splitlines())), *self.selection)

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Draw it anew, and lay nothing out: a box of a text that has become longer is as large as it was."""
        return super().refresh(*regions, repaint=repaint, recompose=recompose)
