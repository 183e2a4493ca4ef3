"""Any JSON API by its description, with the binary: answers, keys, and several equal servers of which some fail."""

import contextlib
import json
import pathlib
import unittest

from describing import REQUEST, Descriptions
from support import Server, Turns, best, error_of, titles


class Answers(Descriptions):
    def test_a_list_with_one_partial_page_is_reported_as_partial(self):
        def reply(exchange):
            failed = 1 if exchange.target.endswith("p=1") else 0
            exchange.answer(json.dumps({"hits": [{"id": exchange.target, "title": "A"}], "_shards": {"failed": failed}}).encode())

        with Server(reply) as server, self.engine(server, partial="/_shards/failed") as engine:
            engine.notify("submit", query="swift")
            (items,) = [message["params"] for message in engine.settled() if message["method"] == "items"]
            self.assertEqual((items["count"], items.get("partial")), (1, True))
            engine.notify("reachedBottom")
            (items,) = [message["params"] for message in engine.settled() if message["method"] == "items"]
            self.assertEqual((items["count"], items.get("partial")), (2, True), "the whole list is partial")

    def test_reading_an_answer_many_times_does_not_hold_up_the_loop(self):
        """A description determines what is read from an answer: even 60 KB are a lot if they are read sixty times."""
        for member, row in [({"each": "/many", "at": ""}, {"many": [1] * 30_000}), ({"at": "/text", "html": True}, {"text": "<b>&amp;" * 7500}),
                            ({"at": "/text", "highlight": [["<b>", "</b>"]]}, {"text": "<b>a</b>" * 7000})]:
            with self.subTest(member):
                body = json.dumps({"hits": [{"id": "a", "title": "A", **row}]}, separators=(",", ":")).encode()
                self.assertLess(len(body), 1 << 16)
                item = {"id": "/id", "title": "/title", "fields": {str(number): member for number in range(60)}}

                def longest():
                    turns = Turns(self)
                    with Server(lambda exchange: exchange.answer(body)) as server:
                        with self.engine(server, env=turns.environment, item=item) as engine:
                            engine.notify("submit", query="swift")
                            self.assertEqual(titles(engine.settled()), ["A"])
                    return turns.longest

                self.assertLess(best(longest, 5), 5)

    def test_fields_and_ids_that_would_take_long_to_send_are_left_out(self):
        """Fields are kept up to 1 MiB, and an id of control characters takes six times its size in a message."""
        hits = [{"id": "long", "title": "A", "text": "x" * 64_000}, {"id": "\x01" * 170_000, "title": "B"}, {"id": "\x01" * 180_000, "title": "C"}]
        item = {"id": "/id", "title": "/title", "fields": {f"{number:02}": "/text" for number in range(60)}}

        def longest():
            turns = Turns(self)
            with Server(lambda exchange: exchange.answer(json.dumps({"hits": hits}).encode())) as server:
                with self.engine(server, env=turns.environment, item=item) as engine:
                    engine.notify("submit", query="swift")
                    messages = engine.settled()
            items = [item for message in messages if message["method"] == "items" for item in message["params"]["items"]]
            self.assertEqual([(item["title"], len(item["id"])) for item in items], [("A", 4), ("B", 170_000)])
            self.assertEqual(list(items[0]["fields"]), [f"{number:02}" for number in range(16)])
            return turns.longest

        # It is 5 when nothing else runs.
        self.assertLess(best(longest, 15), 15)

    def test_ids_of_1_mib_each_do_not_hold_up_the_loop(self):
        """Hashing them used to take 5 ms."""
        body = json.dumps({"hits": [{"id": f"{number:02}".ljust((1 << 20) - 9, "x"), "title": "A"} for number in range(15)]})

        def longest():
            turns = Turns(self)
            with Server(lambda exchange: exchange.answer(body.encode())) as server:
                with self.engine(server, env=turns.environment) as engine:
                    engine.notify("submit", query="swift")
                    self.assertEqual(titles(engine.settled()), ["A"] * 15)
            return turns.longest

        self.assertLess(best(longest, 5), 5)

    def test_line_breaks_in_a_query_cannot_add_a_header(self):
        seen = []

        def reply(exchange):
            seen.append(exchange.headers)
            exchange.answer(self.hits("a"))

        request = {**REQUEST, "headers": {"X-Query": {"$": "query"}}}
        with Server(reply) as server, self.engine(server, request=request) as engine:
            engine.notify("submit", query="a\r\nX-Evil: 1\n\u0000b")
            engine.settled()
        self.assertEqual([(headers["x-query"], headers.get("x-evil")) for headers in seen], [("a  X-Evil: 1  b", None)])

    def test_a_header_may_be_empty(self):
        seen = []

        def reply(exchange):
            seen.append(exchange.headers)
            exchange.answer(self.hits("a"))

        request = {**REQUEST, "headers": {"X-Constant": "", "X-Query": {"$": "query"}, "X-Full": "a"}}
        with Server(reply) as server, self.engine(server, request=request, options={"minLength": 0}) as engine:
            engine.notify("setQuery", query="")
            engine.settled()
        own = [{name: value for name, value in headers.items() if name.startswith("x-")} for headers in seen]
        self.assertEqual(own, [{"x-constant": "", "x-query": "", "x-full": "a"}])

    def test_a_next_link_is_relative_to_the_address_after_redirects(self):
        """But no link is followed to another server."""
        asked = []

        def answer(exchange):
            asked.append(exchange.target)
            link = [] if "page=2" in exchange.target else ["Link: <more?page=2>; rel=next"]
            exchange.answer(self.hits(exchange.target), 200, link)

        def reply(exchange):
            if exchange.target.startswith("/search"):
                exchange.answer(b"", 302, [f"Location: {there}/v2/list"])
            else:
                answer(exchange)

        with Server(reply) as server, Server(answer) as other:
            members = {"request": {"url": "/search", "query": {"q": {"$": "query"}}}, "paging": {"by": "link"}}
            for there in ("", other.origin):
                with self.engine(server, **members) as engine:
                    engine.notify("submit", query="swift")
                    messages = engine.settled()
                    if there:
                        self.assertEqual(
                            error_of(messages)["message"],
                            f"{server.origin} gives an address for the next page on {other.origin}, to which it redirects: "
                            "no other server is queried")
                        self.assertEqual(asked, ["/v2/list"])
                    else:
                        engine.notify("reachedBottom")
                        engine.settled()
                        self.assertEqual(asked, ["/v2/list", "/v2/more?page=2"])
                asked.clear()

    def test_a_redirected_post_keeps_its_body_unless_the_answer_is_elsewhere(self):
        """With 303, the answer is at the other address, and a GET gets it (RFC 9110, section 15.4.4)."""
        for status in (301, 302, 303, 307, 308):
            asked = []

            def reply(exchange):
                asked.append((exchange.method, exchange.target, exchange.body))
                if exchange.target == "/search":
                    exchange.answer(b"", status, ["Location: /v2"])
                else:
                    exchange.answer(self.hits("a"))

            request = {"url": "/search", "body": {"q": {"$": "query"}, "p": {"$": "page"}}}
            with self.subTest(status), Server(reply) as server, self.engine(server, request=request) as engine:
                engine.notify("submit", query="swift")
                self.assertEqual(titles(engine.settled()), ["A"])
                body = b'{"q":"swift","p":1}'
                self.assertEqual(asked[0], ("POST", "/search", body))
                self.assertEqual(asked[1], ("GET", "/v2", b"") if status == 303 else ("POST", "/v2", body))

    def test_a_prepared_value_is_sent_with_each_page_even_if_the_first_server_is_gone(self):
        asked = []

        def reply(exchange):
            asked.append(exchange.target)
            if exchange.target == "/pit":
                exchange.answer(b'{"id": "p 1"}')
            else:
                exchange.answer(self.hits(exchange.target))

        request = {"url": "/search", "query": {**REQUEST["query"], "pit": {"$": "prepared"}}}
        prepare = {"request": {"url": "/pit", "method": "POST"}, "at": "/id"}
        with Server() as gone:
            pass
        with Server(reply) as server, self.engine(gone, server, request=request, prepare=prepare) as engine:
            engine.notify("submit", query="swift")
            engine.settled()
            engine.notify("reachedBottom")
            engine.settled()
        self.assertEqual(asked, ["/pit", "/search?q=swift&p=1&pit=p%201", "/search?q=swift&p=2&pit=p%201"])


class Keys(Descriptions):
    canary = "canary-5b1f"

    def test_a_key_of_a_description_appears_in_no_output(self):
        said = []

        def reply(exchange):
            said.append(exchange.headers["x-key"])
            hit = {"id": "1", "title": exchange.headers["x-key"]}
            exchange.answer(json.dumps({"hits": [hit], "error": exchange.headers["x-key"]}).encode(), 200 if len(said) == 1 else 400)

        record = str(self.folder / "record")
        members = {
            "request": {**REQUEST, "headers": {"X-Key": {"env": "DOCS_KEY"}}},
            "errors": [{"status": 400, "message": "/error"}],
        }
        flags = ["--log-level=debug", "--record", record]
        with Server(reply) as server, self.engine(server, flags=flags, env={"DOCS_KEY": self.canary}, **members) as engine:
            seen = [engine.call("listSources")]
            for query in ("swift", "rust"):
                engine.notify("submit", query=query)
                seen += engine.settled()
            seen.append(engine.call("getState"))
            engine.end_input()
            engine.wait()
            output = json.dumps(seen) + "\n".join(engine.log) + pathlib.Path(record).read_text(encoding="utf-8")
        self.assertEqual(said, [self.canary, self.canary])
        self.assertEqual(output.count("canary"), 0)
        self.assertIn("[secret]", output)

    def test_a_key_does_not_appear_in_any_other_form(self):
        """As it is written in a JSON body, and in JSON within a JSON string; as a number; in pieces, one of which is a
        match, and which a detail puts together."""
        for key, hit in (
            ('can"ary\\5/', {"title": json.dumps({"k": 'can"ary\\5/'}), "at": json.dumps(json.dumps('can"ary\\5/')).replace("/", "\\/")}),
            ("20240117", {"title": "x", "number": 20240117}),
            ("canary-5", {"title": "x", "at": "a can<em>ary</em>-5 b"}),
        ):
            members = {
                "request": {**REQUEST, "method": "POST", "body": {"k": {"env": "DOCS_KEY"}}},
                "item": {"id": "/id", "title": "/title", "snippet": {"at": "/at", "highlight": ["<em>", "</em>"]}, "fields": {"n": "/number"}},
            }
            answer = json.dumps({"hits": [{"id": "1", **hit}]}).encode()
            with Server(lambda exchange: exchange.answer(answer)) as server, self.engine(server, env={"DOCS_KEY": key}, **members) as engine:
                engine.notify("submit", query="swift")
                items = [message["params"]["items"] for message in engine.settled() if message["method"] == "items"]
                seen = json.dumps([items, engine.call("openDetail", id="1")])
            self.assertIn("[secret]", seen)
            for piece in ("ary", "20240117"):
                self.assertNotIn(piece, seen, key)

    def test_a_short_key_that_is_in_our_own_cursor_by_chance_is_not_an_error(self):
        """A cursor of ours does not come from the service: it contains a checksum of ids, which is 35idxyzrx42kb for
        this one."""
        members = {"request": {**REQUEST, "headers": {"X-Key": {"env": "DOCS_KEY"}}}}
        with Server(lambda exchange: exchange.answer(self.hits("2744"))) as server:
            with self.engine(server, env={"DOCS_KEY": "xyz"}, options={"stalledMs": 600_000}, **members) as engine:
                engine.notify("submit", query="swift")
                self.assertEqual([message["method"] for message in engine.settled()], ["loading", "items", "loading"])

    def test_a_redirect_does_not_take_a_key_to_another_server(self):
        carried = []
        with Server(lambda exchange: (carried.append(exchange.headers), exchange.answer(self.hits("a")))) as other:
            with Server(lambda exchange: exchange.answer(b"", 302, [f"Location: {other.origin}/"])) as server:
                for headers in ({"X-Key": {"env": "DOCS_KEY"}}, {"Authorization": {"join": ["Bearer ", {"env": "DOCS_KEY"}]}}):
                    members = {"request": {**REQUEST, "headers": headers}}
                    with self.engine(server, env={"DOCS_KEY": self.canary}, **members) as engine:
                        engine.notify("submit", query="swift")
                        messages = engine.settled()
                    errors = [message["params"]["message"] for message in messages if message["method"] == "error"]
                    if "X-Key" in headers:
                        self.assertEqual(errors, [f"{server.origin} answered with status 302"])
                        self.assertEqual(carried, [])
                    else:
                        self.assertEqual(errors, [])
        self.assertEqual(len(carried), 1)
        self.assertNotIn(self.canary, str(carried))


class EqualServers(Descriptions):
    def ids(self, messages):
        items = []
        for message in messages:
            self.assertNotEqual(message["method"], "error", message)
            if message["method"] == "items":
                items = items[:message["params"]["from"]] + message["params"]["items"]
        return [item["id"] for item in items]

    def test_servers_that_refuse_hang_or_break_off_are_skipped(self):
        """Each is asked once, and the user sees a list. The one that hangs is abandoned after three seconds."""
        pages = []

        def reply(exchange):
            pages.append(exchange.target)
            exchange.answer(self.hits("a", "b") if len(pages) == 1 else self.hits("c"))

        with Server() as gone:
            pass
        with Server() as hung, Server(lambda exchange: exchange.close()) as broken, Server(reply) as well:
            with self.engine(gone, broken, hung, well) as engine:
                engine.notify("submit", query="swift")
                self.assertEqual(self.ids(engine.settled()), ["a", "b"])
                engine.notify("reachedBottom")
                self.assertEqual(self.ids(engine.settled())[-1:], ["c"])
        self.assertEqual(pages, ["/search?q=swift&p=1", "/search?q=swift&p=2"])
        # So the next page did not wait for the one that hangs.
        self.assertEqual((hung.connections, broken.connections), (1, 1))

    def test_the_next_server_takes_over_when_one_dies_between_two_pages(self):
        asked = []

        def reply(name, *pages):
            def answer(exchange):
                asked.append((name, exchange.target))
                exchange.answer(self.hits(*pages[int(exchange.target[-1]) - 1]))

            return answer

        pages = [("a", "b"), ("c",), ()]
        with Server(reply("second", *pages)) as second, contextlib.ExitStack() as life:
            first = life.enter_context(Server(reply("first", *pages)))
            with self.engine(first, second) as engine:
                engine.notify("submit", query="x")
                seen = engine.settled()
                life.close()
                for _ in pages[1:]:
                    engine.notify("reachedBottom")
                    seen += engine.settled()
                self.assertEqual(self.ids(seen), ["a", "b", "c"])
        self.assertEqual(asked[0], ("first", "/search?q=x&p=1"))
        self.assertEqual([target for name, target in asked if name == "second"], ["/search?q=x&p=2", "/search?q=x&p=3"])

if __name__ == "__main__":
    unittest.main()
