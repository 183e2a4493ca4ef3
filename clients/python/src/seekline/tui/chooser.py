"""The menu of sources."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.widgets import OptionList

from seekline import Source
from seekline.tui.choice import Choice
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET


class SourceChooser(Choice[str]):
    """Lists the sources, starting at the current one, and returns the name of the chosen one."""

    LEAVE = ("f2", "ctrl+o")

    def __init__(self, sources: Sequence[Source], current: str) -> None:
        options = OptionList(id="sources", markup=False)
        options.border_title = "Search in"
        options.border_subtitle = "Enter chooses · Esc goes back"
        # A source that a program must fill first is not offered.
        offered = [source for source in sources if not source.takes_items]
        names = [source.name for source in offered]
        super().__init__(names, [_entry(source) for source in offered], options)
        if current in names:
            options.highlighted = names.index(current)


def _entry(source: Source) -> Content:
    title = Content.assemble((one_line(source.title), "bold"), ("  " + one_line(source.name), QUIET))
    if source.configured:
        return Content.assemble(title, "\n", (one_line(source.description), QUIET))
    missing = one_line(", ".join(source.missing or ()))
    return Content.assemble(title, "\n", (f"not configured: needs {missing}", "$text-warning"))
