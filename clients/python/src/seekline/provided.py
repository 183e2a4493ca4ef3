"""What a provider returns: items, details, the results of actions, and failures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any


class Given:
    """A value that is sent to the engine: its members are those of the protocol, without those that are None."""

    __slots__ = ()

    def to_json(self) -> dict[str, Any]:
        """Return the value as it is sent."""
        members = {each.name: getattr(self, each.name) for each in fields(self)}  # type: ignore[arg-type]
        return {name: _plain(value) for name, value in members.items() if value is not None}


def _plain(value: Any) -> Any:
    if isinstance(value, Given):
        return value.to_json()
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value


@dataclass(frozen=True, slots=True)
class Location(Given):
    """A place in a file."""

    #: The file's path.
    path: str
    #: The line, from 1.
    line: int | None = None
    #: The column, from 1, in code points.
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Range(Given):
    """A range of lines in a text, from 1."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Item(Given):
    """An item that was found; all text is plain."""

    #: Its name, on one line.
    title: str
    #: Its id, the same from search to search; the title if it is left out.
    id: str | None = None
    #: An excerpt, whole or in pieces of which every second one is a match.
    snippet: str | Sequence[str] | None = None
    #: Where it can be looked at.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None
    #: What an editor would insert for it.
    insert: str | None = None
    #: What kind of thing it is: `file`, `line`, `command`, …
    kind: str | None = None
    #: Where it stands on this machine.
    location: Location | None = None
    #: The names of its actions.
    actions: Sequence[str] | None = None
    #: What else there is to say.
    fields: Mapping[str, str | int | bool] | None = None


@dataclass(frozen=True, slots=True)
class Detail(Given):
    """An item at full length."""

    #: Its text.
    text: str
    #: Its title; that of the item if it is left out.
    title: str | None = None
    #: The format of the text: `plain`, `markdown`, `diff` or `code`.
    format: str | None = None
    #: For code: its language, a word like `swift`.
    language: str | None = None
    #: Where it stands on this machine.
    location: Location | None = None
    #: The lines of the text that were looked for.
    range: Range | None = None
    #: Where it can be looked at.
    url: str | None = None
    #: The URL of a picture of it.
    image: str | None = None
    #: What else there is to say.
    fields: Mapping[str, str | int | bool] | None = None


@dataclass(frozen=True, slots=True)
class Done(Given):
    """The result of an action."""

    #: One line for the user.
    message: str | None = None
    #: Whether the list has changed and must be read again.
    changed: bool | None = None


KINDS = ("offline", "timeout", "http", "rateLimited", "decode", "auth", "config", "source", "internal")
"""The kinds of failures that the engine knows."""


class Failure(Exception):
    """Raised by a provider's functions to say, in a line for the user, why there is no answer."""

    def __init__(
        self,
        message: str,
        *,
        kind: str | None = None,
        is_retryable: bool | None = None,
        retry_after_ms: int | None = None,
    ) -> None:
        super().__init__(message)
        #: One of `KINDS`; None is `source`.
        self.kind = kind
        #: Whether trying again may succeed; None leaves that to the kind.
        self.is_retryable = is_retryable
        #: How long to wait before that, in milliseconds.
        self.retry_after_ms = retry_after_ms

    def to_json(self) -> dict[str, Any]:
        """Return the `error` of the answer. Raises a `ValueError` that says which attribute has an invalid value."""
        wait = self.retry_after_ms
        self._check("kind", self.kind is None or self.kind in KINDS, f"one of {', '.join(KINDS)}")
        self._check("is_retryable", self.is_retryable is None or isinstance(self.is_retryable, bool), "True or False")
        self._check("retry_after_ms", wait is None or (type(wait) is int and wait >= 0), "a whole number")
        data = {"kind": self.kind, "isRetryable": self.is_retryable, "retryAfterMs": self.retry_after_ms}
        given = {name: value for name, value in data.items() if value is not None}
        return {"code": -32000, "message": str(self), "data": given}

    def _check(self, name: str, is_right: bool, right: str) -> None:
        if not is_right:
            raise ValueError(f"{name} must be {right}, not {getattr(self, name)!r}, in {self!r}")
