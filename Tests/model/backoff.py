"""How long a failed page is not requested again (rule 7)."""

from typing import Callable, Optional

from timeline import Timeline, Timer

MOST = 30_000


class BackOff:
    """The back-off: doubled with each failure, and ended by a page that arrives or a new generation."""

    def __init__(self, timeline: Timeline, first: int) -> None:
        self._timeline = timeline
        self._first = first
        self._step: Optional[int] = None
        self._until: float = 0
        self._wish: Optional[Timer] = None

    def failed(self, server: Optional[int]) -> None:
        """Notes that a page failed. A wait that the server asks for, in milliseconds, takes precedence."""
        self._step = self._first if self._step is None else max(self._first, min(2 * self._step, MOST))
        self._until = self._timeline.now + (self._step if server is None else server)

    def left(self) -> float:
        """Returns how many milliseconds are left."""
        return max(0, self._until - self._timeline.now)

    @property
    def has_wish(self) -> bool:
        """Whether an action waits for its end."""
        return self._wish is not None

    def wish(self, action: Callable[[], None]) -> None:
        """Calls `action` at its end, unless another action already waits."""
        if not self._wish:
            self._wish = self._timeline.after(self.left(), action)

    def drop_wish(self) -> None:
        """Drops the action that waits."""
        if self._wish:
            self._wish.cancel()
        self._wish = None

    def end(self) -> None:
        """Ends it, and resets the doubling."""
        self.drop_wish()
        self._step = None
        self._until = 0
