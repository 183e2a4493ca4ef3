"""Actions on items (rule 21): one at a time per session, independent of what it loads and opens."""

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Union

from jsontext import is_same_id
from opening import Answer
from rpc import Problem
from session import Session
from source import Failure, Work
from timeline import Timeline, Timer

LIMIT = 15_000


@dataclasses.dataclass(eq=False)
class Performance:
    """An action that is being performed, and what waits for it."""

    session: Session
    id: Optional[str]
    """The id of the request, if it was one."""
    answer: Optional[Answer]
    work: Optional[Work] = None
    timer: Optional[Timer] = None


class Performing:
    """All running actions. `changed` is called with the session whose source has other items, `ended` when an action
    has ended."""

    def __init__(self, timeline: Timeline, changed: Callable[[Session], None], ended: Callable[[], None]) -> None:
        self._timeline = timeline
        self._changed = changed
        self._ended = ended
        self.running: List[Performance] = []
        self.when_empty: Optional[Callable[[], None]] = None

    def begin(
        self, session: Session, item_id: str, action: str, generation: Optional[int], id: Optional[str],
        answer: Optional[Answer],
    ) -> None:
        """Performs an action on an item that is shown. Raises a `Problem` if that is impossible."""
        item = session.box.shown_item(item_id, generation)
        if item is None:
            missing = Failure("source", "no such item is shown", session.source.name, is_missing=True)
            raise Problem(-32003, missing.message, missing.members("perform"))
        if action not in [offered["name"] for offered in item.get("actions", [])]:
            raise Problem.of_param("action", "an action of the item", action)
        if any(each.session is session for each in self.running):
            raise Problem(-32602, "`session` is busy", {"param": "session", "expected": "one that is not busy"})
        performance = Performance(session, id, answer)
        self.running.append(performance)
        started = session.source.perform(item_id, action, lambda outcome: self._end(performance, outcome))
        if isinstance(started, Failure):
            self._end(performance, started)
            return
        performance.work = started
        performance.timer = self._timeline.after(LIMIT, lambda: self._overdue(performance))

    def cancel(self, id: str) -> None:
        """Cancels the action that a request waits for."""
        for performance in [each for each in self.running if each.id is not None and is_same_id(each.id, id)][:1]:
            self._stop(performance)
            if performance.answer:
                performance.answer(Problem(-32800))
            self._tell_if_empty()

    def _overdue(self, performance: Performance) -> None:
        name = performance.session.source.name
        self._stop(performance)
        self._tell(performance, Failure("timeout", f"no end within {LIMIT} ms: outcome unknown", name))
        self._over()

    def _end(self, performance: Performance, outcome: Union[Dict[str, Any], Failure]) -> None:
        performance.work = None
        self._stop(performance)
        self._tell(performance, outcome)
        if isinstance(outcome, dict) and outcome.get("changed"):
            self._changed(performance.session)
        self._over()

    def _stop(self, performance: Performance) -> None:
        self.running.remove(performance)
        if performance.timer:
            performance.timer.cancel()
        if performance.work:
            performance.work.cancel()

    def _tell(self, performance: Performance, outcome: Union[Dict[str, Any], Failure]) -> None:
        if performance.answer is None:
            return
        if isinstance(outcome, Failure):
            code = -32003 if outcome.is_missing else -32000
            performance.answer(Problem(code, outcome.message, outcome.members("perform")))
        else:
            performance.answer(outcome)

    def _over(self) -> None:
        self._tell_if_empty()
        self._ended()

    def _tell_if_empty(self) -> None:
        if not self.running and self.when_empty:
            when_empty, self.when_empty = self.when_empty, None
            when_empty()
