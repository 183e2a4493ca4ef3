#!/usr/bin/env python3
"""An engine that does what its environment variables say, including what a sound engine would not do.

FAKE_CHUNK is the number of bytes that it writes at a time (0: whole lines). FAKE_HUGE is the length of a snippet.
FAKE_ENDING: what `submit` does instead of searching: `exit`, `garbage`, `silence` or `close` its output. With `deaf` it
ignores every request to end. With `untold` no notification reports the result of the search, only `getState`.

For `located` it finds an item on the third line of FAKE_PATH.

It accepts items, but does not answer `setItems` until the next `setQuery`, whose answer has the number of those
waiting as its generation.
"""

import json
import os
import signal
import sys
import threading
from typing import Any

TITLES = [
    "plain",
    "a\u2028b\u2029c\x85d",
    "👩‍👩‍👧‍👦 family, 🇯🇵 flag, e\u0301",
    "[red]markup[/red] [b",
    "\x1b[2J\x1b]0;owned\x07 \x9b31m \x7f \u202eevil\u202c",
    "tab\tand\nline",
    "half a surrogate \ud83d here",
    "日本語のとても長い題名が横幅をはみ出しても、隣の欄を壊さずに切り詰められることを確かめるための題名です",
]
OPTIONS = {
    "debounceMs": 0,
    "minLength": 1,
    "throttleMs": 0,
    "pageSize": 20,
    "maxPages": 100,
    "trigger": "incremental",
    "onInput": "keep",
    "belowMinLength": "clear",
    "stalledMs": 500,
    "backOffMs": 1000,
}
SOURCE = {"name": "fake", "title": "Fake", "description": "a fake", "configured": True, "options": OPTIONS}
ENDING = os.environ.get("FAKE_ENDING", "")


def write(data: bytes) -> None:
    size = int(os.environ.get("FAKE_CHUNK", "0")) or len(data)
    for begin in range(0, len(data), size):
        chunk = data[begin : begin + size]
        while chunk:
            chunk = chunk[os.write(1, chunk) :]


def send(message: dict[str, Any]) -> None:
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
    # A lone surrogate can only be sent as an escape.
    write(b"".join(c.encode("utf-8") if not 0xD800 <= ord(c) < 0xE000 else b"\\u%04x" % ord(c) for c in text) + b"\n")


def loading(seq: int, runs: bool, status: str, generation: int = 1) -> dict[str, Any]:
    return {
        "session": "",
        "seq": seq,
        "generation": generation,
        "loading": runs,
        "refreshing": False,
        "pending": None,
        "status": status,
        "stalled": False,
        "canSubmit": True,
        "opening": None,
    }


def items(query: str) -> dict[str, Any]:
    huge = int(os.environ.get("FAKE_HUGE", "0"))
    found: list[dict[str, Any]] = [
        {"id": str(number), "title": title, "fields": {"number": number, "new": True, "more": "🎌"}, "unknown": 1}
        for number, title in enumerate(TITLES)
    ]
    if huge:
        found[0]["snippet"] = ["", "猫" * (huge // 3)]
    if query == "located":
        found = [{"id": "7", "title": "here", "fields": {}, "location": {"path": os.environ["FAKE_PATH"], "line": 3}}]
    whole = {"query": query, "from": 0, "items": found, "count": len(found), "more": False, "total": len(found)}
    return {**whole, "suggestion": "suggestion"} if query == "sugestion" else whole


def submit(number: int, params: dict[str, Any]) -> None:
    if ENDING == "exit":
        sys.stderr.write("the last words\n")
        sys.stderr.flush()
        os._exit(7)
    if ENDING == "garbage":
        write(b"Segmentation fault\n")
        return
    if ENDING == "close":
        os.close(1)
        signal.pause()
    if ENDING == "silence":
        return
    session = {"session": params["session"]}
    send({"id": number, "result": {"outcome": "started", "generation": 1}})
    if ENDING == "untold":
        return
    send({"method": "loading", "params": {**loading(1, True, "fetching"), **session}})
    send({"method": "items", "params": {"seq": 2, "generation": 1, **items(params["query"]), **session}})
    send({"method": "unheardOf", "params": {"seq": 3, "generation": 1, **session}})
    send({"method": "loading", "params": {**loading(4, False, "full"), **session}})


def other(number: int, method: str, waiting: list[int]) -> None:
    if method == "setItems":
        waiting.append(number)
    elif method == "setQuery":
        send({"id": number, "result": {"outcome": "unchanged", "generation": len(waiting)}})
        while waiting:
            send({"id": waiting.pop(0), "result": {"held": 1, "dropped": 0}})
    else:
        send({"id": number, "result": {"outcome": "fromTheFuture", "generation": 1}})


def main() -> None:
    waiting: list[int] = []
    if ENDING == "deaf":
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(name, signal.SIG_IGN)
    for line in sys.stdin:
        message = json.loads(line)
        method, number, params = message["method"], message.get("id"), message.get("params") or {}
        if method == "initialize":
            hello = {"protocolVersion": "1.9", "serverInfo": {"name": "fake", "version": "9"}, "sources": [SOURCE]}
            send({"id": number, "result": hello})
        elif method == "openSession":
            snapshot = {**loading(0, False, "initial", 0), **items(""), "items": [], "query": None, "count": 0}
            opened = {"session": params["session"], "source": "fake", "options": OPTIONS, "state": snapshot}
            send({"id": number, "result": opened})
        elif method == "openDetail" and ENDING != "garbage":
            title = TITLES[int(params["id"])]
            send(
                {
                    "id": number,
                    "result": {"id": params["id"], "title": title, "text": title * 3, "fields": {"a": title}},
                }
            )
        elif method == "submit":
            submit(number, params)
        elif method == "getState":
            send({"id": number, "result": {**loading(0, False, "full"), **items("found")}})
        elif method == "exit" and ENDING != "deaf":
            return
        elif number is not None:
            other(number, method, waiting)
    if ENDING == "deaf":
        threading.Event().wait()


if __name__ == "__main__":
    main()
