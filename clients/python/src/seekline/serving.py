"""The provider's side of the providers' protocol: one request after the other, and no threads.

Between items it checks whether the engine still wants them. If a search yields nothing for half a second after it was
cancelled, the engine ends it, and the process with it.
"""

from __future__ import annotations

import json
import os
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from io import FileIO
from select import select
from typing import Any

from seekline.framing import LineSplitter
from seekline.provided import Failure, Item

Params = Mapping[str, Any]
_CHUNK = 1 << 16


class Refused(Exception):
    """Raised to answer a request with an error of this code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class EngineGone(Exception):
    """Raised when the engine no longer reads."""


class Input:
    """The messages from the engine."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines = LineSplitter()
        self._messages: deque[dict[str, Any]] = deque()
        self._has_ended = False

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while True:
            while self._messages:
                yield self._messages.popleft()
            if self._has_ended:
                return
            self._read()

    def _read(self) -> None:
        chunk = os.read(self._descriptor, _CHUNK)
        self._has_ended = not chunk
        for line in self._lines.feed(chunk):
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(message, dict):
                self._messages.append(message)

    def has_cancelled(self, request: Any) -> bool:
        """Whether this request is no longer wanted. Does not wait."""
        while not self._has_ended and select([self._descriptor], [], [], 0)[0]:
            self._read()
        cancels = (each["params"]["id"] for each in self._messages if each.get("method") == "$/cancelRequest")
        return self._has_ended or request in cancels


class Found:
    """The results for a query, and how many have been taken: the next page continues where the last one ended."""

    def __init__(self, query: str, items: Iterable[Item | str]) -> None:
        self.query = query
        self.items = iter(items)
        self.total = len(items) if isinstance(items, Sized) else None
        self.taken = 0

    def close(self) -> None:
        """End the search, if it is a generator."""
        close = getattr(self.items, "close", None)
        if close is not None:
            close()


class Serving:
    """One engine, and the functions that answer it: `search` finds items, `methods` answer everything but `page`."""

    def __init__(
        self,
        methods: Mapping[str, Callable[[Params], dict[str, Any]]],
        search: Callable[[str], Iterable[Item | str]],
        messages: Input,
        output: FileIO,
    ) -> None:
        self._methods = methods
        self._search = search
        self._input = messages
        self._output = output
        self._found: Found | None = None

    def run(self) -> None:
        """Answer every request until the input ends."""
        try:
            for message in self._input:
                if "id" in message:
                    self._write(self._answer(message))
        except EngineGone:
            pass
        finally:
            self._drop()

    def _write(self, line: bytes) -> None:
        left = memoryview(line)
        try:
            # A signal can cut a write to a pipe short.
            while left:
                left = left[self._output.write(left) :]
        except BrokenPipeError:
            raise EngineGone from None

    def _answer(self, message: dict[str, Any]) -> bytes:
        number = message["id"]
        try:
            # What JSON cannot express is an error like any other.
            return _line({"id": number, "result": self._result(number, message["method"], message["params"])})
        except EngineGone:
            raise
        except Refused as error:
            return _line({"id": number, "error": {"code": error.code, "message": str(error)}})
        except Exception as error:
            return _failed(number, error)

    def _result(self, request: Any, method: str, params: Params) -> dict[str, Any]:
        if method == "page":
            try:
                return self._page(request, params)
            except BaseException:
                self._drop()
                raise
        if method not in self._methods:
            raise Refused(-32601, f"there is no method {method}")
        return self._methods[method](params)

    def _page(self, request: Any, params: Params) -> dict[str, Any]:
        start = int(params.get("cursor") or 0)
        found = self._from(params["query"], start)
        total = {} if found.total is None else {"total": found.total}
        for item in found.items:
            if self._input.has_cancelled(request):
                raise Refused(-32800, "the request was cancelled")
            found.taken += 1
            # A restarted process skips what is already shown.
            if found.taken > start:
                row = {"title": item} if isinstance(item, str) else item.to_json()
                self._write(_line({"method": "$/items", "params": {"id": request, "items": [row]}}))
            if found.taken == start + params["pageSize"] != found.total:
                return {"items": [], "next": str(found.taken), **total}
        self._drop()
        return {"items": [], **total}

    def _from(self, query: str, start: int) -> Found:
        """Return the search for a query: that of the previous page, if it ended at `start`, or else a new one."""
        if self._found is None or (self._found.query, self._found.taken) != (query, start):
            self._drop()
            self._found = Found(query, self._search(query))
        return self._found

    def _drop(self) -> None:
        """End the search that is kept for its next page. An error in that must not affect the next search."""
        if self._found is not None:
            found, self._found = self._found, None
            try:
                found.close()
            except Exception as error:
                traceback.print_exception(error)


def _failed(number: Any, error: Exception) -> bytes:
    """Return the answer for what a provider has raised; for an invalid `Failure`, it says what is wrong with that."""
    if isinstance(error, Failure):
        try:
            return _line({"id": number, "error": error.to_json()})
        except Exception as fault:
            error = fault
    # The engine shows the user the last line of this.
    traceback.print_exception(error)
    try:
        said = str(error)
    except Exception:
        said = "it cannot say what is wrong"
    return _line({"id": number, "error": {"code": -32000, "message": f"{type(error).__name__}: {said}"}})


def _line(message: dict[str, Any]) -> bytes:
    # A file name need not be valid text; what is sent must be.
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False)
    return text.encode(errors="replace") + b"\n"
