"""HTTP that goes wrong: slow, hung, cut off, lying, compressed; and how that affects other sessions."""

import gzip
import itertools
import os
import select
import statistics
import tempfile
import time
import unittest

from support import FOUND, Server, Turns, best, error_of, library, measures_time, seekline, titles


class Failures(unittest.TestCase):
    def search(self, serve, *arguments):
        """Searches, and lets `serve` handle the request; returns the outcome."""
        with Server() as server, seekline(*server.settings, *arguments) as engine:
            engine.notify("submit", query="swift")
            serve(server.next())
            messages = engine.settled()
            # Whatever happened, the next search works.
            engine.notify("submit", query="rust")
            server.next().answer(FOUND, close=True)
            self.assertEqual(titles(engine.settled()), ["One"])
            self.origin = server.origin
            return messages

    def fails(self, serve, kind, message, *arguments, **members):
        error = error_of(self.search(serve, *arguments))
        self.assertEqual(error["kind"], kind, error)
        self.assertRegex(error["message"], message)
        self.assertTrue(error["message"].startswith(self.origin), error)
        for name, value in members.items():
            self.assertEqual(error.get(name), value, error)

    def test_a_server_that_hangs_times_out(self):
        self.fails(lambda exchange: None, "timeout", "did not answer within 2 s", "--set=http.timeoutMs=2000", retryable=True)

    def test_a_server_that_drips_times_out(self):
        def drip(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while not select.select([exchange.connection], [], [], 0.02)[0]:
                exchange.write(b" ")

        self.fails(drip, "timeout", "had not finished its answer after 2 s", "--set=http.timeoutMs=2000")

    def test_time_in_the_queue_counts_towards_the_timeout(self):
        with Server() as server, seekline(*server.settings, "--set=http.timeoutMs=300") as engine:
            engine.call("openSession", session="s")
            engine.notify("submit", query="first")
            engine.notify("submit", query="second", session="s")
            kinds = {}
            while len(kinds) < 2:
                params = engine.next()["params"]
                if "kind" in params:
                    kinds[params["session"]] = params["kind"]
            self.assertEqual(kinds, {"default": "timeout", "s": "timeout"})

    def test_a_body_that_is_cut_off_is_an_error(self):
        def cut(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + FOUND)
            exchange.close()

        self.fails(cut, "http", "broke off in the middle of its answer", retryable=True)

    def test_a_chunk_that_is_cut_off_is_an_error(self):
        def cut(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n" + FOUND)
            exchange.close()

        self.fails(cut, "http", "broke off in the middle of its answer", retryable=True)

    def test_a_connection_closed_within_the_headers_is_an_error(self):
        for beginning in (b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Le", b"HTTP/1.1 200 OK\r\nDate: now\r\n"):
            def reply(exchange):
                exchange.write(beginning)
                exchange.close()

            with Server(reply) as server, seekline(*server.settings) as engine:
                engine.notify("submit", query="swift")
                error = error_of(engine.settled())
                self.assertEqual((error["kind"], error["retryable"]), ("http", True))
                self.assertIn("closed the connection inside the headers", error["message"])

    def test_unsolicited_bytes_from_a_server_do_not_answer_the_next_request(self):
        """For example that it has waited too long: on a kept connection, that arrives before the next answer."""
        for said in (b"HTTP/1.1 408 Request Time-out\r\nContent-Length: 0\r\n\r\n", b"and more\r\n"):
            for closes in (False, True):
                with Server() as server, seekline(*server.settings) as engine:
                    engine.notify("submit", query="first")
                    first = server.next()
                    first.answer(FOUND)
                    engine.settled()
                    first.write(said)
                    if closes:
                        first.close()
                    engine.notify("submit", query="swift")
                    server.next().answer(FOUND)
                    self.assertEqual(titles(engine.settled()), ["One"])
                    self.assertEqual(server.connections, 2)

    def test_a_connection_closed_without_an_answer_is_an_error(self):
        self.fails(lambda exchange: exchange.close(), "http", "closed the connection without an answer", retryable=True)

    def test_compressed_bodies_are_decompressed(self):
        def compressed(exchange):
            exchange.answer(gzip.compress(FOUND), headers=["Content-Encoding: gzip"], close=True)

        self.assertEqual(titles(self.search(compressed)), ["One"])

    def test_a_compressed_body_that_is_cut_off_is_reported_as_invalid_json(self):
        def cut(exchange):
            exchange.answer(gzip.compress(FOUND, 0)[:-30], headers=["Content-Encoding: gzip"], close=True)

        self.fails(cut, "decode", "something that is not JSON", httpStatus=200)

    def test_a_body_falsely_declared_as_compressed_is_an_error(self):
        def lie(exchange):
            exchange.answer(FOUND, headers=["Content-Encoding: gzip"], close=True)

        self.fails(lie, "http", "cannot be decompressed")

    def test_a_body_that_decompresses_to_more_than_16_mib_is_an_error(self):
        def bomb(exchange):
            exchange.answer(gzip.compress(b" " * (64 << 20)), headers=["Content-Encoding: gzip"], close=True)

        self.fails(bomb, "http", "more than 16 MiB")

    def test_decompressing_a_body_a_thousandfold_does_not_block_the_loop(self):
        """16 KiB, read at once, become 16 MiB: libcurl decompresses them in one go."""
        body = gzip.compress(b" " * ((16 << 20) - len(FOUND)) + FOUND)

        def longest():
            turns = Turns(self)
            with Server(lambda exchange: exchange.answer(body, headers=["Content-Encoding: gzip"])) as server:
                with seekline(*server.settings, env=turns.environment) as engine:
                    engine.notify("submit", query="swift")
                    self.assertEqual(titles(engine.settled()), ["One"])
            return turns.longest

        self.assertLess(best(longest, 5), 5)

    def test_a_body_of_15_mib_is_accepted(self):
        def large(exchange):
            exchange.answer(FOUND + b" " * (15 << 20), close=True)

        self.assertEqual(titles(self.search(large)), ["One"])

    def test_html_instead_of_json_is_an_error(self):
        self.fails(
            lambda exchange: exchange.answer(b"<!DOCTYPE html>", close=True),
            "decode", "something that is not JSON: found `<`", httpStatus=200,
        )

    def test_a_500_with_html_is_reported_by_its_status(self):
        self.fails(
            lambda exchange: exchange.answer(b"<!DOCTYPE html>", 500, close=True),
            "http", "answered with status 500$", httpStatus=500, retryable=True,
        )

    def test_an_answer_that_is_not_http_is_an_error(self):
        def rubbish(exchange):
            exchange.write(b"\x16\x03\x01 rubbish\r\n\r\n")
            exchange.close()

        self.fails(rubbish, "http", "something that is not HTTP")

    def test_rubbish_in_a_header_is_ignored(self):
        def odd(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nX-Odd: \xff\xfe\r\nContent-Length: %d\r\n\r\n" % len(FOUND) + FOUND)
            exchange.close()

        self.assertEqual(titles(self.search(odd)), ["One"])

    def test_a_trailer_that_begins_like_an_answer_is_ignored(self):
        def reply(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            exchange.write(b"%x\r\n%s\r\n0\r\nHTTP/x: y\r\nHTTP/1.1: z\r\n\r\n" % (len(FOUND), FOUND))
            exchange.close()

        self.assertEqual(titles(self.search(reply)), ["One"])

    def test_transient_failures_are_retried_without_being_reported(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            server.next().answer(status=503, close=True)
            server.next().answer(status=502, close=True)
            server.next().answer(FOUND, close=True)
            messages = engine.settled()
            self.assertEqual([m["method"] for m in messages if m["method"] == "error"], [])
            self.assertEqual(titles(messages), ["One"])

    def test_a_refused_connection_is_reported_as_offline(self):
        with Server() as server:
            settings = server.settings
        with seekline(*settings) as engine:
            engine.notify("submit", query="swift")
            error = error_of(engine.settled())
            self.assertEqual((error["kind"], error["retryable"]), ("offline", True))

    def test_an_unknown_host_name_is_reported_as_offline(self):
        with seekline("--source=wikipedia", "--set=wikipedia.endpoint=http://nowhere.invalid/api.php") as engine:
            engine.notify("submit", query="swift")
            error = error_of(engine.settled())
            self.assertEqual(error["kind"], "offline")
            self.assertIn("nowhere.invalid", error["message"])


@measures_time
class Responsiveness(unittest.TestCase):
    def test_cancelling_during_a_slow_name_lookup_delays_no_other_session(self):
        """Cancelling while the resolver hangs: another session's answer comes within 5 ms (median of 15)."""
        with tempfile.TemporaryDirectory() as folder:
            settings = ["--set=slow.type=wikipedia", "--set=slow.endpoint=http://slow.test/w/api.php"]
            with seekline(*settings, env={"LD_PRELOAD": library(folder, "slow_resolver")}) as engine:
                engine.call("openSession", session="slow", source="slow")
                numbers = itertools.count()

                def delay():
                    engine.call("submit", query=f"word {next(numbers)}", session="slow")
                    engine.until(lambda message: message.get("params", {}).get("loading") is True)
                    start = time.monotonic()
                    engine.notify("cancel", session="slow")
                    number = engine.request("getState")
                    engine.until(lambda message: message.get("id") == number)
                    return time.monotonic() - start

                self.assertLess(best(lambda: statistics.median(delay() for _ in range(15)), 0.005), 0.005)
                engine.notify("exit")
                # A lookup that hangs for ten minutes does not delay the exit.
                engine.wait()

    def test_a_location_header_is_followed_only_in_a_redirect(self):
        """Any other answer with a `Location` is just an answer: no other server is looked up, and cancelling it frees
        its slot."""
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="first")
            exchange = server.next()
            exchange.write(b"HTTP/1.1 201 Created\r\nLocation: /elsewhere\r\nContent-Length: 1000\r\n\r\n")
            engine.call("getState")
            engine.notify("submit", query="rust")
            server.next().answer(FOUND, close=True)
            self.assertEqual(titles(engine.settled()), ["One"])

    def test_typing_stays_responsive_while_a_server_hangs(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            server.next()
            numbers = itertools.count()

            def delay():
                start = time.monotonic()
                engine.call("setQuery", query=f"swift {next(numbers)}")
                return time.monotonic() - start

            self.assertLess(best(lambda: statistics.median(delay() for _ in range(50)), 0.005), 0.005)


if __name__ == "__main__":
    unittest.main()
