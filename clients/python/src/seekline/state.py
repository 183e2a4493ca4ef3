"""What is shown of a search, as one immutable value, and how notifications change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from seekline.types import Failure, Item


@dataclass(frozen=True, slots=True)
class State:
    """Everything that a search box shows.

    While a new search runs, `items` and `query` are still those of the previous list: `query` is always the one that
    the items were found with.
    """

    items: tuple[Item, ...] = ()
    query: str | None = None
    """The query of this list; None before the first list."""
    more: bool = False
    """Whether there is another page."""
    total: int | None = None
    """How many items the source has in all, if it says."""
    suggestion: str | None = None
    """A query that may have been meant, if the source suggests one."""
    partial: bool = False
    """Whether some of what was asked did not answer: the list holds the results of what did."""
    failed: tuple[Failure, ...] = ()
    """With several sources, those that failed: `source` says which, `message` why. `retry` asks them again."""
    cached: bool = False
    """Whether the newest items come from cached answers."""
    loading: bool = False
    """Whether a search, a page or a refresh is running."""
    refreshing: bool = False
    """Whether what runs is a refresh."""
    pending: str | None = None
    """What keeps the text from being searched for: `debounce`, `composing` or None."""
    status: str = "initial"
    """`initial`, `fetching`, `loadMore`, `full` or `error`."""
    stalled: bool = False
    """Whether what runs is taking long."""
    can_submit: bool = False
    """Whether `submit` would search."""
    opening: str | None = None
    """The id of the item whose detail is being opened."""
    growing: bool = False
    """Whether more items are still to be given with `set_items`."""
    error: Failure | None = None
    """Why the last search, page or refresh failed, as long as that is relevant."""
    generation: int = 0
    """The number of searches, refreshes and clearings so far."""
    list_generation: int = 0
    """The generation in which the latest of `items` came; `perform` refers to it."""
    seq: int = 0
    """The number of the last notification that this state includes."""

    @property
    def count(self) -> int:
        """The number of items in the list so far."""
        return len(self.items)

    @property
    def settled(self) -> bool:
        """Whether nothing is under way: no load, no debounce, no composing."""
        return not self.loading and self.pending is None

    @classmethod
    def from_snapshot(cls, value: Mapping[str, Any]) -> State:
        """Read a snapshot from the engine."""
        error = value.get("error")
        state = cls(
            query=value["query"],
            error=None if error is None or error["scope"] == "detail" else Failure.from_json(error),
            seq=value["seq"],
        )
        return state._with_list({**value, "from": 0})._with_loading(value)

    def told(self, snapshot: Mapping[str, Any]) -> State:
        """Apply a snapshot. It does not say in which generation its list came, nor whether that was cached."""
        state = State.from_snapshot(snapshot)
        if (state.query, state.items) != (self.query, self.items):
            return state
        return replace(state, cached=self.cached, list_generation=self.list_generation)

    def after(self, method: str, params: Mapping[str, Any]) -> State:
        """Apply a notification. Unknown methods change nothing but `seq`."""
        state = replace(self, seq=params["seq"])
        if method == "loading":
            return state._with_loading(params)
        if method == "items":
            return state._with_list(params)
        # Details are opened by requests here, and their failures are the answers to those.
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
