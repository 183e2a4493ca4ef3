"""Several sources as one (rule 20)."""

import dataclasses
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union

from options import Options
from source import Detail, Failure, Item, Page, Source, Work
from timeline import Timeline

TOGETHER, IN_ALL = 100, 2000
Answer = Union[Page, Failure]


class Asked:
    """A question to one of the sources. The answer is kept for a later listener."""

    def __init__(self, source: Source, query: str, cursor: Any, size: int) -> None:
        self.is_given_up = False
        self.answer: Optional[Answer] = None
        self.items: List[Item] = []
        self.told = 0
        """How many of them were reported by a page that did not wait for the rest."""
        self.hears: Optional[Callable[[Answer], None]] = None
        self._work = source.page(query, cursor, size, self._hear)

    def _hear(self, answer: Answer) -> None:
        if isinstance(answer, Page):
            self.items += answer.items
        if isinstance(answer, Failure) or answer.last:
            self.answer = answer
        if self.hears:
            self.hears(answer)

    def give_up(self) -> None:
        """Cancels it: nothing will listen any more."""
        self.is_given_up = True
        if self.answer is None:
            self._work.cancel()


@dataclasses.dataclass
class Place:
    """The state of one source: `new`, `more`, `late`, `failed` or `over`."""

    state: str
    cursor: Any = 0
    total: Optional[int] = None
    failure: Optional[Failure] = None
    asked: Optional[Asked] = None

    def is_asked(self, is_again: bool) -> bool:
        """Whether a page asks it."""
        return self.state == "late" or (self.state == "failed" if is_again else self.state in ("new", "more"))


@dataclasses.dataclass
class Position:
    """Where a page begins: the state of each source, and whether failed ones are asked again."""

    places: List[Place]
    is_again: bool = False

    def give_up(self) -> None:
        """Cancels what is asked: the list is gone."""
        for place in self.places:
            if place.asked:
                place.asked.give_up()


class Load:
    """A page of several sources that is being loaded."""

    def __init__(self, several: "Several", query: str, position: Position, size: int, told: Callable[[Answer], None]) -> None:
        self.several, self.position, self.told = several, position, told
        self.is_telling = self.is_overdue = self.has_told = self.is_over = False
        self.shown: Dict[int, int] = {}
        self.asked: Dict[int, Asked] = {}
        self.was_late = set()
        after = several.timeline.after
        self.timers = [] if several.is_script else [after(TOGETHER, self._one_by_one), after(IN_ALL, self._overdue)]
        for index, place in enumerate(position.places):
            if not place.is_asked(position.is_again):
                continue
            if place.asked and not place.asked.is_given_up:
                self.was_late.add(index)
                self.asked[index] = place.asked
                self.shown[index] = place.asked.told
            else:
                self.asked[index] = Asked(several.sources[index], query, place.cursor, size)
        for asked in self.asked.values():
            asked.hears = lambda _: self._heard()

    def cancel(self) -> None:
        """Cancels it; what an earlier page asked continues for the list."""
        if self.is_over:
            return
        self._close()
        for index, asked in self.asked.items():
            asked.hears = None
            if index not in self.was_late:
                asked.give_up()

    def begin(self) -> None:
        """Handles the answers that are there already."""
        self._heard()

    def _close(self) -> None:
        self.is_over = True
        for timer in self.timers:
            timer.cancel()

    def _one_by_one(self) -> None:
        self.is_telling = True
        self._tell()

    def _overdue(self) -> None:
        self.is_overdue = True
        if self.has_told:
            self._finish()

    def _heard(self) -> None:
        if self.is_over:
            return
        if self.is_telling:
            self._tell()
        if self.is_over:
            return
        if all(asked.answer for asked in self.asked.values()) or self.is_overdue and self.has_told:
            self._finish()

    def _tell(self) -> None:
        items: List[Item] = []
        for index, asked in sorted(self.asked.items()):
            items += [self.several.named(index, item) for item in asked.items[self.shown.get(index, 0) :]]
            self.shown[index] = len(asked.items)
        if items:
            self.has_told = True
            self.told(Page(items, last=False))

    def _finish(self) -> None:
        self._tell()
        if self.is_over:
            return
        self._close()
        self.told(self._page())

    def _page(self) -> Answer:
        places = [dataclasses.replace(place) for place in self.position.places]
        failures = []
        suggestion = None
        for index, asked in sorted(self.asked.items()):
            asked.hears = None
            name = self.several.sources[index].name
            place, answer = places[index], asked.answer
            place.asked = asked if answer is None else None
            asked.told = len(asked.items)
            if answer is None:
                place.state, place.failure = "late", Failure("timeout", f"{name} is late", name, True)
            elif isinstance(answer, Failure):
                place.state, place.failure = "failed", dataclasses.replace(answer, source=name)
                failures.append(place.failure)
            else:
                place.failure = None
                place.total = answer.total if answer.total is not None else place.total
                has_more = bool(asked.items) and answer.next is not None
                place.state, place.cursor = ("more", answer.next) if has_more else ("over", 0)
                suggestion = suggestion or answer.suggestion
        if failures and len(failures) == len(self.asked) and not self.position.is_again:
            return self.several.failure(failures)
        totals = [place.total for place in places]
        return Page(
            [], position_of(places, False), None if None in totals else sum(totals), suggestion,
            failed=tuple(place.failure for place in places if place.failure), again=position_of(places, True),
            goes_on=True)


def position_of(places: Sequence[Place], is_again: bool) -> Optional[Position]:
    """Returns where a page begins; None if it would ask no source."""
    return Position(list(places), is_again) if any(place.is_asked(is_again) for place in places) else None


class Several:
    """Several sources that are asked at once."""

    is_filled = False
    is_of_several = True
    heeds_submit = True

    def __init__(
        self, name: str, sources: List[Tuple[Source, Options]], timeline: Timeline, is_script: bool = False
    ) -> None:
        self.name = name
        self.sources = [source for source, _ in sources]
        self.is_local = all(source.is_local for source in self.sources)
        self.pacings = [options for _, options in sources]
        self.timeline = timeline
        self.is_script = is_script

    def options(self) -> Options:
        """The options of a search box on these sources."""
        typed = [options for options in self.pacings if options.trigger == "incremental"]
        searched = typed or self.pacings
        return Options(
            debounceMs=max(options.debounceMs for options in self.pacings),
            throttleMs=max(options.throttleMs for options in self.pacings),
            minLength=min(options.minLength for options in searched),
            minLengthDense=min(options.minLengthDense for options in searched),
            trigger="incremental" if typed else "submit")

    def description(self) -> Dict[str, Any]:
        """Returns the entry in `listSources`."""
        return {"name": self.name, "title": self.name, "description": "Several.", "configured": True}

    def page(
        self, query: str, cursor: Any, size: int, told: Callable[[Answer], None], is_submitted: bool = False
    ) -> Work:
        """Asks all sources that the query is for, or that have more."""
        position = cursor or Position([self._first(options, query, is_submitted) for options in self.pacings])
        load = Load(self, query, position, size, told)
        # What is there already is reported after the call that asks, as new answers are.
        load.begin()
        return load

    def _first(self, options: Options, query: str, is_submitted: bool) -> Place:
        if is_submitted and options.trigger == "incremental":
            is_asked = query != "" or options.minLength == 0
        else:
            is_asked = options.short_by(query) == 0 and (is_submitted or options.trigger == "incremental")
        return Place("new") if is_asked else Place("over", total=0)

    def named(self, index: int, item: Item) -> Item:
        """Returns an item of one of the sources as it is in the combined list."""
        name = self.sources[index].name
        return {**item, "id": f"{name}:{item['id']}", "source": name}

    def failure(self, failures: List[Failure]) -> Failure:
        """Returns the combined failure, if all have failed."""
        waits = [failure.retryAfterMs for failure in failures if failure.retryAfterMs is not None]
        return Failure(
            failures[0].kind, "; ".join(f"{failure.source}: {failure.message}" for failure in failures), self.name,
            any(failure.retryable for failure in failures), min(waits) if len(waits) == len(failures) else None)

    def detail(self, id: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Asks the source whose name the id begins with."""
        return self._of_one(id, told, lambda source, own, told: source.detail(own, told))

    def perform(self, id: str, action: str, told: Callable[[Union[Detail, Failure]], None]) -> Union[Work, Failure]:
        """Has the action performed by the source whose name the id begins with."""
        return self._of_one(id, told, lambda source, own, told: source.perform(own, action, told))

    def _of_one(self, id: str, told: Callable[[Any], None], ask: Callable[..., Union[Work, Failure]]) -> Union[Work, Failure]:
        name, colon, own = id.partition(":")
        source = next((source for source in self.sources if source.name == name), None)
        if source is None or not colon:
            return Failure("source", f"{id} is of none of the sources", self.name, is_missing=True)

        def named(outcome: Any) -> Any:
            if isinstance(outcome, Failure):
                return dataclasses.replace(outcome, source=name)
            return {**outcome, "id": f"{name}:{outcome['id']}"} if "id" in outcome else outcome

        started = ask(source, own, lambda outcome: told(named(outcome)))
        return named(started) if isinstance(started, Failure) else started

    def end_of_input(self) -> None:
        """Stops retrying failed questions."""
        for source in self.sources:
            source.end_of_input()
