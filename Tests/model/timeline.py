"""Time as an argument: what is due is done when the caller says what time it is."""

import heapq
import itertools
from typing import Callable, List, Optional, Tuple


class Timer:
    """Something that is due at a time, in milliseconds, unless it is cancelled before."""

    __slots__ = ("at", "action")

    def __init__(self, at: float, action: Callable[[], None]) -> None:
        self.at = at
        self.action: Optional[Callable[[], None]] = action

    def cancel(self) -> None:
        """Makes it do nothing."""
        self.action = None


class Timeline:
    """What is due, in order of time."""

    def __init__(self) -> None:
        self.now: float = 0
        self._heap: List[Tuple[float, int, Timer]] = []
        self._numbers = itertools.count()

    def after(self, milliseconds: float, action: Callable[[], None]) -> Timer:
        """Calls `action` after so many milliseconds."""
        timer = Timer(self.now + milliseconds, action)
        heapq.heappush(self._heap, (timer.at, next(self._numbers), timer))
        return timer

    def next(self) -> Optional[float]:
        """Returns when the next timer is due; None if there is none."""
        while self._heap and self._heap[0][2].action is None:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def advance(self, to: float) -> None:
        """Advances to a time, and does what is due until then."""
        while (at := self.next()) is not None and at <= to:
            timer = heapq.heappop(self._heap)[2]
            self.now = max(self.now, at)
            action, timer.action = timer.action, None
            if action:
                action()
        self.now = max(self.now, to)
