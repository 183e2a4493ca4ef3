"""Many users share one engine for a minute, with a moody server: whatever happens when, each of them is told the truth,
and the engine keeps nothing of it.

If there is a real MediaWiki (SEEKLINE_WIKI, see Tests/mediawiki), a tenth of them search it: its results are not known
beforehand, but still have to add up. At the end it prints what was requested and answered, and the course of memory,
descriptors and threads. `soaking.py` lists the settings.
"""

import os
import statistics
import time
import unittest

from model import must
from moody import Moody, hits, title
from soaking import SECONDS, SEED, SoakCase
from support import takes_long

WIKI = os.environ.get("SEEKLINE_WIKI")
# How long the allocator, pools and caches take to reach their size: five minutes, or a third of the time if that is
# less.
WARM_UP = min(300, SECONDS / 3)
# The permitted growth per hour: nobody types for longer than a week at a time.
MOST_GROWTH_AN_HOUR = 4 << 20


class Footprint:
    """The resources that a process holds, sampled every second once it is warm."""

    def __init__(self, process):
        self.folder, self.began, self.samples = f"/proc/{process}", time.monotonic(), []
        self.next = self.began + WARM_UP

    def look(self):
        """Takes a sample if one is due."""
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
        """The growth in bytes per hour, by linear regression over the samples."""
        return statistics.linear_regression(self.column(0), self.column(1)).slope * 3600

    def __str__(self):
        kib = [value >> 10 for value in self.column(1)]
        return (
            f"after {WARM_UP:g} s, {len(kib)} samples: {kib[0]:,} to {kib[-1]:,} KiB resident (at most {max(kib):,}), "
            f"{self.slope / 1024:+,.0f} KiB an hour; descriptors {min(self.column(2))} to {max(self.column(2))}, "
            f"threads {min(self.column(3))} to {max(self.column(3))}"
        )


@takes_long
class Soak(SoakCase):
    footprint = None

    def test_every_user_is_told_the_truth(self):
        with Moody(SEED) as self.server:
            settings = {"wiki.type": "wikipedia", "wiki.endpoint": f"{self.server.origin}/w/api.php", "wiki.concurrency": 12}
            if WIKI:
                settings |= {"real.type": "wikipedia", "real.endpoint": WIKI, "real.concurrency": 4}
            self.live(SECONDS, *(f"--set={name}={value}" for name, value in settings.items()))
        print(f"Soak: {self.footprint}", flush=True)
        self.assertLess(max(self.footprint.column(2)), 120)
        self.assertLess(max(self.footprint.column(3)), 50)
        # In less time, a single large answer looks like growth.
        if SECONDS - WARM_UP >= 600:
            self.assertLess(self.footprint.slope, MOST_GROWTH_AN_HOUR)

    def source_of(self, number):
        return "real" if WIKI and number % 10 == 0 else "wiki"

    def look(self):
        self.footprint = self.footprint or Footprint(self.engine.process.pid)
        self.footprint.look()

    def calm(self):
        self.server.calm()

    def check_rows(self, person, params):
        if person.source == "real":
            return
        for item in params["items"]:
            must(item["title"].rsplit("|", 1)[0] == params["query"], f"{item['title']} in the list of {params['query']}")
        numbers = [int(item["title"].rsplit("|", 1)[1]) for item in person.model.items]
        must(numbers == sorted(numbers), "the pages are out of order")

    def check_end(self, person):
        query = self.last_query(person)
        count = min(hits(query), person.page_size)
        must(person.model.list["query"] == query, f"the list is that of {person.model.list['query']}")
        if person.source == "real":
            return
        shown = [item["title"] for item in person.model.items]
        must(shown == [title(query, number) for number in range(count)], f"{shown} is shown")


if __name__ == "__main__":
    unittest.main()
