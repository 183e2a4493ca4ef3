"""What the tests of the five systems share: an engine that uses the services, and a screen that shows what it says."""

import time
import unittest

from support import BINARY, Engine, Services, line


class Screen:
    """What a front end would show: it folds what the engine says, and knows nothing else."""

    def __init__(self):
        self.items, self.loading, self.error, self.detail = [], {}, None, None
        self.history = []

    def take(self, message):
        params = message.get("params", {})
        match message.get("method"):
            case "items":
                self.items = self.items[:params["from"]] + params["items"]
                self.count, self.more, self.total = params["count"], params["more"], params.get("total")
                self.history.append("items")
            case "loading":
                self.loading = params
                if params["status"] != "error":
                    self.error = None
                self.history.append(params["status"])
            case "error":
                self.error = params
                self.history.append("error: " + params["kind"])

    @property
    def ids(self):
        return [item["id"] for item in self.items]


class System(unittest.TestCase):
    source = None
    env = {}
    arguments = []

    def setUp(self):
        self.services = self.enterContext(Services())
        env = self.enterContext(self.services.environment(self.sources())) | self.env
        command = [BINARY, "--source", self.source, *self.arguments]
        self.engine = self.enterContext(Engine(command, env=env))
        self.screen = Screen()

    def sources(self):
        """The configured sources that differ from those of the services."""
        return {}

    def call(self, method, **params):
        """Sends a request; returns its outcome, or the whole answer if it has none."""
        return self.answer(self.engine.request(method, **params))

    def answer(self, number):
        """Waits for the answer to a request; returns what `call` does."""
        *before, answer = self.engine.until(lambda message: message.get("id") == number)
        for message in before:
            self.screen.take(message)
        return answer["result"].get("outcome", answer["result"]) if "result" in answer else answer["error"]

    def type(self, *texts):
        """Sends these queries in one piece, so that no debounce ends between two of them; returns their outcomes."""
        first, self.engine.number = self.engine.number + 1, self.engine.number + len(texts)
        self.engine.write(b"".join(line("setQuery", number, query=text) for number, text in enumerate(texts, first)))
        return [self.answer(number) for number in range(first, self.engine.number + 1)]

    def see(self, what):
        """Waits until the screen shows something."""
        deadline = time.monotonic() + 60
        while not what(self.screen):
            self.screen.take(self.engine.next(max(0.001, deadline - time.monotonic())))

    def settle(self):
        """Waits until nothing is under way; returns what has been shown in the meantime."""
        self.screen.history = []
        number = self.engine.request("getState")
        *before, answer = self.engine.until(lambda message: message.get("id") == number)
        for message in before:
            self.screen.take(message)
        if answer["result"]["loading"] or answer["result"]["pending"] == "debounce":
            self.see(lambda screen: screen.loading and not screen.loading["loading"] and not screen.loading["pending"])
        return self.screen.history

    def asked(self, count):
        """Returns the requests to the service so far; there must be `count` of them."""
        requests = self.services.requests(self.source)
        self.assertEqual(len(requests), count, [request.target for request in requests])
        return requests
