"""The rules about what the user does: typing, composing, submitting, scrolling, pulling, cancelling."""

import math
from typing import Any, Callable, Dict, Optional

from loader import Loader
from load import Load
from options import Options
from shown import ShownList
from source import Item, Source
from text import trimmed
from timeline import Timeline, Timer

Outcome = Dict[str, Any]


class SearchBox(Loader):
    """One search box. `touched` is called after a change that no call has caused."""

    def __init__(self, source: Source, options: Options, timeline: Timeline, touched: Callable[[], None]) -> None:
        super().__init__(source, options, timeline, touched)
        self.text = ""
        self.is_composing = False
        self.debounce: Optional[Timer] = None
        self.current: Optional[str] = None
        """What `refresh` reloads."""
        self.is_submitted = False
        """Whether the user has submitted that."""
        self.throttled_until: float = 0

    # What the user does

    def set_query(self, query: str, composing: bool) -> Outcome:
        """Handles typing."""
        self._stop_debounce()
        self.text = trimmed(query)
        self.is_composing = composing
        if composing:
            return self._outcome("composing")
        self._on_input()
        if self.options.trigger == "submit":
            return self._outcome("held")
        if self.options.debounceMs == 0 or self.is_draining:
            return self._settle()
        self.debounce = self.timeline.after(self.options.debounceMs, self._debounced)
        return self._outcome("scheduled")

    def submit(self, query: Optional[str]) -> Outcome:
        """Handles return (rule 10)."""
        if query is None and self.is_composing:
            return self._outcome("disabled")
        if query is not None:
            self.text = trimmed(query)
            self.is_composing = False
            self._stop_debounce()
        if not self._is_long_enough():
            return self._outcome("tooShort")
        if not self.can_submit():
            return self._outcome("disabled")
        self._stop_debounce()
        self._search(self.text, is_submitted=True)
        return self._outcome("started")

    def reached_bottom(self, generation: Optional[int], need: Optional[int]) -> Outcome:
        """Handles scrolling to the end of the list (rule 7)."""
        shown = self.list.generation if not self.load else self.generation
        if generation is not None and generation not in (self.generation, shown):
            return self._outcome("stale")
        if self.load:
            self.need = max(self.need, need or 0)
            return self._outcome("loading")
        if not self.can_page:
            return self._outcome("idle")
        if not self.list.more:
            return self._outcome("full")
        if need is not None and len(self.list.items) >= need:
            return self._outcome("idle")
        self.need = max(self.need, need or 0)
        if left := self.back_off.left():
            self.back_off.wish(self._backed_off)
            return {**self._outcome("backingOff"), "retryAfterMs": math.ceil(left)}
        self._page()
        return self._outcome("started")

    def shown_item(self, id: str, generation: Optional[int]) -> Optional[Item]:
        """Returns the item with this id in the list that is shown, if the list is of this generation (rule 21)."""
        meant = {None, self.list.generation} | (set() if self.load else {self.generation})
        return next((item for item in self.list.items if item["id"] == id), None) if generation in meant else None

    def refresh(self) -> Outcome:
        """Handles a pull to refresh (rule 8)."""
        if self.current is None:
            return self._outcome("idle")
        if self.timeline.now < self.throttled_until:
            return self._outcome("throttled")
        self.throttled_until = self.timeline.now + self.options.throttleMs
        self.begin(Load("refresh", self.current, 0, self.options.pageSize, is_submitted=self.is_submitted))
        return self._outcome("started")

    def retry(self) -> Outcome:
        """Repeats what failed (rule 9)."""
        if self.load:
            return self._outcome("loading")
        if not self.failed:
            return self._ask_again()
        failed = self.failed
        if failed.kind == "search":
            self.settled = self.current = failed.query
            self.is_submitted = failed.is_submitted
        self.begin(Load(failed.kind, failed.query, failed.cursor, failed.size, failed.is_own, is_submitted=failed.is_submitted))
        return self._outcome("started")

    def cancel(self) -> bool:
        """Stops what is pending or running (rule 9); returns whether anything was."""
        was_busy = bool(self.debounce or self.is_composing or self.load or self.back_off.has_wish)
        self._stop_debounce()
        self.is_composing = False
        if self.load:
            self.load.is_own = False  # The user stopped it: it is not repeated.
        self._cancel_load()
        return was_busy

    def can_submit(self) -> bool:
        """Whether `submit` would search."""
        load = self.load
        is_same = load is not None and load.kind == "search" and load.query == self.text
        is_same = is_same and load is not None and (load.is_submitted or not self.source.heeds_submit)
        return self._is_long_enough() and not self.is_composing and not is_same

    def has_settled(self) -> bool:
        """Whether nothing is loading or pending."""
        return not (self.load or self.debounce or self.is_composing)

    def drain(self) -> None:
        """Handles the end of the input."""
        self.is_draining = True
        self.own.stop()
        self.need = 0
        self.back_off.drop_wish()
        self.is_composing = False
        if self.debounce:
            self._stop_debounce()
            self._settle()

    def close(self) -> None:
        """Ends everything."""
        self._give_up_what_is_late()
        self.own.stop()
        self.cancel()

    def source_changed(self) -> None:
        """Notes that what is searched has changed (rule 18)."""
        self.own.changed()

    # What is shown

    def members(self) -> Dict[str, Any]:
        """Returns the members of a `loading` that are about the search."""
        if self.load:
            status = "fetching"
        elif self.failed:
            status = "error"
        elif not self.can_page:
            status = "initial"
        else:
            status = "loadMore" if self.list.more else "full"
        return {
            "loading": self.load is not None,
            "refreshing": self.load is not None and self.load.kind == "refresh",
            "pending": "composing" if self.is_composing else "debounce" if self.debounce else None,
            "status": status,
            "stalled": self.load is not None and self.load.is_stalled,
            "canSubmit": self.can_submit(),
        }

    # What happens to the text

    def _outcome(self, outcome: str) -> Outcome:
        return {"outcome": outcome, "generation": self.generation}

    def _is_long_enough(self) -> bool:
        if self.options.trigger == "submit":
            return self.options.short_by(self.text) == 0
        return self.text != "" or self.options.minLength == 0

    def _stop_debounce(self) -> None:
        if self.debounce:
            self.debounce.cancel()
            self.debounce = None

    def _debounced(self) -> None:
        self.debounce = None
        self._settle()
        self.touched()

    def _on_input(self) -> None:
        if self.options.onInput != "keep":
            self.own.drop_look()
        if self.options.onInput == "cancel":
            self._cancel_load()
        elif self.options.onInput == "clear" and (self.load or self.failed or self.can_page):
            self._clear()

    def _settle(self) -> Outcome:
        text = self.text
        is_same = text == self.settled
        if self.options.short_by(text):
            if not is_same and self.options.belowMinLength == "clear":
                self._clear()
            elif not is_same:
                self.own.drop_look()
                self._cancel_load()
            self.settled = text
            return self._outcome("tooShort")
        if is_same and self._is_there(text):
            return self._outcome("unchanged")
        self._search(text)
        return self._outcome("started")

    def _is_there(self, text: str) -> bool:
        """Whether the list of a query is loading, or shown without any failure (rule 4)."""
        if self.load:
            return self.load.query == text
        return self.list.query == text and self.can_page and not self.list.is_given_up and not self.failed

    def _clear(self) -> None:
        self._supersede()
        self._give_up_what_is_late()
        self.own.forget()
        self.generation += 1
        self.list = ShownList(
            query=self.text, is_of_several=self.source.is_of_several, generation=self.generation)
        self.can_page = False
        self.failed = None
        self.current = None
        self.settled = None
        self.items_to_tell = 0
        self.error_to_tell = False

    def _search(self, query: str, is_submitted: bool = False) -> None:
        self.settled = self.current = query
        self.is_submitted = is_submitted
        self.begin(Load("search", query, 0, self.options.pageSize, is_submitted=is_submitted))

    def _ask_again(self) -> Outcome:
        """Asks the failed ones of several sources again (rule 20)."""
        if self.list.again is None or self.list.query is None:
            return self._outcome("idle")
        self.begin(Load("page", self.list.query, self.list.again, self.options.pageSize, is_again=True))
        return self._outcome("started")
