"""What the binary's `--check` and `--try` say about descriptions, and the descriptions that come with it."""

import json
import unittest

from describing import REQUEST, Descriptions
from support import PROVIDERS, SHIPPED, TYPES, Server, run

# The members of a description.
DESCRIBED = (
    "title, summary, attribution, request, prepare, servers, items, item, total, partial, suggestion, paging, detail, errors, budget, "
    "options, concurrency, example"
)


class Checking(Descriptions):
    def complaint(self, text):
        self.path.write_text(text)
        done = run("--check", str(self.path))
        self.assertEqual(done.returncode, 2, done.stdout)
        return done.stderr.decode().strip().replace(str(self.path), "FILE").replace("seekline: error: ", "")

    def test_a_mistake_is_reported_with_its_line_and_what_was_probably_meant(self):
        self.assertEqual(
            self.complaint('{"sources": {"docs": {\n"type": "http",\n"request": {\n "ulr": "x"}}}}').splitlines()[-1],
            "FILE:4: sources.docs.request.ulr: there is no such member; is `url` meant? The possible ones are method, url, query, "
            "headers, body",
        )
        self.assertEqual(
            self.complaint(
                '{"sources": {"docs": {"type": "http", "request": {"url": "https://docs.test/{query}"}, "items": "",'
                '"item": {"id": "", "title": ""},\n"errors": [\n{"status":\n 9}]}}}'
            ),
            "FILE:4: sources.docs.errors[0].status: must be a whole number from 100 to 599, not 9",
        )
        self.assertEqual(
            self.complaint('{"sources": {"docs": {"type": "http",\n"itmes": ""}}}').partition("?")[0],
            "FILE:2: sources.docs.itmes: there is no such setting; is `items` meant",
        )
        self.assertEqual(
            self.complaint('{"sources": {"docs": {"type": "http", "request": {"url": "https://docs.test/{query}"}}}}'),
            "FILE:1: sources.docs.items: is needed\nFILE:1: sources.docs.item: is needed",
        )

    def test_all_mistakes_in_a_file_are_reported_at_once(self):
        self.assertEqual(
            self.complaint(
                """{"source": {},
                "sources": {
                "wikipedia": 3,
                "http": {"timeoutMs": 0},
                "books": {"type": "opensaerch"},
                "docs": {
                    "type": "http",
                    "servres": [],
                    "request": {
                        "url": "docs.test",
                        "query": {"q": {"$": "qury"}}},
                    "item": {"id": "/id",
                        "titel": "/title"}}}}"""
            ).splitlines(),
            [
                "FILE:1: source: there is no such member; there is `sources`",
                "FILE:3: sources.wikipedia: must be an object, not a number",
                f'FILE:5: sources.books.type: must be one of {", ".join([*TYPES, *SHIPPED, *PROVIDERS])}, not "opensaerch"; is `opensearch` meant?',
                'FILE:4: sources.http.timeoutMs: must be a whole number from 1 to 600000, not "0"',
                "FILE:8: sources.docs.servres: there is no such setting; is `servers` meant? http has " + DESCRIBED,
                "FILE:7: sources.docs.items: is needed",
                'FILE:10: sources.docs.request.url: must be a URL that begins with http:// or https://, not "docs.test"',
                'FILE:11: sources.docs.request.query.q.$: must be `query` or `limit`, not "qury"; is `query` meant?',
                "FILE:12: sources.docs.item: needs a member `title`",
                "FILE:13: sources.docs.item.titel: there is no such member; is `title` meant? The possible ones are id, title, snippet, url, "
                "image, insert, kind, fields",
            ],
        )

    def test_an_environment_variable_that_is_not_set_is_reported(self):
        with Server() as server:
            config = self.describe(server, request={**REQUEST, "headers": {"X-Key": {"env": "DOCS_KEY"}}})
            self.assertRegex(run("--check", config).stdout.decode(), r"(?m)^  docs +missing: DOCS_KEY$")
            self.assertRegex(run("--check", config, env={"DOCS_KEY": "k"}).stdout.decode(), r"(?m)^  docs +ready$")

    def test_try_shows_what_is_read_and_what_is_left_out(self):
        def reply(exchange):
            self.assertEqual(exchange.target, "/search?q=swift&p=1&key=canary-1")
            body = {"hits": [{"id": 7, "title": "A\x1b[31m", "note": "said canary-1"}, {"id": 8}], "found": 40}
            exchange.answer(json.dumps(body).encode(), headers=["X-Left: 5", "X-Reset: 60"])

        item = {"id": "/id", "title": "/title", "fields": {"note": "/note"}}
        request = {**REQUEST, "query": {**REQUEST["query"], "key": {"env": "DOCS_KEY"}}}
        budget = {"remaining": "X-Left", "reset": "X-Reset", "resetIs": "seconds"}
        with Server(reply) as server:
            config = self.describe(server, example="swift", item=item, request=request, budget=budget, total="/found")
            done = run("--check", config, "--try", env={"DOCS_KEY": "canary-1"})
            text = done.stdout.decode()
            self.assertEqual(done.returncode, 0)
            self.assertNotIn("canary", text)
            self.assertEqual(text[text.index("\ndocs\n"):].replace(server.origin, "SERVER"), """
docs
  asked     GET SERVER/search?q=swift&p=1&key=[secret]
  answered  status 200, 94 bytes
  budget    5 requests for 60 s
  items     1 of 2 rows, 40 in all
    1  A\ufffd[31m
       id: 7
       fields.note: said [secret]
  left out  1 rows
    row 2: it has no title: nothing is at /title
  next      is asked for with 2
""")

    def test_try_shows_no_key_whether_it_is_marked_or_cut(self):
        """A match may be in the middle of a key, and the end of what is shown, too."""
        key = "canary-0123456789-abcdefghi"
        hit = {"id": 7, "title": "x" * 190 + key, "note": "x" * 190 + key, "text": f"a {key[:10]}<em>{key[10:20]}</em>{key[20:]} b"}
        item = {
            "id": "/id", "title": "/title", "snippet": {"at": "/text", "highlight": ["<em>", "</em>"]}, "url": "https://docs.test/{/note}",
            "fields": {"note": "/note"},
        }
        request = {**REQUEST, "query": {**REQUEST["query"], "key": {"env": "DOCS_KEY"}}}
        with Server(lambda exchange: exchange.answer(json.dumps({"hits": [hit]}).encode())) as server:
            text = run("--check", self.describe(server, example="x", item=item, request=request), "--try", env={"DOCS_KEY": key}).stdout.decode()
        self.assertIn("snippet: a [secret] b", text)
        for piece in ("canary", "23456"):
            self.assertNotIn(piece, text)

    def test_try_reports_what_is_too_large_as_a_search_does(self):
        hits = [{"id": number, "title": "x"} for number in range(10_001)]
        with Server(lambda exchange: exchange.answer(json.dumps({"hits": hits}).encode())) as server:
            text = run("--try", "--config", self.describe(server, example="x")).stdout.decode()
        self.assertRegex(text, r"(?m)^  error     decode: The answer has 10001 items; at most 10000 are taken at once$")
        hits = [{"id": 1, "title": "x" * 2_000_000}]
        with Server(lambda exchange: exchange.answer(json.dumps({"hits": hits}).encode())) as server:
            text = run("--try", "--config", self.describe(server, example="x")).stdout.decode()
        self.assertRegex(text, r"(?m)^    1  x{200}…$")

    def test_try_reports_a_failing_server_and_a_missing_example(self):
        with Server(lambda exchange: exchange.answer(b"<html>", 500)) as server:
            text = run("--try", "--config", self.describe(server, example="x")).stdout.decode()
        self.assertRegex(text, r"(?m)^  error     http: http://\S+ answered with status 500$")
        with Server() as server:
            text = run("--try", "--config", self.describe(server)).stdout.decode()
        self.assertIn("it has no `example`", text)


class Shipped(Descriptions):
    """Descriptions that come with it."""

    def test_one_line_enables_a_shipped_description(self):
        self.path.write_text('{"sources": {"news": {"type": "hacker-news"}}}')
        listed, _, others = run("--config", str(self.path), "--sources").stdout.decode().partition("\n\n")
        self.assertRegex(listed, r"(?m)^news +Hacker News: ")
        self.assertRegex(others, r"(?m)^  hacker-news +stories .*\[never run live\]$")
        checked = run("--check", str(self.path)).stdout.decode()
        self.assertRegex(checked, r"(?m)^  news +ready \(described from its documentation, never run live\)$")
        listed = run("--set=books.type=groonga", "--set=books.table=Books", "--sources").stdout.decode()
        self.assertRegex(listed, r"(?m)^books +groonga \(Books\): ")

    def test_mistakes_in_its_settings_are_reported_with_their_location(self):
        self.path.write_text('{"sources": {"books": {\n"type": "opensearch",\n"index": "a/b", "exampel": 1}}}')
        done = run("--check", str(self.path))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(
            done.stderr.decode().replace(str(self.path), "FILE").splitlines(),
            [
                "seekline: error: FILE:3: sources.books.exampel: there is no such setting; is `example` meant? opensearch has index, "
                "uniqueField, titleField, textField, " + DESCRIBED,
                "seekline: error: FILE:2: sources.books.uniqueField: is needed",
                'seekline: error: FILE:3: sources.books.index: must consist of letters, digits, `_`, `-`, `.` and `,`, not "a/b"',
            ],
        )

    def test_its_keys_come_from_the_environment(self):
        self.path.write_text('{"sources": {"books": {"type": "typesense", "collection": "books"}}}')
        checked = run("--check", str(self.path)).stdout.decode()
        self.assertRegex(checked, r"(?m)^  books +missing: TYPESENSE_API_KEY\b")

if __name__ == "__main__":
    unittest.main()
