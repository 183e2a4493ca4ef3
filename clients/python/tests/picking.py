"""Driving a search box for choosing lines."""

from __future__ import annotations

import os
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from screen import Driver

from seekline import Engine
from seekline.tui.lines import Lines
from seekline.tui.picker import PickApp


class Picking(Driver):
    """A search box on lines that come through a pipe."""

    app: PickApp
    pipe: int
    reader: Lines

    def give(self, *lines: str) -> None:
        """Write these lines."""
        os.write(self.pipe, "".join(line + "\n" for line in lines).encode())

    def end(self) -> None:
        """End the input."""
        os.close(self.pipe)
        self.pipe = -1

    @property
    def marked(self) -> list[str]:
        """The marked lines, in the order in which they were marked."""
        return [item.title for item in self.app.results.marks.values()]

    async def left(self) -> tuple[list[str], int]:
        """Wait until the app has ended; returns the lines that were chosen, and the status."""
        await self.until(lambda: self.app._exit)
        items = self.app.return_value or ()
        return [self.reader.line(item).decode() for item in items], self.app.return_code or 0


@asynccontextmanager
async def picking(
    *lines: str, query: str = "", ended: bool = False, can_mark: bool = False, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Picking]:
    """Run a search box with its own engine on these lines, once they have arrived."""
    read, write = os.pipe()
    reader = Lines(read)
    threading.Thread(target=reader.feed.run, daemon=True).start()
    async with Engine() as engine:
        pick = engine.pick(reader, query=query)
        async with pick as session:
            app = PickApp(engine, pick, session, reader, query, can_mark=can_mark)
            app.animation_level = "none"
            async with app.run_test(size=size, notifications=can_mark) as pilot:
                app.box.cursor_blink = False
                box = Picking(app, pilot)
                box.pipe, box.reader = write, reader
                if lines:
                    box.give(*lines)
                if ended:
                    box.end()
                if lines and not query:
                    await box.until(lambda: len(app.results.items) == min(len(lines), 20))
                if ended:
                    await box.until(lambda: app._filled is not None and app._filled.done())
                yield box
            if box.pipe >= 0:
                box.end()
