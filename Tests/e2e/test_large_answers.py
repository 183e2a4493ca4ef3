"""Answers of almost the maximum size, with most of their bytes in one place of one item."""

import json
import unittest

from support import BINARY, Engine, Services, most_memory
from test_described import Described

SIZE = 14 << 20


class Large:
    """Each system: reading such an answer takes at most four times its size in memory, whatever it contains; what is
    reported about it is short, and the next search works as usual."""

    # Places, and what the text there consists of: texts that take more to read than most.
    odd = []

    def sources(self):
        return {}

    def test_a_large_answer_takes_bounded_memory_and_is_reported_briefly(self):
        for place, self.piece in [(place, "x") for place in self.places] + self.odd:
            with self.subTest(place=place, piece=self.piece), Services() as self.services:
                with self.services.environment(self.sources()) as env:
                    with Engine([BINARY, "--source", self.source, "--log-level", "off"], env={**env, **self.env}) as engine:
                        self.check(engine, place)

    def check(self, engine, place):
        usual = self.search(engine, self.query)
        self.assertIn("items", [message["method"] for message in usual], usual)
        request = self.services.requests(self.source)[-1]
        body = self.services.by_name[self.source].answer(request).body.decode()
        before = most_memory(engine.process.pid)
        self.services.fail(self.source, body=self.enlarged(body, place))
        told = self.search(engine, self.query + " ")
        self.assertLess((most_memory(engine.process.pid) - before) / SIZE, 4 + 1 / 7)
        self.assertLess(sum(len(json.dumps(message)) for message in told), 1 << 20)
        kinds = [message["method"] for message in told]
        self.assertEqual(kinds, [message["method"] for message in usual])
        self.assertEqual(self.search(engine, self.query)[1]["params"]["items"], usual[1]["params"]["items"])

    def search(self, engine, query):
        engine.notify("submit", query=query)
        return [message for message in engine.settled() if "method" in message and not message["params"].get("stalled")]

    def long(self, written):
        """Returns a text that has SIZE bytes as `written` writes it."""
        return self.piece * (SIZE // len(written(self.piece).encode()))

    def enlarged(self, body, place):
        """Returns the answer with a long text in this place."""
        answer = part = json.loads(body)
        for member in place[:-1]:
            part = part[member]
        part[place[-1]] = self.long(lambda text: json.dumps(text)[1:-1])
        return json.dumps(answer)


class LargeWikipedia(Large, unittest.TestCase):
    source, query, env = "wikipedia", "swift", {}
    places = [("query", "search", 1, member) for member in ("title", "snippet", "timestamp", "unknown")]
    odd = [(("query", "search", 1, "snippet"), piece) for piece in ("&", "<", '<span class="searchmatch">a</span>')]


class LargeDescribedWikipedia(Described, LargeWikipedia):
    pass


class LargeQiita(Large, unittest.TestCase):
    source, query, env = "qiita", "swift", {}
    places = [(1, "id"), (1, "title"), (1, "url"), (1, "user", "profile_image_url")]


class LargeDescribedQiita(Described, LargeQiita):
    pass


class LargeHotPepper(Large, unittest.TestCase):
    source, query, env = "hotpepper", "焼肉", {}
    places = [("results", "shop", 1, *member) for member in (["id"], ["name"], ["urls", "pc"], ["photo", "pc", "l"])]
    odd = [(("results", "shop", 1, "name"), "a ")]


class LargeYahooImages(Large, unittest.TestCase):
    source, query, env = "yahoo-images", "ねこさん", {}
    places = ["?w=", "alt='"]
    odd = [("?w=", "\0"), ("?w=", "a ")]

    def enlarged(self, body, place):
        return body.replace(place, place + self.long(str), 1)


if __name__ == "__main__":
    unittest.main()
