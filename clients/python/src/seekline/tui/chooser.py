"""The choice of a source."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from seekline import Source
from seekline.tui.choice import Choice
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET


class SourceChooser(Choice[str]):
    """Lists the sources; answers the name of the one that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss(None)", "Back"), ("f2", "dismiss(None)", "Back")]

    def __init__(self, sources: Sequence[Source], current: str) -> None:
        super().__init__()
        # What a program must fill first is nothing to offer.
        self._sources = [source for source in sources if not source.takes_items]
        self._current = current

    def compose(self) -> ComposeResult:
        """A list in the middle of the screen."""
        options = OptionList(*(Option(_entry(source)) for source in self._sources), id="sources", markup=False)
        options.border_title = "Search in"
        options.border_subtitle = "Enter chooses · Esc goes back"
        yield options

    def on_mount(self) -> None:
        """Begin at the source that is searched now."""
        names = [source.name for source in self._sources]
        self.query_one(OptionList).highlighted = names.index(self._current) if self._current in names else 0

    @on(OptionList.OptionSelected)
    def _choose(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.dismiss(self._sources[event.option_index].name)


def _entry(source: Source) -> Content:
    title = Content.assemble((one_line(source.title), "bold"), ("  " + one_line(source.name), QUIET))
    if source.configured:
        return Content.assemble(title, "\n", (one_line(source.description), QUIET))
    missing = one_line(", ".join(source.missing or ()))
    return Content.assemble(title, "\n", (f"not configured: needs {missing}", "$text-warning"))
