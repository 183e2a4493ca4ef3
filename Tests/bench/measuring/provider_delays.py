"""How long others wait when long-running programs misbehave: fifty at once, one of each bad kind among them."""

import json
import pathlib
import sys
import tempfile
import time

from . import tables
from .operations import heard, message
from .processes import Peer
from .provider_ends import PROVIDER

MISBEHAVING = pathlib.Path(__file__).parents[2] / "protocol" / "misbehaving" / "provider"
COUNT = 50
# How many answers a round has; half of that if there is only one round.
ANSWERS = 200
# The seconds between an answer and the next key.
PAUSE = 0.003
# Those whose fault causes an error at once; the others hang.
FAILING = {
    "missing", "not-executable", "exits-at-once", "endless-line", "closes-its-output", "daemon-with-its-pipe", "binary", "answers-twice",
    "unknown-id", "answers-after-a-cancel", "other-version",
}


def bad(kind):
    """Returns the command of a program that does one thing wrong, niced."""
    return ["nice", str(MISBEHAVING), kind]


def shell(text, argv):
    """Returns a command that a shell runs after `text`."""
    return ["sh", "-c", text + 'exec "$@"', "sh", *argv]


def kinds(folder):
    """Returns a program of each bad kind."""
    unexecutable = pathlib.Path(folder, "unexecutable")
    unexecutable.write_bytes(PROVIDER.read_bytes())
    return {
        "missing": ["no-such-provider"],
        "not-executable": [str(unexecutable)],
        "exits-at-once": bad("ExitsAtOnce"),
        "endless-line": bad("LineWithoutEnd"),
        "endless-items": bad("NothingButItems"),
        "silent": bad("SaysNothing"),
        "never-reads": bad("NeverReads"),
        "half-a-line": bad("HalfALine"),
        "closes-its-output": bad("ClosesItsOutput"),
        "ignores-sigterm": shell("trap '' TERM; ", bad("CancelIsNotAnswered")),
        "daemon-with-its-pipe": shell("sleep 1000 & ", bad("ExitsAtOnce")),
        "binary": ["nice", "cat", "/dev/urandom"],
        "answers-twice": bad("AnswersTwice"),
        "unknown-id": bad("SpeaksUnasked"),
        "answers-after-a-cancel": bad("LateAfterCancel"),
        "other-version": bad("OtherVersion"),
    }


def configured(folder):
    """Returns an engine's arguments, and the names of its fifty programs."""
    programs = kinds(folder)
    for number in range(COUNT - len(programs)):
        programs[f"well-{number}"] = ["nice", str(PROVIDER), "plain", "/dev/null"]
    sources = {name: {"type": "command", "run": "provider", "argv": argv} for name, argv in programs.items()}
    path = pathlib.Path(folder, "config.json")
    path.write_text(json.dumps({"sources": sources}))
    return ["--config", str(path)], list(programs)


class Engine(Peer):
    """An engine that is asked for characters, and may have other sources besides."""

    def __init__(self, binary, flags, names):
        super().__init__([binary, *flags])
        self.names, self.failed = names, set()
        for name, source in [("u", "unicode"), *zip(names, names)]:
            self.write(message("openSession", -2, session=name, source=source, options={"debounceMs": 0}))
        heard(self)
        self.write(b"".join(message("submit", session=name, query="first") for name in names))

    def wait(self, number):
        """Returns how long a list of characters takes. Before that key, two are sent to one of the others: the second
        supersedes the first."""
        if self.names:
            name = self.names[number % len(self.names)]
            self.write(b"".join(message("submit", session=name, query=f"{word} {number}") for word in ("this", "that")))
        start = time.perf_counter_ns()
        self.write(message("submit", session="u", query="arrow" if number % 2 else "snowman"))
        while b'"method":"items"' not in (line := self.line()) or b'"session":"u"' not in line:
            if b'"method":"error"' in line:
                self.failed.add(json.loads(line)["params"]["session"])
        return time.perf_counter_ns() - start

    def waits(self, count):
        """Returns so many waits, or more if needed until everything that fails has failed."""
        times = []
        while len(times) < count or self.names and not FAILING <= self.failed:
            time.sleep(PAUSE)
            times.append(self.wait(len(times)))
            if len(times) > 50 * ANSWERS:
                sys.exit(f"these have not failed: {', '.join(FAILING - self.failed)}")
        self.terminate()
        return times


def show(binary, rounds):
    """Prints how long a character takes, alone and alongside fifty programs, in turns."""
    alone, beside, count = [], [], min(ANSWERS, ANSWERS // 2 * rounds)
    with tempfile.TemporaryDirectory() as folder:
        flags, names = configured(folder)
        for _ in range(rounds):
            alone += Engine(binary, flags, []).waits(count)
            beside += Engine(binary, flags, names).waits(count)
    print(f"a character alone: {tables.times(alone)}; alongside {len(names)} long-running programs: {tables.times(beside)}")
