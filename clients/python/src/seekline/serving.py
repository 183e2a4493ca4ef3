"""The providers' protocol, on the provider's side: one request after the other, and no threads.

Between two items it is looked whether the engine still wants them. A search that yields nothing for half a second after
a cancel is ended by the engine, with its process.
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
    """Why a request is answered with an error of this code."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class EngineGone(Exception):
    """Nobody reads any more."""


class Input:
    """The messages of the engine."""

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
        """Whether this request is not wanted any more. Nothing is waited for."""
        while not self._has_ended and select([self._descriptor], [], [], 0)[0]:
            self._read()
        cancels = (each["params"]["id"] for each in self._messages if each.get("method") == "$/cancelRequest")
        return self._has_ended or request in cancels


class Found:
    """What is found for a query, and how much of it has been taken: the next page goes on where this one ended."""

    def __init__(self, query: str, items: Iterable[Item | str]) -> None:
        self.query = query
        self.items = iter(items)
        self.total = len(items) if isinstance(items, Sized) else None
        self.taken = 0

    def close(self) -> None:
        """End the search, if it is a generator's."""
        close = getattr(self.items, "close", None)
        if close is not None:
            close()


class Serving:
    """One engine, and the functions that answer it: `search` finds items, `methods` answer all but `page`."""

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
        """Answer everything until the input ends."""
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
            # A signal can interrupt what a pipe takes.
            while left:
                left = left[self._output.write(left) :]
        except BrokenPipeError:
            raise EngineGone from None

    def _answer(self, message: dict[str, Any]) -> bytes:
        number = message["id"]
        try:
            # What cannot be said in JSON is an error as any other.
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
            # A process that was started anew passes over what is shown already.
            if found.taken > start:
                row = {"title": item} if isinstance(item, str) else item.to_json()
                self._write(_line({"method": "$/items", "params": {"id": request, "items": [row]}}))
            if found.taken == start + params["pageSize"] != found.total:
                return {"items": [], "next": str(found.taken), **total}
        self._drop()
        return {"items": [], **total}

    def _from(self, query: str, start: int) -> Found:
        """The search for a query: the one of the page before, if that ended at `start`, or else a new one."""
        if self._found is None or (self._found.query, self._found.taken) != (query, start):
            self._drop()
            self._found = Found(query, self._search(query))
        return self._found

    def _drop(self) -> None:
        """End the search that is kept for its next page. What goes wrong in that is no fault of the next search."""
        if self._found is not None:
            found, self._found = self._found, None
            try:
                found.close()
            except Exception as error:
                traceback.print_exception(error)


def _failed(number: Any, error: Exception) -> bytes:
    """The answer that says what a provider has raised; of a Failure that cannot be said, what is wrong with it."""
    if isinstance(error, Failure):
        try:
            return _line({"id": number, "error": error.to_json()})
        except Exception as fault:
            error = fault
    # The engine tells people the last line of this.
    traceback.print_exception(error)
    try:
        said = str(error)
    except Exception:
        said = "it cannot say what is wrong"
    return _line({"id": number, "error": {"code": -32000, "message": f"{type(error).__name__}: {said}"}})


def _line(message: dict[str, Any]) -> bytes:
    # A file's name need not be text; what is sent is.
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False, allow_nan=False)
    return text.encode(errors="replace") + b"\n"
