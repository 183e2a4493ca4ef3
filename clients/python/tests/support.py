"""Waiting, with a limit."""

from __future__ import annotations

import asyncio
import pathlib
import time
from collections.abc import AsyncIterator, Callable

from seekline import State


async def until(states: AsyncIterator[State], holds: Callable[[State], bool], seconds: float = 60) -> State:
    """Return the first state for which `holds` is true."""

    async def find() -> State:
        async for state in states:
            if holds(state):
                return state
        raise AssertionError("the states have ended")

    return await asyncio.wait_for(find(), seconds)


async def last(states: AsyncIterator[State]) -> State:
    """Return the last of the states."""
    found = None
    async for state in states:
        found = state
    assert found is not None
    return found


def runs(pid: int) -> bool:
    """Whether a process exists and has not ended."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] != "Z"


def is_a_child(pid: int) -> bool:
    """Whether a process exists, even if only as a zombie."""
    return pathlib.Path(f"/proc/{pid}").exists()


def gone(pid: int, seconds: float = 60) -> bool:
    """Wait until a process has ended; returns whether it did in time."""
    deadline = time.monotonic() + seconds
    while runs(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True
