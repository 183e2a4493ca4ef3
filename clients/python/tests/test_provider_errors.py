"""`seekline.provider`: an error in a function is sent as an answer and does not end the provider."""

from __future__ import annotations

import pathlib
import re
import sys
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROTOCOL = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8")


def test_exceptions_are_answered_with_errors(start: Any) -> None:
    talk = start("""
@provider.page
def search(query):
    yield "one"
    if query == "busy":
        raise Failure("the index is being made", kind="offline", is_retryable=True, retry_after_ms=500)
    raise ValueError("a query is no number: " + query)
""")
    data = {"kind": "offline", "isRetryable": True, "retryAfterMs": 500}
    busy = talk.call("page", query="busy", pageSize=5)
    assert busy == {"code": -32000, "message": "the index is being made", "data": data}
    wrong = talk.call("page", query="x", pageSize=5)
    assert wrong == {"code": -32000, "message": "ValueError: a query is no number: x"}
    assert talk.call("page", query="x", pageSize=5, cursor="y")["code"] == -32000
    talk.send({"jsonrpc": "2.0"})
    (talk.process.stdin or sys.stdin).write('{"jsonrpc":\n[]\n')
    assert talk.call("page", query="busy", pageSize=5) == busy
    assert "ValueError: a query is no number: x" in talk.end()[1].splitlines()


def test_an_exception_while_closing_a_search_does_not_affect_the_next_one(start: Any) -> None:
    talk = start("""
@provider.page
def search(query):
    try:
        yield query
        yield query + "!"
    finally:
        raise ValueError("it cannot be closed: " + query)
""")
    for query in "ab":
        page = talk.call("page", query=query, pageSize=1)
        assert page == {"items": [{"title": query}], "next": "1"}
    assert talk.call("page", query="b", pageSize=1, cursor="1")["items"] == [{"title": "b!"}]
    log = talk.end()[1].splitlines()
    assert [line for line in log if line.startswith("ValueError")] == [
        "ValueError: it cannot be closed: a",
        "ValueError: it cannot be closed: b",
    ]


def test_a_failure_with_invalid_arguments_is_an_error_like_any_other(start: Any) -> None:
    talk = start("""
def fail(what):
    raise Failure("it is raining", **eval(what))
provider.page(fail)
provider.detail(fail)
""")
    kinds = re.findall(r"^\| `(\w+)` \|", PROTOCOL.partition("| kind |")[2].partition("\n\n")[0], re.MULTILINE)
    wrong = {
        "{'kind': {1}}": f"kind must be one of {', '.join(kinds)}, not {{1}}",
        "{'kind': 'weather'}": f"kind must be one of {', '.join(kinds)}, not 'weather'",
        "{'is_retryable': b''}": "is_retryable must be True or False, not b''",
        "{'retry_after_ms': 0.5}": "retry_after_ms must be a whole number, not 0.5",
    }
    for what, said in wrong.items():
        error = {"code": -32000, "message": f"ValueError: {said}, in Failure('it is raining')"}
        assert talk.call("page", query=what, pageSize=5) == error
        assert talk.call("detail", id=what) == error
    for kind in kinds:
        assert talk.call("detail", id=str({"kind": kind}))["data"] == {"kind": kind}
    log = talk.end()[1].splitlines()
    assert [line for line in log if line.startswith("ValueError")] == [
        f"ValueError: {said}, in Failure('it is raining')" for said in wrong.values() for _ in range(2)
    ]
    # The log also shows where it was raised.
    assert log.count("seekline.provided.Failure: it is raining") == 2 * len(wrong)


def test_an_exception_that_cannot_be_printed_is_an_error_like_any_other(start: Any) -> None:
    talk = start("""
class Speechless(Exception):
    def __str__(self):
        raise ValueError
@provider.page
def search(query):
    if query == "x":
        raise Speechless
    yield query
""")
    wordless = {"code": -32000, "message": "Speechless: it cannot say what is wrong"}
    assert talk.call("page", query="x", pageSize=5) == wordless
    assert talk.call("page", query="y", pageSize=5)["items"] == [{"title": "y"}]


def test_a_result_that_cannot_be_written_as_json_is_an_error(start: Any) -> None:
    talk = start("""
provider.page(lambda query: [Item("a", fields={"a": {1}})])
provider.detail(lambda id: {"a": Detail("", fields={"a": {1}}), "b": "text", "c": Detail("", fields={"a": 1e999})}[id])
provider.action("say", "Say it")(lambda id: Done({1}))
""")
    wrong = {"code": -32000, "message": "TypeError: Object of type set is not JSON serializable"}
    assert talk.call("detail", id="a") == wrong
    assert talk.call("perform", id="a", action="say") == wrong
    assert talk.call("page", query="", pageSize=5) == wrong
    assert talk.call("detail", id="b") == {"text": "text"}
    assert talk.call("detail", id="c")["message"].startswith("ValueError: Out of range float values")
    assert talk.end()[1].splitlines().count(wrong["message"]) == 3
