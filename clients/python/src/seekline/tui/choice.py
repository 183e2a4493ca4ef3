"""A choice, on top of the search box."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Chosen = TypeVar("Chosen")


class Choice(ModalScreen[Chosen | None]):
    """Answers what is chosen, or None, once: what comes behind that, such as the second of two clicks, is too late."""

    def dismiss(self, result: Chosen | None = None) -> AwaitComplete:
        """Answer this, and go."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
