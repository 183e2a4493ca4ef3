"""How long a page that failed is not asked for again (rule 7)."""

from typing import Callable, Optional

from timeline import Timeline, Timer

MOST = 30_000


class BackOff:
    """It is doubled with each failure, and ends with a page that comes or a new generation."""

    def __init__(self, timeline: Timeline, first: int) -> None:
        self._timeline = timeline
        self._first = first
        self._step: Optional[int] = None
        self._until: float = 0
        self._wish: Optional[Timer] = None

    def failed(self, server: Optional[int]) -> None:
        """A page failed; what the server asks for counts instead."""
        self._step = self._first if self._step is None else max(self._first, min(2 * self._step, MOST))
        self._until = self._timeline.now + (self._step if server is None else server)

    def left(self) -> float:
        """How many milliseconds it still bars."""
        return max(0, self._until - self._timeline.now)

    @property
    def has_wish(self) -> bool:
        """Somebody waits for its end."""
        return self._wish is not None

    def wish(self, action: Callable[[], None]) -> None:
        """Does something at its end."""
        if not self._wish:
            self._wish = self._timeline.after(self.left(), action)

    def drop_wish(self) -> None:
        """Nobody waits any more."""
        if self._wish:
            self._wish.cancel()
        self._wish = None

    def end(self) -> None:
        """It bars nothing any more, and the doubling begins anew."""
        self.drop_wish()
        self._step = None
        self._until = 0
