"""The refresh that a source asks for when it has changed (rule 18)."""

from typing import List, Optional, Protocol, Union

from load import Failed, Load
from shown import ShownList
from source import Failure, Item, Page, Source, Work
from timeline import Timeline, Timer

# In milliseconds, for each thousand rows that are read.
DISTANCE = 500
DISTANCE_WHEN_FILLED = 100
MOST = 1000
MOST_WHEN_LOCAL = 10_000


class Box(Protocol):
    """What an own refresh needs of the search box."""

    timeline: Timeline
    source: Source
    list: ShownList
    can_page: bool
    failed: Optional[Failed]

    def has_settled(self) -> bool: ...

    def begin(self, load: Load) -> None: ...

    def page_size(self) -> int: ...

    def most_pages(self) -> int: ...

    def touched(self) -> None: ...


class OwnRefresh:
    """Waits until the search box has settled, at minimum intervals. A list of a local source is compared first."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.is_due = False
        self.is_off = False
        self._last: Optional[float] = None
        self._timer: Optional[Timer] = None
        self._look: Optional[Work] = None
        self._seen_so_far: List[Item] = []
        self._asked = 0

    def changed(self) -> None:
        """Notes that the source has changed."""
        self.is_due = True

    def begins(self) -> bool:
        """Notes that a search or a refresh begins; returns whether it makes an own refresh unnecessary."""
        self.drop_look()
        due, self.is_due = self.is_due, False
        return due

    def drop_look(self) -> None:
        """Abandons the comparison; the own refresh stays due."""
        if self._look:
            self._look.cancel()
            self._look = None
            self.is_due = True

    def consider(self) -> None:
        """Begins if it is due."""
        box = self._box
        if self.is_off or not self.is_due or self._look or not box.has_settled() or not box.can_page:
            return
        distance = DISTANCE_WHEN_FILLED if box.source.is_filled else DISTANCE
        distance *= -(-self._size() // 1000)
        left = 0 if self._last is None else self._last + distance - box.timeline.now
        if left > 0:
            if not self._timer:
                self._timer = box.timeline.after(left, self._fire)
            return
        self._last = box.timeline.now
        self.is_due = False
        if box.source.is_local:
            self._seen_so_far = []
            self._asked = self._size()
            self._look = box.source.page(box.list.query, 0, self._asked, self._seen, box.list.is_submitted)
        else:
            self._begin()

    def _fire(self) -> None:
        self._timer = None
        self._box.touched()

    def _size(self) -> int:
        box = self._box
        most = MOST_WHEN_LOCAL if box.source.is_local and not box.source.is_of_several else MOST
        return min(most, max(box.page_size(), box.list.came()))

    def _begin(self) -> None:
        box = self._box
        self._last = box.timeline.now
        box.begin(Load(
            "refresh", box.list.query or "", 0, self._size(), is_own=True, is_submitted=box.list.is_submitted))

    def _seen(self, answer: Union[Page, Failure]) -> None:
        if isinstance(answer, Page):
            self._seen_so_far += answer.items
            if not answer.last:
                return
        self._look = None
        other = self._box.failed is not None or not isinstance(answer, Page) or not self._box.list.looks_like(
            self._seen_so_far, answer, self._asked, self._box.most_pages())
        if other and self._box.has_settled():
            self._begin()
        elif other:
            self.is_due = True
        self._box.touched()

    def forget(self) -> None:
        """Forgets a change: the list is gone."""
        self.drop_look()
        self.is_due = False

    def stop(self) -> None:
        """Stops it: no own refresh happens any more."""
        self.is_off = True
        if self._look:
            self._look.cancel()
        if self._timer:
            self._timer.cancel()
