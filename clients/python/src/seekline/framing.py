"""Splits chunks into lines."""

from __future__ import annotations


class LineSplitter:
    """Cuts a stream of bytes into lines of any length, at `end` and nowhere else, wherever its chunks begin and end."""

    def __init__(self, end: bytes = b"\n") -> None:
        self._end = end
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that this chunk completes, without their line ends."""
        first, *others = chunk.split(self._end)
        self._pending += first
        if not others:
            return []
        lines = [bytes(self._pending), *others[:-1]]
        self._pending = bytearray(others[-1])
        return lines

    def rest(self) -> bytes:
        """Return what follows the last line end."""
        return bytes(self._pending)
