"""The rules about loads: what supersedes what, parts, pages, failures, and what is reported of them."""

from typing import Any, Callable, Dict, Optional, Union

from backoff import BackOff
from load import Failed, Load
from options import Options
from ownrefresh import OwnRefresh
from shown import ShownList
from source import Failure, Page, Source
from timeline import Timeline

GATHERING = 30
MOST_UNSEEN = 5


class Loader:
    """A list and what loads it. `touched` is called after a change that no call has caused."""

    def __init__(self, source: Source, options: Options, timeline: Timeline, touched: Callable[[], None]) -> None:
        self.source = source
        self.options = options
        self.timeline = timeline
        self.touched = touched
        self.generation = 0
        self.settled: Optional[str] = None
        """What settled last, to compare the next one with (rule 4)."""
        self.list = ShownList(is_of_several=source.is_of_several)
        self.can_page = False
        self.load: Optional[Load] = None
        self.failed: Optional[Failed] = None
        self.need = 0
        self.back_off = BackOff(timeline, options.backOffMs)
        self.own = OwnRefresh(self)
        self.is_draining = False
        self._is_asking = False
        """A source is being asked: what it answers at once belongs to the call."""
        self.items_to_tell: Optional[int] = None
        self.error_to_tell = False

    def has_settled(self) -> bool:
        """Whether nothing is loading."""
        return self.load is None

    def most_pages(self) -> int:
        """Returns how many pages a list may have."""
        return self.options.maxPages

    def page_size(self) -> int:
        """Returns how many items to request."""
        return self.options.pageSize

    def standing_error(self) -> Optional[Dict[str, Any]]:
        """Returns the members of the current error, if there is one."""
        if self.load or not self.failed:
            return None
        return self.failed.failure.members(self.failed.kind)

    def _page(self, unseen: int = 0) -> None:
        assert self.list.query is not None and self.list.next is not None
        self.begin(Load(
            "page", self.list.query, self.list.next, self.options.pageSize, is_submitted=self.list.is_submitted, unseen=unseen))

    def begin(self, load: Load) -> None:
        """Begins a load, which supersedes the one that runs (rule 5)."""
        self.own.drop_look()
        self._supersede(keeps_need=load.kind == "page")
        self.back_off.drop_wish()
        if load.kind != "page":
            load.covers_change = self.own.begins() and not load.is_own
            self._give_up_what_is_late()
            self.generation += 1
            self.back_off.end()
        self.error_to_tell = False
        self.load = load
        load.stall = self.timeline.after(self.options.stalledMs, lambda: self._stalled(load))
        self._is_asking = True
        work = self.source.page(
            load.query, load.cursor, load.size, lambda answer: self._answered(load, answer), load.is_submitted)
        self._is_asking = False
        if self.load is load:
            load.work = work

    def _give_up_what_is_late(self) -> None:
        """Cancels what the list still waits for when its generation ends (rule 20)."""
        for position in (self.list.next, self.list.again):
            if position and not isinstance(position, int):
                position.give_up()

    def _supersede(self, keeps_need: bool = False) -> None:
        """Ends the load that runs; nothing more is seen of it."""
        if not keeps_need:
            self.need = 0
            self.back_off.end()
        load, self.load = self.load, None
        if not load:
            return
        load.stop()
        if load.kind == "search" and load.is_shown:
            self.list.ends_partially()
            self._tell_items(len(self.list.items))
        else:  # What is shown was read after the change.
            self._end_parts(load)
            self.own.is_due |= load.covers_change or load.is_own

    def _end_parts(self, load: Load) -> None:
        """After the parts of a page that were shown nothing more comes, unless it is requested again (rule 17)."""
        if load.added and self.list.next is None:
            self.list.more = False
            self._tell_items(len(self.list.items))

    def _cancel_load(self) -> None:
        self.need = 0
        self.back_off.drop_wish()
        if not self.load:
            return
        self._supersede(keeps_need=True)
        self.error_to_tell = self.failed is not None

    def _stalled(self, load: Load) -> None:
        load.is_stalled = True
        self.touched()

    def _answered(self, load: Load, answer: Union[Page, Failure]) -> None:
        if load is not self.load:
            return
        if isinstance(answer, Failure):
            self._fail(load, answer)
        elif answer.last:
            self._arrive(load, answer)
        else:
            load.rows += len(answer.items)
            load.gathered += answer.items
            if load.kind != "refresh" and not load.gathering:
                load.gathering = self.timeline.after(GATHERING, lambda: self._gathered(load))
        if not self._is_asking:
            self.touched()

    def _gathered(self, load: Load) -> None:
        load.gathering = None
        self._show(load)
        self.touched()

    def _show(self, load: Load) -> None:
        """Shows the parts that were gathered, if they bring anything new."""
        rows, load.gathered = load.gathered, []
        if not rows:
            return
        if not load.is_shown and load.kind != "page":
            self._replace_list(load)
        start = len(self.list.items)
        added = self.list.append(rows)
        load.is_shown = True
        load.added += added
        if added:
            self.list.more = True
            self.list.generation = self.generation
            self._tell_items(start)

    def _replace_list(self, load: Load) -> None:
        # What an own refresh reads at once counts as the same number of pages as before.
        pages = max(0, self.list.pages_of(load.size) - 1) if load.is_own else 0
        self.list = ShownList(
            query=load.query, is_of_several=self.source.is_of_several, is_submitted=load.is_submitted, more=True,
            generation=self.generation, pages=pages)
        self.failed = None
        self.can_page = True
        self._tell_items(0)

    def _tell_items(self, start: int) -> None:
        self.items_to_tell = start if self.items_to_tell is None else min(start, self.items_to_tell)

    def _arrive(self, load: Load, page: Page) -> None:
        """Handles a complete page."""
        load.stop()
        self.load = None
        load.rows += len(page.items)
        load.gathered += page.items
        old = self.list
        if load.kind != "page" and not load.is_shown:
            self._replace_list(load)
            load.is_shown = True
        before = self.list.words()
        self._show(load)
        if load.is_own:
            self.list.take_turns(old)
        has_next = self.list.end_page(page, load.rows == 0 and not page.goes_on, self.options.maxPages, load.is_again)
        self.failed = None
        self.can_page = True
        self.back_off.end()
        adds_nothing = load.kind == "page" and load.added == 0
        if adds_nothing and has_next and not load.is_again and not self.is_draining and load.unseen < MOST_UNSEEN:
            return self._page(load.unseen + 1)
        self.list.says(page, load.kind)
        if adds_nothing and not load.is_again:
            self.need = 0
        if adds_nothing or self.list.words() != before:
            self.list.generation = self.generation
            self._tell_items(len(self.list.items))
        if self.need > len(self.list.items) and has_next and not self.is_draining:
            return self._page()
        self.need = 0

    def _fail(self, load: Load, failure: Failure) -> None:
        if load.kind == "search":
            self._show(load)
            if load.is_shown:
                self.list.more = False
                self._tell_items(len(self.list.items))
        elif load.kind == "page":
            self._show(load)
            self._end_parts(load)
        load.stop()
        self.load = None
        self.need = 0
        self.failed = Failed(load.kind, load.query, load.cursor, load.size, load.is_own, load.is_submitted, failure)
        self.error_to_tell = True
        if load.kind == "search":
            self.can_page = False
        if load.kind == "page":
            self.back_off.failed(failure.retryAfterMs)

    def _backed_off(self) -> None:
        self.back_off.drop_wish()
        self._page()
        self.touched()
