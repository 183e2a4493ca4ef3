"""What is reported of a load that is over as soon as it has begun: the server answers before the engine's loop
continues."""

import json
import re
import tempfile
import unittest

from support import Server, library, seekline


def page(exchange):
    """Returns a page of one item that is followed by another page."""
    offset = int(re.search(r"[?&]sroffset=(\d+)", exchange.target)[1])
    hits = [{"pageid": offset + 1, "title": f"Title {offset + 1}"}]
    return json.dumps({"continue": {"sroffset": offset + 1, "continue": "-||"}, "query": {"search": hits}}).encode()


class Loads(unittest.TestCase):
    """Folding is for slow readers: one that reads everything is notified of each load before its list."""

    rounds = 20

    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.status = 200
        self.server = self.enterContext(Server(lambda exchange: exchange.answer(page(exchange), self.status)))
        self.engine = self.enterContext(seekline(*self.server.settings, env={"LD_PRELOAD": library(folder, "fast_server")}))
        self.engine.call("openSession", session="s", options={"debounceMs": 5, "backOffMs": 50, "stalledMs": 600_000})
        # From now on there is a connection: a request on a kept one can be answered within a turn of the loop.
        self.engine.notify("submit", query="first", session="s")
        self.assertEqual(self.told(), [True, "items", False])

    def told(self):
        """Returns the notifications until the session has settled: for a `loading` whether it loads, for others the
        method."""
        return [
            params["loading"] if message["method"] == "loading" else message["method"]
            for message in self.engine.settled("s")
            if (params := message.get("params")) and params.get("pending") is None
        ]

    def test_an_instant_search_reports_its_start_items_and_end(self):
        for number in range(self.rounds):
            self.engine.notify("submit", query=f"word {number}", session="s")
            self.assertEqual(self.told(), [True, "items", False])

    def test_an_instant_search_after_a_debounce_reports_its_start_items_and_end(self):
        for number in range(self.rounds):
            self.engine.notify("setQuery", query=f"word {number}", session="s")
            self.assertEqual(self.told(), [True, "items", False])

    def test_a_page_retried_after_a_back_off_reports_its_start_items_and_end(self):
        for _ in range(self.rounds):
            self.status = 404
            self.engine.notify("reachedBottom", session="s")
            self.assertEqual(self.told(), [True, "error", False])
            self.status = 200
            self.engine.notify("reachedBottom", session="s")
            self.assertEqual(self.told(), [True, "items", False])


if __name__ == "__main__":
    unittest.main()
