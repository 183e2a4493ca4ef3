"""A user's own databases: a SELECT finds rows, whose columns are the members of items."""

import contextlib
import os
import random
import unittest

from databases import DOCSET, FIREFOX, NOTES, TRACKS, DatabaseCase, docset, firefox, notes
from support import seekline, titles

# Any text, including operators and quotes.
LETTERS = ["a", "B", "swift", " ", "  ", '"', "'", "*", "^", "+", "(", ")", "{", ":", "-", "NEAR", "AND", "OR", "NOT", "é", "漢", "\0", "\n", "%"]


class Reading(DatabaseCase):
    def test_columns_become_members_of_items(self):
        self.make()
        (item,) = self.found(
            "SELECT 7 AS id, 'T' AS title, 'http://a.test/' AS url, 'http://a.test/i' AS image, 'ins' AS \"insert\", 'symbol' AS KIND, "
            "'a b.c' AS path, 3 AS line, 9 AS column, 'de' AS lang, 5 AS n WHERE :query NOTNULL LIMIT :limit"
        )["items"]
        self.assertEqual(item, {
            "id": "7", "title": "T", "url": "http://a.test/", "image": "http://a.test/i", "insert": "ins", "kind": "symbol",
            "location": {"path": "a b.c", "line": 3, "column": 9}, "fields": {"lang": "de", "n": 5},
        })

    def test_the_first_hundred_other_columns_become_fields(self):
        self.make()
        columns = ", ".join(f"{number} AS c{number}" for number in range(120))
        (item,) = self.found(f"SELECT 1 AS id, {columns}, 'T' AS title, 'last' AS c7, 'U' AS TITLE WHERE :query NOTNULL LIMIT :limit")["items"]
        expected = {f"c{number}": number for number in range(100)} | {"c7": "last"}
        self.assertEqual((item["title"], item["fields"]), ("U", expected))

    def test_a_table_without_an_index_can_be_searched(self):
        self.make(
            "CREATE TABLE tracks(id INTEGER PRIMARY KEY, title, artist)", "INSERT INTO tracks VALUES(1, 'Nuages', 'Debussy')",
            "INSERT INTO tracks VALUES(2, 'Lullaby', 'Brahms')", "INSERT INTO tracks VALUES(3, 'ALLEGRO', 'Vivaldi')")
        told = self.found(**TRACKS, query="LL")
        self.assertEqual(
            [(item["title"], item["fields"]) for item in told["items"]],
            [("Lullaby", {"artist": "Brahms"}), ("ALLEGRO", {"artist": "Vivaldi"})])

    def test_values_of_every_type_are_converted(self):
        self.make()
        (item,) = self.found(
            "SELECT 'x' AS id, NULL AS none, x'00ff' AS bytes, 9007199254740991 AS most, 9007199254740992 AS more, "
            "-9223372036854775808 AS least, 0.5 AS half, 9e999 AS endless, 'a' || char(0) || 'b' AS zero, CAST(x'61ff62' AS TEXT) AS wrong, "
            "'' AS empty, 1e300 AS line, -3 AS column, '/x' AS path WHERE :query NOTNULL LIMIT :limit"
        )["items"]
        self.assertEqual(item, {
            "id": "x", "title": "x", "location": {"path": "/x"},
            "fields": {
                "most": 9007199254740991, "more": "9007199254740992", "least": "-9223372036854775808", "half": "0.5", "endless": "Inf",
                "zero": "a\0b", "wrong": "a\ufffdb", "empty": "",
            },
        })

    def test_long_texts_are_cut_and_longer_ones_refused(self):
        self.make("CREATE TABLE t(id, body)", "INSERT INTO t VALUES(1, replace(hex(zeroblob(150000)), '0', 'é'))")
        select = "SELECT id, body AS title, body AS url, body AS note FROM t WHERE :query NOTNULL LIMIT :limit"
        (item,) = self.found(select)["items"]
        self.assertEqual((item["title"], item["fields"]["note"]), ("é" * 32768 + "…",) * 2)
        self.assertNotIn("url", item, "an address is whole or useless")
        self.make("DELETE FROM t", f"INSERT INTO t VALUES(1, CAST(zeroblob({100 << 20}) AS TEXT))")
        error = self.refusal(select)
        self.assertEqual((error["kind"], error["message"]), (
            "source", "FOLDER/test.db: a value has more than 16 MiB; the SELECT must not read it"))
        self.assertEqual(self.found("SELECT id, length(id) AS n FROM t WHERE :query NOTNULL LIMIT :limit")["count"], 1)

    def test_pages_of_long_rows_are_shorter_but_have_no_gaps(self):
        """Rows of 1 MiB each: a page ends once it has 8 MiB."""
        self.make("CREATE TABLE t(n, body)", "INSERT INTO t VALUES(0, replace(hex(zeroblob(32768)), '0', 'x'))", *[
            f"INSERT INTO t SELECT {n}, body FROM t WHERE n = 0" for n in range(1, 24)])
        columns = ", ".join(f"body AS body{number}" for number in range(16))
        engine = self.engine(f"SELECT n AS id, {columns} FROM t WHERE :query NOTNULL LIMIT :limit OFFSET :offset")
        engine.call("openSession", session="s", source="db", options={"pageSize": 500, "minLength": 0})
        shown = self.search(engine, "", session="s")
        counts = [shown[-2]["params"]["count"]]
        self.assertTrue(shown[-2]["params"]["more"])
        while engine.call("reachedBottom", session="s")["result"]["outcome"] == "started":
            shown += engine.settled("s")
            counts.append(shown[-2]["params"]["count"])
        self.assertEqual(titles(shown), [str(number) for number in range(24)])
        self.assertEqual(counts, [8, 16, 24])

    def test_pages_have_no_gaps_and_come_to_an_end(self):
        self.make("CREATE TABLE t(n)", *[f"INSERT INTO t VALUES({n})" for n in range(45)])
        for select in "SELECT n AS id FROM t WHERE :query NOTNULL LIMIT :limit OFFSET :offset", "SELECT n AS id FROM t WHERE :query NOTNULL LIMIT :limit":
            for size, counts in (20, [20, 40, 45]), (15, [15, 30, 45]), (45, [45]), (44, [44, 45]):
                engine = self.engine(select)
                engine.call("openSession", session="s", source="db", options={"pageSize": size, "minLength": 0})
                messages = self.search(engine, "", session="s")
                for _ in counts[1:]:
                    engine.notify("reachedBottom", session="s")
                    messages += engine.settled("s")
                lists = [message["params"] for message in messages if message["method"] == "items"]
                self.assertEqual([told["count"] for told in lists], counts)
                self.assertEqual([told["more"] for told in lists], [True] * (len(counts) - 1) + [False])
                self.assertEqual((titles(messages), lists[-1]["total"]), ([str(n) for n in range(45)], 45))

    def test_a_list_can_be_paged_to_its_end(self):
        self.make(
            "CREATE TABLE t(n)",
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 2500) INSERT INTO t SELECT n FROM c")
        engine = self.engine("SELECT n AS id FROM t WHERE :query NOTNULL ORDER BY n LIMIT :limit OFFSET :offset")
        self.search(engine, "")
        engine.call("reachedBottom", need=2500)
        engine.settled()
        state = engine.call("getState")["result"]
        self.assertEqual((state["count"], state["more"], state["items"][-1]["id"]), (2500, False, "2500"))

    def test_a_detail_is_read_by_its_own_select_if_there_is_one(self):
        self.make("CREATE TABLE t(id INTEGER PRIMARY KEY, name, body)", "INSERT INTO t VALUES(5, 'five', '# Five')")
        select = "SELECT id, name AS title FROM t WHERE :query NOTNULL LIMIT :limit"
        engine = self.engine(select, detail="SELECT name AS title, body AS text, 'markdown' AS format, 2 AS n FROM t WHERE id = :id")
        self.assertEqual(engine.call("openDetail", id="5")["result"], {
            "id": "5", "title": "five", "text": "# Five", "format": "markdown", "fields": {"n": 2}})
        self.assertEqual(engine.call("openDetail", id="6")["error"]["code"], -32003)
        engine = self.engine(select)
        self.search(engine, "")
        self.assertEqual(engine.call("openDetail", id="5")["result"], {"id": "5", "title": "five", "text": "five", "fields": {}})
        self.assertEqual(engine.call("openDetail", id="6")["error"]["code"], -32003)

    def test_a_detail_is_found_whatever_type_the_ids_have(self):
        for column, value in [("id", "7"), ("id", "'7'"), ("id INTEGER", "7"), ("id TEXT", "'7'"), ("id", "'07'"), ("id", "-7"),
                              ("id", "7.0"), ("id", "2.5"), ("id REAL", "-0.1"), ("id", "'2.5'"), ("id", "1700000000.125"),
                              ("id", "1e20"), ("id", "1e-7"), ("id", "'1.'")]:
            self.make("DROP TABLE IF EXISTS t", f"CREATE TABLE t({column})", f"INSERT INTO t VALUES({value})")
            engine = self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit", detail="SELECT 'found' AS text FROM t WHERE id = :id")
            (item,) = [message["params"]["items"][0] for message in self.search(engine, "") if message["method"] == "items"]
            self.assertEqual(engine.call("openDetail", id=item["id"])["result"]["text"], "found", (column, value))
            self.assertEqual(engine.call("openDetail", id="8")["error"]["code"], -32003)

    def test_an_item_whose_insert_is_too_long_is_left_out(self):
        for length, inserts in (1 << 20, [1 << 20, 1]), ((1 << 20) + 1, [1]):
            self.make(
                "DROP TABLE IF EXISTS t", "CREATE TABLE t(id, code)",
                f"INSERT INTO t VALUES(1, '{'a' * (length % 2)}{'é' * (length // 2)}')", "INSERT INTO t VALUES(2, 'b')")
            engine = self.engine('SELECT id, code AS "insert" FROM t WHERE :query NOTNULL LIMIT :limit')
            lists = [message["params"]["items"] for message in self.search(engine, "") if message["method"] == "items"]
            self.assertEqual([len(item["insert"].encode()) for items in lists for item in items], inserts)

    def test_an_item_whose_id_is_too_long_is_left_out(self):
        self.make("CREATE TABLE t(id)", *[f"INSERT INTO t VALUES('{'a' * (1 << 20)}{end}')" for end in ("", "é")], "INSERT INTO t VALUES('b')")
        engine = self.engine("SELECT id, 'x' AS title FROM t WHERE :query NOTNULL LIMIT :limit")
        lists = [message["params"]["items"] for message in self.search(engine, "") if message["method"] == "items"]
        self.assertEqual([len(item["id"]) for items in lists for item in items], [1 << 20, 1])

    def test_a_file_that_replaces_the_database_is_read(self):
        self.make("CREATE TABLE t(id)", "INSERT INTO t VALUES('old')")
        engine = self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit")
        self.assertEqual(titles(self.search(engine, "")), ["old"])
        self.make("CREATE TABLE t(id)", "INSERT INTO t VALUES('new')", path=self.folder / "other")
        os.replace(self.folder / "other", self.path)
        engine.notify("refresh")
        self.assertEqual(titles(engine.settled()), ["new"])

    def test_a_path_may_contain_any_characters(self):
        for name in "a b?c#d%41&é.db", ":memory:", "x?mode=memory":
            self.path = self.make("CREATE TABLE t(id)", "INSERT INTO t VALUES('here')", path=self.folder / name)
            self.assertEqual(titles(self.search(self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit"), "")), ["here"])
        flags = self.configuration("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit", path=f"~/{name}")
        with seekline(*flags, env={"HOME": str(self.folder)}) as engine:
            self.assertEqual(titles(self.search(engine, "")), ["here"])


class FullText(DatabaseCase):
    def setUp(self):
        super().setUp()
        notes(self.path)

    def test_the_documented_example_works(self):
        told = self.found(**NOTES, query="swift pack")
        self.assertEqual([item["title"] for item in told["items"]], ["Swift packages"])
        self.assertEqual(told["items"][0]["snippet"], ["A ", "Swift", " ", "package", " has targets and products."])

    def test_every_word_must_occur_and_the_last_may_be_unfinished(self):
        for query, expected in [
            ("prod", ["Swift packages"]), ("pack swift", []), ("PACKAGE swift", ["Swift packages"]), ('"c++" "', ["C++ templates"]),
            ("swift NOT", []), ("-", []), ("swift OR rust", []), ("* swift", ["Swift packages"]),
        ]:
            self.assertEqual([item["title"] for item in self.found(**NOTES, query=query)["items"]], expected, query)

    def test_no_query_text_is_an_error(self):
        engine = self.engine(**NOTES)
        made = random.Random(16)
        for _ in range(300):
            query = "".join(made.choices(LETTERS, k=made.randint(1, 12)))
            self.assertEqual([m for m in self.search(engine, query) if m["method"] == "error"], [], query)
        self.search(engine, " ".join(["word"] * 2000))
        self.assertEqual(titles(self.search(engine, "swift")), ["Swift packages"])

    def test_an_empty_query_is_not_an_error(self):
        engine = self.engine(**NOTES)
        engine.call("openSession", session="s", source="db", options={"minLength": 0})
        self.assertNotIn("error", [m["method"] for m in self.search(engine, "", session="s")])


class Examples(DatabaseCase):
    def test_a_docset_can_be_searched(self):
        docset(self.path)
        told = self.found(**DOCSET, query="map")
        self.assertEqual([(item["title"], item["kind"], item["location"]["path"].partition(".docset/")[2]) for item in told["items"]], [
            ("map", "symbol", "Contents/Resources/Documents/array.html"), ("mapValues", "symbol", "Contents/Resources/Documents/dictionary.html"),
            ("compactMap", "symbol", "Contents/Resources/Documents/array.html")])
        self.assertEqual(told["items"][0]["fields"], {"type": "Method"})

    def test_the_bookmarks_of_a_running_browser_can_be_searched(self):
        """Firefox locks its database while it runs, and writes to a log."""
        with contextlib.closing(firefox(self.path)) as browser:
            error = self.refusal(**FIREFOX, query="swift")
            self.assertEqual((error["kind"], error["retryable"], error["message"]), (
                "source", True, "FOLDER/test.db: the database is locked: another program is writing to it, or keeps it locked"))
            told = self.found(**FIREFOX, query="swift", immutable=True)
            self.assertEqual([(item["title"], item["url"]) for item in told["items"]], [("Swift.org", "https://www.swift.org/")])
            browser.execute("UPDATE moz_bookmarks SET title = 'Other'")
        told = self.found(**FIREFOX, query="swift")
        self.assertEqual([item["title"] for item in told["items"]], ["Other"])


if __name__ == "__main__":
    unittest.main()
