"""What is left of long-running programs when many have been started and have ended."""

import concurrent.futures
import json
import pathlib
import tempfile
from typing import NamedTuple

from . import tables
from .held import Marked
from .operations import heard, message

PROVIDER = pathlib.Path(__file__).with_name("provider.sh")
# How many there are at once.
WIDTH = 50
COLUMNS = ["starts", "processes", "descriptors", "threads", "memory"]


class Way(NamedTuple):
    """A way to end: what the program does, how it is configured, what the user does, and whether another program
    replaces it."""

    name: str
    behaviour: str
    settings: dict = {}
    types: tuple = ()
    is_followed: bool = False


def held(session):
    """Returns a query that is not answered."""
    return message("submit", session=session, query="hold")


def reopened(session):
    return message("closeSession", -2, session=session) + message("openSession", -2, session=session, source=session)


WAYS = [
    Way("it is idle for 1 ms", "plain", {"idleMs": 1}),
    Way("the same, but it takes SIGKILL to end it", "deaf", {"idleMs": 1}),
    Way("it exits after its answer", "exits"),
    Way("the same, and it leaves a process that holds its pipes", "leaves"),
    Way("it answers twice", "twice"),
    Way("a keystroke, but it does not cancel the query before", "plain", types=(held,), is_followed=True),
    Way("its session is closed, but it does not cancel the query", "plain", types=(held, reopened), is_followed=True),
]


class Providers:
    """An engine with many programs that end in the same way."""

    def __init__(self, binary, folder, way):
        self.way, self.starts = way, pathlib.Path(folder, "starts")
        self.names = [f"p{number}" for number in range(WIDTH)]
        self.starts.write_bytes(b"")
        source = {"type": "command", "run": "provider", "argv": [str(PROVIDER), way.behaviour, str(self.starts)]} | way.settings
        path = pathlib.Path(folder, "config.json")
        path.write_text(json.dumps({"sources": {name: source for name in self.names}}))
        self.engine = Marked([binary, "--config", str(path)])
        for name in self.names:
            self.engine.write(message("openSession", -2, session=name, source=name))
        heard(self.engine)
        self.queries = 0

    def search(self, *types):
        """Sends all of them another query, and waits for the answers."""
        self.queries += 1
        query = f"q{self.queries}"
        for name in self.names:
            self.engine.write(b"".join(key(name) for key in types) + message("submit", session=name, query=query))
        left = set(self.names)
        while left:
            said = json.loads(self.engine.line())
            if said.get("method") in ("items", "error") and said["params"].get("query", query) == query:
                left.discard(said["params"]["session"])
        return self.engine.at_rest(1 + WIDTH * self.way.is_followed)

    def counted(self):
        return self.starts.stat().st_size


def measure(binary, way, rounds):
    """Has all of them end `rounds` times; returns how often one was started, and what was held before and after."""
    with tempfile.TemporaryDirectory() as folder:
        providers = Providers(binary, folder, way)
        before = providers.search()
        if rounds > 1:
            before = providers.search(*way.types)
        first = providers.counted()
        for _ in range(rounds):
            after = providers.search(*way.types)
        count = providers.counted() - first
        providers.engine.terminate()
        return count, before, after


def show(binary, rounds):
    """Prints the table; returns whether nothing was left."""
    is_well = True
    tables.begin(COLUMNS, "what ends a long-running program")
    # Most of the time is spent waiting for those that do not end.
    with concurrent.futures.ThreadPoolExecutor(len(WAYS)) as pool:
        for way, (count, before, after) in zip(WAYS, pool.map(lambda way: measure(binary, way, rounds), WAYS)):
            is_well = is_well and count == rounds * WIDTH and before.counts == after.counts
            cells = [f"{was} → {now}" for was, now in zip(before.counts, after.counts)]
            memory = f"{before.memory / 1e6:.1f} → {after.memory / 1e6:.1f} MB"
            tables.row(way.name, COLUMNS, dict(zip(COLUMNS, [f"{count:,}", *cells, memory])))
    return is_well
