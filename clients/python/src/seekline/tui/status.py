"""The line that says how things stand, and the spinner."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from seekline import Source, State
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
STILL = "⠿"


@dataclass(frozen=True)
class Situation:
    """What the line is about."""

    source: Source | None
    state: State
    text: str
    """What stands in the box."""
    trouble: str | None = None
    """Why nothing goes on at all."""
    short_by: int = 0
    """How many characters the text lacks to be searched for."""

    @property
    def lack(self) -> str:
        """What is to be done about a text that is too short."""
        return f"Type {self.short_by} more" if self.short_by and self.text.strip() else ""

    @property
    def submits(self) -> bool:
        """Whether the source searches only when told to."""
        return self.source is not None and self.source.options.trigger == "submit"

    @property
    def differs(self) -> bool:
        """Whether the box holds something else than what the list was searched for with."""
        return self.state.query is None or self.text.strip() != self.state.query


def status_line(now: Situation) -> Content:
    """What is going on, or else what there is."""
    if now.trouble is not None:
        return Content.assemble((f"✗ {one_line(now.trouble)}", "$text-error"), ("  F5 starts it again", QUIET))
    if now.source is None:
        return Content("Starting …")
    going_on = _going_on(now)
    if going_on:
        return Content(going_on)
    if now.state.error is not None:
        return Content.assemble((f"✗ {one_line(now.state.error.message)}", "$text-error"))
    found = _found(now.state)
    hint = _hint(now)
    return Content.assemble(found, ("   " if found and hint else "", ""), (hint, "$text-accent"))


def empty_text(now: Situation) -> Content:
    """What stands in the place of a list that has nothing."""
    if now.source is None or now.trouble is not None or now.state.items or now.state.loading:
        return Content("")
    if now.state.status == "full" and not now.differs and now.state.settled:
        return Content.assemble("Nothing found for ", (one_line(now.state.query or "") or "that", "bold"))
    if now.state.error is not None:
        return Content.assemble((one_line(now.state.error.message), "$text-error"), ("\n\nCtrl+T tries again", QUIET))
    if now.lack:
        return Content(now.lack)
    title, description = one_line(now.source.title), one_line(now.source.description)
    return Content.assemble((title, "bold $accent"), ("\n" + description, QUIET))


def _going_on(now: Situation) -> str:
    state = now.state
    if state.loading:
        if state.stalled:
            return "Still waiting for an answer …  Esc stops"
        if state.refreshing:
            return "Refreshing …"
        return "Loading more …" if state.items and not now.differs else "Searching …"
    if state.opening is not None:
        return "Opening …  Esc stops"
    return ""


def _found(state: State) -> str:
    if state.query is None or (not state.items and state.error is None):
        return ""
    if state.more:
        return f"{state.count:,} of {state.total:,}" if state.total is not None else f"{state.count:,} and more"
    return f"{state.count:,} found"


def _hint(now: Situation) -> str:
    if now.state.suggestion:
        return f"Did you mean {one_line(now.state.suggestion)}? Ctrl+G"
    if now.source is None or not now.differs:
        return ""
    if now.submits and now.state.can_submit:
        return "Enter searches"
    return now.lack if now.state.items else ""
