"""The search box for choosing lines."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from seekline import Engine, Item, Pick, SeeklineError, Session
from seekline.tui.base import BoxApp
from seekline.tui.exits import LEFT, NOTHING, TROUBLE
from seekline.tui.found import found
from seekline.tui.lines import Lines
from seekline.tui.status import Situation


class PickApp(BoxApp["tuple[Item, ...]"]):
    """Returns the items that are taken.

    Enter takes the highlighted item, if it was found for the text in the search box. Otherwise it takes the first item
    found for that text, as soon as there is one, unless the user types on or leaves first.

    If several can be taken, it takes what is marked, if anything is, whatever the text. Users mark what they see: a row
    is not marked if its list is not that of the text. The user is told so, and told again by an Enter that follows.
    """

    KEYS = (
        ("Enter", "Take", "app.enter"),
        ("Tab", "Mark", "app.mark(1)"),
        ("F3", "Preview", "app.preview"),
        ("Esc", "Leave", "app.leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("shift+down", "scroll_detail('down')", show=False),
        Binding("shift+up", "scroll_detail('up')", show=False),
    ]

    def __init__(
        self, engine: Engine, pick: Pick, session: Session, lines: Lines, query: str, *, can_mark: bool = False
    ) -> None:
        """Choose from `lines`, which `pick` sends to `session`; `can_mark` says whether several can be taken."""
        super().__init__(engine, query=query, opened=(session, 0))
        self.trouble: str | None = None
        """Why nothing was taken, if it was not the user's choice."""
        self.can_mark = can_mark
        self._is_owed = False
        """Whether the last attempt to mark an item failed."""
        self._pick = pick
        self._lines = lines
        self._filled: asyncio.Task[None] | None = None
        self._is_over = False

    @property
    def situation(self) -> Situation:
        """The situation that the screen shows."""
        name = f"Pick, from the first {self._lines.count:,} lines" if self._lines.is_cut_off else "Pick"
        grows = self._filled is None or not self._filled.done()
        marked = len(self.results.marks) if self.can_mark else None
        return replace(super().situation, name=name, grows=grows, marked=marked, escape="leaves")

    def begin(self) -> None:
        """Follow the list, and its filling."""
        self.results.untitled = self._lines.untitled
        super().begin()
        self.detail.border_subtitle = "F3 closes"
        self._filled = asyncio.create_task(self._fill())

    async def _fill(self) -> None:
        try:
            await self._pick.filled()
        except (SeeklineError, OSError, ValueError) as error:
            self.fail(str(error))
        else:
            # Later, when this task has ended.
            self.call_later(self._render_state)

    def fail(self, trouble: str) -> None:
        """Leave: nothing can be done about it here."""
        if not self._is_over:
            self.trouble = trouble
            self._end((), TROUBLE)

    def _end(self, items: Sequence[Item], status: int = 0) -> None:
        """Leave with these items; only the first call counts."""
        if not self._is_over:
            self._is_over = True
            self.exit(tuple(items), status)

    # What the user does

    def typed(self, text: str) -> None:
        """Forget what was to be taken: typing more replaces it."""
        self.workers.cancel_group(self, "take")
        super().typed(text)

    def aim(self) -> tuple[Item, ...]:
        """Return the marked items, or else the highlighted one."""
        return tuple(self.results.marks.values()) or super().aim()

    def entered(self, text: str, items: tuple[Item, ...]) -> None:
        """Take these items, or else the first one found for this text."""
        if self._is_owed:
            self._is_owed = False
            taken = "what is marked" if self.results.marks else "the row that is highlighted"
            self.remark(f"Nothing was marked last. Enter again takes {taken}")
        elif items:
            self._end(items)
        else:
            self._take(text)

    def chosen(self, item: Item) -> None:
        """Take the item, or mark it if several can be taken."""
        if self.can_mark:
            self._mark(item)
        else:
            self._end((item,))

    def action_mark(self, step: int) -> None:
        """Mark or unmark the highlighted item, and move by `step` rows."""
        item = self.results.item
        if (item is not None or self.situation.differs) and self._mark(item):
            self.results.go(step)

    def _mark(self, item: Item | None) -> bool:
        """Mark or unmark an item if it is in the list of the text in the search box; returns whether it is."""
        is_there = item is not None and any(other.id == item.id for other in self.results.items)
        self._is_owed = not is_there or self.situation.differs
        if item is None or self._is_owed:
            self.remark("Nothing was marked: the list is not yet that of what is typed")
            return False
        self.results.toggle(item)
        self._render_state()
        return True

    @work(exclusive=True, group="take")
    async def _take(self, text: str) -> None:
        """Take the first item found for a text, or leave without one."""
        session = self.session
        assert session is not None
        assert self._filled is not None
        with contextlib.suppress(SeeklineError):
            state = await found(session, text, self._filled)
            self._end(state.items[:1], 0 if state.items else NOTHING)

    def action_scroll_detail(self, way: str) -> None:
        """Scroll the detail, which Tab does not focus here."""
        getattr(self.detail, f"action_scroll_{way}")()

    def action_leave(self) -> None:
        """Take nothing."""
        self._end((), LEFT)

    async def action_quit(self) -> None:
        """Take nothing."""
        self.action_leave()
