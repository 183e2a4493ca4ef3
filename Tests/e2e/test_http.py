"""HTTP as it is: what is asked of servers, redirects, TLS, and a machine without libcurl."""

import itertools
import json
import os
import pathlib
import ssl
import statistics
import subprocess
import tempfile
import threading
import time
import unittest

from support import FOUND, Server, best, error_of, run, seekline, titles


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
                everybody.wait(60)
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
            numbers = itertools.count()

            def delay():
                engine.notify("submit", query=f"word {next(numbers)}")
                exchange = server.next()
                start = time.monotonic()
                engine.notify("cancel")
                return exchange.wait_for_end() - start

            self.assertLess(best(lambda: statistics.median(delay() for _ in range(9)), 0.05), 0.05)

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


class WithoutLibrary(unittest.TestCase):
    def test_without_libcurl_an_error_says_what_to_install(self):
        """A file that is no library stands in libcurl's place."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ("libcurl.so.4", "libcurl-gnutls.so.4"):
                pathlib.Path(folder, name).write_bytes(b"not a library")
            with Server() as server:
                message = b'{"jsonrpc":"2.0","method":"submit","params":{"query":"swift"}}\n'
                done = run(*server.settings, stdin=message, env={"LD_LIBRARY_PATH": folder})
            error = error_of([json.loads(line) for line in done.stdout.splitlines()])
            self.assertEqual(error["kind"], "config")
            self.assertIn("libcurl cannot be loaded (on Debian: libcurl4)", error["message"])


if __name__ == "__main__":
    unittest.main()
