"""The table of what seekline costs, next to peers that do less: times, and with valgrind, instructions."""

import json
import pathlib

from . import callgrind, operations, peers, samples, tables, times
from .loopback import page
from .operations import message
from .processes import Peer

COUNTED = ["instructions", "allocations"]
COLUMNS = ["seekline", *COUNTED, "Python", "Node", "C or Rust"]
PING = message("refresh", 1)
STARTS = 51


class Costs:
    """One run. Without valgrind it measures times only; times can be left out."""

    def __init__(self, command, folder, endpoint, takes_times):
        self.takes_times, self.counts = takes_times, callgrind.is_there()
        self.columns = COLUMNS if takes_times else COLUMNS[:3]
        self.endpoint, self.folder = endpoint, pathlib.Path(folder)
        self.local = command
        self.searching = operations.searching(command, endpoint)
        self.own_peers = {"Python": peers.python("search", endpoint), "Node": peers.node("search", endpoint)}

    def print(self):
        """Measures and prints."""
        tables.begin(self.columns)
        self.process()
        self.search()
        if self.takes_times:
            self.json()
            self.html()
            self.inside()
        self.memory()

    def row(self, name, command, talk, few, many, found, show=tables.time):
        """Prints a row: the times found, and the cost of doing `talk` once more with `command`."""
        cells = {column: show(value) for column, value in found.items()}
        if self.counts and command:
            cost = callgrind.slope(command, talk, few, many) if few else callgrind.count(command, talk, many)
            cells |= {column: tables.amount(getattr(cost, column)) for column in COUNTED}
        tables.row(name, self.columns, cells)

    def found(self, measure, command, rounds=times.ROUNDS, **others):
        """Returns the times of the process and its peers."""
        return times.interleaved(measure, {"seekline": command, **others}, rounds) if self.takes_times else {}

    def process(self):
        """A process: its start, its requests, its keystrokes, its sessions."""
        start = self.found(times.of_all(operations.first_answer, 1), self.local, **self.own_peers)
        self.row(*self.operation(operations.START, self.local), start)
        searching = [*self.local, "--source", "unicode"]
        first = self.found(times.of_all(operations.first_list, 1), searching, rounds=STARTS)
        self.row(*self.operation(operations.FIRST_LIST, searching), first)
        alone = self.found(times.of_each(lambda _: PING, b"\"id\"", 3000), self.local, **self.own_peers)
        self.row(*self.operation(operations.REQUEST, self.local), alone)
        rate = self.found(times.rate(PING, 100_000), self.local, **self.own_peers)
        self.row(*self.operation(operations.PIPELINED, self.local), rate, tables.rate)
        for operation, many in (
            (operations.KEYSTROKE, 200_000), (operations.FIRST_KEYSTROKE, 0), (operations.DEBOUNCE, 0),
            (operations.SESSION, 20_000), (operations.ANSWERED_SESSION, 20_000),
        ):
            measure = times.of_one_more(operation.talk, many // 2, many)
            self.row(*self.operation(operation, self.local), self.found(measure, self.local) if many else {})

    def search(self):
        """A search over HTTP, and libcurl's share of it."""
        measure = times.of_each(lambda number: message("submit", query=f"word {number}"), b'"items"', 600)
        self.row(*self.operation(operations.SEARCH, self.searching), self.found(measure, self.searching, **self.own_peers))
        described = self.described()
        self.row(*self.operation(operations.DESCRIBED, described), self.found(measure, described))
        command = [peers.libcurl(), self.endpoint]
        measure = times.of_each(lambda number: b"word%%20%d\n" % number, b"", 600)
        alone = {"C or Rust": value for value in self.found(measure, command).values()}
        self.row(*self.operation(operations.GET, command), alone)

    def described(self):
        """Returns the command that searches the same server by a description."""
        description = peers.ROOT / "Tests" / "e2e" / "descriptions" / "wikipedia.json"
        text = description.read_text(encoding="utf-8").replace("https://ja.wikipedia.org/w/api.php", self.endpoint)
        configuration = self.folder / "described.json"
        configuration.write_text(json.dumps({"sources": {"described": json.loads(text)}}), encoding="utf-8")
        return [*self.local, "--config", configuration, "--source", "described", "--log-level=off"]

    @staticmethod
    def operation(operation, command):
        return operation.name, command, operation.talk, operation.few, operation.many

    # MARK: Parts

    def part(self, name, commands):
        """Prints a part next to its peers. The instructions are those from one repetition to the next."""
        self.row(name, commands["seekline"], lambda peer, count: peer.ask(count), 2, 4, times.of_parts(commands))

    def json(self):
        ours, serde_json = peers.parts(), peers.serde_json()
        for count in (20, 500):
            file = self.folder / f"{count}.json"
            file.write_bytes(page(self.endpoint, count))
            for part in ("decode", "encode"):
                self.part(f"JSON of {count} items ({file.stat().st_size / 1000:.0f} KB): {part}", {
                    "seekline": [ours, part, file], "Python": peers.python("parts", part, file),
                    "Node": peers.node("json", part, file), "C or Rust": serde_json and [serde_json, part, file],
                })
        if not serde_json:
            print("(serde_json is missing: cargo, or Debian's librust-serde-json-dev)")

    def html(self):
        file, libxml2 = self.folder / "page.html", peers.libxml2()
        file.write_bytes(samples.html_page(1200))
        self.part(f"HTML: the images of a page of {file.stat().st_size / 1000:.0f} KB", {
            "seekline": [peers.parts(), "images", file], "Python": peers.python("parts", "images", file),
            "C or Rust": libxml2 and [libxml2, file],
        })
        if not libxml2:
            print("(libxml2's headers are missing: Debian's libxml2-dev)")

    def inside(self):
        ours = peers.parts()
        self.part("an answer of MediaWiki's, read as a page of 20 items", {"seekline": [ours, "page", self.folder / "20.json"]})
        self.part("a search of 155,000 names for `arrow`", {"seekline": [ours, "unicode", "arrow"]})

    # MARK: Memory

    def memory(self):
        """The memory of a process and of a session."""
        first, all_of_them = (self.resident(count) for count in (1, 10_000))
        tables.row("resident, before it has searched", self.columns, {"seekline": f"{first / 1e6:.1f} MB"})
        cells = {"seekline": f"{(all_of_them - first) / 9_999 / 1000:.1f} KB"}
        if self.counts:
            _, talk, few, many = operations.SESSION
            cells["allocations"] = f"{callgrind.slope(self.local, talk, few, many).blocks:.0f} kept"
        tables.row("resident, each of 10,000 sessions", self.columns, cells)

    def resident(self, count):
        """Returns the resident bytes of a process with so many sessions."""
        peer = Peer(self.local)
        operations.open_sessions(peer, count)
        found = peer.resident()
        peer.terminate()
        return found
