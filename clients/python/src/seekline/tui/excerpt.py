"""The part of a file around a line: no more than is shown, however large the file is."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from io import BufferedReader

from seekline.types import Location

AROUND = 100
"""How many lines are shown on each side of the line."""
WIDTH = 500
"""The maximum width of a line, in characters."""
PART = 1 << 17
"""The maximum size of what is shown of the file, in bytes."""
FURTHEST = 1 << 26
"""How far into the file the line may be, in bytes."""
CHUNK = 1 << 18


@dataclass(frozen=True)
class Excerpt:
    """Consecutive lines of a file."""

    lines: tuple[str, ...]
    first: int
    """The number of the first line, from 1."""
    marked: int | None
    """The number of the line that was looked for."""


@dataclass(frozen=True)
class Unreadable:
    """Why nothing of a file can be shown."""

    reason: str


async def read_excerpt(location: Location) -> Excerpt | Unreadable:
    """Read what is around a location, in a thread, so that a file system that hangs does not block the app.

    Nobody waits for the end of this thread, not even when the program ends.
    """
    reading: Future[Excerpt | Unreadable] = Future()
    reading.set_running_or_notify_cancel()

    def read() -> None:
        try:
            reading.set_result(_read(location))
        except BaseException as error:
            reading.set_exception(error)

    threading.Thread(target=read, name="seekline-excerpt", daemon=True).start()
    return await asyncio.wrap_future(reading)


def _read(location: Location) -> Excerpt | Unreadable:
    try:
        # Non-blocking: opening a pipe without a writer would wait.
        descriptor = os.open(location.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        kind = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(kind):
            os.close(descriptor)
            return Unreadable(f"{location.path} is {'a folder' if stat.S_ISDIR(kind) else 'no ordinary file'}")
        with open(descriptor, "rb") as file:
            return _around(file, location.path, location.line)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return Unreadable(f"{location.path} cannot be read: {reason}")


def _around(file: BufferedReader, path: str, line: int | None) -> Excerpt | Unreadable:
    found = line or 1
    # If the lines before it are too long to fit, start at the line itself.
    for first in (max(found - AROUND, 1), found):
        offset = _offset(file, first)
        if offset is None:
            return Unreadable(f"{path} is long: line {found:,} is not among its first {FURTHEST >> 20} MiB")
        file.seek(offset)
        part = file.read(PART)
        lines = part.split(b"\n")
        if not lines[-1]:
            lines.pop()
        if first + len(lines) > found or (not lines and found == 1):
            del lines[found - first + AROUND + 1 :]
            if any(b"\0" in text for text in lines):
                return Unreadable(f"{path} is no text")
            return Excerpt(tuple(map(_shown, lines)), first, line)
        if len(part) < PART:
            break
    return Unreadable(f"{path} has no line {found:,}")


def _offset(file: BufferedReader, line: int) -> int | None:
    """Return the offset at which a line begins, or the file ends; None if that is too far."""
    file.seek(0)
    offset, ends = 0, line - 1
    while ends and offset < FURTHEST:
        chunk = file.read(CHUNK)
        if not chunk:
            return offset
        here = chunk.count(b"\n")
        if here >= ends:
            at = -1
            for _ in range(ends):
                at = chunk.index(b"\n", at + 1)
            return offset + at + 1
        ends -= here
        offset += len(chunk)
    return None if ends else offset


def _shown(line: bytes) -> str:
    # A character has at most four bytes.
    text = line[: WIDTH * 4].removesuffix(b"\r").decode("utf-8", "replace")
    return text if len(text) <= WIDTH else text[: WIDTH - 1] + "…"
