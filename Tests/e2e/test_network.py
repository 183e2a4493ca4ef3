"""Whatever a server, or the network in front of it, does: what is reported to the client and when, what is kept, and
what it costs.

All faults happen at once, each to its own session, so that those that take 15 s do so together.

    python3 Tests/e2e/test_network.py --write

regenerates the table in `protocol/failures.md`.
"""

import os
import sys
import tempfile
import unittest

import network_document
from network_faults import ALL, AT_ONCE, Fault
from network_places import HTTP2, Places
from support import takes_long


@takes_long
class Network(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.places = Places(ALL, folder.name)
        cls.addClassCleanup(cls.places.close)
        places = cls.places.all
        # A place whose name cannot be looked up cannot be searched beforehand.
        known = [name for name, place in places.items() if place.fault.place != "nameless"]
        cls.before = cls.places.search("before", known)
        for place in places.values():
            place.go_wrong()
        cls.told = cls.places.search("fault", places)
        cls.kept = {name: cls.places.engine.call("getState", session=name)["result"] for name in places}
        for place in places.values():
            place.go_right()
        cls.after = cls.places.search("after", places)

    def each(self, check):
        """Checks every fault: `check` gets its session and what was reported there."""
        for name, place in self.places.all.items():
            with self.subTest(fault=place.fault.name, place=place.fault.place):
                check(name, place.fault, *self.told[name])

    def test_the_document_says_what_happens(self):
        _, written = network_document.parts()
        self.assertEqual(written.splitlines(), network_document.sections_of(self).splitlines())

    def test_the_client_is_notified_in_time(self):
        def check(_, fault, params, seconds):
            self.assertGreaterEqual(seconds, fault.when.least)
            self.assertLess(seconds, fault.when.most)

        self.each(check)

    def test_a_failure_keeps_the_previous_list(self):
        def check(name, _, params, seconds):
            state = self.kept[name]
            if "kind" not in params:
                self.assertEqual((titles_of(state), state.get("error")), (["One"], None))
            else:
                before = titles_of(self.before[name][0]) if name in self.before else []
                self.assertEqual((titles_of(state), state["error"]["message"]), (before, params["message"]))

        self.each(check)

    def test_the_next_search_works(self):
        self.each(lambda name, *_: self.assertEqual(titles_of(self.after[name][0]), ["One"]))

    def test_error_messages_are_sentences_for_users(self):
        def check(name, _, params, seconds):
            if "kind" in params:
                self.assertTrue(params["message"].startswith(self.places.all[name].origin + " "), params)
                self.assertNotRegex(params["message"], r"(?i)curl|ssl|errno|bytes? received|srsearch|after \d+ ms|\n|\.$")

        self.each(check)

    def test_http2_was_used(self):
        self.assertTrue(all(place.has_h2 for place in self.places.all.values() if isinstance(place, HTTP2)))


def titles_of(params):
    """Returns the titles of a list, or none for an error."""
    return [item["title"] for item in params.get("items", [])]


class Costs(unittest.TestCase):
    def test_a_thousand_faults_cost_hardly_any_memory_descriptors_or_threads(self):
        """A fault, and a search that works: at most 2 MB more after 1,000 of them than after 200."""
        faults = [fault for fault in ALL if fault.when is AT_ONCE and fault.place == "plain" and fault.name not in self.slow]
        with tempfile.TemporaryDirectory() as folder:
            places = Places([Fault("any", lambda exchange: self.does(exchange))], folder)
            try:
                resident = []
                for number in range(1000):
                    fault = faults[number % len(faults)]
                    self.does = fault.does
                    for query in ("fault", "after"):
                        params, _ = places.search(query, ["s0"])["s0"]
                    self.assertEqual(titles_of(params), ["One"], f"behind {fault.name}: {params}")
                    resident.append(self.resident(places.engine.process.pid))
                    if number in (200, 999):
                        descriptors = len(os.listdir(f"/proc/{places.engine.process.pid}/fd"))
                        threads = len(os.listdir(f"/proc/{places.engine.process.pid}/task"))
                self.assertLess(max(resident) - max(resident[:200]), 2 << 20)
                self.assertLess(descriptors, 20)
                self.assertLess(threads, 8)
            finally:
                places.close()

    # Faults that take a Python server a long time.
    slow = {"a body of 1 GB", "a small compressed body expands to 64 MiB", "600,000 numbers", "503 once"}

    @staticmethod
    def resident(process):
        with open(f"/proc/{process}/status") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        Network.setUpClass()
        try:
            network_document.write(network_document.sections_of(Network))
        finally:
            Network.doClassCleanups()
    else:
        unittest.main()
