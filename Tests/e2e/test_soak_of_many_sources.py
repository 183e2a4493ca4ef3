"""Many users search all that a machine has, in single sources and unions: their own lists, a changing file and folder,
programs that fail and end, a moody wiki. Whatever happens when, each of them is told the truth.

`soaking.py` lists the settings; this takes a third of its seconds.
"""

import json
import os
import pathlib
import random
import tempfile
import threading
import time
import unittest

import moody_provider
from model import must
from moody import Moody, hits, title
from soaking import PATIENCE, SECONDS, SEED, WORDS, SoakCase
from support import takes_long

FOLDER = pathlib.Path(__file__).parent
# For how many seconds a missing file may come back (a log that is rotated).
GRACE = 2


def fits(text, query):
    """Whether a text has the letters of each word in this order."""
    for word in query.casefold().split():
        letters = iter(text.casefold())
        if word.isascii() and word.isalnum() and not all(letter in letters for letter in word):
            return False
    return True


class Writer(threading.Thread):
    """A thread that changes the file `log` and the folder `files`, as other programs would."""

    def __init__(self, folder):
        super().__init__()
        self.log, self.files, self.random = folder / "log", folder / "files", random.Random(SEED)
        self.files.mkdir()
        self.log.touch()
        self.is_over, self.error = threading.Event(), None

    def run(self):
        kinds = [self.append] * 6 + [self.cut, self.rewrite, self.rotate, self.remove, self.make_file, self.remove_file]
        try:
            while not self.is_over.wait(self.random.uniform(0, 0.5)):
                self.random.choice(kinds)()
        except Exception as error:
            self.error = error

    def end(self):
        """Stops changing anything; raises what went wrong with that."""
        self.is_over.set()
        self.join()
        error, self.error = self.error, None
        if error:
            raise error

    def lines(self, most):
        return "".join(f"{self.random.choice(WORDS)} {self.random.randrange(10000)}\n" for _ in range(self.random.randrange(most)))

    def append(self):
        with open(self.log, "a", encoding="utf-8") as log:
            log.write(self.lines(self.random.choice([2, 5, 300])))

    def cut(self):
        text = self.log.read_bytes()
        os.truncate(self.log, text.rfind(b"\n", 0, self.random.randrange(len(text) + 1)) + 1)

    def rewrite(self):
        self.log.write_text(self.lines(50), encoding="utf-8")

    def rotate(self):
        self.log.rename(self.log.with_suffix(".1"))
        self.is_over.wait(0.05)
        self.rewrite()

    def remove(self):
        self.log.unlink()
        self.is_over.wait(self.random.choice([0.1, GRACE + 0.5]))
        self.rewrite()

    def make_file(self):
        (self.files / f"swift{self.random.randrange(30)}").touch()

    def remove_file(self):
        (self.files / f"swift{self.random.randrange(30)}").unlink(missing_ok=True)


@takes_long
class SoakOfManySources(SoakCase):
    filled = "own"

    def test_every_user_is_told_the_truth(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.folder = pathlib.Path(folder)
        self.calm_file, config = self.folder / "calm", self.folder / "config.json"
        self.writer = Writer(self.folder)
        with Moody(SEED) as self.server:
            config.write_text(json.dumps({"sources": self.sources()}))
            self.writer.start()
            self.addCleanup(self.writer.end)
            self.live(SECONDS / 3, "--config", str(config))

    def sources(self):
        act = self.folder / "act"
        act.write_text(f'#!/bin/sh\n[ $(($$ % 5)) = 0 ] && sleep 0.1\nrm -f -- "{self.writer.files}/$2"; echo done\n')
        act.chmod(0o755)
        actions = [{"name": "act", "title": "Act", "argv": [str(act), "--", "{id}"], "changes": True}]
        calm = str(self.calm_file)
        return {
            "wiki": {"type": "wikipedia", "endpoint": f"{self.server.origin}/w/api.php", "concurrency": 12},
            "own": {"type": "list"},
            "log": {"type": "lines", "path": str(self.writer.log)},
            "files": {"type": "command", "argv": ["ls", str(self.writer.files)], "actions": actions},
            "program": {"type": "command", "argv": [str(FOLDER / "moody_program"), calm, "--", "{query}"]},
            "provider": {"type": "command", "run": "provider", "argv": [str(FOLDER / "moody_provider.py"), calm]},
            "here": {"type": "union", "of": ["log", "files"]},
            "two": {"type": "union", "of": ["wiki", "log"]},
            "all": {"type": "union", "of": ["wiki", "log", "provider", "files"]},
        }

    def source_of(self, number):
        return ["wiki", "own", "log", "files", "program", "provider", "here", "two", "all"][number % 9]

    def calm(self):
        self.server.calm()
        self.calm_file.touch()
        self.writer.end()

    def check_rows(self, person, params):
        for item in params["items"]:
            source, row = item.get("source", person.source), item["title"]
            is_right = row.rsplit("|", 1)[0] == params["query"] if self.says_query(source) else fits(row, params["query"])
            must(is_right, f"{row} in the list of {params['query']}")
        for source in ("wiki", "provider"):
            numbers = [int(row.rsplit("|", 1)[1]) for row in self.rows(person, source)]
            must(numbers == sorted(numbers), f"the pages of {source} are out of order")

    @staticmethod
    def says_query(source):
        """Whether the rows of a source begin with what was searched for."""
        return source in ("wiki", "program", "provider")

    @staticmethod
    def rows(person, source):
        """Returns the titles of the items of a source that a person sees."""
        return [item["title"] for item in person.model.items if item.get("source", person.source) == source]

    def settle(self):
        """Checks that an empty query finds all that was supplied, all of the file and all of the folder."""
        local = [person for person in self.people.values() if person.source in ("own", "log", "files", "here")]
        for person in local:
            person.send("submit", True, query="")
        lines = self.writer.log.read_text(encoding="utf-8").splitlines()
        deadline = time.monotonic() + PATIENCE
        while True:
            self.until(lambda person: not person.waiting and person.model.is_settled, "everything settles")
            late = [person for person in local if not self.has_all(person, lines)]
            if not late:
                break
            if time.monotonic() > deadline:
                self.fail(f"not within {PATIENCE} s: all of {late[0].source}\n" + "\n".join(late[0].story))
            # A program that has been run once is run again only on request. Supplied items and files are watched.
            for person in late:
                if person.source in ("files", "here"):
                    person.send("refresh", True)
            self.listen(0.1)

    def has_all(self, person, lines):
        """Whether a person sees the beginning of what there is, or has a session for which an empty query is too
        short."""
        if person.model.list["query"] != "" or person.model.loading["status"] == "initial":
            return True
        whole = {"own": person.given, "log": lines, "files": sorted(os.listdir(self.writer.files))}
        parts = [source for source in whole if source == person.source or person.source == "here" and source != "own"]
        shown = {source: self.rows(person, source) for source in parts}
        count = sum(len(whole[source]) for source in parts)
        are_right = all(shown[source] == whole[source][:len(shown[source])] for source in parts)
        return are_right and len(person.model.items) >= min(person.page_size, count)

    @staticmethod
    def may_fail(error):
        # A provider still does what it was about to do when all became calm: it exits, or writes nonsense.
        return SoakCase.may_fail(error) or "moody_provider" in error["message"]

    def check_end(self, person):
        query = self.last_query(person)
        must(person.model.list["query"] == query, f"the list is that of {person.model.list['query']}")
        found = {
            "wiki": [title(query, number) for number in range(hits(query))],
            "provider": [f"{query}|{number}" for number in range(moody_provider.hits(query))],
        }.get(person.source)
        if found is not None:
            shown = self.rows(person, person.source)
            must(shown == found[:person.page_size], f"{shown} is shown")


if __name__ == "__main__":
    unittest.main()
