"""The state that notifications add up to."""

from typing import Any

from seekline.state import State

LIST: dict[str, Any] = {"generation": 0, "query": "a", "items": [], "count": 0, "more": False}
LOADING: dict[str, Any] = {
    "loading": False,
    "refreshing": False,
    "pending": None,
    "status": "initial",
    "stalled": False,
    "canSubmit": False,
    "opening": None,
}


def test_a_list_is_partial_until_the_next_one_arrives() -> None:
    snapshot = {"seq": 0, **LIST, **LOADING}
    params = {"session": "s", "from": 0, **LIST}
    cut = State.from_snapshot(snapshot).after("items", {**params, "seq": 1, "partial": True})
    assert cut.partial
    assert not cut.after("items", {**params, "seq": 2}).partial
    assert State.from_snapshot({**snapshot, "partial": True}).partial
    assert not State.from_snapshot(snapshot).partial


def test_failed_sources_are_reported_until_the_next_list_arrives() -> None:
    snapshot = {"seq": 0, **LIST, **LOADING}
    params = {"session": "s", "from": 0, **LIST}
    failure = {"scope": "search", "kind": "offline", "message": "gone", "source": "a", "retryable": True}
    cut = State.from_snapshot(snapshot).after("items", {**params, "seq": 1, "partial": True, "failed": [failure]})
    assert [(failed.source, failed.message) for failed in cut.failed] == [("a", "gone")]
    assert cut.after("items", {**params, "seq": 2}).failed == ()
    assert State.from_snapshot(snapshot).failed == ()


def test_a_snapshot_of_the_list_already_shown_changes_nothing() -> None:
    item = {"id": "1", "title": "one", "fields": {}}
    listed = {**LIST, "items": [item], "generation": 1}
    kept = State.from_snapshot({"seq": 0, **LIST, **LOADING})
    kept = kept.after("items", {"session": "s", "from": 0, **listed, "seq": 1, "cached": True})
    state = kept.after("loading", {"session": "s", **LOADING, "generation": 2, "seq": 2})
    snapshot = {**listed, **LOADING, "generation": 2, "seq": 2}
    assert state.told(snapshot) == state
    assert (state.generation, state.list_generation, state.cached) == (2, 1, True)
    another = state.told({**snapshot, "items": []})
    assert (another.items, another.list_generation, another.cached) == ((), 2, False)
