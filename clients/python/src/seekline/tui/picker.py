"""The search box in which lines are chosen."""

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
    """Answers the items that are taken.

    Enter takes what is highlighted, if it was found for what stands in the box. Otherwise it takes the first that is
    found for that, as soon as there is one; typing on, or leaving, is not to wait for it.

    Where several can be taken, it takes what is marked, if anything is, whatever stands in the box. One marks what one
    sees: a row of a list that is not that of the text is not marked, and that is said, once more by an Enter behind it.
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
        """Choose from `lines`, which `pick` gives to `session`; `can_mark` says whether several can be taken."""
        super().__init__(engine, query=query, opened=(session, 0))
        self.trouble: str | None = None
        """Why nothing was taken, if that was nobody's choice."""
        self.can_mark = can_mark
        self._is_owed = False
        """Whether what was to be marked last was not."""
        self._pick = pick
        self._lines = lines
        self._filled: asyncio.Task[None] | None = None
        self._is_over = False

    @property
    def situation(self) -> Situation:
        """How things stand, as far as they are on the screen."""
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
            # The task itself has ended then.
            self.call_later(self._render_state)

    def fail(self, trouble: str) -> None:
        """There is nothing to be done about it here."""
        if not self._is_over:
            self.trouble = trouble
            self._end((), TROUBLE)

    def _end(self, items: Sequence[Item], status: int = 0) -> None:
        """Leave, with the first answer that there is."""
        if not self._is_over:
            self._is_over = True
            self.exit(tuple(items), status)

    # What a person does

    def typed(self, text: str) -> None:
        """Whoever types on does not want what was to be taken."""
        self.workers.cancel_group(self, "take")
        super().typed(text)

    def aim(self) -> tuple[Item, ...]:
        """What is marked, or else what is highlighted."""
        return tuple(self.results.marks.values()) or super().aim()

    def entered(self, text: str, items: tuple[Item, ...]) -> None:
        """Take these, or else an item of this text."""
        if self._is_owed:
            self._is_owed = False
            taken = "what is marked" if self.results.marks else "the row that is highlighted"
            self.remark(f"Nothing was marked last. Enter again takes {taken}")
        elif items:
            self._end(items)
        else:
            self._take(text)

    def chosen(self, item: Item) -> None:
        """Take it, or mark it."""
        if self.can_mark:
            self._mark(item)
        else:
            self._end((item,))

    def action_mark(self, step: int) -> None:
        """Mark what is highlighted, or mark it no longer, and go as many rows further on."""
        item = self.results.item
        if (item is not None or self.situation.differs) and self._mark(item):
            self.results.go(step)

    def _mark(self, item: Item | None) -> bool:
        """Mark what was seen, or mark it no longer, if it is in the list of what stands in the box; answers that."""
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
        """Take the first item that is found for a text, or find that there is none."""
        session = self.session
        assert session is not None
        assert self._filled is not None
        with contextlib.suppress(SeeklineError):
            state = await found(session, text, self._filled)
            self._end(state.items[:1], 0 if state.items else NOTHING)

    def action_scroll_detail(self, way: str) -> None:
        """Scroll the detail, where Tab does not go there."""
        getattr(self.detail, f"action_scroll_{way}")()

    def action_leave(self) -> None:
        """Take nothing."""
        self._end((), LEFT)

    async def action_quit(self) -> None:
        """Take nothing."""
        self.action_leave()
