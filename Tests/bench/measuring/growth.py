"""The table of cost against size, in instructions, and whether anything grows faster than its work.

The cost of one more of something must not depend on how many there are: at any size it may be a fifth more than at the
smallest, which leaves room for tables and buffers that double, but not for a scan of everything.
"""

import concurrent.futures
from typing import Callable, NamedTuple

from . import callgrind, operations, tables
from .operations import ERROR, answered, heard, message, open_sessions, type_in

ROOM = 1.2


class Growth(NamedTuple):
    """A row. `talk(size)` returns a function that makes a process do something so many times at this size."""

    name: str
    sizes: list
    talk: Callable
    # The cost of one is the slope between these numbers of times.
    few: int
    many: int
    # Whether the work grows with the size: then the slope between one size and the next counts.
    is_work: bool


def open_and_type(size):
    def talk(peer, count):
        for _ in range(count):
            type_in(peer, open_sessions(peer, size, debounceMs=600_000), size)

    return talk


def type_among(size):
    def talk(peer, count):
        names = open_sessions(peer, size, debounceMs=600_000)
        type_in(peer, names, size)
        type_in(peer, names, count)

    return talk


def load(peer, size):
    """Loads a list of so many items, in pages of 20."""
    (name,) = open_sessions(peer, 1, pageSize=20, maxPages=100_000, debounceMs=600_000)
    peer.write(message("submit", session=name, query="swift") + message("reachedBottom", session=name, need=size))
    peer.until(b'"count":%d,' % size, unless=ERROR)
    peer.until(b'"loading":false', unless=ERROR)
    return name


def load_list(size):
    return lambda peer, count: [load(peer, size) for _ in range(count)]


def load_pages(size):
    """Loads pages after page `size`."""
    return lambda peer, count: load(peer, 20 * (size + count))


def type_over_list(size):
    def talk(peer, count):
        type_in(peer, [load(peer, size)], count)

    return talk


def snapshots(size):
    def talk(peer, count):
        name = load(peer, size)
        for number in range(count):
            peer.write(message("getState", number, session=name))
            answered(peer, number)

    return talk


def open_details(size):
    """Opens the last item of a list, over and over."""

    def talk(peer, count):
        name = load(peer, size)
        for number in range(count):
            peer.write(message("openDetail", number, session=name, id=str(size)))
            answered(peer, number)

    return talk


def lines(line):
    """Sends lines of so many bytes, each answered or followed by a call that is."""

    def at(size):
        def talk(peer, count):
            open_sessions(peer, 1, debounceMs=600_000)
            for number in range(count):
                peer.write(line(size, number))
                heard(peer)

        return talk

    return at


def ballast(size, number):
    return message("refresh", number, ballast="x" * size)


def escapes(size, number):
    return message("refresh", number, ballast='"\\\n' * (size // 6))


def numbers(size, number):
    return message("refresh", number, ballast=[12345] * (size // 6))


def query(text):
    return lambda size, number: message("setQuery", session="s0", query=str(number) + text * (size // len(text.encode())))


def identifier(size, number):
    return message("refresh", str(number) + "x" * size)


def session(size, number):
    return message("refresh", 1, session=str(number) + "e\u0301" * (size // 3))


BYTES = [100, 10_000, 100_000, 1_000_000]
# A query has at most 10,000 code points.
QUERIES = [100, 1000, 9000]
SESSIONS = [1, 100, 1000, 10_000]
OF_SESSIONS = [
    Growth("sessions: opening one and typing in it", SESSIONS, open_and_type, 0, 1, True),
    Growth("sessions: a keystroke in one of so many", SESSIONS, type_among, 1000, 2000, False),
]
OF_LINES = [
    Growth("a line: a byte of an unknown param", BYTES, lines(ballast), 2, 4, True),
    Growth("a line: a byte, all of it escapes", BYTES, lines(escapes), 2, 4, True),
    Growth("a line: a byte of an array of numbers", BYTES, lines(numbers), 2, 4, True),
    Growth("a line: a byte of a query", QUERIES, lines(query("x ")), 2, 4, True),
    Growth("a line: a byte of a query with accents", QUERIES, lines(query("e\u0301")), 2, 4, True),
    Growth("a line: a byte of an id, which is echoed", BYTES, lines(identifier), 2, 4, True),
    Growth("a line: a byte of the name of an unknown session", BYTES, lines(session), 2, 4, True),
]
OF_LISTS = [
    Growth("a list: an item of a page (20 a page)", [20, 400, 20_000, 200_000], load_list, 0, 1, True),
    Growth("a list: a page of 20 after so many", [1, 100, 1000], load_pages, 1, 21, False),
    Growth("a list: a keystroke over so many items", [20, 400, 20_000], type_over_list, 1000, 6000, False),
    Growth("a list: its last item opened (`openDetail`)", [20, 400, 20_000], open_details, 100, 300, False),
    Growth("a list: an item of a snapshot (`getState`)", [20, 400, 20_000], snapshots, 2, 4, True),
]


def measure(growth, command, sizes):
    """Returns what one costs, or one more, at each size."""
    costs = []
    for size in sizes:
        low = callgrind.instructions(command, growth.talk(size), growth.few, callgrind.COPY_ALIKE) if growth.few else 0
        high = callgrind.instructions(command, growth.talk(size), growth.many, callgrind.COPY_ALIKE)
        costs.append((high - low) / (growth.many - growth.few))
    if not growth.is_work:
        return list(zip(sizes, costs))
    pairs = list(zip(sizes, costs))
    return [(b, (high - low) / (b - a)) for (a, low), (b, high) in zip(pairs, pairs[1:])]


def show(command, endpoint, is_quick):
    """Measures and prints the table; returns which rows grow faster than their work. If `is_quick`, it measures only
    the two smallest sizes and one kind of line. Two rows are measured at a time."""
    searching = operations.searching(command, endpoint)
    print(f"| {'instructions for one more, by how many there are':58} | 1st | 2nd | 3rd | 4th | |\n|-|-:|-:|-:|-:|-|")
    rows = [*OF_SESSIONS, *(OF_LINES[:1] if is_quick else OF_LINES), *OF_LISTS]

    def costs(growth):
        return measure(growth, searching if growth in OF_LISTS else command, growth.sizes[:2] if is_quick else growth.sizes)

    too_much = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for growth, found in zip(rows, pool.map(costs, rows)):
            cells = [f"{size:,}: {tables.amount(cost)}" for size, cost in found]
            grows = any(cost > ROOM * found[0][1] for _, cost in found)
            if grows:
                too_much.append(f"{growth.name}: {', '.join(cells)}")
            cells += [""] * (4 - len(cells))
            print(f"| {growth.name:58} | {' | '.join(cells)} | {'grows' if grows else 'ok'} |", flush=True)
    return too_much
