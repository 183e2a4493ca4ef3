"""Lines that are read as the items of a list, and can be recovered byte for byte."""

from __future__ import annotations

import array
import bisect
import contextlib
import json
import math
import os
import re
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

from seekline.feed import Feed
from seekline.filling import DEEPEST, is_deep
from seekline.framing import LineSplitter
from seekline.tui.plain import UNTITLED
from seekline.types import Item

CHUNK = 1 << 16
CHUNKS = 8
"""The maximum number of waiting chunks."""
LONGEST = 1 << 16
"""How much of a line is searched and shown at most, in bytes."""
MOST_LINES = 5_000_000
MOST_BYTES = 512 << 20
"""The limits of a list: it has at most this many lines and bytes."""
MOST_JSON = (1 << 20) - 1000
"""The maximum size of an item of JSON lines, in bytes as it is sent: the rest is for the message that it is sent in."""


class Lines:
    """The lines read from a descriptor, as items. `feed.run` reads it, in its own thread.

    A line is identified by its text, so nothing of it has to be kept. If a line is not the same as its title, its id
    begins with the line end, which no title contains: followed by a CR if only that was removed, or else by the number
    under which the line is kept.
    """

    untitled = ""
    """What is shown for an item without a title: empty, because an empty line can be chosen too."""

    def __init__(self, descriptor: int, end: bytes = b"\n") -> None:
        """`end` is the line end: LF or NUL."""
        self.feed = Feed(_chunks(descriptor), CHUNKS)
        self.is_cut_off = False
        """Whether a limit was reached: further lines are not read."""
        self._end = end
        self._splitter = LineSplitter(end)
        self.count = 0
        """The number of lines read so far."""
        self._size = 0
        self._kept: dict[int, bytes] = {}

    async def __aiter__(self) -> AsyncIterator[Any]:
        async with contextlib.aclosing(self.feed.each()) as chunks:
            async for chunk in chunks:
                self._size += len(chunk)
                for item in self._items(self._splitter.feed(chunk)):
                    yield item
                if self.count >= MOST_LINES or self._size >= MOST_BYTES:
                    self.is_cut_off = True
                    return
        if rest := self._splitter.rest():
            for item in self._items([rest]):
                yield item

    def line(self, item: Item) -> bytes:
        """Return the line that an item was made from, without its line end."""
        end = self._end.decode()
        if item.id.startswith(end + "\r"):
            return item.title.encode() + b"\r"
        if item.id.startswith(end):
            return self._kept[int(item.id[1:])]
        return item.title.encode()

    def placed(self, trouble: str) -> str:
        """Return what the engine says is wrong with an item; such lines have nothing that could be."""
        return trouble

    def _items(self, lines: Sequence[bytes]) -> Sequence[Any]:
        first, self.count = self.count, self.count + len(lines)
        block = self._end.join(lines)
        if lines and b"\r" not in block and max(map(len, lines)) <= LONGEST:
            with contextlib.suppress(UnicodeDecodeError):
                return block.decode().split(self._end.decode())
        return [self._item(number, line) for number, line in enumerate(lines, first)]

    def _item(self, number: int, line: bytes) -> Any:
        has_return = self._end == b"\n" and line.endswith(b"\r")
        text = line[:-1] if has_return else line
        title = text[:LONGEST].decode("utf-8", "replace")
        if title.encode() != text:
            self._kept[number] = line
            return {"id": f"{self._end.decode()}{number}", "title": title}
        return {"id": f"{self._end.decode()}\r{number}", "title": title} if has_return else title


class JSONLines(Lines):
    """Each line is an item: a JSON object with a `title`, or a string. Blank lines are skipped."""

    untitled = UNTITLED

    def __init__(self, descriptor: int, end: bytes = b"\n") -> None:
        super().__init__(descriptor, end)
        self._blank = array.array("q")
        """For each blank line, how many items are before it."""

    def placed(self, trouble: str) -> str:
        """Return what the engine says is wrong with an item, with the number of its line instead of its own."""

        def place(found: re.Match[str]) -> str:
            index = int(found[1])
            return f"line {index + 1 + bisect.bisect_right(self._blank, index):,}: `"

        return re.sub(r"^Invalid params: `items\[(\d+)\]\.", place, trouble)

    def _items(self, lines: Sequence[bytes]) -> Sequence[Any]:
        items = []
        for line in lines:
            self.count += 1
            if line.strip():
                items.append(_parsed(self.count, line))
            else:
                self._blank.append(self.count - 1 - len(self._blank))
        return items


def _parsed(number: int, line: bytes) -> Any:
    try:
        item = json.loads(line, parse_constant=_finite, parse_float=_finite)
    except ValueError as error:
        raise ValueError(f"line {number:,} is not JSON: {error}") from None
    except RecursionError:
        is_too_deep = True
    else:
        is_too_deep = line.count(b"[") + line.count(b"{") > DEEPEST and is_deep(item)
    if is_too_deep:
        raise ValueError(f"line {number:,} is nested deeper than {DEEPEST} arrays and objects")
    if not isinstance(item, (str, dict)):
        raise ValueError(f"line {number:,} must be an object with a title, or a string")
    # A byte becomes at most four: 1e15 becomes 1000000000000000.0, and a character of two bytes an escape of six.
    if len(line) * 4 > MOST_JSON and len(json.dumps(item, separators=(",", ":"))) > MOST_JSON:
        raise ValueError(f"line {number:,} is longer than {MOST_JSON:,} bytes as JSON in ASCII")
    return item


def _finite(text: str) -> float:
    """Return a number; raises `ValueError` for what Python would read but not write as JSON: NaN and the infinities."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is not a finite double")
    return number


def _chunks(descriptor: int) -> Iterator[bytes]:
    try:
        while chunk := os.read(descriptor, CHUNK):
            yield chunk
    except OSError as error:
        raise OSError(f"standard input cannot be read: {error.strerror}") from error
