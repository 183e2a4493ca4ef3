"""The sources of scenarios: they answer what the scenario says, and when it says so."""

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Union

from conformance import body_of, ids
from mediawiki_answers import failure_of, read
from passing import pause_before
from source import Detail, Failure, Page, Work
from timeline import Timeline, Timer

ORIGIN = "http://scenario.test"


@dataclasses.dataclass(eq=False)
class Question(Work):
    """A question, as a scenario writes it."""

    asked: Dict[str, Any]
    told: Callable[[Any], None]
    wiki: "MadeUp"
    tries: int = 0
    is_over: bool = False
    waits: Optional[Timer] = None

    def cancel(self) -> None:
        """Cancels it."""
        if self.waits:
            self.waits.cancel()
        elif not self.is_over:
            self.wiki.dropped.append(self)
        self.is_over = True


class MadeUp:
    """A MediaWiki, or a source of any other kind, without a network. Transient failures are retried automatically."""

    heeds_submit = False

    def __init__(
        self, name: str, timeline: Timeline, is_local: bool = False, is_filled: bool = False,
        of: Optional["MadeUp"] = None,
    ) -> None:
        """`of` is the source that it is a part of, if it is one of several; that holds what they are asked."""
        self.name = name
        self.is_local = is_local or is_filled
        self.is_filled = is_filled
        self.is_of_several = False
        self.asked: List[Question] = of.asked if of else []
        self.dropped: List[Question] = of.dropped if of else []
        self._whose = {"of": name} if of else {}
        self._timeline = timeline
        self._is_wiki = name == "wikipedia"
        self._repeats = self._is_wiki

    def description(self) -> Dict[str, Any]:
        """Returns the entry in `listSources`."""
        return {"name": self.name, "title": self.name, "description": "What a scenario says.", "configured": True}

    def page(
        self, query: str, cursor: int, size: int, told: Callable[[Union[Page, Failure]], None],
        is_submitted: bool = False,
    ) -> Work:
        """Asks for a page."""
        return self._ask({"query": query, "from": cursor, "size": size}, told)

    def detail(self, id: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Asks for a detail; a MediaWiki knows only numbers."""
        if self._is_wiki and not (id.isascii() and id.isdigit()):
            return Failure("source", f"{id} is no number of a page", self.name, is_missing=True)
        return self._ask({"detail": id}, told)

    def perform(self, id: str, action: str, told: Callable[[Union[Detail, Failure]], None]) -> Work:
        """Performs an action on an item."""
        return self._ask({"perform": id, "action": action}, told)

    def end_of_input(self) -> None:
        """Stops retrying failed questions."""
        self._repeats = False

    def _ask(self, asked: Dict[str, Any], told: Callable[[Any], None]) -> Question:
        question = Question({**asked, **self._whose}, told, self)
        self.asked.append(question)
        return question

    def reply(self, question: Question, reply: Dict[str, Any]) -> None:
        """Replies to a question, whether it still waits or was cancelled."""
        if question.wiki is not self:
            return question.wiki.reply(question, reply)
        if question.is_over:
            return
        answer = self._answer(question.asked, reply)
        question.tries += 1
        pause = pause_before(question.tries, answer) if isinstance(answer, Failure) and self._repeats else None
        if pause is not None:
            question.waits = self._timeline.after(pause, lambda: self._again(question))
            self._timeline.advance(self._timeline.now)
            return
        question.is_over = not isinstance(answer, Page) or answer.last
        question.told(answer)

    def _again(self, question: Question) -> None:
        question.waits = None
        self.asked.append(question)

    def _answer(self, asked: Dict[str, Any], reply: Dict[str, Any]) -> Union[Page, Detail, Failure]:
        after = int(reply["retryAfter"] * 1000) if "retryAfter" in reply else None
        if "fail" in reply:
            kind = "http" if reply["fail"] == "cutOff" else reply["fail"]
            where = ORIGIN if self._is_wiki else "the made-up source"
            return Failure(kind, f"{where} is offline", self.name, True, after)
        if "status" in reply:
            return failure_of(ORIGIN, reply["status"], after)
        if self._is_wiki:
            return read(ORIGIN, asked, body_of(reply, asked), after)
        if "detail" in asked:
            return {"id": asked["detail"], "title": f"Page {asked['detail']}", "text": reply["text"], "fields": {}}
        if "perform" in asked:
            return {name: reply[name] for name in ("message", "changed") if name in reply}
        actions = [{"name": name, "title": f"To {name}"} for name in reply.get("actions", [])]
        offers = {"actions": actions} if actions else {}
        items = [{"id": id, "title": f"Page {id}", **offers, "fields": {}} for id in ids(reply["items"])]
        following = asked["from"] + len(items) if reply.get("next") else None
        last, partial = reply.get("last", True), reply.get("partial", False)
        return Page(items, following, reply.get("total"), reply.get("suggestion"), last, partial)
