"""Messages that may take long: other sessions get their turn in the meantime."""

import json
import os
import socket
import unittest
import unittest.mock

from support import Turns, best, measures_time, seekline

MOST = 1 << 20


def filled(beginning, element, end):
    """Returns a message of 1 MiB with as many elements as fit."""
    count = (MOST - len(beginning) - len(end)) // (len(element) + 1)
    text = beginning + ",".join([element] * count) + end
    assert MOST - len(element) - 1 <= len(text) <= MOST
    return text


def items(element):
    """Returns a `setItems` with as many items as fit."""
    return filled('{"jsonrpc":"2.0","id":"long","method":"setItems","params":{"items":[', element, "]}}")


LONG = {
    "params that nobody reads": filled('{"jsonrpc":"2.0","id":"long","method":"refresh","params":{"x":[', "[]", "]}}"),
    "no JSON": filled('{"jsonrpc":"2.0","id":"long","method":"refresh","params":{"x":[', '""', "]"),
    "a query that is none": filled('{"jsonrpc":"2.0","id":"long","method":"setQuery","params":{"query":[', '""', "]}}"),
    "unknown params": filled('{"jsonrpc":"2.0","id":"long","method":"openSession","params":{', '"x":1', "}}"),
    "sources": filled('{"jsonrpc":"2.0","id":"long","method":"openSession","params":{"source":[', '"unicode"', "]}}"),
    "options": filled('{"jsonrpc":"2.0","id":"long","method":"openSession","params":{"options":{', '"x":1', "}}}"),
    "options with names as long as known ones": filled(
        '{"jsonrpc":"2.0","id":"long","method":"openSession","params":{"options":{', '"debounceMx":1', "}}}"),
    "the same option over and over": filled(
        '{"jsonrpc":"2.0","id":"long","method":"openSession","params":{"options":{', '"debounceMs":1', "}}}"),
    "a batch of too many": filled("[", "1", "]"),
    "a batch of sessions": json.dumps([{"jsonrpc": "2.0", "id": number, "method": "openSession"} for number in range(1000)]),
    "items": items('""'),
    "items with members": items('{"title":"","fields":{"a":1}}'),
    "an item of 1 MB": '{"jsonrpc":"2.0","id":"long","method":"setItems","params":{"items":["%s"]}}' % ("é" * 500_000),
    "items of which the last is none": items('"a"')[:-3] + ",7]}}",
}


class WithoutTranscripts(unittest.TestCase):
    """Keeps megabytes of repetitive messages out of the transcripts: checking those would take minutes."""

    def setUp(self):
        self.enterContext(unittest.mock.patch.dict(os.environ))
        os.environ.pop("SEEKLINE_TRANSCRIPTS", None)


@measures_time
class LongMessages(WithoutTranscripts):
    """Most of these used to occupy the loop for 10 to 170 ms."""

    def longest(self, text):
        """Returns the longest time that the loop works in one go for a message."""
        turns = Turns(self)
        with seekline("--source", "list", env=turns.environment) as engine:
            engine.send_text(text.encode())
            # Whatever it was, it has been handled once the requests after it are answered.
            for _ in range(2):
                number = engine.request("listSources")
                engine.until(lambda message: isinstance(message, dict) and message.get("id") == number)
        return turns.longest

    def test_joining_the_answer_to_a_batch_of_8_mib_does_not_block_the_loop(self):
        """Joining it on the loop used to take 7 ms."""

        def longest():
            turns = Turns(self)
            with seekline(env=turns.environment) as engine:
                batch = [{"jsonrpc": "2.0", "id": number, "method": "rpc.discover"} for number in range(300)]
                engine.send_text(json.dumps(batch).encode())
                answers = engine.until(lambda message: isinstance(message, list))[-1]
                self.assertEqual([answer["id"] for answer in answers], list(range(300)))
                self.assertGreater(sum("result" in answer for answer in answers), 100)
                engine.call("listSources")
            return turns.longest

        self.assertLess(best(longest, 5), 5)

    def test_a_message_of_1_mib_does_not_block_the_loop(self):
        for what, text in LONG.items():
            with self.subTest(what):
                self.assertLess(best(lambda: self.longest(text), 10), 10)


@measures_time
class LongLists(WithoutTranscripts):
    """A list of 60,000 items: its state takes 15 MB."""

    COUNT = 60_000

    @staticmethod
    def given(number):
        return {"id": f"{number}", "title": f"a title that is not so short {number}", "url": f"https://example.org/{number}",
                "snippet": ["a piece of ", "text", " about it"], "fields": {"number": number}}

    def longest(self, *calls):
        """Returns the longest time that the loop works in one go for these calls."""
        turns = Turns(self)
        with seekline("--source", "list", env=turns.environment) as engine:
            engine.call("openSession", session="long", source="list", options={"pageSize": 500})
            for start in range(0, self.COUNT, 1000):
                given = [self.given(number) for number in range(start, start + 1000)]
                engine.call("setItems", session="long", items=given, append=start > 0)
            for method, params in calls:
                self.assertIn("result", engine.call(method, session="long", **params))
                engine.settled("long") if method == "submit" or params.get("need") else None
            for _ in range(2):
                engine.call("listSources")
        return turns.longest

    def test_writing_a_long_state_does_not_block_the_loop(self):
        """It used to take 40 ms."""
        calls = [("submit", {"query": ""}), ("reachedBottom", {"need": self.COUNT}), ("getState", {})]
        self.assertLess(best(lambda: self.longest(*calls), 10), 10)

    def test_releasing_a_long_list_does_not_block_the_loop(self):
        """It used to take 15 ms."""
        shown = [("submit", {"query": ""}), ("reachedBottom", {"need": self.COUNT})]
        closed, replaced = ("closeSession", {}), ("setItems", {"items": ["another"]})
        for calls in [closed], [replaced], [*shown, closed], [*shown, replaced], [*shown, ("submit", {"query": "rust"})]:
            with self.subTest([method for method, _ in calls]):
                self.assertLess(best(lambda: self.longest(*calls), 10), 10)


@measures_time
class LongNames(WithoutTranscripts):
    """Sessions and requests whose names and ids take 1 MB each and differ only at the end."""

    @staticmethod
    def long(number):
        return f"{'x' * 1_000_000}{number:03}"

    def longest(self, use, *arguments):
        """Returns the longest time that the loop works in one go for what `use` does with the engine."""
        turns = Turns(self)
        with seekline("--log-level", "off", *arguments, env=turns.environment) as engine:
            use(engine)
            engine.kill()
        return turns.longest

    def test_opening_sessions_with_long_names_does_not_block_the_loop(self):
        """Their table used to take 7 ms and more to grow."""

        def use(engine):
            for number in range(100):
                self.assertIn("result", engine.call("openSession", session=self.long(number)))

        self.assertLess(best(lambda: self.longest(use), 5), 5)

    def test_ending_sessions_with_long_names_does_not_block_the_loop(self):
        """Putting 20 of them in order used to take 60 ms."""

        def use(engine):
            for number in range(20):
                engine.call("openSession", session=self.long(number))
            engine.call("shutdown")

        self.assertLess(best(lambda: self.longest(use), 5), 5)

    def test_requests_that_wait_with_long_ids_do_not_block_the_loop(self):
        """Their table used to take 100 ms to grow: each id was parsed again."""

        def use(engine):
            for number in range(40):
                engine.call("openSession", session=str(number), source="wikipedia")
            for number in range(40):
                engine.send({"jsonrpc": "2.0", "id": self.long(number), "method": "openDetail",
                             "params": {"session": str(number), "id": "1"}})
                engine.call("listSources")

        # Nobody accepts what connects to it.
        with socket.create_server(("127.0.0.1", 0)) as silent:
            endpoint = f"wikipedia.endpoint=http://127.0.0.1:{silent.getsockname()[1]}/api.php"
            self.assertLess(best(lambda: self.longest(use, "--set", endpoint), 5), 5)
