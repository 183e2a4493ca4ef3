"""What can go wrong, as exceptions. A search that fails is not among them: that is `State.error`."""

from __future__ import annotations

import signal
from typing import Any

from seekline.types import Failure


class SeeklineError(Exception):
    """Whatever this library raises."""


class EngineNotFound(SeeklineError):
    """There is no engine to start, or it cannot be started. The text says where it was looked for."""


class EngineClosed(SeeklineError):
    """The engine, or the session, has been closed, was never started, or is that of a process that forked this one."""


class EngineDied(SeeklineError):
    """The engine has ended without being asked to. `Engine.restart` starts it again."""

    def __init__(self, exit_code: int | None, stderr: str) -> None:
        self.exit_code = exit_code
        """As in `subprocess`: below 0 it is the signal that ended it; None if it did not end even so."""
        self.stderr = stderr
        """The last of what it said on standard error."""
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
    """What was started does not speak the protocol: it is no engine, or not a sound one. It has been ended."""


class SearchRefused(SeeklineError):
    """`Session.search` has searched for nothing, because the engine takes no such query."""

    def __init__(self, query: str, outcome: str) -> None:
        self.query = query
        self.outcome = outcome
        """`tooShort`, as the protocol has it."""
        why = "is too short for this source" if outcome == "tooShort" else f"was not searched for: {outcome}"
        super().__init__(f'"{query}" {why}')


class ItemsSpent(SeeklineError):
    """A list cannot be filled again, because its items came from what yields them only once."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"the items came from a {kind}, which yields them only once; a list can be read again")


class RequestFailed(SeeklineError):
    """The engine has answered a request with an error."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        self.code = code
        self.data = data
        """What the engine says beyond the message, as it came."""
        super().__init__(message)


class InvalidParams(RequestFailed):
    """A parameter or an option has a value that it cannot have."""


class UnknownSession(RequestFailed):
    """There is no session of that name."""


class UnknownSource(RequestFailed):
    """There is no source of that name."""


class RequestCancelled(RequestFailed):
    """The request was ended: by `cancel`, `close`, or a newer `detail` or `set_items` in the same session."""


class SourceFailed(RequestFailed):
    """The source could not open a detail, or do what was asked for; `failure` says why."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(code, message, data)
        self.failure = Failure.from_json(data)


class NoSuchItem(SourceFailed):
    """The source has no item of that id; or, for `perform`, the list that was meant has none."""


_TYPES: dict[int, type[RequestFailed]] = {
    -32602: InvalidParams,
    -32800: RequestCancelled,
    -32000: SourceFailed,
    -32001: UnknownSession,
    -32002: UnknownSource,
    -32003: NoSuchItem,
}


def request_failure(error: Any) -> RequestFailed:
    """Read the `error` of an answer."""
    code = error["code"]
    return _TYPES.get(code, RequestFailed)(code, error["message"], error.get("data"))
