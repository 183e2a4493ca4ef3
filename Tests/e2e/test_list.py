"""A client's own lists: what it supplies is searched, even while it grows, and only in its own session."""

import unittest

from support import seekline, titles, wait_until

WORDS = ["main.c", "Makefile", "notes.txt", "src/main_loop.c", "README.md"]


def fill(engine, items, **params):
    return engine.call("setItems", items=items, **params)["result"]


def search(engine, query, **params):
    """Searches, and returns the messages from its beginning to its end. (Filling the list is reported with a `loading`,
    too.)"""
    generation = engine.call("submit", query=query, **params)["result"]["generation"]

    def is_end(message):
        told = message.get("params", {})
        return message.get("method") == "loading" and told["generation"] == generation and not told["loading"]

    return engine.until(is_end)


def items_of(messages):
    return next(message["params"]["items"] for message in messages if message["method"] == "items")


def found(engine, query, **params):
    """Returns the titles of the list that a query results in."""
    return titles(search(engine, query, **params))


class List(unittest.TestCase):
    def setUp(self):
        self.engine = self.enterContext(seekline("--source=list"))

    def test_supplied_items_are_ranked_and_their_matches_marked(self):
        self.assertEqual(fill(self.engine, WORDS), {"held": 5, "dropped": 0})
        items = items_of(search(self.engine, "mc"))
        self.assertEqual([item["title"] for item in items], ["main.c", "src/main_loop.c"])
        self.assertEqual(items[0]["snippet"], ["", "m", "ain.", "c"])
        self.assertEqual(items[0]["insert"], "main.c")

    def test_an_empty_query_shows_the_list_in_its_original_order(self):
        fill(self.engine, WORDS)
        self.assertEqual(found(self.engine, ""), WORDS)

    def test_a_title_that_differs_only_in_its_bytes_is_a_change(self):
        fill(self.engine, [{"id": "1", "title": "caf\u00e9"}])
        self.assertEqual(found(self.engine, ""), ["caf\u00e9"])
        fill(self.engine, [{"id": "1", "title": "cafe\u0301"}])
        # What is shown is read again automatically.
        self.assertEqual(titles(self.engine.until(lambda message: message.get("method") == "items")), ["cafe\u0301"])

    def test_a_detail_has_the_same_limits_as_an_item(self):
        long = "x" * (64 << 10)
        item = {"id": "1", "title": long, "url": long, "location": {"path": long}, "fields": {long: 1, "text": long}}
        fill(self.engine, [item])
        opened = {"text": long, "id": "1", "title": long, "url": long, "location": item["location"], "fields": item["fields"]}
        self.assertEqual(self.engine.call("openDetail", id="1")["result"], opened)
        longer = long + "y"
        fill(self.engine, [item | {"title": longer, "url": longer, "location": {"path": longer}, "fields": {longer: 1, "text": longer}}])
        cut = long + "…"
        self.assertEqual(
            self.engine.call("openDetail", id="1")["result"], {"text": longer, "id": "1", "title": cut, "fields": {"text": cut}})

    def test_the_syntax_is_that_of_fzf(self):
        fill(self.engine, WORDS)
        for query, expected in [
            ("^m", ["main.c", "Makefile"]), ("c$", ["main.c", "src/main_loop.c"]), ("'ain !src", ["main.c"]),
            ("R", ["README.md"]), ("txt | md", ["README.md", "notes.txt"]),
        ]:
            self.assertEqual(sorted(found(self.engine, query)), sorted(expected), query)

    def test_items_come_back_with_all_of_their_members(self):
        item = {
            "id": "7", "title": "parse", "url": "http://a.test/", "kind": "symbol",
            "location": {"path": "a b.c", "line": 3, "column": 9}, "fields": {"n": 1},
        }
        fill(self.engine, [item, "plain"])
        items = items_of(search(self.engine, "parse"))
        self.assertEqual(items, [item | {"snippet": ["", "parse"]}])
        detail = self.engine.call("openDetail", id="7")["result"]
        self.assertEqual(detail["location"], item["location"])
        self.assertEqual(self.engine.call("openDetail", id="plain")["result"]["text"], "plain")
        self.assertEqual(self.engine.call("openDetail", id="none")["error"]["code"], -32003)

    def test_every_item_gets_a_unique_id(self):
        self.assertEqual(fill(self.engine, ["a", "a", "a#2", {"id": "x", "title": "a"}, {"id": "x", "title": "b"}]), {"held": 4, "dropped": 1})
        items = items_of(search(self.engine, ""))
        self.assertEqual([item["id"] for item in items], ["a", "a#2", "a#2#2", "x"])
        for item in items:
            self.assertEqual(self.engine.call("openDetail", id=item["id"])["result"]["title"], item["title"])

    def test_items_supplied_while_the_user_types_are_found(self):
        fill(self.engine, ["one"], done=False)
        self.assertEqual(found(self.engine, "e"), ["one"])
        fill(self.engine, ["three"], append=True)
        # It is read again automatically.
        self.assertEqual(titles(self.engine.until(lambda m: m["method"] == "items")), ["one", "three"])
        self.assertNotIn("growing", self.engine.call("getState")["result"])

    def test_a_page_comes_from_the_list_as_it_was_when_searched(self):
        fill(self.engine, [f"item {number:03}" for number in range(50)], done=False)
        expected = [f"item {number:03}" for number in range(50)]
        first = search(self.engine, "item")
        # One message, so that the page is requested before the list is read again: the new items rank before the
        # others.
        self.engine.send(
            [
                {"jsonrpc": "2.0", "method": "setItems", "params": {"items": ["item"] * 50, "append": True}},
                {"jsonrpc": "2.0", "method": "reachedBottom", "params": {}},
            ])
        second = self.engine.until(lambda m: m["method"] == "items")
        self.assertEqual(titles(first + second), expected[:40])
        # Then the current list comes.
        self.assertEqual(titles(self.engine.until(lambda m: m["method"] == "items"))[:2], ["item", "item"])

    def test_a_list_paged_far_keeps_its_length_while_more_is_supplied(self):
        self.engine.call("openSession", session="l", source="list", options={"pageSize": 500})
        fill(self.engine, [f"item {number}" for number in range(5000)], session="l", done=False)
        search(self.engine, "", session="l")
        self.assertEqual(self.engine.call("reachedBottom", session="l", need=3000)["result"]["outcome"], "started")
        self.engine.settled("l")
        fill(self.engine, ["one more"], session="l", append=True)
        anew = self.engine.until(lambda m: m["method"] == "items" and m["params"].get("total") == 5001)[-1]["params"]
        state = self.engine.call("getState", session="l")["result"]
        self.assertEqual((anew["from"], state["count"], state["items"][-1]["title"]), (0, 3000, "item 2999"))

    def test_a_list_can_be_paged_to_its_end(self):
        fill(self.engine, [f"item {number}" for number in range(5000)])
        search(self.engine, "")
        self.engine.call("reachedBottom", need=5000)
        self.engine.settled()
        state = self.engine.call("getState")["result"]
        self.assertEqual((state["count"], state["more"], state["status"]), (5000, False, "full"))

    def test_items_that_name_a_source_are_ranked_and_refreshed_like_any_others(self):
        """They may be copied from a union; the list is none."""
        self.engine.call("openSession", session="s", source="list", options={"pageSize": 2})

        def shown():
            return [item["title"] for item in self.engine.call("getState", session="s")["result"]["items"]]

        for title, source in [("main loop", "a"), ("mainly", "b"), ("a main", "a"), ("some main part", "b")]:
            fill(self.engine, [{"title": title, "source": source}], session="s", append=True)
        search(self.engine, "main", session="s")
        self.engine.call("reachedBottom", session="s")
        wait_until(lambda: len(shown()) == 4, "both pages are shown")
        fill(self.engine, [{"title": "main", "source": "b"}], session="s", append=True)
        wait_until(lambda: "main" in shown(), "the list is refreshed")
        refreshed = shown()
        self.assertEqual((len(refreshed), refreshed[:2]), (4, found(self.engine, "main", session="s")))

    def test_no_session_sees_the_list_of_another(self):
        fill(self.engine, ["mine"])
        self.engine.call("openSession", session="b", source="list")
        fill(self.engine, ["yours"], session="b")
        self.assertEqual(found(self.engine, "", session="b"), ["yours"])
        self.assertEqual(found(self.engine, ""), ["mine"])

    def test_only_a_list_accepts_items(self):
        self.engine.call("openSession", session="u", source="unicode")
        error = self.engine.call("setItems", items=["a"], session="u")["error"]
        self.assertEqual(error["code"], -32602)
        self.assertIn("takes items", error["message"])

    def test_a_list_may_hold_a_million_equal_titles(self):
        for piece in range(100):
            held = fill(self.engine, ["same"] * 10_000, append=True, done=piece == 99)["held"]
        self.assertEqual(held, 1_000_000)
        params = next(m["params"] for m in search(self.engine, "same") if m["method"] == "items")
        self.assertEqual((params["total"], params["items"][1]["id"]), (1_000_000, "same#2"))

    def test_the_last_keystroke_wins_while_the_list_grows(self):
        """Keystrokes between pieces of the list: what is shown in the end belongs to the last keystroke."""
        for number in range(50):
            self.engine.notify("setItems", items=[f"line {number} {n}" for n in range(2000)], append=True, done=False)
            self.engine.notify("setQuery", query=f"^line\\ {number}\\ 0")
        self.engine.notify("setItems", items=[], append=True)
        last = "^line\\ 49\\ 0"
        messages = self.engine.until(lambda m: m["method"] == "items" and m["params"]["query"] == last)
        self.assertEqual(titles(messages[-1:])[0], "line 49 0")
        queries = [m["params"]["query"] for m in messages if m["method"] == "items"]
        self.assertEqual(queries, sorted(queries, key=lambda query: int(query.split("\\")[1])), "none comes back")

    def test_a_script_searches_the_items_supplied_before_the_query(self):
        with seekline("--source=list", "--script") as engine:
            engine.notify("setItems", items=WORDS)
            self.assertEqual(found(engine, "mc"), ["main.c", "src/main_loop.c"])


if __name__ == "__main__":
    unittest.main()
