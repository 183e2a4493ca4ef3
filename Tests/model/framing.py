"""Converts a client's bytes to messages, and messages to bytes: a line each, or with a `Content-Length` header."""

from typing import Optional

from wire import Wire

MOST_HEADER = 8192


class Stream:
    """The input and the framing. The first byte determines how messages are framed."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._rest = b""
        self._has_headers: Optional[bool] = None
        self._is_lost = False

    def feed(self, data: bytes) -> None:
        """Takes more input."""
        self._rest += data
        if self._has_headers is None and self._rest:
            self._has_headers = self._rest.startswith(b"C")
        if not self._has_headers:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._wire.line(line)
        while self._has_headers and not self._is_lost and self._message():
            pass

    def end(self) -> None:
        """Handles the end of the input."""
        if self._has_headers and self._rest and not self._is_lost:
            self._lose("the input ends inside a message")
        elif not self._has_headers:
            self._wire.line(self._rest)
        self._rest = b""
        self._wire.end()

    def _message(self) -> bool:
        """Takes the next message; returns whether there was one."""
        end = self._rest.find(b"\r\n\r\n")
        if end < 0:
            if len(self._rest) >= MOST_HEADER:
                self._lose("a header without an end")
            return False
        length = None
        for line in self._rest[:end].split(b"\r\n"):
            name, colon, value = line.partition(b":")
            if not colon:
                return self._lose("a header line without a colon")
            if name.strip().lower() == b"content-length":
                length = value.strip()
        if length is None or not length.isdigit():
            return self._lose("no number of bytes")
        start = end + 4
        if len(self._rest) < start + int(length):
            return False
        data, self._rest = self._rest[start:start + int(length)], self._rest[start + int(length):]
        self._wire.line(data)
        return True

    def _lose(self, reason: str) -> bool:
        self._is_lost = True
        self._wire.lose(reason)
        return False

    def frame(self, text: str) -> bytes:
        """Returns the bytes of a message to the client."""
        data = text.encode("utf-8", "replace")
        return b"Content-Length: %d\r\n\r\n%s" % (len(data), data) if self._has_headers else data + b"\n"
