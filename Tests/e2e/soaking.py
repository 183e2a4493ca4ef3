"""Simulated people who use one engine for a while, do anything at any time, and must always be shown the truth.

SEEKLINE_SOAK_SECONDS sets for how long (60), SEEKLINE_SOAK_PEOPLE how many people there are (40). SEEKLINE_SOAK_SEED
determines what happens; it is printed.
"""

import collections
import fcntl
import os
import random
import time
import unittest

from model import Broken, Model, must
from support import seekline

SECONDS = float(os.environ.get("SEEKLINE_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("SEEKLINE_SOAK_SEED", "0")) or random.randrange(1, 1 << 32)
PEOPLE = int(os.environ.get("SEEKLINE_SOAK_PEOPLE", "40"))
PATIENCE = 60
F_SETPIPE_SZ = 1031
WORDS = ["swift", "Ruby", "日本語", "焼肉 と 海", "a", "naïve café", "x" * 200, "東京 tower", "  spaces  "]
REFUSALS = {-32800, -32000, -32003}


class Person:
    """A person with a session: types, scrolls, refreshes, cancels, performs actions and supplies items to search."""

    def __init__(self, soak, number):
        self.soak, self.random, self.name = soak, soak.random, f"s{number}"
        self.source = soak.source_of(number)
        self.model, self.text, self.page_size, self.given = None, "", 20, []
        # The method of each request that has not been answered yet.
        self.waiting = {}
        self.story = collections.deque(maxlen=40)

    def send(self, method, asks=None, **params):
        """Sends a request or a notification."""
        params["session"] = self.name
        number = None
        if asks or (asks is None and self.random.random() < 0.5):
            number = self.soak.engine.request(method, **params)
            self.waiting[number] = method
            self.soak.asked[number] = self
        else:
            self.soak.engine.notify(method, **params)
        self.soak.counts["calls"] += 1
        self.story.append(f"--> {number} {method} {str(params)[:200]}")
        return number

    def open(self):
        """Opens the session, or opens it again."""
        choose = self.random.choice
        self.page_size, self.text, self.given = choose([1, 3, 20, 50]), "", []
        self.model = None
        options = {
            "debounceMs": choose([0, 1, 5, 30, 150]), "minLength": choose([0, 1, 3]), "pageSize": self.page_size,
            "trigger": choose(["incremental", "incremental", "submit"]), "onInput": choose(["keep", "cancel", "clear"]),
            "belowMinLength": choose(["clear", "keep"]), "backOffMs": choose([0, 20, 200]), "stalledMs": choose([20, 500]),
            "throttleMs": choose([0, 50, 300]), "maxPages": choose([2, 100]),
        }
        self.send("openSession", True, source=self.source, options=options)

    def act(self):
        """Does something at random."""
        if self.model is None or "closeSession" in self.waiting.values():
            return
        kinds = ["type"] * 9 + ["scroll"] * 4 + ["refresh", "retry", "cancel", "submit", "open", "open", "look", "look", "leave"]
        # One action is performed at a time, even if the session has been closed since.
        if "perform" not in self.waiting.values() and any(item.get("actions") for item in self.model.items):
            kinds += ["perform"] * 3
        if self.source == self.soak.filled:
            kinds += ["give"] * 8
        getattr(self, f"_{self.random.choice(kinds)}")()

    def _type(self):
        if self.text and self.random.random() < 0.3:
            self.text = self.text[:-1]
        else:
            word = self.random.choice(WORDS)
            self.text = word[:len(self.text) + 1] if self.random.random() < 0.6 else word + str(self.random.randrange(100))
        composing = {"composing": True} if self.random.random() < 0.1 else {}
        self.send("setQuery", query=self.text, **composing)

    def _scroll(self):
        params = self.random.choice([{}, {}, {"need": self.random.randrange(1, 200)}, {"generation": self.model.generation}])
        self.send("reachedBottom", **params)

    def _refresh(self):
        self.send("refresh")

    def _retry(self):
        self.send("retry")

    def _cancel(self):
        self.send("cancel")

    def _submit(self):
        self.send("submit", **self.random.choice([{}, {"query": self.random.choice(WORDS)}]))

    def _open(self):
        identifier = self.random.choice(self.model.items or [{"id": "17"}])["id"]
        number = self.send("openDetail", id=identifier)
        if number is not None and self.random.random() < 0.3:
            self.soak.engine.notify("$/cancelRequest", id=number)

    def _perform(self):
        item = self.random.choice([item for item in self.model.items if item.get("actions")])
        seen = self.random.choice([{}, {"generation": self.model.generation}])
        self.send("perform", True, id=item["id"], action=item["actions"][0]["name"], **seen)

    def _give(self):
        count, is_addition = self.random.choice([0, 1, 5, 100, 1500]), self.random.random() < 0.6
        items = [f"{self.random.choice(WORDS)}{self.random.randrange(1000)}" for _ in range(count)]
        self.given = self.given + items if is_addition else items
        self.send("setItems", True, items=items, append=is_addition, done=self.random.random() < 0.5)

    def _look(self):
        self.send("getState", True)

    def _leave(self):
        if self.random.random() < 0.2:
            self.send("closeSession", True)

    # MARK: Messages

    def answered(self, number, answer):
        """Handles an answer."""
        method = self.waiting.pop(number, None)
        self.story.append(f"<-- {number} {str(answer)[:300]}")
        must(method, f"request {number} is answered twice")
        self.soak.counts["answers"] += 1
        result = answer.get("result")
        if result is None:
            must(method in ("openDetail", "perform") and answer["error"]["code"] in REFUSALS, f"{method} fails: {answer}")
        elif method == "openSession":
            self.model = Model(result["state"])
        elif method == "closeSession":
            self.open()
        elif method == "getState":
            self.model.compare(result)
        elif "generation" in result:
            must(result["generation"] >= self.model.generation, "an answer names a generation that has been superseded")
            self.model.named = result["generation"]

    def told(self, method, params):
        """Handles a notification."""
        self.story.append(f"<-- {method} {str(params)[:300]}")
        if self.model is None:
            return  # The last messages of a session that was closed.
        self.model.fold(method, params)
        self.soak.counts[method] += 1
        if method == "items":
            self.soak.check_rows(self, params)


class SoakCase(unittest.TestCase):
    """A test in which people use an engine."""

    # The source that searches the items its clients supply, if there is one.
    filled = None

    def source_of(self, number):
        """Returns the source that this person searches."""
        raise NotImplementedError

    def check_rows(self, person, params):
        """Checks that the rows of an `items` are plausible."""
        raise NotImplementedError

    def look(self):
        """Called now and then, for further checks."""

    def calm(self):
        """Makes everything work from now on."""

    def settle(self):
        """Called when everything works and everybody has cancelled what was under way."""

    def check_end(self, person):
        """Checks what a person sees in the end, after a search for `last_query`."""
        raise NotImplementedError

    @staticmethod
    def last_query(person):
        """Returns what a person searches for in the end."""
        return f"the end of {person.name}"

    def live(self, seconds, *arguments):
        """Has people use an engine with these flags for this long, and then checks the outcome."""
        print(f"{type(self).__name__}: {seconds:g} s, {PEOPLE} people, SEEKLINE_SOAK_SEED={SEED}", flush=True)
        self.random, self.asked, self.counts = random.Random(SEED), {}, collections.Counter()
        with seekline(*arguments, "--set=http.timeoutMs=700", "--log-level=off") as self.engine:
            # The transcript of a minute would take longer to check than to make.
            self.engine.transcript.close()
            # The protocol lets a slow reader be sent less; with a large pipe nobody falls behind.
            fcntl.fcntl(self.engine.process.stdout, F_SETPIPE_SZ, 1 << 20)
            self.people = {(person := Person(self, number)).name: person for number in range(PEOPLE)}
            self._live(seconds)
        counts = ", ".join(f"{number:,} {what}" for what, number in sorted(self.counts.items()))
        print(f"{type(self).__name__}: {counts}; none stale, none lost", flush=True)

    def _live(self, seconds):
        for person in self.people.values():
            person.open()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.random.choice(list(self.people.values())).act()
            self.listen(self.random.choice([0, 0, 0, 0.001, 0.002, 0.01]))
            self.look()
        self.calm()
        self.until(lambda person: person.model and not person.waiting, "everything is answered")
        for person in self.people.values():
            person.send("cancel", True)
        self.settle()
        self.ask_for_the_end()
        for person in self.people.values():
            person.send("getState", True)
        self.until(lambda person: not person.waiting, "everybody knows the state")
        for person in self.people.values():
            self.check(person, lambda: self.check_end(person))
        self.engine.call("shutdown")
        self.engine.notify("exit")
        self.assertEqual(self.engine.wait(), 0)

    def ask_for_the_end(self):
        """Has everybody search once more, and again as long as that may fail: this machine may be busy."""
        deadline, late = time.monotonic() + PATIENCE, list(self.people.values())
        while late and time.monotonic() < deadline:
            for person in late:
                person.send("submit", True, query=self.last_query(person))
            self.until(lambda person: not person.waiting and person.model.is_settled, "everything settles")
            late = [person for person in late if person.model.list_error and self.may_fail(person.model.list_error)]

    @staticmethod
    def may_fail(error):
        """Whether this may still go wrong when everything works: the server was too slow."""
        return error["kind"] == "timeout"

    def until(self, holds, what):
        """Handles messages until `holds` is true of everybody."""
        deadline = time.monotonic() + PATIENCE
        while late := [person for person in self.people.values() if not holds(person)]:
            if time.monotonic() > deadline:
                self.fail(f"not within {PATIENCE} s: {what}\n" + "\n".join(late[0].story))
            self.listen(0.1)

    def listen(self, seconds):
        """Handles messages for this many seconds, and those that have arrived by then."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                message = self.engine.next(max(0.0001, deadline - time.monotonic()))
            except TimeoutError:
                return
            if "id" in message:
                person = self.asked.pop(message["id"])
                self.check(person, lambda: person.answered(message["id"], message))
            else:
                person = self.people[message["params"]["session"]]
                self.check(person, lambda: person.told(message["method"], message["params"]))

    def check(self, person, step):
        """Performs a step; if that breaks a promise, fails with the person's story."""
        try:
            step()
        except Broken as broken:
            self.fail(f"{broken}, SEEKLINE_SOAK_SEED={SEED}\n" + "\n".join(person.story))
