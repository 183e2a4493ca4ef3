"""Many people at one engine for a minute, on a server of many moods: whatever happens when, each of them is told the
truth, and the engine keeps nothing of it.

SEEKLINE_SOAK_SECONDS says for how long (60), SEEKLINE_SOAK_PEOPLE how many they are (40), SEEKLINE_SOAK_SEED what
happens; it is printed. Where there is a real MediaWiki (SEEKLINE_WIKI, see Tests/mediawiki), a tenth of them are there:
what it finds is not known beforehand, but it has to add up all the same. At the end stands what was asked and answered,
and how memory, descriptors and threads went.
"""

import collections
import fcntl
import os
import statistics
import random
import time
import unittest

from model import Broken, Model, must
from moody import Moody, hits, title
from support import seekline, takes_long

SECONDS = float(os.environ.get("SEEKLINE_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("SEEKLINE_SOAK_SEED", "0")) or random.randrange(1, 1 << 32)
PEOPLE = int(os.environ.get("SEEKLINE_SOAK_PEOPLE", "40"))
WIKI = os.environ.get("SEEKLINE_WIKI")
# Until then the allocator, the pools and the caches find their size: five minutes, or a third of the time if it is less.
WARM_UP = min(300, SECONDS / 3)
# An hour of growth may cost so much: nobody types for longer than a week at a time.
MOST_GROWTH_AN_HOUR = 4 << 20
PATIENCE = 60
F_SETPIPE_SZ = 1031
WORDS = ["swift", "Ruby", "日本語", "焼肉 と 海", "a", "naïve café", "x" * 200, "東京 tower", "  spaces  "]
REFUSALS = {-32800, -32000, -32003}


class Person:
    """Somebody at a session, who types, scrolls, pulls and gives up."""

    def __init__(self, soak, number):
        self.soak, self.random, self.name = soak, soak.random, f"s{number}"
        self.source = "real" if WIKI and number % 10 == 0 else "wiki"
        self.model, self.text, self.page_size = None, "", 20
        # What waits for an answer: the method of each request.
        self.waiting = {}
        self.story = collections.deque(maxlen=40)

    def send(self, method, asks=None, **params):
        """A request, or a notification."""
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
        """Begins, or begins anew."""
        choose = self.random.choice
        self.page_size, self.text = choose([1, 3, 20, 50]), ""
        self.model = None
        options = {
            "debounceMs": choose([0, 1, 5, 30, 150]), "minLength": choose([0, 1, 3]), "pageSize": self.page_size,
            "trigger": choose(["incremental", "incremental", "submit"]), "onInput": choose(["keep", "cancel", "clear"]),
            "belowMinLength": choose(["clear", "keep"]), "backOffMs": choose([0, 20, 200]), "stalledMs": choose([20, 500]),
            "throttleMs": choose([0, 50, 300]), "maxPages": choose([2, 100]),
        }
        self.send("openSession", True, source=self.source, options=options)

    def act(self):
        """Does something."""
        if self.model is None or "closeSession" in self.waiting.values():
            return
        kinds = ["type"] * 9 + ["scroll"] * 4 + ["refresh", "retry", "cancel", "submit", "open", "open", "look", "look", "leave"]
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

    def _look(self):
        self.send("getState", True)

    def _leave(self):
        if self.random.random() < 0.2:
            self.send("closeSession", True)

    # MARK: What is said

    def answered(self, number, answer):
        """Takes an answer."""
        method = self.waiting.pop(number, None)
        self.story.append(f"<-- {number} {str(answer)[:300]}")
        must(method, f"request {number} is answered twice")
        self.soak.counts["answers"] += 1
        result = answer.get("result")
        if result is None:
            must(method == "openDetail" and answer["error"]["code"] in REFUSALS, f"{method} fails: {answer}")
        elif method == "openSession":
            self.model = Model(result["state"])
        elif method == "closeSession":
            self.open()
        elif method == "getState":
            self.model.compare(result)
        elif "generation" in result:
            must(result["generation"] >= self.model.generation, "an answer names a generation that is over")
            self.model.named = result["generation"]

    def told(self, method, params):
        """Takes a notification."""
        self.story.append(f"<-- {method} {str(params)[:300]}")
        if self.model is None:
            return  # The last words of a session that was closed.
        self.model.fold(method, params)
        self.soak.counts[method] += 1
        if method == "items" and self.source == "wiki":
            for item in params["items"]:
                must(item["title"].rsplit("|", 1)[0] == params["query"], f"{item['title']} in the list of {params['query']}")
            numbers = [int(item["title"].rsplit("|", 1)[1]) for item in self.model.items]
            must(numbers == sorted(numbers), "the pages are out of order")


class Footprint:
    """What a process holds, every second once it is warm."""

    def __init__(self, process):
        self.folder, self.began, self.samples = f"/proc/{process}", time.monotonic(), []
        self.next = self.began + WARM_UP

    def look(self):
        """Takes a sample, if it is time."""
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + 1
        with open(f"{self.folder}/status") as status:
            values = dict(text.split(":", 1) for text in status)
        descriptors = len(os.listdir(f"{self.folder}/fd"))
        self.samples.append((now - self.began, int(values["VmRSS"].split()[0]) << 10, descriptors, int(values["Threads"])))

    def column(self, number):
        return [sample[number] for sample in self.samples]

    @property
    def slope(self):
        """The bytes that an hour costs: those of the line that fits the samples best."""
        return statistics.linear_regression(self.column(0), self.column(1)).slope * 3600

    def __str__(self):
        kib = [value >> 10 for value in self.column(1)]
        return (
            f"after {WARM_UP:g} s, {len(kib)} samples: {kib[0]:,} to {kib[-1]:,} KiB resident (at most {max(kib):,}), "
            f"{self.slope / 1024:+,.0f} KiB an hour; descriptors {min(self.column(2))} to {max(self.column(2))}, "
            f"threads {min(self.column(3))} to {max(self.column(3))}"
        )


@takes_long
class Soak(unittest.TestCase):
    def test_everybody_is_told_the_truth(self):
        print(f"soak: {SECONDS:g} s, {PEOPLE} people, SEEKLINE_SOAK_SEED={SEED}", flush=True)
        self.random, self.asked, self.counts = random.Random(SEED), {}, collections.Counter()
        with Moody(SEED) as server:
            settings = {"wiki.type": "wikipedia", "wiki.endpoint": f"{server.origin}/w/api.php", "wiki.concurrency": 12,
                        "http.timeoutMs": 700}
            if WIKI:
                settings |= {"real.type": "wikipedia", "real.endpoint": WIKI, "real.concurrency": 4}
            arguments = [f"--set={name}={value}" for name, value in settings.items()]
            with seekline(*arguments, "--log-level=off") as self.engine:
                # The notes of a minute would take longer to check than to make.
                self.engine.transcript.close()
                # Whoever falls behind is told less, as the protocol has it: here nobody does.
                fcntl.fcntl(self.engine.process.stdout, F_SETPIPE_SZ, 1 << 20)
                self.people = {(person := Person(self, number)).name: person for number in range(PEOPLE)}
                self.footprint = Footprint(self.engine.process.pid)
                self.live(server)
        self.report()

    def report(self):
        """Says what has been, and sees that nothing was kept."""
        counts = ", ".join(f"{number:,} {what}" for what, number in sorted(self.counts.items()))
        print(f"soak: {counts}; none stale, none lost\nsoak: {self.footprint}", flush=True)
        self.assertLess(max(self.footprint.column(2)), 120)
        self.assertLess(max(self.footprint.column(3)), 50)
        # In less than that, one large answer is a slope of its own.
        if SECONDS - WARM_UP >= 600:
            self.assertLess(self.footprint.slope, MOST_GROWTH_AN_HOUR)

    def live(self, server):
        """A minute, and then the end of it."""
        for person in self.people.values():
            person.open()
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            self.random.choice(list(self.people.values())).act()
            self.listen(self.random.choice([0, 0, 0, 0.001, 0.002, 0.01]))
            self.footprint.look()
        server.calm()
        self.until(lambda person: person.model and not person.waiting, "everything is answered")
        for person in self.people.values():
            person.send("cancel", True)
        self.ask_for_the_end()
        for person in self.people.values():
            person.send("getState", True)
        self.until(lambda person: not person.waiting, "everybody knows the state")
        for person in self.people.values():
            self.check(person, lambda: self.ended(person))
        self.engine.call("shutdown")
        self.engine.notify("exit")
        self.assertEqual(self.engine.wait(), 0)

    def ask_for_the_end(self):
        """Everybody searches for one thing more, again as long as the server was too slow for it: this machine may be busy."""
        deadline, late = time.monotonic() + PATIENCE, list(self.people.values())
        while late and time.monotonic() < deadline:
            for person in late:
                person.send("submit", True, query=f"the end of {person.name}")
            self.until(lambda person: not person.waiting and person.model.is_settled, "everything settles")
            late = [person for person in late if (person.model.list_error or {}).get("kind") == "timeout"]

    def ended(self, person):
        """What a person sees in the end."""
        query = f"the end of {person.name}"
        count = min(hits(query), person.page_size)
        must(person.model.list["query"] == query, f"the list is that of {person.model.list['query']}")
        if person.source == "real":
            return
        shown = [item["title"] for item in person.model.items]
        must(shown == [title(query, number) for number in range(count)], f"{shown} is shown")

    def until(self, holds, what):
        """Listens until everybody is so far."""
        deadline = time.monotonic() + PATIENCE
        while late := [person for person in self.people.values() if not holds(person)]:
            if time.monotonic() > deadline:
                self.fail(f"not within {PATIENCE} s: {what}\n" + "\n".join(late[0].story))
            self.listen(0.1)

    def listen(self, seconds):
        """Takes what comes within so many seconds, and whatever has come by then."""
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
        """Does a step; if it breaks a promise, tells the story."""
        try:
            step()
        except Broken as broken:
            self.fail(f"{broken}, SEEKLINE_SOAK_SEED={SEED}\n" + "\n".join(person.story))


if __name__ == "__main__":
    unittest.main()
