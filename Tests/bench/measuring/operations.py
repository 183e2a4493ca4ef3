"""The measured operations: for each, what is sent to a process so that it does a number of them."""

import json
import urllib.parse
from typing import Callable, NamedTuple

from . import callgrind


class Operation(NamedTuple):
    """An operation. `talk(peer, count)` makes a process do it `count` times. Its cost is the slope between `few` and
    `many`; `many` is twice `few` where it matters, so that a table that doubles its size does so once in between."""

    name: str
    talk: Callable
    few: int
    many: int


def message(method, number=None, **params):
    """Returns the line of a call: a request if it has a number, else a notification."""
    call = {"jsonrpc": "2.0"} | ({} if number is None else {"id": number}) | {"method": method, "params": params}
    return json.dumps(call, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


# What stands in the line that tells an error.
ERROR = b'"method":"error"'


def searching(command, endpoint):
    """Returns the command of a process that searches the server there."""
    sets = [word for setting in [f"wikipedia.endpoint={endpoint}", *callgrind.PATIENT] for word in ("--set", setting)]
    return [*command, "--source", "wikipedia", *sets, "--log-level=off"]


def answered(peer, number):
    """Waits for the answer to a request."""
    peer.until(b'"id":%d,' % number)


def heard(peer):
    """Waits until everything before has been handled."""
    peer.write(message("refresh", -1))
    answered(peer, -1)


def open_sessions(peer, count, **options):
    """Opens sessions s0, s1, …; returns their names."""
    names = [f"s{number}" for number in range(count)]
    peer.write(b"".join(message("openSession", session=name, options=options) for name in names))
    heard(peer)
    return names


def type_in(peer, names, count):
    """Sends so many keystrokes, to each of the sessions in turn; each starts or restarts a debounce."""
    texts = ["swift", "swif"]
    kinds = [message("setQuery", session=name, query=texts[turn]) for turn in (0, 1) for name in names]
    peer.write(b"".join(kinds[number % len(kinds)] for number in range(count)))
    heard(peer)


def first_answer(peer, _):
    peer.write(message("refresh", 1))
    peer.line()


def first_list(peer, _):
    peer.write(message("submit", 1, query="arrow"))
    peer.until(b'"method":"items"')


def refreshes_alone(peer, count):
    for number in range(count):
        peer.write(message("refresh", number))
        answered(peer, number)


def refreshes(peer, count):
    peer.write(b"".join(message("refresh", number) for number in range(count)))
    answered(peer, count - 1)


def keystrokes(peer, count):
    type_in(peer, open_sessions(peer, 1, debounceMs=600_000), count)


def first_keystrokes(peer, count):
    type_in(peer, open_sessions(peer, 400, debounceMs=600_000)[:count], count)


def debounces(peer, count):
    # The text is too short to be searched for, and the same each time: only the debounce happens.
    open_sessions(peer, 1, debounceMs=20, minLength=10)
    for _ in range(count):
        peer.write(message("setQuery", session="s0", query="swift"))
        peer.until(b'"pending":null')


def sessions(peer, count):
    open_sessions(peer, count)


def answered_sessions(peer, count):
    # The engine does not read from a client that has 8 MiB of answers to read.
    for start in range(0, count, 1000):
        numbers = range(start, min(start + 1000, count))
        peer.write(b"".join(message("openSession", number, session=f"s{number}") for number in numbers))
        answered(peer, numbers[-1])


def searches(peer, count):
    for number in range(count):
        peer.write(message("submit", query=f"word {number}"))
        peer.until(b'"method":"loading"', b'"loading":false', unless=ERROR)


def requests(peer, count):
    for number in range(count):
        peer.write(urllib.parse.quote(f"word {number}").encode() + b"\n")
        peer.line()


START = Operation("start to the first answer (the whole process)", first_answer, 0, 1)
FIRST_LIST = Operation("start to the first 20 items: `submit` of `arrow`, `unicode`", first_list, 0, 1)
REQUEST = Operation("a request (`refresh`), one at a time", refreshes_alone, 500, 1000)
PIPELINED = Operation("requests, pipelined", refreshes, 500, 1000)
KEYSTROKE = Operation("a `setQuery` while a debounce runs: restarted", keystrokes, 500, 1000)
FIRST_KEYSTROKE = Operation("a `setQuery` that begins a debounce, reported by a `loading`", first_keystrokes, 200, 400)
DEBOUNCE = Operation("a `setQuery`, debounced: begun, told, elapsed, told", debounces, 50, 100)
SESSION = Operation("an `openSession` (notification)", sessions, 500, 1000)
ANSWERED_SESSION = Operation("an `openSession`, answered with its state", answered_sessions, 500, 1000)
SEARCH = Operation("a search: `submit`, HTTP on loopback, 20 items, told", searches, 50, 150)
DESCRIBED = Operation("    the same from an API that is described", searches, 50, 150)
GET = Operation("    of which libcurl alone: the same GET", requests, 50, 150)
