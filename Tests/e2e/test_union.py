"""Several sources at once, with the binary: servers on loopback, one of which hangs, one fails and one is slow."""

import itertools
import json
import pathlib
import tempfile
import unittest

from support import SOURCES, Server, Turns, best, error_of, most_memory, run, seekline


def wiki(query, *numbers, following=None):
    """Returns a wiki's answer with pages of these numbers; more follow them if `following` says where."""
    found = [{"pageid": number, "title": f"{query} {number}"} for number in numbers]
    answer = {"query": {"search": found}}
    if following is not None:
        answer["continue"] = {"sroffset": following, "continue": "-||"}
    return json.dumps(answer).encode()


def items_of(messages):
    """Returns the params of each `items`."""
    return [message["params"] for message in messages if message.get("method") == "items"]


def ids(messages):
    """Returns the ids that each `items` brought."""
    return [[item["id"] for item in items["items"]] for items in items_of(messages)]


class Union(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.config = pathlib.Path(folder.name, "config.json")

    def configured(self, sources, *arguments):
        """Returns the flags for these sources."""
        self.config.write_text(json.dumps({"sources": sources}))
        return ["--config", str(self.config), *arguments]

    def wikis(self, names):
        """Starts servers in place of wikis of these names; returns them, and the flags for a union of them."""
        servers = {name: Server() for name in names}
        for server in servers.values():
            self.enterContext(server)
        sources = {
            name: {"type": "wikipedia", "endpoint": f"{server.origin}/w/api.php"} for name, server in servers.items()
        }
        sources["all"] = {"type": "union", "of": list(names)}
        return servers, self.configured(sources, "--source", "all")

    def behind(self, shown, messages):
        """Returns the rows that `messages` append to those that are shown, none of which moves."""
        rows = []
        for items in items_of(messages):
            self.assertEqual(items["from"], len(shown) + len(rows))
            rows += [item["id"] for item in items["items"]]
        return rows

    def whole(self, engine):
        """Returns the rows of a list when all sources have answered: pages bring those of late ones."""
        rows, more = [], True
        while more:
            messages = engine.settled()
            rows += self.behind(rows, messages)
            more = items_of(messages)[-1]["more"]
            if more:
                engine.notify("reachedBottom")
        return rows

    def next_items(self, engine):
        """Returns the params of the next `items`."""
        while (message := engine.next()).get("method") != "items":
            pass
        return message["params"]

    def test_the_largest_answers_of_all_sources_do_not_block_the_loop(self):
        """80,000 items where 160 were requested: 3 ms, as they are added to the list 10,000 at a time. It used to take
        12 to 30 ms."""
        body = json.dumps({"hits": [{"id": str(number), "title": f"t{number}"} for number in range(10_000)]}).encode()
        names = list("abcdefgh")

        def longest():
            turns = Turns(self)
            with Server(lambda exchange: exchange.answer(body)) as server:
                api = {"type": "http", "servers": [server.origin], "request": {"url": "/", "query": {"q": {"$": "query"}}},
                       "items": "/hits", "item": {"id": "/id", "title": "/title"}}
                sources = {name: api for name in names} | {"all": {"type": "union", "of": names}}
                with seekline(*self.configured(sources, "--source", "all"), env=turns.environment) as engine:
                    engine.notify("submit", query="swift")
                    lists = [self.whole(engine)]
                    engine.notify("refresh")
                    lists.append(self.whole(engine))
            # Whatever came first, each source's items are in their own order.
            for found, name in itertools.product(lists, names):
                own = [number for source, number in (id.split(":") for id in found) if source == name]
                self.assertEqual(own, [str(number) for number in range(10_000)])
            return turns.longest

        self.assertLess(best(longest, 10), 10)

    def test_a_union_works_while_one_source_hangs_one_fails_and_one_is_slow(self):
        names = [f"w{number}" for number in range(8)]
        servers, flags = self.wikis(names)
        fast = [name for name in names if name not in ("w2", "w4", "w5")]
        with seekline(*flags) as engine:
            engine.notify("submit", query="swift")
            asked = {name: server.next() for name, server in servers.items()}
            asked["w5"].answer(b"no", 500, close=True)
            for name in reversed(fast):
                asked[name].answer(wiki(name, 1, 2, following=2), close=True)
            # Those that answered are shown, however long the others take, and each list begins with the previous one.
            shown = []
            while len(shown) < 2 * len(fast):
                items = self.next_items(engine)
                self.assertEqual(items["from"], len(shown), "rows that are shown do not move")
                self.assertTrue(items["more"])
                shown += [item["id"] for item in items["items"]]
            self.assertEqual(sorted(shown), [f"{name}:{number}" for name in fast for number in (1, 2)])
            asked["w4"].answer(wiki("w4", 1), close=True)
            messages = engine.settled()
            failed = {failed["source"]: failed["kind"] for failed in items_of(messages)[-1]["failed"]}
            self.assertEqual((failed["w2"], failed["w5"]), ("timeout", "http"))
            self.assertTrue(items_of(messages)[-1]["more"])
            shown += self.behind(shown, messages)

            # The others are paged while that one hangs.
            engine.notify("reachedBottom")
            for name in fast:
                exchange = servers[name].next()
                self.assertIn("sroffset=2", exchange.target)
                exchange.answer(wiki(name, 3), close=True)
            shown += self.behind(shown, engine.settled())
            self.assertLessEqual({f"{name}:3" for name in fast} | {"w4:1"}, set(shown))

            # A retry asks the failed source again and waits for the late one; no other is asked.
            engine.notify("retry")
            servers["w5"].next().answer(wiki("w5", 1), close=True)
            asked["w2"].answer(wiki("w2", 1), close=True)
            shown += self.behind(shown, engine.settled())
            self.assertEqual(sorted(shown[-2:]), ["w2:1", "w5:1"])
            state = engine.call("getState")["result"]
            self.assertEqual((state["count"], state["more"], state.get("partial"), state.get("failed")), (18, False, None, None))
            self.assertTrue(all(item["id"].startswith(item["source"] + ":") for item in state["items"]))

    def test_a_union_fails_only_if_all_of_its_sources_fail(self):
        servers, flags = self.wikis(["one", "two"])
        with seekline(*flags) as engine:
            engine.notify("submit", query="swift")
            for server in servers.values():
                server.next().answer(b"no", 500, close=True)
            error = error_of(engine.settled())
            self.assertEqual((error["source"], error["kind"], error["httpStatus"], error["retryable"]), ("all", "http", 500, True))
            self.assertRegex(error["message"], r"^one: http://127\.0\.0\.1:\d+ answered with status 500; two: http")

    def test_a_new_search_cancels_late_requests(self):
        servers, flags = self.wikis(["one", "two"])
        with seekline(*flags) as engine:
            engine.notify("submit", query="swift")
            hung = servers["one"].next()
            servers["two"].next().answer(wiki("two", 1), close=True)
            messages = engine.settled()
            self.assertEqual(sum(ids(messages), []), ["two:1"])
            engine.notify("submit", query="rust")
            # Long before it times out.
            hung.wait_for_end(10)
            for name, server in servers.items():
                server.next().answer(wiki(name, 2), close=True)
            # Whichever comes first, as there may be more than 100 ms between them.
            self.assertEqual(sorted(self.whole(engine)), ["one:2", "two:2"])

    def test_a_script_waits_for_all_sources_and_keeps_their_order(self):
        servers, flags = self.wikis(["one", "two"])
        with seekline(*flags, "--script") as engine:
            engine.notify("submit", query="swift")
            slow = servers["one"].next()
            servers["two"].next().answer(wiki("two", 1), close=True)
            engine.notify("getState")
            slow.answer(wiki("one", 1), close=True)
            self.assertEqual(ids(engine.settled()), [["one:1", "two:1"]])

    def test_a_session_can_be_opened_on_several_sources(self):
        with seekline("--script") as engine:
            opened = engine.call("openSession", source=["unicode", "lines"], session="s")["result"]
            self.assertEqual((opened["source"], opened["options"]["syntax"]), ("unicode+lines", "plain"))
            engine.call("submit", query="snowman", session="s")
            messages = engine.settled(session="s")
            items = items_of(messages)[0]
            self.assertEqual(items["items"][0]["id"], "unicode:U+2603")
            self.assertEqual([(failed["source"], failed["kind"]) for failed in items["failed"]], [("lines", "config")])
            detail = engine.call("openDetail", id="unicode:U+2603", session="s")["result"]
            self.assertEqual((detail["id"], detail["title"]), ("unicode:U+2603", "SNOWMAN"))
            error = engine.call("openSession", source=["unicode", "list"])["error"]
            self.assertEqual(error["code"], -32602)
            self.assertIn("`source[1]`: `list` cannot be part of a union: it searches what a client supplies", error["message"])

    def test_faults_in_the_configuration_of_a_union_are_reported_with_their_place(self):
        def complaint(union, **others):
            flags = self.configured({"all": {"type": "union", **union}, **others})
            done = run(*flags)
            self.assertEqual(done.returncode, 2)
            return done.stderr.decode().strip().replace(str(self.config), "FILE").removeprefix("seekline: error: FILE:1: sources.")

        known = "there are " + ", ".join(SOURCES)
        self.assertEqual(
            complaint({"of": ["unicode", "wikipedai"]}),
            f"all.of[1]: there is no source `wikipedai` that can be part of a union; is `wikipedia` meant? {known}")
        self.assertEqual(
            complaint({"of": ["both"]}, both={"type": "union", "of": ["unicode"]}),
            f"all.of[0]: there is no source `both` that can be part of a union; {known}")
        self.assertEqual(complaint({"of": ["lines", "lines"]}), "all.of[1]: `lines` is named twice")
        self.assertEqual(
            complaint({"of": ["list"]}), "all.of[0]: `list` cannot be part of a union: it searches what a client supplies")
        self.assertEqual(complaint({"of": [7]}), "all.of[0]: must be the name of a source, not a number")
        self.assertEqual(complaint({"of": []}), "all.of: must name at least one source")
        self.assertIn('all.of: must be an array of names of sources: ["unicode", "wikipedia"]', complaint({"of": "unicode"}))
        self.assertIn("must be an array of names of sources", complaint({"title": "All"}))
        self.assertIn("there is no such setting; union has of, title", complaint({"of": ["lines"], "limit": 1}))

    def test_finished_searches_leave_nothing_behind(self):
        sources = {"words": {"type": "lines", "path": str(self.config)}, "all": {"type": "union", "of": ["unicode", "words"]}}
        with seekline(*self.configured(sources, "--source", "all")) as engine:
            def search(times):
                for number in range(times):
                    engine.notify("submit", query=f"arrow {number % 50}")
                    engine.settled()

            search(500)
            before = most_memory(engine.process.pid)
            search(1000)
            # Each of them used to leave 8 KB.
            self.assertLess(most_memory(engine.process.pid) - before, 2 << 20)

    def test_a_union_can_be_defined_on_the_command_line_and_is_listed(self):
        flags = ["--set=all.type=union", '--set=all.of=["unicode","wikipedia"]', "--set=all.title=Everything"]
        self.assertRegex(run("--sources", *flags).stdout.decode(), r"(?m)^all +Everything: several of the other sources at once$")
        done = run("--check", *flags)
        self.assertRegex(done.stdout.decode(), r"(?m)^  all +ready$")


if __name__ == "__main__":
    unittest.main()
