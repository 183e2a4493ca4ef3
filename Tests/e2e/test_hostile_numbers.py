"""Numbers in answers of services and in recordings: none crashes the process, and none is passed on that a client
cannot represent."""

import json
import os
import tempfile
import unittest

from support import Server, run, seekline

NUMBERS = [2**63 - 1, -(2**63), 2**63, 2**53, -1, 0, 10**30, 1e300, 1e13, -1e300]


class Numbers(unittest.TestCase):
    def check(self, engine):
        """Checks that a client can represent the numbers that it is sent; returns the final snapshot."""
        for method in ("submit", "reachedBottom", "refresh"):
            params = {"query": "arrow"} if method == "submit" else {}
            if engine.call(method, **params)["result"]["outcome"] == "started":
                engine.settled()
        engine.call("openDetail", id="1")
        state = engine.call("getState")["result"]
        numbers = [state.get("total", 0), state.get("error", {}).get("retryAfterMs", 0)]
        self.assertTrue(all(0 <= number < 2**53 for number in numbers), state)
        fields = [value for item in state["items"] for value in item["fields"].values()]
        self.assertTrue(all(abs(value) < 2**53 for value in fields if not isinstance(value, str)), state)
        self.assertIn(state.get("error", {}).get("httpStatus", 200), range(100, 600))
        return state

    def ask(self, source, body, status=200, headers=()):
        """Sends requests of every kind to a service that answers like this; returns the final snapshot."""
        with Server(lambda exchange: exchange.answer(json.dumps(body).encode(), status, headers)) as server:
            arguments = ["--source", source, "--set", f"{source}.endpoint={server.origin}/api", "--log-level=off"]
            with seekline(*arguments, env={"HOTPEPPER_API_KEY": "k"}) as engine:
                return self.check(engine)

    def test_extreme_counts_from_hot_pepper_are_harmless(self):
        for member in ("results_available", "results_returned", "results_start"):
            for number in NUMBERS:
                for value in (number, str(number)):
                    results = {"results_available": 100, "results_returned": "1", "shop": [{"id": "1", "name": "x"}]}
                    self.ask("hotpepper", {"results": results | {member: value}})

    def test_extreme_counts_and_rate_limits_from_qiita_are_harmless(self):
        article = {"id": "1", "title": "", "url": ""}
        for number in NUMBERS:
            for other in (0, number):
                for date in ("Sat, 01 Jan 0000 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:60 GMT"):
                    headers = [f"Rate-Reset: {number}", f"Rate-Remaining: {other}", f"Total-Count: {number}", f"Date: {date}"]
                    self.ask("qiita", [article | {"likes_count": number}], 200, headers)
                    self.ask("qiita", {}, 429, [*headers, f"Retry-After: {number}"])

    def test_extreme_counts_from_a_wiki_are_harmless(self):
        for number in NUMBERS:
            hit = {"pageid": 1, "title": "x", "size": number, "wordcount": number}
            answer = {"searchinfo": {"totalhits": number}, "search": [hit]}
            self.ask("wikipedia", {"continue": {"sroffset": number}, "query": answer})
            self.ask("wikipedia", {"query": answer | {"search": [hit | {"pageid": number}]}})

    def test_impossible_counts_are_left_out(self):
        hit = {"pageid": 1, "title": "x", "size": 2**53, "wordcount": 2**53 - 1}
        for count in (-1, 2**53):
            state = self.ask("wikipedia", {"query": {"searchinfo": {"totalhits": count}, "search": [hit]}})
            self.assertNotIn("total", state)
            self.assertEqual(state["items"][0]["fields"], {"wordcount": 2**53 - 1})
        state = self.ask("wikipedia", {"query": {"searchinfo": {"totalhits": 2**53 - 1}, "search": [hit]}})
        self.assertEqual(state["total"], 2**53 - 1)

    def test_a_number_in_a_recording_is_accepted_or_the_recording_is_refused(self):
        """Whatever a number in a recording is, it is either read, or the recording is refused with one line."""
        ask = {"number": 1, "source": "unicode", "page": {"query": "arrow", "pageSize": 20}}
        item = {"id": "1", "title": "", "fields": {"count": 1}}
        lines = [
            {"ms": 0, "record": {"format": 1, "source": "unicode"}},
            {"ms": 0, "ask": ask},
            {"ms": 0, "answer": {"number": 1, "page": {"items": [item], "total": 1, "next": "2"}}},
            {"ms": 0, "ask": {"number": 2, "source": "unicode", "page": ask["page"] | {"cursor": "2"}}},
            {"ms": 0, "answer": {"number": 2, "error": {
                "kind": "http", "message": "no", "retryable": True, "retryAfterMs": 1, "httpStatus": 500}}},
        ]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "record")
            for index, place in self.places(lines):
                for number in NUMBERS:
                    changed = json.loads(json.dumps(lines))
                    target = changed[index]
                    for name in place[:-1]:
                        target = target[name]
                    target[place[-1]] = number
                    with open(path, "w", encoding="utf-8") as file:
                        file.writelines(json.dumps(text) + "\n" for text in changed)
                    done = run("--replay", path)
                    if done.returncode:
                        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (2, 1), done.stderr)
                    elif place[0] == "answer":
                        with seekline("--replay", path, "--script") as engine:
                            self.check(engine)

    @staticmethod
    def places(lines):
        """Returns where the numbers are: the index of the line, and the path within it."""

        def inside(value, way):
            if isinstance(value, (dict, list)):
                for name, part in value.items() if isinstance(value, dict) else enumerate(value):
                    yield from inside(part, [*way, name])
            elif isinstance(value, int) and not isinstance(value, bool):
                yield way

        return [(index, way) for index, text in enumerate(lines) for way in inside(text, [])]


if __name__ == "__main__":
    unittest.main()
