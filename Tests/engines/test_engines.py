"""The descriptions of search engines that come with seekline, with real processes: groonga itself, and doubles of
OpenSearch and Elasticsearch, which only speak their APIs."""

import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "engines")]

import servers  # noqa: E402
from support import BINARY, Engine, run  # noqa: E402

# More than two pages of equal books: only the ISBN says which comes first.
BOOKS = [{"isbn": f"b{number:02}", "title": f"Swift {number}", "text": "A book about search while one types."} for number in range(50)]
BOOKS += [
    {"isbn": "ja1", "title": "全文検索エンジン", "text": "日本語の文章を二文字ずつに切って索引を作ります。"},
    {"isbn": "ja2", "title": "入力と検索", "text": "文字を打つたびに探します。"},
    {"isbn": "x1", "title": "Odd <names> & signs", "text": 'One "quoted" \\ word (and more'},
]


class Books:
    """What each engine must do. `server` runs one, `fill` adds the books to it."""

    settings = {}
    # The word that is marked in the books that are found, by a search for whole words and their beginnings.
    marked = "search"

    @classmethod
    def setUpClass(cls):
        cls.url = cls.enterClassContext(cls.server())
        cls.fill(cls.url, BOOKS)

    def config(self, **members):
        source = {"type": self.type, "servers": [self.url], **self.settings, **members}
        file = self.enterContext(tempfile.NamedTemporaryFile("w", suffix=".json"))
        json.dump({"sources": {"books": source}}, file)
        file.flush()
        return file.name

    def start(self, **members):
        command = [BINARY, "--source", "books", "--config", self.config(**members)]
        return self.enterContext(Engine(command, env={**os.environ, "XDG_CONFIG_HOME": os.devnull}))

    def fold(self, messages, shown=()):
        """Returns the list after these messages, which must report no error."""
        items = list(shown)
        for message in messages:
            self.assertNotEqual(message.get("method"), "error", message)
            if message.get("method") == "items":
                items = items[:message["params"]["from"]] + message["params"]["items"]
        return items

    def search(self, engine, text):
        engine.notify("submit", query=text)
        return self.fold(engine.settled())

    def to_the_end(self, engine, items, before_a_page=lambda: None):
        while True:
            before_a_page()
            if engine.call("reachedBottom")["result"]["outcome"] == "full":
                return items
            items = self.fold(engine.settled(), items)

    def ids(self, items):
        return [item["id"] for item in items]

    def test_typing_paging_to_the_end_and_opening_a_detail(self):
        engine = self.start()
        for text in ("s", "sw", "swift"):
            engine.notify("setQuery", query=text)
        items = self.fold(engine.settled())
        self.assertEqual(len(items), 20)
        items = self.to_the_end(engine, items)
        self.assertEqual(self.ids(items), [book["isbn"] for book in BOOKS[:50]], "no duplicate, no gap, and ties in one order")
        detail = engine.call("openDetail", id=items[30]["id"])["result"]
        self.assertEqual((detail["title"], detail["text"]), (BOOKS[30]["title"], BOOKS[30]["text"]))

    def test_matches_are_marked(self):
        (first, *_) = self.search(self.start(), "types")
        self.assertEqual(first["snippet"][1::2], ["types"])
        self.assertEqual("".join(first["snippet"]), BOOKS[0]["text"])

    def test_a_word_that_occurs_nowhere_finds_nothing(self):
        engine = self.start()
        self.assertEqual(self.search(engine, "zzzz"), [])
        self.assertEqual(engine.call("getState")["result"]["status"], "full")

    def test_special_characters_in_a_query_are_not_an_error(self):
        engine = self.start()
        for text in ('"quoted', "(and", "odd <names>", "a\\", "x:y", "-", "*"):
            self.search(engine, text)
        self.assertEqual(self.ids(self.search(engine, "odd names")), ["x1"])

    def test_check_with_try_shows_the_first_page(self):
        done = run("--check", self.config(example="swift"), "--try")
        text = done.stdout.decode()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(text, r"(?m)^  items     20 of 20 rows, 50 in all$")
        self.assertRegex(text, r"(?m)^  next      is asked for with ")
        self.assertNotIn("left out", text)

    def test_a_missing_index_or_table_is_named_in_the_error(self):
        engine = self.start(**self.elsewhere)
        engine.notify("submit", query="swift")
        (error,) = [message["params"] for message in engine.settled() if message["method"] == "error"]
        self.assertRegex(error["message"], self.complaint)


class PointsInTime(Books):
    """With the API of OpenSearch and Elasticsearch: each list stays as it was when it was searched for."""

    settings = {"index": "books", "uniqueField": "isbn"}
    fill = staticmethod(servers.fill)
    elsewhere = {"index": "nowhere"}
    complaint = "index_not_found_exception.*nowhere"

    def test_documents_added_while_a_list_is_paged_are_not_in_it(self):
        added = []

        def add():
            """Adds a book that would be the first of the next page, and one that would be before all others."""
            if not added:
                added.extend(["a0", "b19a"])
                servers.add(self.url, [{"isbn": isbn, "title": "Swift", "text": "new"} for isbn in added])
                self.addCleanup(self.take_away, added)

        engine = self.start()
        items = self.to_the_end(engine, self.search(engine, "swift"), add)
        self.assertEqual(self.ids(items), [book["isbn"] for book in BOOKS[:50]])
        engine.notify("refresh")
        items = self.to_the_end(engine, self.fold(engine.settled()))
        self.assertEqual(len(items), 52, "a new list has them")

    def take_away(self, isbns):
        for isbn in isbns:
            servers.ask(f"{self.url}/books/_doc/{isbn}?refresh=true", method="DELETE")

    def test_an_unknown_detail_is_an_error(self):
        answer = self.start().call("openDetail", id="none")
        self.assertIn("status 404", answer["error"]["message"])


class OpenSearch(PointsInTime, unittest.TestCase):
    type = "opensearch"
    server = staticmethod(servers.opensearch)


class Elasticsearch(PointsInTime, unittest.TestCase):
    type = "elasticsearch"
    server = staticmethod(servers.elasticsearch)


@unittest.skipUnless(shutil.which("groonga"), "groonga is missing")
class Groonga(Books, unittest.TestCase):
    type = "groonga"
    settings = {"table": "Books"}
    server = staticmethod(servers.groonga)
    fill = staticmethod(servers.fill_groonga)
    elsewhere = {"table": "Nowhere"}
    complaint = "Nowhere"

    def test_japanese_is_found_within_words(self):
        engine = self.start()
        self.assertEqual(sorted(self.ids(self.search(engine, "検索"))), ["ja1", "ja2"])
        (found,) = self.search(engine, "二文字")
        self.assertEqual(found["snippet"], ["日本語の文章を", "二文字", "ずつに切って索引を作ります。"])


del Books, PointsInTime

if __name__ == "__main__":
    unittest.main()
