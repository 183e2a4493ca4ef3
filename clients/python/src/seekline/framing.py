"""Splits chunks into lines."""

from __future__ import annotations


class LineSplitter:
    """Cuts a stream of bytes into lines, at `end` and nowhere else, wherever its chunks begin and end."""

    def __init__(self, end: bytes = b"\n", limit: int | None = None) -> None:
        """`limit` is the maximum length of a line, in bytes; by default, there is none."""
        self._end = end
        self._limit = limit
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that this chunk completes, without their line ends. Raises `ValueError` beyond the limit."""
        first, *others = chunk.split(self._end)
        self._pending += first
        if self._limit is not None and max(map(len, (self._pending, *others))) > self._limit:
            raise ValueError(f"a line is longer than {self._limit} bytes")
        if not others:
            return []
        lines = [bytes(self._pending), *others[:-1]]
        self._pending = bytearray(others[-1])
        return lines

    def rest(self) -> bytes:
        """Return what follows the last line end."""
        return bytes(self._pending)
