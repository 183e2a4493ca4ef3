"""What a source is asked, and what it answers."""

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Protocol, Tuple, Union

Item = Dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Failure:
    """Why there is no answer."""

    kind: str
    message: str
    source: str
    retryable: bool = False
    retryAfterMs: Optional[int] = None
    httpStatus: Optional[int] = None
    is_missing: bool = False
    """The source says that there is no such item."""

    def members(self, scope: str) -> Dict[str, Any]:
        """Returns the members of an `error`."""
        members: Dict[str, Any] = {
            "scope": scope,
            "kind": self.kind,
            "message": self.message,
            "source": self.source,
            "retryable": self.retryable,
        }
        if self.retryAfterMs is not None:
            members["retryAfterMs"] = self.retryAfterMs
        if self.httpStatus is not None:
            members["httpStatus"] = self.httpStatus
        return members


@dataclasses.dataclass(frozen=True)
class Page:
    """A page of a list, or a part of one that is not the last."""

    items: List[Item]
    next: Any = None
    """Where the next page begins; nothing at the end of the list."""
    total: Optional[int] = None
    suggestion: Optional[str] = None
    last: bool = True
    partial: bool = False
    """Whether some of what was asked did not answer."""
    failed: Tuple[Failure, ...] = ()
    """Of several sources, why some have not answered."""
    again: Any = None
    """Where those sources are asked again."""
    goes_on: bool = False
    """Whether it need not be the end if it has no items: an earlier one has reported what arrived for it."""


Detail = Dict[str, Any]


class Work(Protocol):
    """Something that a source does; its answer comes later."""

    def cancel(self) -> None:
        """Cancels it: no answer will come."""


class Source(Protocol):
    """Where lists and details come from."""

    name: str
    is_local: bool
    is_filled: bool
    """Whether clients supply what it searches (rule 19)."""

    def description(self) -> Dict[str, Any]:
        """Returns its entry in `listSources`."""

    is_of_several: bool
    """Whether it asks several other sources (rule 20)."""

    heeds_submit: bool
    """Whether a submitted query asks for something other than a typed one (rule 20)."""

    def page(
        self, query: str, cursor: Any, size: int, told: Callable[[Union[Page, Failure]], None],
        is_submitted: bool = False,
    ) -> Work:
        """Asks for a page; `told` is called with its parts and finally with the page or a failure."""

    def detail(self, id: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Asks for a detail. An id that it cannot have fails at once."""

    def perform(self, id: str, action: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Performs an action on an item; `told` is called with the result: `message`, `changed`. It is never
        retried."""

    def end_of_input(self) -> None:
        """Stops retrying."""
