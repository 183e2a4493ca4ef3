"""Calls whose results do not arrive, as inputs that can be made twice as large: loads, details, actions, batches."""

import sys

from . import callgrind, operations
from .inputs import Input, configured, found_nothing, recorded, settled, written
from .operations import heard, message

# One request at a time. Some are not answered.
PROVIDER = """
import json, sys
for line in sys.stdin:
    call = json.loads(line)
    if call["method"] == "initialize": result = {"protocolVersion": "1.0", "name": "made", "can": ["page"]}
    elif call["method"] != "page" or call["params"]["query"].startswith("hold"): continue
    else: result = {"items": [{"title": "a"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": call["id"], "result": result}), flush=True)
"""


def open_sessions(peer, count, **options):
    """Opens sessions none of which says that a load is stalled: how many would depends on how busy the machine is."""
    return operations.open_sessions(peer, count, stalledMs=callgrind.LONGEST, **options)


def search_first(peer):
    """Searches once, so that libcurl is loaded: how far that is at the end depends on how busy the machine is."""
    settled(peer, query="first")


def answer_first(exchange, size):
    """Answers what `search_first` searches for, and nothing else."""
    if "first" in exchange.target:
        found_nothing(exchange, size)


def loads(cancel):
    """Starts a load in each of so many sessions, of which one runs and the others wait for it; then cancels all or
    none."""

    def talk(peer, size):
        search_first(peer)
        names = open_sessions(peer, size)
        peer.write(b"".join(message("submit", session=name, query="swift") for name in names))
        heard(peer)
        peer.write(b"".join(message(cancel, session=name) for name in names if cancel))
        heard(peer)

    return talk


def details(peer, size):
    """Opens a detail in each of so many sessions, by requests, which are then cancelled."""
    search_first(peer)
    names = open_sessions(peer, size)
    peer.write(b"".join(message("openDetail", number, session=name, id="1") for number, name in enumerate(names)))
    heard(peer)
    peer.write(b"".join(message("$/cancelRequest", id=number) for number in range(size)))
    heard(peer)


def actions(peer, size):
    """Performs an action in each of so many sessions; all are cancelled."""
    names = open_sessions(peer, size)
    peer.write(b"".join(message("submit", session=name, query="taro") for name in names))
    peer.until(b'"session":"%s"' % names[-1].encode(), b'"method":"items"')
    peer.write(b"".join(message("perform", number, session=name, id="1", action="go") for number, name in enumerate(names)))
    heard(peer)
    peer.write(b"".join(message("$/cancelRequest", id=number) for number in range(size)))
    heard(peer)


def recorded_action(size, folder):
    """Returns the flags of an engine in which the action on an item does not end."""
    item = {"id": "1", "title": "x", "actions": [{"name": "go", "title": "Go"}]}
    return recorded(folder, size, "unicode", [
        {"ms": 1, "ask": {"number": 1, "source": "unicode", "page": {"query": "taro", "pageSize": 20}}},
        {"ms": 1, "answer": {"number": 1, "page": {"items": [item]}}},
        {"ms": 1, "ask": {"number": 2, "source": "unicode", "perform": {"id": "1", "action": "go"}}},
        {"ms": 10**6, "answer": {"number": 2, "performed": {}}},
    ])


def closed_by_batches(peer, size):
    """Closes so many sessions with batches that wait for a detail, and then opens as many."""
    names = open_sessions(peer, size, debounceMs=600_000)
    for name in names:
        peer.write(message("setQuery", session=name, query="swift") + message("getState", session=name))
    for first in range(0, size, 900):
        waiting = message("openSession", session=f"waiting {first}")
        calls = [message("openDetail", 1, session=f"waiting {first}", id="1")]
        calls += [message("closeSession", session=name) for name in names[first:first + 900]]
        peer.write(waiting + b"[" + b",".join(call.strip() for call in calls) + b"]\n")
    open_sessions(peer, size)


def staying(size, folder):
    """Returns the flags of an engine with a long-running program."""
    argv = [sys.executable, written(folder, "provider.py", PROVIDER)]
    return configured(lambda _: {"run": {"type": "command", "run": "provider", "argv": argv}})(size, folder)


def asked_of_a_program(peer, size):
    """Searches in each of so many sessions, until the searches end."""
    names = open_sessions(peer, size)
    peer.write(b"".join(message("submit", session=name, query=name) for name in names))
    for _ in names:
        peer.until(b'"method":"items"')


def held_by_a_program(peer, size):
    """Starts a search in each of so many sessions, cancels all, and runs one more to its end."""
    names = open_sessions(peer, size)
    peer.write(b"".join(message("submit", session=name, query=f"hold {name}") for name in names))
    heard(peer)
    peer.write(b"".join(message("cancel", session=name) for name in names) + message("submit", query="last"))
    peer.until(b'"method":"items"')


ALL = [
    Input("loads that wait for a host", 500, loads(None), "wikipedia", answer_first),
    Input("loads that wait for a host, cancelled", 500, loads("cancel"), "wikipedia", answer_first),
    Input("details that wait for a host, cancelled", 500, details, "wikipedia", answer_first),
    Input("actions that run, cancelled", 500, actions, flags=recorded_action),
    Input("requests that wait for a long-running program", 500, asked_of_a_program, "run", flags=staying),
    Input("requests that wait for a long-running program, cancelled", 1000, held_by_a_program, "run", flags=staying, varies=True),
    Input("sessions closed by batches that wait", 2000, closed_by_batches, "wikipedia"),
]
