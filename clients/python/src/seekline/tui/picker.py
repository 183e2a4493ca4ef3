"""The search box in which one line is chosen."""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import replace

from textual import work

from seekline import Engine, Item, Pick, SeeklineError, Session
from seekline.tui.base import BoxApp
from seekline.tui.lines import Lines
from seekline.tui.status import Situation

LEFT, NOTHING, TROUBLE = 130, 1, 2
"""What the app returns, as fzf does, if nothing was taken."""


class PickApp(BoxApp[Item]):
    """Answers the item that is taken.

    Enter takes what is highlighted, if it was found for what stands in the box. Otherwise it takes the first that is
    found for that, as soon as there is one; typing on, or leaving, is not to wait for it.
    """

    KEYS = (
        ("Enter", "Take", "app.enter"),
        ("F3", "Preview", "app.preview"),
        ("Esc", "Leave", "app.leave"),
    )

    def __init__(self, engine: Engine, pick: Pick, session: Session, lines: Lines, query: str) -> None:
        """Choose from `lines`, which `pick` gives to `session`."""
        super().__init__(engine, query=query, opened=(session, 0))
        self.trouble: str | None = None
        """Why nothing was taken, if that was nobody's choice."""
        self._pick = pick
        self._lines = lines
        self._filled: asyncio.Task[None] | None = None
        self._is_over = False

    @property
    def situation(self) -> Situation:
        """How things stand, as far as they are on the screen."""
        name = f"Pick, from the first {self._lines.count:,} lines" if self._lines.is_cut_off else "Pick"
        grows = self._filled is None or not self._filled.done()
        return replace(super().situation, name=name, grows=grows, escape="leaves")

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
            self._end(None, TROUBLE)

    def _end(self, item: Item | None, status: int = 0) -> None:
        """Leave, with the first answer that there is."""
        if not self._is_over:
            self._is_over = True
            self.exit(item, status)

    # What a person does

    def typed(self, text: str) -> None:
        """Whoever types on does not want what was to be taken."""
        self.workers.cancel_group(self, "take")
        super().typed(text)

    def entered(self, text: str) -> None:
        """Take an item of this text."""
        item = self.results.item
        if item is None or replace(self.situation, text=text).differs:
            self._take(text)
        else:
            self._end(item)

    def chosen(self, item: Item) -> None:
        """Take it."""
        self._end(item)

    @work(exclusive=True, group="take")
    async def _take(self, text: str) -> None:
        """Take the first item that is found for a text, or find that there is none."""
        session = self.session
        assert session is not None
        assert self._filled is not None
        with contextlib.suppress(SeeklineError):
            while True:
                is_all = self._filled.done()
                await session.submit(text)
                state = await session.settled()
                if state.items or is_all:
                    self._end(state.items[0] if state.items else None, 0 if state.items else NOTHING)
                    return
                first = asyncio.create_task(_first_items(session))
                await asyncio.wait([first, self._filled], return_when=asyncio.FIRST_COMPLETED)
                first.cancel()

    def action_leave(self) -> None:
        """Take nothing."""
        self._end(None, LEFT)

    async def action_quit(self) -> None:
        """Take nothing."""
        self.action_leave()


async def _first_items(session: Session) -> None:
    with contextlib.suppress(SeeklineError):
        async for state in session.changes():
            if state.items:
                return
