"""Noticing that an engine hangs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

BEAT = 1.0
"""In seconds. Time is counted in beats, so that a stopped process or sleeping machine counts as at most one."""
PATIENCE = 3
"""After how many beats without a word an engine counts as silent if it owes an answer, or else is asked for one."""


class Silence:
    """Tracks whether an engine that answers at once has not done so for a while.

    idle --asked, or something is to come--> counting --three beats--> silent --anything is heard--> counting or idle

    If no answer is owed but something is still to come, as from a slow server, the engine is asked for a sign of life.
    While it is idle, or known to be silent, nothing is counted. Until it has said something, it is starting: how long
    that may take is decided by the code that starts it.
    """

    def __init__(self, waits: Callable[[], bool], ask: Callable[[], None], changed: Callable[[bool], None]) -> None:
        """`waits` says whether something is to come; `ask` requests a sign of life, and that request calls `asked`."""
        self._waits = waits
        self._ask = ask
        self._changed = changed
        self._owed = 0
        self._beats = 0
        self._has_spoken = False
        self._is_silent = False
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_silent(self) -> bool:
        """Whether it has not answered for a while."""
        return self._is_silent

    def asked(self) -> None:
        """Note that the engine has been sent a request that it answers at once."""
        self._owed += 1
        if self._owed == 1:
            self._rest()
            self._count()

    def awaited(self) -> None:
        """Note that something is to come."""
        self._count()

    def answered(self) -> None:
        """Note that it has answered such a request."""
        self._owed -= 1

    def heard(self) -> None:
        """Note that it has said something, and so is alive. `answered` is called before this."""
        self._has_spoken = True
        self._beats = 0
        self._become(False)
        self._count()

    def end(self) -> None:
        """Stop counting."""
        self._rest()
        self._become(False)
        self._has_spoken = False

    def _count(self) -> None:
        if self._timer is None and self._has_spoken and not self._is_silent and (self._owed or self._waits()):
            self._timer = asyncio.get_running_loop().call_later(BEAT, self._beat)

    def _rest(self) -> None:
        self._beats = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self) -> None:
        self._timer = None
        self._beats += 1
        if self._beats >= PATIENCE:
            if self._owed:
                self._become(True)
            elif self._waits():
                self._ask()
        self._count()

    def _become(self, is_silent: bool) -> None:
        if self._is_silent != is_silent:
            self._is_silent = is_silent
            self._changed(is_silent)
