"""The one detail that a session opens at a time (rule 16)."""

from typing import Any, Callable, Dict, Optional, Union

from rpc import Problem
from source import Detail, Failure, Source, Work

Answer = Callable[[Union[Dict[str, Any], Problem]], None]


class Opening:
    """At most one detail that is opening, and the answer to its request, or none for a notification."""

    def __init__(self, source: Source, touched: Callable[[], None]) -> None:
        self._source = source
        self._touched = touched
        self.id: Optional[str] = None
        self._work: Optional[Work] = None
        self.answer: Optional[Answer] = None
        self.failure: Optional[Failure] = None
        """The current error of scope `detail`."""
        self.detail_to_tell: Optional[Detail] = None
        self.error_to_tell = False

    def open(self, id: str, answer: Optional[Answer]) -> None:
        """Opens a detail; cancels the previous one."""
        self.cancel()

        def told(outcome: Union[Detail, Failure]) -> None:
            self.id = self._work = None
            self._finish(outcome, answer)
            self._touched()

        started = self._source.detail(id, told)
        if isinstance(started, Failure):
            self._finish(started, answer)
            return
        self.id, self._work, self.answer = id, started, answer
        self.failure = None
        self.error_to_tell = False

    def _finish(self, outcome: Union[Detail, Failure], answer: Optional[Answer]) -> None:
        self.answer = None
        if isinstance(outcome, Failure):
            if answer:
                answer(Problem(-32003 if outcome.is_missing else -32000, outcome.message, outcome.members("detail")))
            else:
                self.failure = outcome
                self.error_to_tell = True
        elif answer:
            answer(outcome)
        else:
            self.detail_to_tell = outcome

    def cancel(self) -> bool:
        """Cancels what is opening; returns whether anything was."""
        if self.id is None:
            return False
        if self._work:
            self._work.cancel()
        answer, self.answer = self.answer, None
        self.id = self._work = None
        if answer:
            answer(Problem(-32800))
        return True
