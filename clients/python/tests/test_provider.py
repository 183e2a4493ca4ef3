"""`seekline.provider`: functions that yield items, as the engine sees them."""

from __future__ import annotations

import array
import fcntl
import pathlib
import signal
import subprocess
import sys
import termios
from typing import Any

import pytest
from talking import HEAD

from seekline.provider import Provider

ROOT = pathlib.Path(__file__).resolve().parents[3]
CHECK = ROOT / "protocol" / "providers" / "check"
LETTERS = """
@provider.page
def search(query):
    print("begin", query, file=sys.stderr, flush=True)
    try:
        for letter in "abcdefg":
            yield Item(letter, id=query + letter)
    finally:
        print("closed", query, file=sys.stderr, flush=True)
"""


def titles(result: dict[str, Any]) -> str:
    return "".join(item["title"] for item in result["items"])


def test_its_capabilities_are_those_of_its_decorated_functions(start: Any) -> None:
    talk = start("search = provider.page(lambda query: [query, str(provider.settings)])")
    told = talk.call("initialize", protocolVersion="1.0", source="x", settings={"a": 1})
    assert told == {
        "protocolVersion": "1.0",
        "name": "test",
        "can": ["page", "stream"],
        "options": {"debounceMs": 20, "minLength": 0},
        "actions": [],
    }
    assert talk.call("page", query="q", pageSize=5) == {"items": [{"title": "q"}, {"title": "{'a': 1}"}], "total": 2}
    assert talk.call("detail", id="q")["code"] == -32601
    assert talk.call("perform", id="q", action="x")["code"] == -32601
    assert talk.call("unheardOf")["code"] == -32601
    assert talk.end() == ("", "")


def test_an_item_is_sent_before_the_next_one_is_searched_for(start: Any, tmp_path: pathlib.Path) -> None:
    talk = start(f"""
@provider.page
def search(query):
    yield Item("first", location=Location("a.c", 3), snippet=("a ", "b"))
    while not pathlib.Path({str(tmp_path / "go")!r}).exists():
        time.sleep(0.005)
    yield "second"
""")
    talk.send(talk.request("page", query="q", pageSize=5))
    row = {"title": "first", "snippet": ["a ", "b"], "location": {"path": "a.c", "line": 3}}
    assert talk.read() == {"method": "$/items", "params": {"id": 1, "items": [row]}}
    (tmp_path / "go").touch()
    assert talk.read()["params"]["items"] == [{"title": "second"}]
    assert talk.read() == {"id": 1, "result": {"items": []}}


def test_a_generator_continues_where_the_previous_page_ended(start: Any) -> None:
    talk = start(LETTERS)
    first = talk.call("page", query="q", pageSize=3)
    assert (titles(first), first["next"]) == ("abc", "3")
    second = talk.call("page", query="q", pageSize=3, cursor="3")
    assert (titles(second), second["next"]) == ("def", "6")
    last = talk.call("page", query="q", pageSize=3, cursor="6")
    assert (titles(last), last.get("next")) == ("g", None)
    assert talk.end()[1] == "begin q\nclosed q\n"


def test_a_generator_is_closed_by_another_search_and_by_the_end_of_the_input(start: Any) -> None:
    talk = start(LETTERS)
    for query in ("q", "r", "r"):
        assert titles(talk.call("page", query=query, pageSize=2)) == "ab"
    assert talk.end()[1] == "begin q\nclosed q\nbegin r\nclosed r\nbegin r\nclosed r\n"


def test_a_cursor_from_another_process_still_works(start: Any) -> None:
    page = start(LETTERS).call("page", query="q", pageSize=2, cursor="4")
    assert (titles(page), page["next"]) == ("ef", "6")


def test_a_returned_list_has_a_known_end_and_total(start: Any) -> None:
    talk = start("provider.page(lambda query: ['a', 'b', 'c'])")
    assert talk.call("page", query="", pageSize=2)["next"] == "2"
    assert talk.call("page", query="", pageSize=2, cursor="2") == {"items": [{"title": "c"}], "total": 3}
    assert "next" not in talk.call("page", query="", pageSize=3)


def test_cancelling_closes_the_generator_between_two_items(start: Any, tmp_path: pathlib.Path) -> None:
    talk = start(f"""
@provider.page
def search(query):
    try:
        yield "first"
        while not pathlib.Path({str(tmp_path / "go")!r}).exists():
            time.sleep(0.005)
        while True:
            yield Item("more")
    finally:
        print("closed", file=sys.stderr, flush=True)
""")
    request = talk.request("page", query="q", pageSize=1000)
    talk.send(request)
    assert talk.read()["method"] == "$/items"
    talk.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request["id"]}})
    (tmp_path / "go").touch()
    while "id" not in (message := talk.read()):
        pass
    assert (message["id"], message["error"]["code"]) == (request["id"], -32800)
    assert talk.log() == "closed"
    # A late cancellation is ignored.
    talk.send({"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request["id"]}})
    assert talk.call("detail", id="x")["code"] == -32601


ENDLESS = """
@provider.page
def search(query):
    while True:
        yield Item("more")
"""


def test_the_end_of_the_input_ends_a_search(start: Any) -> None:
    talk = start(ENDLESS)
    talk.send(talk.request("page", query="q", pageSize=1_000_000_000))
    assert talk.read()["method"] == "$/items"
    talk.end()


def test_the_provider_ends_when_nobody_reads_its_output(start: Any) -> None:
    talk = start(ENDLESS)
    talk.send(talk.request("page", query="q", pageSize=1_000_000_000))
    talk.read()
    talk.process.stdout.close()
    assert talk.process.wait(60) == 0


def test_printing_and_child_processes_do_not_disturb_the_protocol(start: Any) -> None:
    talk = start("""
@provider.page
def search(query):
    print("printed")
    subprocess.run(["sh", "-c", "cat; echo started"])
    return []
""")
    assert talk.call("page", query="q", pageSize=5) == {"items": [], "total": 0}
    assert talk.call("page", query="q", pageSize=5) == {"items": [], "total": 0}
    assert sorted(talk.end()[1].split()) == ["printed", "printed", "started", "started"]


def test_functions_can_provide_details_and_actions(start: Any) -> None:
    talk = start("""
provider.page(lambda query: [Item("a", actions=["end", "say", "be"])])
@provider.detail
def show(id):
    return {"a": "A text.", "b": Detail("# B", format="markdown")}.get(id)
@provider.action("end", "End it")
def end(id):
    return Done("ended " + id, changed=True)
provider.action("say", "Say it")(lambda id: "said " + id)
provider.action("be", "Be")(lambda id: None)
""")
    told = talk.call("initialize", protocolVersion="1.0", source="x")
    assert told["can"] == ["page", "stream", "detail", "perform"]
    assert told["actions"][0] == {"name": "end", "title": "End it"}
    assert talk.call("detail", id="a") == {"text": "A text."}
    assert talk.call("detail", id="b") == {"text": "# B", "format": "markdown"}
    assert talk.call("detail", id="c")["code"] == -32003
    assert talk.call("perform", id="a", action="end") == {"message": "ended a", "changed": True}
    assert talk.call("perform", id="a", action="say") == {"message": "said a"}
    assert talk.call("perform", id="a", action="be") == {}
    assert talk.call("perform", id="a", action="eat")["code"] == -32602


def test_a_file_name_need_not_be_valid_text(start: Any) -> None:
    talk = start("provider.page(lambda query: [b'caf\\xe9'.decode(errors='surrogateescape')])")
    assert talk.call("page", query="", pageSize=5)["items"] == [{"title": "caf?"}]


def test_a_provider_without_a_page_function_cannot_run() -> None:
    with pytest.raises(TypeError, match="decorated with `page`"):
        Provider("nothing").run()


def test_a_provider_passes_the_protocol_check(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "provider.py"
    program.write_text(f"{HEAD}{LETTERS}\nprovider.run()\n")
    options = ["--patience", "10", "--within", "600", "--query", "q", "--"]
    command = [sys.executable, str(CHECK), *options, sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_answer_is_complete_even_if_a_signal_interrupts_writing_it(start: Any) -> None:
    talk = start("""
import signal
signal.signal(signal.SIGUSR1, lambda *_: None)
search = provider.page(lambda query: [query] * 20)
""")
    talk.call("initialize", protocolVersion="1.0", source="x", settings={})
    talk.send(talk.request("page", query="x" * 60_000, pageSize=20))
    # It has written as much as the pipe holds, and sleeps.
    held, state = array.array("i", [0]), ""
    while held[0] < 4096 or state != "S":
        assert talk.process.poll() is None
        fcntl.ioctl(talk.process.stdout.fileno(), termios.FIONREAD, held)
        state = pathlib.Path(f"/proc/{talk.process.pid}/stat").read_text().rpartition(")")[2].split()[0]
    talk.process.send_signal(signal.SIGUSR1)
    rows = 0
    while "id" not in (message := talk.read()):
        rows += len(message["params"]["items"])
    assert rows + len(message["result"]["items"]) == 20
    assert talk.call("page", query="q", pageSize=1)["items"] == [{"title": "q"}]
