"""The status line, and the spinner."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from seekline import Source, State
from seekline.text import trimmed
from seekline.tui.opening import SILENT
from seekline.tui.plain import one_line
from seekline.tui.rows import QUIET

FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
STILL = "⠿"
RESTARTS = "  F5 starts it again"
LONGEST_SAID = 80
"""How many characters of a query are repeated at most."""


@dataclass(frozen=True)
class Situation:
    """What the status line is derived from."""

    source: Source | None
    state: State
    text: str
    """The text in the box."""
    trouble: str | None = None
    """Why nothing works any more."""
    short_by: int = 0
    """How many characters the text lacks to be searched for."""
    name: str | None = None
    """The title of the search, if it differs from that of its source."""
    grows: bool = False
    """Whether there may be more to search soon."""
    can_act: bool = False
    """Whether the highlighted item has actions."""
    doing: str | None = None
    """The title of the action that is running."""
    is_silent: bool = False
    """Whether the engine hangs."""
    can_restart: bool = False
    """Whether a key replaces an engine that hangs."""
    marked: int | None = None
    """The number of marked items; None if items cannot be marked."""
    escape: str = "stops"
    """What Esc does while something is under way."""

    @property
    def title(self) -> str:
        """The title of the box."""
        return one_line(self.name or (self.source.title if self.source else "seekline"))

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        if self.trouble is not None:
            return False
        runs = self.state.loading or self.state.opening is not None or self.doing is not None
        return runs or self.source is None or self.is_silent

    @property
    def idle(self) -> frozenset[str]:
        """The actions of the app that do nothing now."""
        can_retry = self.state.error is not None or bool(self.state.failed)
        can_mark = self.marked is not None
        actions = (("app.retry", can_retry), ("app.actions", self.can_act), ("app.mark(1)", can_mark))
        return frozenset(name for name, can in actions if not can)

    @property
    def lack(self) -> str:
        """What to do about a text that is too short."""
        return f"Type {self.short_by} more" if self.short_by and trimmed(self.text) else ""

    @property
    def most(self) -> int:
        """The maximum number of items in a list."""
        return 0 if self.source is None else self.source.options.max_pages * self.source.options.page_size

    @property
    def submits(self) -> bool:
        """Whether the source searches only when told to."""
        return self.source is not None and self.source.options.trigger == "submit"

    @property
    def suggestion(self) -> str | None:
        """The query that may have been meant, if it was suggested for the text in the box."""
        return None if self.differs else self.state.suggestion

    @property
    def differs(self) -> bool:
        """Whether the box holds anything but the query of the list."""
        return self.state.query is None or trimmed(self.text) != self.state.query


def status_line(now: Situation) -> Content:
    """Return what is under way, or else what was found."""
    if now.trouble is not None:
        return Content.assemble((f"✗ {one_line(now.trouble)}", "$text-error"), (RESTARTS, QUIET))
    if now.is_silent:
        return Content.assemble((SILENT, "$text-warning"), (RESTARTS if now.can_restart else "", QUIET))
    if now.source is None:
        return Content("Starting…")
    going_on = _going_on(now)
    marked = f"{now.marked:,} marked" if now.marked else ""
    if going_on:
        return Content("   ".join(filter(None, (going_on, marked))))
    if now.state.error is not None:
        return Content.assemble((f"✗ {one_line(now.state.error.message)}", "$text-error"))
    found = _found(now) + (" so far" if now.grows and now.state.items else "")
    found = ", ".join(filter(None, (found, marked)))
    hint = _hint(now)
    return Content.assemble(found, ("   " if found and hint else "", ""), (hint, "$text-accent"))


def empty_text(now: Situation) -> Content:
    """Return what is shown instead of an empty list."""
    if now.source is None or now.trouble is not None or now.state.items or now.state.loading:
        return Content("")
    if now.grows or (now.state.status == "full" and not now.differs and now.state.settled):
        return _nothing(now)
    if now.state.error is not None:
        return Content.assemble((one_line(now.state.error.message), "$text-error"), ("\n\nCtrl+T tries again", QUIET))
    if now.lack:
        return Content(now.lack)
    title, description = one_line(now.source.title), one_line(now.source.description)
    return Content.assemble((title, "bold $accent"), ("\n" + description, QUIET))


def _nothing(now: Situation) -> Content:
    if now.grows:
        return Content("Nothing so far; more is being read")
    query = one_line(now.state.query or "")
    if not query and now.source is not None and now.source.takes_items:
        return Content("There is nothing to choose from")
    lacks = "\n\nSome of what was asked for did not answer. F5 asks again" if now.state.partial else ""
    shown = query if len(query) <= LONGEST_SAID else query[:LONGEST_SAID] + "…"
    return Content.assemble("Nothing found for ", (shown or "that", "bold"), (lacks, QUIET))


def _going_on(now: Situation) -> str:
    state = now.state
    if state.loading:
        if state.stalled:
            return f"Still waiting for an answer…  Esc {now.escape}"
        if state.refreshing:
            return "Refreshing…"
        return "Loading more…" if state.items and not now.differs else "Searching…"
    if state.opening is not None:
        return f"Opening…  Esc {now.escape}"
    if now.doing is not None:
        return f"{one_line(now.doing)}…"
    return ""


def _found(now: Situation) -> str:
    state = now.state
    if state.query is None or (not state.items and state.error is None):
        return ""
    lacks = _lacks(state)
    if not state.more:
        if (state.total or 0) > now.most:
            return f"The first {state.count:,} of {state.total:,}{lacks}"
        return f"{state.count:,} found{lacks}"
    return f"{state.count:,} " + ("and more" if state.total is None else f"of {state.total:,}") + lacks


def _lacks(state: State) -> str:
    """Return what is missing from the list."""
    if state.failed:
        names = ", ".join(one_line(failure.source) for failure in state.failed)
        return f", without {names}: Ctrl+T tries again"
    return ", incomplete" if state.partial else ""


def _hint(now: Situation) -> str:
    if now.suggestion:
        return f"Did you mean {one_line(now.suggestion)}? Ctrl+G"
    if now.source is None or not now.differs:
        return ""
    if now.submits and now.state.can_submit:
        return "Enter searches"
    return now.lack if now.state.items else ""
