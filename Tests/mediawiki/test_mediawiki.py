"""The binary against a real MediaWiki on this machine.

`SEEKLINE_WIKI` is the URL of its api.php, `SEEKLINE_WIKI_HOME` the folder in which it lives: `run/PORT.log` has a line
for each request, `run/PORT.pid` its process group, `site/data/wiki.sqlite` its database.
"""

import json
import os
import pathlib
import re
import signal
import sys
import time
import unittest
import urllib.parse
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from support import seekline, wait_until  # noqa: E402

WIKI = os.environ["SEEKLINE_WIKI"]
HOME = pathlib.Path(os.environ["SEEKLINE_WIKI_HOME"])
PORT = urllib.parse.urlsplit(WIKI).port


def engine(*arguments, endpoint=WIKI):
    return seekline("--source", "wikipedia", "--set", f"wikipedia.endpoint={endpoint}", *arguments)


def walk(query):
    """Returns all ids of a search and the total, by the API's own `continue`."""
    found, more = [], {}
    while True:
        parameters = {"action": "query", "list": "search", "format": "json", "srsearch": query, "srlimit": 20, **more}
        with urllib.request.urlopen(f"{WIKI}?{urllib.parse.urlencode(parameters)}") as answer:
            page = json.load(answer)
        found += [str(hit["pageid"]) for hit in page["query"]["search"]]
        if "continue" not in page:
            return found, page["query"]["searchinfo"]["totalhits"]
        more = page["continue"]


def items(messages):
    """Returns the list that the `items` in `messages` add up to, and the params of the last one."""
    found, last = [], {}
    for message in messages:
        if message.get("method") == "items":
            last = message["params"]
            found = found[: last["from"]] + last["items"]
    return found, last


def errors(messages):
    return [message["params"] for message in messages if message.get("method") == "error"]


class Paging(unittest.TestCase):
    def page_to_the_end(self, query):
        expected, total = walk(query)
        self.assertGreater(len(expected), 40, "too few to be worth paging")
        with engine("--script") as wiki:
            wiki.notify("setQuery", query=query)
            for _ in range(len(expected) // 20 + 2):
                wiki.notify("reachedBottom")
            wiki.end_input()
            messages = wiki.rest()
        found, last = items(messages)
        ids = [item["id"] for item in found]
        self.assertEqual(ids, expected)
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual((last["count"], last["total"], last["more"]), (total, total, False))
        self.assertEqual(messages[-1]["params"]["status"], "full")
        self.assertEqual(errors(messages), [])
        return found

    def test_an_english_search_is_paged_to_its_end_with_its_matches_marked(self):
        found = self.page_to_the_end("python")
        marked = [item for item in found if len(item.get("snippet", [])) > 1]
        self.assertGreater(len(marked), len(found) // 2)
        for item in marked:
            self.assertTrue(any("python" in part.lower() for part in item["snippet"][1::2]), item)

    def test_a_japanese_search_is_paged_to_its_end_without_markup(self):
        for item in self.page_to_the_end("ゲーム"):
            self.assertNotRegex("".join(item.get("snippet", [])), r"searchmatch|&#?\w+;")

    def test_need_loads_several_pages_at_once(self):
        expected, _ = walk("ゲーム")
        with engine() as wiki:
            wiki.notify("submit", query="ゲーム")
            wiki.notify("reachedBottom", need=45)
            found, _ = items(wiki.settled())
            self.assertEqual([item["id"] for item in found], expected[: len(found)])
            self.assertGreaterEqual(len(found), 45)

    def test_a_search_without_results_is_an_empty_full_list(self):
        with engine("--script") as wiki:
            wiki.notify("setQuery", query="zzzqqqxxy")
            messages = wiki.settled()
            found, last = items(messages)
            self.assertEqual((found, last["total"], messages[-1]["params"]["status"]), ([], 0, "full"))


class Details(unittest.TestCase):
    def test_the_text_of_a_detail_has_no_markup(self):
        with engine() as wiki:
            wiki.notify("submit", query="ゲーム")
            found, _ = items(wiki.settled())
            for item in found[:5]:
                detail = wiki.call("openDetail", id=item["id"])["result"]
                self.assertEqual((detail["id"], detail["title"]), (item["id"], item["title"]))
                self.assertGreater(len(detail["text"]), 20)
                self.assertNotRegex(detail["text"], r"<[a-z/]|&#?\w+;|'''|\[\[")

    def test_an_unknown_page_is_an_error(self):
        with engine() as wiki:
            self.assertEqual(wiki.call("openDetail", id="99999999")["error"]["code"], -32003)


class Typing(unittest.TestCase):
    def searches(self, since):
        """Returns what has been searched for, according to the wiki's log."""
        with open(HOME / "run" / f"{PORT}.log", encoding="utf-8", errors="replace") as log:
            log.seek(since)
            return [urllib.parse.unquote_plus(query) for query in re.findall(r"GET \S*srsearch=([^&\s]*)", log.read())]

    def test_a_word_typed_quickly_makes_one_request(self):
        since = (HOME / "run" / f"{PORT}.log").stat().st_size
        with engine() as wiki:
            start = time.monotonic()
            for number, text in enumerate(("l", "li", "lin", "linu", "linux")):
                wait_until(lambda: time.monotonic() >= start + 0.03 * number, "the next key")
                wiki.notify("setQuery", query=text)
            found, _ = items(wiki.settled())
            wiki.end_input()
            wiki.wait()

        def typed():
            # The wiki may log other tests' requests late, even those that have timed out. None begins like this.
            return [query for query in self.searches(since) if query.startswith("l")]

        wait_until(typed, "the wiki's log")
        self.assertEqual(typed(), ["linux"])
        self.assertEqual([item["id"] for item in found], walk("linux")[0][:20])

    def test_a_second_query_supersedes_the_first_completely(self):
        group = int((HOME / "run" / f"{PORT}.pid").read_text())
        with engine() as wiki:
            # The first search is not answered before the second is sent.
            os.killpg(group, signal.SIGSTOP)
            try:
                wiki.notify("submit", query="python")
                wiki.until(lambda message: message.get("method") == "loading" and message["params"]["loading"])
                wiki.call("submit", query="ゲーム")
            finally:
                os.killpg(group, signal.SIGCONT)
            messages = wiki.settled()
            self.assertEqual({m["params"]["query"] for m in messages if m.get("method") == "items"}, {"ゲーム"})
            self.assertEqual([item["id"] for item in items(messages)[0]], walk("ゲーム")[0][:20])


class Trouble(unittest.TestCase):
    def test_a_wiki_that_hangs_is_reported_as_stalled_and_times_out(self):
        group = int((HOME / "run" / f"{PORT}.pid").read_text())
        with engine("--set", "http.timeoutMs=1500") as wiki:
            os.killpg(group, signal.SIGSTOP)
            try:
                wiki.notify("submit", query="python")
                messages = wiki.until(lambda m: m.get("method") == "loading" and m["params"]["stalled"])
                self.assertTrue(messages[0]["params"]["loading"])
                wiki.notify("submit", query="swift")
                message = wiki.next(1)
                self.assertEqual((message["params"]["loading"], message["params"]["generation"]), (True, 2))
                (error,) = errors(wiki.settled())
                self.assertEqual((error["kind"], error["generation"], error["retryable"]), ("timeout", 2, True))
            finally:
                os.killpg(group, signal.SIGCONT)
            # What the wiki did not finish comes first, which may take longer than the limit.
            for _ in range(40):
                wiki.notify("retry")
                messages = wiki.settled()
                if not errors(messages):
                    break
                self.assertEqual([error["kind"] for error in errors(messages)], ["timeout"])
            found, last = items(messages)
            self.assertEqual((last["query"], [item["id"] for item in found]), ("swift", walk("swift")[0][:20]))

    def test_a_lagging_database_is_a_retryable_error(self):
        with engine(endpoint=WIKI + "?maxlag=-2") as wiki:
            wiki.notify("submit", query="python")
            messages = wiki.settled()
            (error,) = errors(messages)
            self.assertEqual((error["kind"], error["retryable"], error["httpStatus"]), ("source", True, 200))
            self.assertIn("reports maxlag: Waiting for", error["message"])
            self.assertGreater(error["retryAfterMs"], 0)
            self.assertEqual(items(messages)[0], [])

    def test_a_broken_database_is_an_error_not_an_empty_list(self):
        database = HOME / "site" / "data" / "wiki.sqlite"
        hidden = database.with_suffix(".hidden")
        with engine() as wiki:
            database.rename(hidden)
            try:
                wiki.notify("submit", query="python")
                messages = wiki.settled()
            finally:
                hidden.replace(database)
            (error,) = errors(messages)
            self.assertEqual((error["kind"], error["httpStatus"]), ("http", 500))
            self.assertEqual([m for m in messages if m.get("method") == "items"], [])
            wiki.notify("retry")
            self.assertEqual(len(items(wiki.settled())[0]), 20)


if __name__ == "__main__":
    unittest.main()
