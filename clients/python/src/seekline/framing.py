"""Lines out of chunks."""

from __future__ import annotations


class LineSplitter:
    """Cuts a stream of bytes into lines, at `end` and nowhere else, whatever its chunks and however long they are."""

    def __init__(self, end: bytes = b"\n") -> None:
        self._end = end
        self._pending = bytearray()

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that are whole with this chunk, without their ends."""
        first, *others = chunk.split(self._end)
        self._pending += first
        if not others:
            return []
        lines = [bytes(self._pending), *others[:-1]]
        self._pending = bytearray(others[-1])
        return lines

    def rest(self) -> bytes:
        """What stands behind the last line end."""
        return bytes(self._pending)
