"""Strings that are expensive to compare as characters: they are compared by their bytes, wherever they come from."""

import json
import os
import tempfile
import time
import unittest

from support import Server, best, line, measures_time, run, seekline

# Combining marks out of order. Finding out whether two such strings look the same takes time quadratic in their length.
MARKS = "\u0301\u0316" * 230_000
COMPOSED, DECOMPOSED = "caf\u00e9", "cafe\u0301"
# Compared as characters, each of these would take a minute.
LIMIT = 10


class Texts(unittest.TestCase):
    def soon(self, engine, method, **params):
        """Calls a method; returns the answer, which must come within the limit."""
        start = time.monotonic()
        answer = engine.call(method, 120, **params)
        self.assertLess(time.monotonic() - start, LIMIT, method)
        return answer

    def test_session_names_are_compared_as_bytes(self):
        with seekline() as engine:
            self.assertEqual(self.soon(engine, "openSession", session=MARKS)["result"]["session"], MARKS)
            self.assertEqual(self.soon(engine, "getState", session=MARKS[:-1])["error"]["code"], -32001)
            self.assertEqual(self.soon(engine, "openSession", session=MARKS)["error"]["code"], -32602)
            self.assertEqual(self.soon(engine, "closeSession", session=MARKS)["result"], {})

    def test_names_of_methods_sources_options_and_option_values_are_compared_as_bytes(self):
        with seekline() as engine:
            self.assertEqual(self.soon(engine, "a" + MARKS)["error"]["code"], -32601)
            self.assertEqual(self.soon(engine, "openSession", source="u" + MARKS)["error"]["code"], -32002)
            self.assertIn("result", self.soon(engine, "openSession", options={"d" + MARKS: 1}))
            self.assertEqual(self.soon(engine, "openSession", options={"trigger": "s" + MARKS})["error"]["code"], -32602)

    def test_unknown_params_are_compared_as_bytes(self):
        names = {f"{MARKS[:25_000]}{number}": number for number in range(17)}
        with seekline() as engine:
            self.assertIn("result", self.soon(engine, "setQuery", query="arrow", **names))

    def test_detail_ids_are_compared_as_bytes(self):
        for arguments in ([], ["--source=account-id", "--set=account-id.project=p"], ["--source=wikipedia"]):
            with seekline(*arguments) as engine:
                self.assertIn("error", self.soon(engine, "openDetail", id="U" + MARKS))

    def test_request_ids_are_compared_as_bytes(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.send({"jsonrpc": "2.0", "id": MARKS, "method": "openDetail", "params": {"id": "1"}})
            server.next()
            self.assertEqual(self.soon(engine, "$/cancelRequest", id=MARKS[:-1])["result"], {})
            start = time.monotonic()
            engine.notify("$/cancelRequest", id=MARKS)
            self.assertEqual(engine.until(lambda message: message.get("id") == MARKS)[-1]["error"]["code"], -32800)
            self.assertLess(time.monotonic() - start, LIMIT)

    def test_a_script_that_reads_ahead_compares_method_names_as_bytes(self):
        start = time.monotonic()
        done = run("--script", stdin=line("c" + MARKS[:150_000], 1))
        self.assertIn(b"-32601", done.stdout)
        self.assertLess(time.monotonic() - start, LIMIT)

    def test_strings_from_a_service_are_compared_as_bytes(self):
        marks = MARKS[:200_000]
        answers = {
            "wikipedia": {"continue": {marks: "1", marks + "2": "2"}, "query": {"search": []}},
            "hotpepper": {"results": {"shop": [{"id": marks, "name": marks}], "results_available": 1, "results_returned": 1}},
            "qiita": [{"id": marks, "title": marks, "url": marks}, {"id": marks + "2", "title": "", "url": ""}],
        }
        for source, answer in answers.items():
            body = json.dumps(answer).encode()
            with Server(lambda exchange: exchange.answer(body)) as server:
                arguments = ["--source", source, "--set", f"{source}.endpoint={server.origin}/api"]
                with seekline(*arguments, env={"HOTPEPPER_API_KEY": "k"}) as engine:
                    engine.notify("submit", query="arrow")
                    start = time.monotonic()
                    engine.settled(timeout=120)
                    self.assertLess(time.monotonic() - start, LIMIT, source)
                    self.assertIn("detail", self.soon(engine, "openDetail", id="x").__repr__())

    @measures_time
    def test_error_texts_from_a_service_are_handled_within_a_second(self):
        marks = "a" + MARKS[:30_000]
        for status, body in ((200, {"error": {"code": marks, "info": ""}}), (403, {"type": marks, "message": marks})):
            source = "wikipedia" if status == 200 else "qiita"
            with Server(lambda exchange: exchange.answer(json.dumps(body, ensure_ascii=False).encode(), status)) as server:
                with seekline("--source", source, "--set", f"{source}.endpoint={server.origin}/api") as engine:

                    def seconds():
                        start = time.monotonic()
                        engine.call("submit", query=f"arrow {start}")
                        engine.settled(timeout=120)
                        return time.monotonic() - start

                    self.assertLess(best(seconds, 1), 1, source)

    def test_ids_in_a_recording_are_compared_as_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "record")
            with open(path, "w", encoding="utf-8") as file:
                for number in range(3):
                    ask = {"number": number, "source": "unicode", "detail": {"id": f"{MARKS}{number}"}}
                    detail = {"id": "x", "title": str(number), "text": ""}
                    for part in ({"ask": ask}, {"answer": {"number": number, "detail": detail}}):
                        print(json.dumps({"ms": 0} | part, ensure_ascii=False), file=file)
            with seekline("--replay", path) as engine:
                self.assertEqual(self.soon(engine, "openDetail", id=f"{MARKS}1")["result"]["title"], "1")


class LookAlikes(unittest.TestCase):
    """Two strings that look the same but have different bytes are different."""

    def test_sessions_with_look_alike_names_are_different(self):
        with seekline() as engine:
            for name in (COMPOSED, DECOMPOSED):
                self.assertEqual(engine.call("openSession", session=name)["result"]["session"], name)

    def test_look_alike_queries_are_different(self):
        with seekline() as engine:
            engine.call("openSession", session="s", options={"debounceMs": 0})
            for text in (COMPOSED, DECOMPOSED):
                self.assertEqual(engine.call("setQuery", session="s", query=text)["result"]["outcome"], "started")
                engine.settled("s")
                self.assertEqual(engine.call("getState", session="s")["result"]["query"], text)

    def test_items_with_look_alike_ids_are_different(self):
        body = json.dumps([{"id": text, "title": "", "url": ""} for text in (COMPOSED, DECOMPOSED)]).encode()
        with Server(lambda exchange: exchange.answer(body)) as server:
            with seekline("--source=qiita", f"--set=qiita.endpoint={server.origin}") as engine:
                engine.notify("submit", query="arrow")
                engine.settled()
                items = engine.call("getState")["result"]["items"]
                self.assertEqual([item["id"] for item in items], [COMPOSED, DECOMPOSED])

    def test_requests_with_look_alike_ids_are_different(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.send({"jsonrpc": "2.0", "id": COMPOSED, "method": "openDetail", "params": {"id": "1"}})
            exchange = server.next()
            engine.call("$/cancelRequest", id=DECOMPOSED)
            exchange.answer(b'{"query":{"pages":[{"pageid":1,"title":"One","extract":"All"}]}}')
            self.assertIn("result", engine.until(lambda message: message.get("id") == COMPOSED)[-1])


class Length(unittest.TestCase):
    def test_a_query_may_have_at_most_10000_code_points(self):
        with seekline() as engine:
            for method in ("setQuery", "submit"):
                self.assertIn("result", engine.call(method, query="\U0001f600" * 10_000))
                self.assertEqual(
                    engine.call(method, query="é" * 10_001)["error"],
                    {
                        "code": -32602,
                        "message": "Invalid params: `query` must be a string of at most 10000 code points, not one of 10001",
                        "data": {"param": "query", "expected": "a string of at most 10000 code points"},
                    },
                )

    def test_a_query_of_combining_marks_is_handled_quickly(self):
        with seekline() as engine:
            for query in (MARKS[:10_000], MARKS[:9_999] + "x"):
                start = time.monotonic()
                engine.call("setQuery", query=query)
                engine.call("submit", query=query)
                engine.settled()
                self.assertLess(time.monotonic() - start, LIMIT)


if __name__ == "__main__":
    unittest.main()
