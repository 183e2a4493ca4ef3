"""What notifications add up to."""

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


def test_a_list_is_partial_until_the_next_one_is_told() -> None:
    snapshot = {"seq": 0, **LIST, **LOADING}
    params = {"session": "s", "from": 0, **LIST}
    cut = State.from_snapshot(snapshot).after("items", {**params, "seq": 1, "partial": True})
    assert cut.partial
    assert not cut.after("items", {**params, "seq": 2}).partial
    assert State.from_snapshot({**snapshot, "partial": True}).partial
    assert not State.from_snapshot(snapshot).partial


def test_what_failed_of_several_sources_is_told_until_the_next_list() -> None:
    snapshot = {"seq": 0, **LIST, **LOADING}
    params = {"session": "s", "from": 0, **LIST}
    failure = {"scope": "search", "kind": "offline", "message": "gone", "source": "a", "retryable": True}
    cut = State.from_snapshot(snapshot).after("items", {**params, "seq": 1, "partial": True, "failed": [failure]})
    assert [(failed.source, failed.message) for failed in cut.failed] == [("a", "gone")]
    assert cut.after("items", {**params, "seq": 2}).failed == ()
    assert State.from_snapshot(snapshot).failed == ()
