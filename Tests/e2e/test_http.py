"""HTTP as it is: slow, hung, cut off, lying, compressed, redirected, secured; and what the engine asks of servers."""

import gzip
import json
import os
import pathlib
import select
import ssl
import statistics
import subprocess
import tempfile
import threading
import time
import unittest

from support import BINARY, Server, seekline

FOUND = json.dumps(
    {
        "continue": {"sroffset": 1, "continue": "-||"},
        "query": {"searchinfo": {"totalhits": 2}, "search": [{"pageid": 1, "title": "One"}]},
    }
).encode()


def error_of(messages):
    """The params of the one error in `messages`."""
    (error,) = [message["params"] for message in messages if message.get("method") == "error"]
    return error


def titles(messages):
    return [item["title"] for message in messages if message.get("method") == "items" for item in message["params"]["items"]]


class Requests(unittest.TestCase):
    def test_what_is_asked(self):
        contact = "http.contact=mailto:me@example.org"
        with Server() as server, seekline(*server.settings, "--set", contact) as engine:
            engine.notify("submit", query="ＡＢ 焼肉&+")
            exchange = server.next()
            self.assertEqual(exchange.method, "GET")
            self.assertIn("&srsearch=%EF%BC%A1%EF%BC%A2%20%E7%84%BC%E8%82%89%26%2B&", exchange.target)
            self.assertRegex(exchange.headers["user-agent"], r"^seekline/\d+\.\d+\.\d+ \(mailto:me@example\.org\)$")
            for encoding in ("gzip", "br"):
                self.assertIn(encoding, exchange.headers["accept-encoding"])

    def test_connections_are_kept(self):
        with Server(lambda exchange: exchange.answer(FOUND)) as server, seekline(*server.settings) as engine:
            for number in range(5):
                engine.notify("submit", query=f"word {number}")
                self.assertEqual(titles(engine.settled()), ["One"])
            self.assertEqual(server.connections, 1)

    def test_a_connection_that_the_server_has_closed_meanwhile_is_no_error(self):
        with Server() as server, seekline(*server.settings) as engine:
            for number in range(3):
                engine.notify("submit", query=f"word {number}")
                exchange = server.next()
                exchange.answer(FOUND)
                self.assertEqual(titles(engine.settled()), ["One"])
                exchange.close()

    def test_one_after_the_other_as_wikimedia_asks_and_more_where_one_may(self):
        for arguments, expected in (([], 1), (["--set", "wikipedia.concurrency=3"], 3)):
            running, most, lock = 0, 0, threading.Lock()
            everybody = threading.Event()

            def reply(exchange):
                nonlocal running, most
                with lock:
                    running += 1
                    most = max(most, running)
                    if most == expected:
                        everybody.set()
                everybody.wait(5)
                with lock:
                    running -= 1
                exchange.answer(FOUND)

            with Server(reply) as server, seekline(*server.settings, *arguments) as engine:
                for number in range(6):
                    engine.call("openSession", session=f"s{number}")
                for number in range(6):
                    engine.notify("submit", query="word", session=f"s{number}")
                settled = set()
                while len(settled) < 6:
                    params = engine.next().get("params", {})
                    if params.get("status") == "loadMore":
                        settled.add(params["session"])
            self.assertEqual(most, expected)

    def test_the_server_sees_a_cancel_at_once(self):
        with Server() as server, seekline(*server.settings) as engine:
            delays = []
            for number in range(9):
                engine.notify("submit", query=f"word {number}")
                exchange = server.next()
                start = time.monotonic()
                engine.notify("cancel")
                delays.append(exchange.wait_for_end() - start)
            self.assertLess(statistics.median(delays), 0.05)

    def test_what_waits_in_the_queue_can_be_cancelled(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.call("openSession", session="s")
            engine.notify("submit", query="first")
            first = server.next()
            engine.notify("submit", query="second", session="s")
            engine.notify("submit", query="third", session="s")
            engine.call("getState", session="s")
            first.answer(FOUND, close=True)
            self.assertIn("srsearch=third", server.next().target)


class Failures(unittest.TestCase):
    def search(self, serve, *arguments):
        """What comes of a search whose request `serve` gets."""
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

    def test_a_server_that_hangs(self):
        self.fails(lambda exchange: None, "timeout", "timed out", "--set=http.timeoutMs=200", retryable=True)

    def test_a_server_that_drips(self):
        def drip(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            for _ in range(100):
                exchange.write(b" ")
                if select.select([exchange.connection], [], [], 0.02)[0]:
                    return

        self.fails(drip, "timeout", "timed out", "--set=http.timeoutMs=300")

    def test_time_in_the_queue_counts(self):
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

    def test_a_body_that_is_cut_off(self):
        def cut(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + FOUND)
            exchange.close()

        self.fails(cut, "http", "transfer closed", retryable=True)

    def test_a_chunk_that_is_cut_off(self):
        def cut(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n" + FOUND)
            exchange.close()

        self.fails(cut, "http", "transfer closed", retryable=True)

    def test_no_answer_at_all(self):
        self.fails(lambda exchange: exchange.close(), "http", "Empty reply", retryable=True)

    def test_compressed_bodies(self):
        def compressed(exchange):
            exchange.answer(gzip.compress(FOUND), headers=["Content-Encoding: gzip"], close=True)

        self.assertEqual(titles(self.search(compressed)), ["One"])

    def test_a_compressed_body_that_is_cut_off_is_no_json(self):
        def cut(exchange):
            exchange.answer(gzip.compress(FOUND, 0)[:-30], headers=["Content-Encoding: gzip"], close=True)

        self.fails(cut, "decode", "something that is not JSON", httpStatus=200)

    def test_something_that_is_not_compressed_though_it_says_so(self):
        def lie(exchange):
            exchange.answer(FOUND, headers=["Content-Encoding: gzip"], close=True)

        self.fails(lie, "http", "content")

    def test_a_body_that_grows_beyond_all_bounds(self):
        def bomb(exchange):
            exchange.answer(gzip.compress(b" " * (64 << 20)), headers=["Content-Encoding: gzip"], close=True)

        self.fails(bomb, "http", "more than 16777216 bytes")

    def test_a_large_body_is_fine(self):
        def large(exchange):
            exchange.answer(FOUND + b" " * (15 << 20), close=True)

        self.assertEqual(titles(self.search(large)), ["One"])

    def test_html_instead_of_json(self):
        self.fails(
            lambda exchange: exchange.answer(b"<!DOCTYPE html>", close=True),
            "decode", "something that is not JSON: found `<`", httpStatus=200,
        )

    def test_a_500_with_html(self):
        self.fails(
            lambda exchange: exchange.answer(b"<!DOCTYPE html>", 500, close=True),
            "http", "answered with status 500$", httpStatus=500, retryable=True,
        )

    def test_an_answer_that_is_not_http(self):
        def rubbish(exchange):
            exchange.write(b"\x16\x03\x01 rubbish\r\n\r\n")
            exchange.close()

        self.fails(rubbish, "http", "HTTP/0.9")

    def test_header_rubbish(self):
        def odd(exchange):
            exchange.write(b"HTTP/1.1 200 OK\r\nX-Odd: \xff\xfe\r\nContent-Length: %d\r\n\r\n" % len(FOUND) + FOUND)
            exchange.close()

        self.assertEqual(titles(self.search(odd)), ["One"])

    def test_a_passing_failure_is_made_good_unseen(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            server.next().answer(status=503, close=True)
            server.next().answer(status=502, close=True)
            server.next().answer(FOUND, close=True)
            messages = engine.settled()
            self.assertEqual([m["method"] for m in messages if m["method"] == "error"], [])
            self.assertEqual(titles(messages), ["One"])

    def test_nobody_there(self):
        with Server() as server:
            settings = server.settings
        with seekline(*settings) as engine:
            engine.notify("submit", query="swift")
            error = error_of(engine.settled())
            self.assertEqual((error["kind"], error["retryable"]), ("offline", True))

    def test_a_name_that_does_not_exist(self):
        with seekline("--source=wikipedia", "--set=wikipedia.endpoint=http://nowhere.invalid/api.php") as engine:
            engine.notify("submit", query="swift")
            error = error_of(engine.settled())
            self.assertEqual(error["kind"], "offline")
            self.assertIn("nowhere.invalid", error["message"])


class Redirects(unittest.TestCase):
    def follow(self, *locations):
        """What comes of a search that is sent to these places."""
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            for location in locations:
                server.next().answer(b"moved", 302, [f"Location: {location}"], close=True)
            if all(location.startswith("/") for location in locations) and len(locations) <= 5:
                server.next().answer(FOUND, close=True)
            return engine.settled()

    def test_five_are_followed(self):
        self.assertEqual(titles(self.follow("/a", "/b", "/c", "/d", "/e")), ["One"])

    def test_six_are_too_many(self):
        self.assertEqual(error_of(self.follow("/a", "/b", "/c", "/d", "/e", "/f"))["kind"], "http")

    def test_only_to_http_and_https(self):
        for location in ("file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x"):
            messages = self.follow(location)
            self.assertEqual(error_of(messages)["kind"], "http")
            self.assertEqual(titles(messages), [])


class Secured(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.certificate = os.path.join(cls.folder.name, "certificate.pem")
        key = os.path.join(cls.folder.name, "key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=127.0.0.1",
             "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cls.certificate],
            check=True, capture_output=True,
        )
        cls.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.context.load_cert_chain(cls.certificate, key)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_a_certificate_that_is_trusted(self):
        with Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            with seekline(*server.settings, f"--set=http.caFile={self.certificate}") as engine:
                engine.notify("submit", query="swift")
                self.assertEqual(titles(engine.settled()), ["One"])

    def test_a_certificate_that_is_not(self):
        with Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            with seekline(*server.settings) as engine:
                engine.notify("submit", query="swift")
                error = error_of(engine.settled())
                self.assertEqual((error["kind"], error["retryable"]), ("http", False))
                self.assertIn("certificate", error["message"])


class Responsiveness(unittest.TestCase):
    def test_a_cancel_during_a_slow_name_look_up_holds_up_nobody(self):
        """Cancelling while the resolver hangs: another session's answer comes within 5 ms (median of 15)."""
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "slow_resolver.so")
            source = pathlib.Path(__file__).with_name("slow_resolver.c")
            subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
            settings = ["--set=slow.type=wikipedia", "--set=slow.endpoint=http://slow.test/w/api.php"]
            with seekline(*settings, env={"LD_PRELOAD": library}) as engine:
                engine.call("openSession", session="slow", source="slow")
                delays = []
                for number in range(15):
                    engine.call("submit", query=f"word {number}", session="slow")
                    engine.until(lambda message: message.get("params", {}).get("loading") is True)
                    start = time.monotonic()
                    engine.notify("cancel", session="slow")
                    number = engine.request("getState")
                    engine.until(lambda message: message.get("id") == number)
                    delays.append(time.monotonic() - start)
                self.assertLess(statistics.median(delays), 0.005, delays)
                start = time.monotonic()
                engine.notify("exit")
                engine.wait()
                self.assertLess(time.monotonic() - start, 1, "a look-up that hangs does not hold up the end")

    def test_typing_goes_on_while_a_server_hangs(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            server.next()
            delays = []
            for number in range(50):
                start = time.monotonic()
                engine.call("setQuery", query=f"swift {number}")
                delays.append(time.monotonic() - start)
            self.assertLess(statistics.median(delays), 0.005, delays)


class WithoutLibrary(unittest.TestCase):
    def test_without_libcurl_an_error_says_what_to_install(self):
        """A file that is no library stands in libcurl's place."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("libcurl.so.4", "libcurl-gnutls.so.4"):
                pathlib.Path(folder, name).write_bytes(b"not a library")
            with Server() as server:
                env = {**os.environ, "LD_LIBRARY_PATH": folder}
                done = subprocess.run(
                    [BINARY, *server.settings], env=env, capture_output=True, timeout=20,
                    input=b'{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}\n',
                )
            error = error_of([json.loads(line) for line in done.stdout.splitlines()])
            self.assertEqual(error["kind"], "config")
            self.assertIn("libcurl is not installed", error["message"])


if __name__ == "__main__":
    unittest.main()
