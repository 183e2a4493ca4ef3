"""The binary against a real Typesense cluster: a node that dies or hangs goes unnoticed."""

import json
import os
import pathlib
import signal
import sys
import tempfile
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "typesense")]

import cluster  # noqa: E402
from support import BINARY, Engine  # noqa: E402

DESCRIPTION = pathlib.Path(__file__).with_name("pages.json")


class Typesense(unittest.TestCase):
    # A word of which there are more than two pages of hits.
    query = "python"

    @classmethod
    def setUpClass(cls):
        cls.count = cluster.settle(cluster.nodes())[0].count

    def setUp(self):
        self.nodes = cluster.nodes()
        self.leader, self.followers = cluster.settle(self.nodes, self.count)
        self.addCleanup(self.mend)

    def mend(self):
        for node in self.nodes:
            if node.is_dead:
                node.start()
            else:
                node.signal(signal.SIGCONT)
        cluster.settle(self.nodes, self.count)

    def start(self, *nodes, **members):
        """Starts an engine that asks these nodes, in this order."""
        config = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
        config["sources"]["pages"].update(servers=[node.url for node in nodes], **members)
        file = self.enterContext(tempfile.NamedTemporaryFile("w", suffix=".json"))
        file.write(json.dumps(config))
        file.flush()
        env = {**os.environ, "TYPESENSE_API_KEY": cluster.KEY}
        return self.enterContext(Engine([BINARY, "--source", "pages", "--config", file.name], env=env))

    def fold(self, messages, shown=()):
        """Returns the list after these messages, and the errors in them."""
        items, errors = list(shown), []
        for message in messages:
            match message.get("method"):
                case "items":
                    items = items[:message["params"]["from"]] + message["params"]["items"]
                case "error":
                    errors.append(message["params"])
        return items, errors

    def page_to_the_end(self, engine, items):
        while True:
            outcome = engine.call("reachedBottom")["result"]["outcome"]
            if outcome == "full":
                return items
            items, errors = self.fold(engine.settled(), items)
            self.assertEqual(errors, [])

    def assert_whole(self, items, node):
        """Checks that there is no duplicate and no gap."""
        self.assertEqual([item["id"] for item in items], cluster.walk(node, self.query))

    def test_typing_paging_to_the_end_and_opening_a_detail(self):
        engine = self.start(self.leader, *self.followers)
        for text in ("p", "pyt", self.query):
            engine.notify("setQuery", query=text)
        items, errors = self.fold(engine.settled())
        self.assertEqual(errors, [])
        items = self.page_to_the_end(engine, items)
        self.assertGreater(len(items), 40)
        self.assert_whole(items, self.leader)
        self.assertTrue(any(len(item["snippet"]) > 1 for item in items), "matches are told apart")
        detail = engine.call("openDetail", id=items[0]["id"])["result"]
        self.assertEqual(detail["title"], items[0]["title"])
        self.assertEqual(engine.call("openDetail", id="nothing")["error"]["code"], -32003)

    def test_paging_continues_when_the_leader_is_killed_between_two_pages(self):
        engine = self.start(self.leader, *self.followers)
        engine.notify("submit", query=self.query)
        items, _ = self.fold(engine.settled())
        self.leader.kill()
        items = self.page_to_the_end(engine, items)
        self.assert_whole(items, self.followers[0])

    def test_requests_survive_the_leader_being_killed_while_others_are_queued(self):
        engine = self.start(self.leader, *self.followers, concurrency=1)
        engine.notify("submit", query=self.query)
        items, _ = self.fold(engine.settled())
        # A stopped node keeps what is sent to it: one request is in flight, and two are queued behind it.
        self.leader.signal(signal.SIGSTOP)
        for session in ("s", "t"):
            engine.call("openSession", session=session)
            engine.notify("submit", session=session, query=self.query)
        engine.notify("reachedBottom")
        began = time.monotonic()
        self.leader.kill()
        items, errors = self.fold(engine.settled(), items)
        self.assertEqual((errors, len(items)), ([], 40))
        for session in ("s", "t"):
            shown = engine.call("getState", session=session)["result"]
            if shown["loading"]:
                engine.settled(session)
                shown = engine.call("getState", session=session)["result"]
            self.assertEqual([item["id"] for item in shown["items"]], [item["id"] for item in items[:20]])
        self.assertLess(time.monotonic() - began, 15)
        self.assert_whole(self.page_to_the_end(engine, items), self.followers[0])

    def test_a_follower_that_hangs_costs_three_seconds_once(self):
        engine = self.start(self.followers[0], self.followers[1], self.leader)
        self.followers[0].signal(signal.SIGSTOP)
        began = time.monotonic()
        engine.notify("submit", query=self.query)
        items, errors = self.fold(engine.settled())
        self.assertEqual((errors, len(items)), ([], 20))
        self.assertLess(time.monotonic() - began, 6)
        engine.notify("reachedBottom")
        began = time.monotonic()
        items, errors = self.fold(engine.settled(), items)
        self.assertEqual((errors, len(items)), ([], 40))
        self.assertLess(time.monotonic() - began, 2.5, "it is asked last now")

    def test_a_retry_works_after_the_whole_cluster_was_down(self):
        engine = self.start(self.leader, *self.followers)
        engine.notify("submit", query=self.query)
        items, _ = self.fold(engine.settled())
        for node in self.nodes:
            node.kill()
        engine.notify("reachedBottom")
        shown, errors = self.fold(engine.settled(), items)
        self.assertEqual(shown, items)
        self.assertEqual([error["retryable"] for error in errors], [True], errors)
        for node in self.nodes:
            node.start()
        cluster.settle(self.nodes, self.count)
        self.assertEqual(engine.call("retry")["result"]["outcome"], "started")
        items, errors = self.fold(engine.settled(), items)
        self.assertEqual((errors, len(items)), ([], 40))
        self.assert_whole(self.page_to_the_end(engine, items), self.leader)


if __name__ == "__main__":
    unittest.main()
