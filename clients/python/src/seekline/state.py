"""What there is to see of a search, as one immutable value, and the rule by which notifications change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from seekline.types import Failure, Item


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a search box shows.

    While a new search runs, `items` and `query` are still those of the list before it: `query` always says what the
    items were searched for with.
    """

    items: tuple[Item, ...] = ()
    query: str | None = None
    """The query whose list this is; None before the first list."""
    more: bool = False
    """Whether there is another page."""
    total: int | None = None
    """How many the source has in all, if it says."""
    suggestion: str | None = None
    """What may have been meant, if the source says."""
    partial: bool = False
    """Whether some of what was asked for did not answer: the list holds what did."""
    failed: tuple[Failure, ...] = ()
    """Of several sources those that have not answered: `source` says which, `message` why. `retry` asks them again."""
    cached: bool = False
    """Whether the newest items are kept answers."""
    loading: bool = False
    """Whether a search, a page or a refresh is running."""
    refreshing: bool = False
    """Whether what runs is a refresh."""
    pending: str | None = None
    """What keeps the text from being searched for: `debounce`, `composing` or None."""
    status: str = "initial"
    """`initial`, `fetching`, `loadMore`, `full` or `error`."""
    stalled: bool = False
    """Whether what runs takes long."""
    can_submit: bool = False
    """Whether `submit` would search."""
    opening: str | None = None
    """The id of the detail that is opening."""
    growing: bool = False
    """Whether more of what is searched is still to be given, with `set_items`."""
    error: Failure | None = None
    """Why the last search, page or refresh failed, as long as it matters."""
    generation: int = 0
    """Counts searches, refreshes and clearings."""
    list_generation: int = 0
    """That in which the latest of `items` came: what `perform` goes by."""
    seq: int = 0
    """The number of the last notification that went into this."""

    @property
    def count(self) -> int:
        """How many items the list has so far."""
        return len(self.items)

    @property
    def settled(self) -> bool:
        """Whether nothing is under way: no load, no debounce, no composing."""
        return not self.loading and self.pending is None

    @classmethod
    def from_snapshot(cls, value: Mapping[str, Any]) -> State:
        """Read a snapshot of the engine's."""
        error = value.get("error")
        state = cls(
            query=value["query"],
            error=None if error is None or error["scope"] == "detail" else Failure.from_json(error),
            seq=value["seq"],
        )
        return state._with_list({**value, "from": 0})._with_loading(value)

    def told(self, snapshot: Mapping[str, Any]) -> State:
        """Take what a snapshot says. In which generation its list came, and whether that was kept, is not in it."""
        state = State.from_snapshot(snapshot)
        if (state.query, state.items) != (self.query, self.items):
            return state
        return replace(state, cached=self.cached, list_generation=self.list_generation)

    def after(self, method: str, params: Mapping[str, Any]) -> State:
        """Fold a notification in. Methods that are not known change nothing."""
        state = replace(self, seq=params["seq"])
        if method == "loading":
            return state._with_loading(params)
        if method == "items":
            return state._with_list(params)
        # Details are asked for by requests here, whose failures are their answers.
        if method == "error" and params["scope"] != "detail":
            return replace(state, error=Failure.from_json(params), generation=params["generation"])
        return state

    def _with_loading(self, params: Mapping[str, Any]) -> State:
        return replace(
            self,
            loading=params["loading"],
            refreshing=params["refreshing"],
            pending=params["pending"],
            status=params["status"],
            stalled=params["stalled"],
            can_submit=params["canSubmit"],
            opening=params["opening"],
            growing=params.get("growing", False),
            error=self.error if params["status"] == "error" else None,
            generation=params["generation"],
        )

    def _with_list(self, params: Mapping[str, Any]) -> State:
        new = tuple(Item.from_json(item) for item in params["items"])
        return replace(
            self,
            items=self.items[: params["from"]] + new,
            query=params["query"],
            more=params["more"],
            total=params.get("total"),
            suggestion=params.get("suggestion"),
            partial=params.get("partial", False),
            failed=tuple(Failure.from_json(failure) for failure in params.get("failed", ())),
            cached=params.get("cached", False),
            generation=params["generation"],
            list_generation=params["generation"],
        )
