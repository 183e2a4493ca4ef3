"""The exceptions of this library. A failed search is not one of them: it is reported as `State.error`."""

from __future__ import annotations

import signal
from typing import Any

from seekline.types import Failure


class SeeklineError(Exception):
    """The base class of this library's exceptions."""


class EngineNotFound(SeeklineError):
    """There is no engine to start, or it cannot be started. The message says where it was looked for."""


class EngineClosed(SeeklineError):
    """The engine or session has been closed, was never started, or belongs to the process that forked this one."""


class EngineDied(SeeklineError):
    """The engine has ended without being asked to. `Engine.restart` starts it again."""

    def __init__(self, exit_code: int | None, stderr: str) -> None:
        self.exit_code = exit_code
        """As in `subprocess`: negative if a signal ended it; None if it has not ended."""
        self.stderr = stderr
        """The end of what it wrote to standard error."""
        said = stderr.strip()
        super().__init__(f"the engine {_ending(exit_code)}" + (f"; it said: {said}" if said else ""))


def _ending(exit_code: int | None) -> str:
    if exit_code is None:
        return "stopped talking, and did not end"
    if exit_code >= 0:
        return f"ended by itself, with exit code {exit_code}"
    try:
        return f"was ended by {signal.Signals(-exit_code).name}"
    except ValueError:
        return f"was ended by signal {-exit_code}"


class ProtocolError(SeeklineError):
    """The program that was started does not speak the protocol: it is no engine, or a broken one. It has been ended."""


class SearchRefused(SeeklineError):
    """`Session.search` did not search, because the engine does not accept the query."""

    def __init__(self, query: str, outcome: str) -> None:
        self.query = query
        self.outcome = outcome
        """Why, as an outcome of the protocol: `tooShort`."""
        why = "is too short for this source" if outcome == "tooShort" else f"was not searched for: {outcome}"
        super().__init__(f'"{query}" {why}')


class ItemsSpent(SeeklineError):
    """A list cannot be filled again, because its items came from an iterator, which yields them only once."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"the items came from a {kind}, which yields them only once; a list can be read again")


class RequestFailed(SeeklineError):
    """The engine has answered a request with an error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        self.code = code
        self.data = data
        """The `data` of the error, as received."""
        super().__init__(message)


class InvalidParams(RequestFailed):
    """A parameter or an option has an invalid value."""


class UnknownSession(RequestFailed):
    """There is no session of that name."""


class UnknownSource(RequestFailed):
    """There is no source of that name."""


class RequestCancelled(RequestFailed):
    """The request was ended: by `cancel`, `close`, or a newer `detail` or `set_items` in the same session.

    So was a `search` of a `SyncSession` or a `SyncEngine`, by a newer search in another thread.
    """


class SourceFailed(RequestFailed):
    """The source could not open a detail or perform an action; `failure` says why."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.failure = Failure.from_json(data)


class NoSuchItem(SourceFailed):
    """The source has no item with that id; or, for `perform`, the list that the call refers to has none."""


_TYPES: dict[int, type[RequestFailed]] = {
    -32602: InvalidParams,
    -32800: RequestCancelled,
    -32000: SourceFailed,
    -32001: UnknownSession,
    -32002: UnknownSource,
    -32003: NoSuchItem,
}


def request_failure(error: Any) -> RequestFailed:
    """Return the exception for the `error` of a response."""
    code = error["code"]
    return _TYPES.get(code, RequestFailed)(code, error["message"], error.get("data"))
