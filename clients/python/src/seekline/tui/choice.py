"""A menu on top of the search box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from seekline.tui.keys import actions_of

Chosen = TypeVar("Chosen")


class Choice(ModalScreen[Chosen | None]):
    """A list in the middle of the screen to choose from.

    It returns what is chosen, or None, once: what follows, such as the second of two clicks, is too late. Keys that
    come in a burst arrive here before the list is shown: they act on it here, in their order.
    """

    LEAVE: ClassVar[Sequence[str]] = ()
    """The keys that leave it, besides Esc: those that opened it."""
    _ACTIONS: ClassVar[dict[str, str]] = actions_of(OptionList.BINDINGS)

    def __init__(self, choices: Sequence[Chosen], entries: Sequence[Content], options: OptionList) -> None:
        super().__init__()
        self._choices = choices
        self._options = options
        options.add_options([Option(entry) for entry in entries])
        options.can_focus = False
        options.highlighted = 0 if entries else None

    def compose(self) -> ComposeResult:
        """Yield the list alone."""
        yield self._options

    def on_mount(self) -> None:
        """Start with the highlighted row in view."""
        self.call_after_refresh(self._options.scroll_to_highlight)

    async def on_key(self, event: events.Key) -> None:
        """Do what a key is for, at once. Keys after a choice are not meant for this screen."""
        if not self.is_active:
            return
        if event.key == "escape" or event.key in self.LEAVE:
            self.dismiss(None)
        elif event.key == "enter":
            self.choose(self._options.highlighted)
        elif action := self._ACTIONS.get(event.key):
            await self._options.run_action(action)
        elif not self.chose(event.key):
            return
        event.stop()
        event.prevent_default()

    def chose(self, key: str) -> bool:
        """Whether this key is a choice; if so, it has been made."""
        return False

    def choose(self, index: int | None) -> None:
        """Return the choice at this index, if there is one."""
        if index is not None:
            self.dismiss(self._choices[index])

    @on(OptionList.OptionSelected)
    def _clicked(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.choose(event.option_index)

    def dismiss(self, result: Chosen | None = None) -> AwaitComplete:
        """Return this result and close, unless that has happened."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
