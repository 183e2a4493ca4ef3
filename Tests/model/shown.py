"""The list that a client holds."""

import dataclasses
from typing import Any, Dict, List, Optional, Set, Tuple

from source import Item, Page


@dataclasses.dataclass
class ShownList:
    """A list, and where it continues."""

    query: Optional[str] = None
    items: List[Item] = dataclasses.field(default_factory=list)
    ids: Set[str] = dataclasses.field(default_factory=set)
    is_of_several: bool = False
    """Whether its items come from several sources, all of which were asked (rule 20)."""
    is_submitted: bool = False
    """Whether the user has submitted its query."""
    rows: Dict[Any, int] = dataclasses.field(default_factory=dict)
    """How many rows arrived from each of several sources, known ones included."""
    more: bool = False
    total: Optional[int] = None
    suggestion: Optional[str] = None
    partial: bool = False
    is_given_up: bool = False
    """Whether the rest after its parts was abandoned."""
    next: Any = None
    failed: Tuple[Dict[str, Any], ...] = ()
    """Of several sources, the errors of those that have not answered."""
    again: Any = None
    """Where those sources are asked again."""
    pages: int = 0
    """How many pages were loaded for it, unseen ones included."""
    generation: int = 0
    """The generation in which its latest part arrived."""

    def append(self, items: List[Item]) -> int:
        """Appends the items that it does not have yet (rule 13); returns how many."""
        before = len(self.items)
        for item in items:
            source = item.get("source") if self.is_of_several else None
            self.rows[source] = self.rows.get(source, 0) + 1
            if item["id"] not in self.ids:
                self.ids.add(item["id"])
                self.items.append(item)
        return len(self.items) - before

    def take_turns(self, old: "ShownList") -> None:
        """Puts its items, which were read at once, in the order in which their sources take turns in the old list."""
        if not self.is_of_several:
            return
        places: Dict[Any, List[int]] = {}
        for place, item in enumerate(old.items):
            places.setdefault(item.get("source"), []).append(place)
        many = len(old.items)
        behind = ((item, places.get(item.get("source"), [])) for item in list(self.items))
        placed = [(at.pop(0) if at else many, item) for item, at in behind]
        self.items = [item for _, item in sorted(placed, key=lambda one: one[0])]

    def end_page(self, page: Page, is_empty: bool, most_pages: int, is_again: bool = False) -> bool:
        """Handles a complete page; returns whether another one follows (rule 12)."""
        self.pages += 0 if is_again else 1
        self.partial |= page.partial
        self.next = None if is_empty or self.pages >= most_pages else page.next
        return self.next is not None

    def says(self, page: Page, scope: str) -> None:
        """Takes over what a page that is shown says about the list."""
        self.more = self.next is not None
        if page.total is not None:
            self.total = page.total
        if page.suggestion is not None:
            self.suggestion = page.suggestion
        known = {failed["source"]: failed for failed in self.failed}
        told = [failure.members(scope) for failure in page.failed]
        # What has been reported stays as it was.
        self.failed = tuple(
            old if (old := known.get(new["source"])) and {**old, "scope": scope} == new else new for new in told)
        self.again = page.again

    def ends_partially(self) -> None:
        """Notes that the rest after its parts was abandoned (rule 17)."""
        self.more = False
        self.partial = self.is_given_up = True

    def came(self) -> int:
        """Returns how many rows arrived; of several sources, from the one from which most arrived."""
        return max(self.rows.values(), default=0)

    def pages_of(self, asked: int) -> int:
        """Returns how many of its pages so many of its rows make up, counting a partial one."""
        came = self.came()
        return -(-self.pages * asked // came) if asked < came else self.pages

    def looks_like(self, items: List[Item], page: Page, asked: int, most_pages: int) -> bool:
        """Whether it would look the same, as far as was requested, if it began with these items, of which the page is
        the last part."""
        other = ShownList(is_of_several=self.is_of_several)
        other.append(items)
        other.take_turns(self)
        told = [{**failed, "scope": ""} for failed in self.failed]
        if (page.total, page.partial, [failure.members("") for failure in page.failed]) != (self.total, self.partial, told):
            return False
        if asked < self.came():
            return page.next is not None and other.items == self.items[:len(other.items)]
        return other.items == self.items and (page.next is not None and self.pages < most_pages) == self.more

    def words(self) -> tuple:
        """Returns what an `items` says besides its items."""
        return (self.more, self.total, self.suggestion, self.partial, self.failed)

    def members(self, start: int) -> Dict[str, Any]:
        """Returns the members of an `items` from `start` on."""
        members: Dict[str, Any] = {
            "generation": self.generation,
            "query": self.query,
            "from": start,
            "items": self.items[start:],
            "count": len(self.items),
            "more": self.more,
        }
        if self.total is not None:
            members["total"] = self.total
        if self.suggestion is not None:
            members["suggestion"] = self.suggestion
        if self.failed:
            members["failed"] = list(self.failed)
        if self.partial or self.failed:
            members["partial"] = True
        return members
