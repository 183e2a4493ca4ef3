"""A running load of the list, and a failed one."""

import dataclasses
from typing import Any, List, Optional

from source import Failure, Item, Work
from timeline import Timer


@dataclasses.dataclass
class Load:
    """A search, a refresh or a page."""

    kind: str
    """`search`, `refresh` or `page`: the scope of its error."""
    query: str
    cursor: Any
    size: int
    is_own: bool = False
    """The source changed; nobody asked for it (rule 18)."""
    covers_change: bool = False
    """It reads what changed in the source before it began."""
    is_submitted: bool = False
    is_again: bool = False
    """It asks the failed sources of the list again (rule 20)."""
    unseen: int = 0
    """How many pages before it added nothing (rule 13)."""
    work: Optional[Work] = None
    stall: Optional[Timer] = None
    is_stalled: bool = False
    gathered: List[Item] = dataclasses.field(default_factory=list)
    """Parts that are not shown yet."""
    gathering: Optional[Timer] = None
    is_shown: bool = False
    """Some of its rows are in the list."""
    rows: int = 0
    """How many rows arrived, known ones included."""
    added: int = 0
    """How many rows it added to the list."""

    def stop(self) -> None:
        """Stops it: nothing more comes of it."""
        for thing in (self.work, self.stall, self.gathering):
            if thing:
                thing.cancel()
        self.work = self.stall = self.gathering = None


@dataclasses.dataclass(frozen=True)
class Failed:
    """A load that failed, and how: what `retry` repeats."""

    kind: str
    query: str
    cursor: Any
    size: int
    is_own: bool
    is_submitted: bool
    failure: Failure
