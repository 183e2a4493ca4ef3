"""Driving a search box in tests, and reading its screen."""

from __future__ import annotations

import difflib
import os
import pathlib
import re
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Static

from seekline import Engine
from seekline.tui.app import SearchApp
from seekline.tui.base import BoxApp

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"


class Driver:
    """A search box on a virtual screen."""

    def __init__(self, app: BoxApp[Any], pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot

    async def until(self, holds: Callable[[], object], seconds: float = 60) -> None:
        """Wait until `holds` is true."""
        deadline = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < deadline, "\n".join(["not in time; the screen is:", *self.lines()])
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)

    async def settled(self, query: str) -> None:
        """Wait until the list of a query is on the screen."""
        await self.until(lambda: self.app.situation.state.settled and self.app.situation.state.query == query)

    @property
    def status(self) -> str:
        """The status line."""
        return str(self.app.query_one("#status", Static).visual)

    @property
    def detail(self) -> str:
        """The text of the detail."""
        return str(self.app.query_one("#detail-text", Static).visual)

    def lines(self) -> list[str]:
        """The screen, line by line."""
        screen = self.app.screen
        return ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]

    def shows(self, text: str) -> bool:
        """Whether `text` is on the screen."""
        return any(text in line for line in self.lines())

    def compare(self, name: str) -> None:
        """Compare the screen with a picture; SEEKLINE_SNAPSHOTS=write updates it."""
        picture = self.app.export_screenshot()
        picture = re.sub(r"terminal-\d+", "terminal", picture)
        picture = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:12345", picture)
        path = SNAPSHOTS / f"{name}.svg"
        if os.environ.get("SEEKLINE_SNAPSHOTS") == "write":
            path.write_text(picture, encoding="utf-8")
        expected = path.read_text(encoding="utf-8")
        difference = difflib.unified_diff(
            expected.splitlines(), picture.splitlines(), str(path), "now", lineterm="", n=0
        )
        assert picture == expected, "\n".join(line[:300] for line in difference)


@asynccontextmanager
async def search_box(
    engine: Engine, *, query: str = "", size: tuple[int, int] = (80, 24), toasts: bool = False
) -> AsyncIterator[Driver]:
    """Run a search box on this engine."""
    app = SearchApp(engine, query=query)
    app.animation_level = "none"
    async with app.run_test(size=size, notifications=toasts) as pilot:
        app.box.cursor_blink = False
        driver = Driver(app, pilot)
        await driver.until(lambda: app.session is not None)
        yield driver


@asynccontextmanager
async def held(engine: Engine) -> AsyncIterator[None]:
    """Stop the engine for a while."""
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(engine.pid, signal.SIGCONT)
