"""HTTP: the requests that servers receive, redirects, TLS, and a machine without libcurl."""

import itertools
import json
import os
import pathlib
import shutil
import socket
import ssl
import statistics
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

from support import BINARY, FOUND, Engine, Server, Turns, best, error_of, library, measures_time, run, seekline, titles


class Requests(unittest.TestCase):
    def test_a_request_encodes_the_query_and_identifies_the_program(self):
        contact = "http.contact=mailto:me@example.org"
        with Server() as server, seekline(*server.settings, "--set", contact) as engine:
            engine.notify("submit", query="ＡＢ 焼肉&+")
            exchange = server.next()
            self.assertEqual(exchange.method, "GET")
            self.assertIn("&srsearch=%EF%BC%A1%EF%BC%A2%20%E7%84%BC%E8%82%89%26%2B&", exchange.target)
            self.assertRegex(exchange.headers["user-agent"], r"^seekline/\d+\.\d+\.\d+ \(mailto:me@example\.org\)$")
            for encoding in ("gzip", "br"):
                self.assertIn(encoding, exchange.headers["accept-encoding"])

    def test_connections_are_reused(self):
        with Server(lambda exchange: exchange.answer(FOUND)) as server, seekline(*server.settings) as engine:
            for number in range(5):
                engine.notify("submit", query=f"word {number}")
                self.assertEqual(titles(engine.settled()), ["One"])
            self.assertEqual(server.connections, 1)

    def test_a_kept_connection_closed_by_the_server_is_not_an_error(self):
        with Server() as server, seekline(*server.settings) as engine:
            for number in range(3):
                engine.notify("submit", query=f"word {number}")
                exchange = server.next()
                exchange.answer(FOUND)
                self.assertEqual(titles(engine.settled()), ["One"])
                exchange.close()

    def test_requests_are_serial_as_wikimedia_asks_unless_concurrency_is_set(self):
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

    @measures_time
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

    def test_a_queued_request_can_be_cancelled(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.call("openSession", session="s")
            engine.notify("submit", query="first")
            first = server.next()
            engine.notify("submit", query="second", session="s")
            engine.notify("submit", query="third", session="s")
            engine.call("getState", session="s")
            first.answer(FOUND, close=True)
            self.assertIn("srsearch=third", server.next().target)


class KeptConnections(unittest.TestCase):
    def test_any_number_of_connections_may_die_on_reuse_without_an_error(self):
        """libcurl retries on a new connection; but it counts these retries for as long as its handle lives, and used to
        give up at every sixth."""
        def reply(exchange):
            if exchange.connection in used:
                return exchange.close()
            used.add(exchange.connection)
            exchange.answer(FOUND)

        used = set()
        with Server(reply) as server, seekline(*server.settings) as engine:
            for number in range(20):
                engine.notify("submit", query=f"word {number}")
                self.assertEqual(titles(engine.settled()), ["One"], number)
            self.assertEqual(len(used), 20)


class Texts(unittest.TestCase):
    def test_client_text_never_becomes_an_address_a_path_or_a_header(self):
        """Whatever is typed, opened or used as a name is only ever one value in a query to the configured server."""
        texts = ["http://127.0.0.1:1/", "//127.0.0.1:1/", "file:///etc/passwd", "../../etc/passwd", "/etc/passwd", "a\r\nX-Injected: 1\r\n\r\n",
                 "a&action=delete#", "$(reboot) `reboot`; reboot", "\0", "@127.0.0.1:1/", "%2e%2e%2f%0d%0a"]
        with Server(lambda exchange: (asked.append(exchange), exchange.answer(FOUND))) as server, seekline(*server.settings) as engine:
            for text in texts:
                asked = []
                self.assertIn("result", engine.call("openSession", session=text, options={"pageSize": 7}))
                engine.notify("submit", query=text, session=text)
                engine.settled(text)
                engine.call("openDetail", id=text, session=text)
                (exchange,) = asked
                path, _, query = exchange.target.partition("?")
                self.assertEqual((exchange.method, path), ("GET", "/w/api.php"))
                self.assertEqual(dict(urllib.parse.parse_qsl(query, keep_blank_values=True))["srsearch"], text.strip())
                self.assertEqual(exchange.headers["host"], f"127.0.0.1:{server.port}")
                self.assertNotIn("x-injected", exchange.headers)


class Redirects(unittest.TestCase):
    def follow(self, *locations):
        """Searches, and redirects the request to these locations; returns the outcome."""
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            for location in locations:
                server.next().answer(b"moved", 302, [f"Location: {location}"], close=True)
            if all(location.startswith("/") for location in locations) and len(locations) <= 5:
                server.next().answer(FOUND, close=True)
            return engine.settled()

    def test_five_redirects_are_followed(self):
        self.assertEqual(titles(self.follow("/a", "/b", "/c", "/d", "/e")), ["One"])

    def test_six_redirects_are_too_many(self):
        self.assertEqual(error_of(self.follow("/a", "/b", "/c", "/d", "/e", "/f"))["kind"], "http")

    def test_only_redirects_to_http_and_https_are_followed(self):
        for location in ("file:///etc/passwd", "ftp://127.0.0.1/x", "gopher://127.0.0.1/x"):
            messages = self.follow(location)
            self.assertEqual(error_of(messages)["kind"], "http")
            self.assertEqual(titles(messages), [])

    def test_a_redirect_whose_body_does_not_end_times_out(self):
        """While its body is being received, no name lookup is started, since a lookup cannot be stopped."""
        with Server() as server, seekline(*server.settings, "--set=http.timeoutMs=3000") as engine:
            engine.notify("submit", query="first")
            server.next().write(b"HTTP/1.1 302 X\r\nLocation: /a\r\nContent-Length: 9\r\n\r\n")
            self.assertIn("had not finished its answer", error_of(engine.settled())["message"])
            engine.notify("submit", query="swift")
            server.next().answer(FOUND)
            self.assertEqual(titles(engine.settled()), ["One"])

    def test_a_redirect_from_a_public_to_a_private_address_must_be_allowed(self):
        """Also if a connection to the private server is already open, so that none has to be made."""
        with tempfile.TemporaryDirectory() as folder, Server() as public, Server(lambda exchange: exchange.answer(FOUND)) as private:
            hosts = os.path.join(folder, "hosts")
            pathlib.Path(hosts).write_text("public.test 203.0.113.7\n", encoding="ascii")
            sources = ["--set=public.type=wikipedia", f"--set=public.endpoint=http://public.test:{public.port}/w/api.php",
                       "--source=private", "--set=private.type=wikipedia", f"--set=private.endpoint={private.origin}/w/api.php"]
            env = {"LD_PRELOAD": library(folder, "hosts"), "SEEKLINE_TEST_HOSTS": hosts}
            for allowed in (False, True):
                with seekline(*sources, *["--set=http.privateRedirects=follow"][not allowed:], env=env) as engine:
                    engine.notify("submit", query="swift")
                    self.assertEqual(titles(engine.settled()), ["One"])
                    engine.call("openSession", session="s", source="public")
                    connections = private.connections
                    engine.notify("submit", query="swift", session="s")
                    public.next().answer(b"", 302, [f"Location: {private.origin}/secret"], close=True)
                    messages = engine.settled("s")
                    self.assertEqual(private.connections, connections, "the connection was kept")
                    if allowed:
                        self.assertEqual(titles(messages), ["One"])
                    else:
                        self.assertIn("redirected the request to a private address", error_of(messages)["message"])


class Names(unittest.TestCase):
    def test_an_international_host_name_is_looked_up_in_punycode(self):
        with tempfile.TemporaryDirectory() as folder, Server(lambda exchange: exchange.answer(FOUND)) as server:
            hosts = os.path.join(folder, "hosts")
            pathlib.Path(hosts).write_text("xn--bcher-kva.test 127.0.0.1\nxn--wgv71a.test 127.0.0.1\n", encoding="ascii")
            env = {"LD_PRELOAD": library(folder, "hosts"), "SEEKLINE_TEST_HOSTS": hosts, "LC_ALL": "C"}
            for name in ("bücher.test", "BÜCHER.test", "bu\u0308cher.test", "日本.test", "xn--bcher-kva.test"):
                settings = ["--source=wikipedia", f"--set=wikipedia.endpoint=http://{name}:{server.port}/w/api.php"]
                with self.subTest(name=name), seekline(*settings, env=env) as engine:
                    engine.notify("submit", query="swift")
                    self.assertEqual(titles(engine.settled()), ["One"])
            with seekline("--source=wikipedia", "--set=wikipedia.endpoint=http://" + "ü" * 70 + ".test/", env=env) as engine:
                engine.notify("submit", query="swift")
                self.assertIn("is not a valid server address", error_of(engine.settled())["message"])


def make_certificate(address, certificate, key):
    """Writes a certificate for a server at `address`, and its key, to these files."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={address}",
         "-addext", f"subjectAltName=IP:{address}", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )


class Certified(unittest.TestCase):
    """Servers with a certificate of their own."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.certificate = os.path.join(cls.folder.name, "certificate.pem")
        key = os.path.join(cls.folder.name, "key.pem")
        make_certificate("127.0.0.1", cls.certificate, key)
        cls.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        cls.context.load_cert_chain(cls.certificate, key)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()


class TLS(Certified):
    def test_a_trusted_certificate_is_accepted(self):
        with Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            with seekline(*server.settings, f"--set=http.caFile={self.certificate}") as engine:
                engine.notify("submit", query="swift")
                self.assertEqual(titles(engine.settled()), ["One"])

    def test_a_server_that_accepts_but_never_speaks_tls_is_one_that_cannot_be_connected_to(self):
        class Mute:
            @staticmethod
            def wrap_socket(connection, server_side):
                while connection.recv(4096):
                    pass
                raise OSError("it is gone")

        with Server(tls=Mute) as server, seekline(*server.settings, "--set=http.connectTimeoutMs=300") as engine:
            engine.notify("submit", query="swift")
            error = error_of(engine.settled())
            self.assertEqual((error["kind"], error["message"]), ("timeout", f"{server.origin} could not be connected to within 300 ms"))

    def test_an_untrusted_certificate_is_refused(self):
        with Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            with seekline(*server.settings) as engine:
                engine.notify("submit", query="swift")
                error = error_of(engine.settled())
                self.assertEqual((error["kind"], error["retryable"]), ("http", False))
                self.assertIn("certificate", error["message"])

    def test_a_ca_file_replaces_the_certificates_that_the_system_trusts(self):
        """The system trusts the server's certificate: a folder with it replaces the system's own for this process."""
        trusted = tempfile.TemporaryDirectory()
        self.addCleanup(trusted.cleanup)
        name = subprocess.run(["openssl", "x509", "-hash", "-noout", "-in", self.certificate], check=True, capture_output=True, text=True)
        shutil.copy(self.certificate, pathlib.Path(trusted.name, name.stdout.strip() + ".0"))
        other = pathlib.Path(trusted.name, "ca-certificates.crt")
        make_certificate("127.0.0.2", other, os.devnull)
        system = ssl.get_default_verify_paths().openssl_capath
        inside = ["unshare", "-m", "sh", "-c", f'mount --bind {trusted.name} "{system}" && exec "$0" "$@"', BINARY]
        if subprocess.run([*inside[:-1], "true"], capture_output=True).returncode:
            self.skipTest("no file system can be mounted here")
        with Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            for settings, is_trusted in ([], True), ([f"--set=http.caFile={other}"], False):
                with Engine([*inside, *server.settings, *settings]) as engine:
                    engine.notify("submit", query="swift")
                    messages = engine.settled()
                self.assertEqual(titles(messages), ["One"] if is_trusted else [], messages)

    def test_reading_the_trusted_certificates_does_not_block_the_loop(self):
        """A system trusts some 140 certificates, and libcurl may read them for each connection, which takes 20 ms."""
        everybody = os.path.join(self.folder.name, "everybody.pem")
        with open(self.certificate) as one, open(everybody, "w") as many:
            many.write(one.read() * 300)

        def longest():
            turns = Turns(self)
            with Server(lambda exchange: exchange.answer(FOUND, close=True), tls=self.context) as server:
                with seekline(*server.settings, f"--set=http.caFile={everybody}", env=turns.environment) as engine:
                    for query in ("swift", "snow"):
                        engine.notify("submit", query=query)
                        self.assertEqual(titles(engine.settled()), ["One"])
            return turns.longest

        self.assertLess(best(longest, 5), 5)


class Proxies(Certified):
    """A proxy that connects to servers that speak TLS (CONNECT)."""

    @staticmethod
    def tunnel(exchange):
        """Connects the client to where it wants to go."""
        def pass_on(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
            except OSError:
                pass
            for end in (source, target):
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass

        host, _, port = exchange.target.rpartition(":")
        with socket.create_connection((host, int(port))) as server:
            exchange.answer(status=200)
            back = threading.Thread(target=pass_on, args=[server, exchange.connection], daemon=True)
            back.start()
            pass_on(exchange.connection, server)
            back.join()

    def search(self, proxy, origin, *arguments):
        """Searches by way of the proxy; returns what was reported."""
        settings = ["--source=wikipedia", f"--set=wikipedia.endpoint={origin}/w/api.php", f"--set=http.caFile={self.certificate}"]
        env = {"https_proxy": proxy.origin, "no_proxy": "", "NO_PROXY": ""}
        with seekline(*settings, *arguments, env=env) as engine:
            engine.notify("submit", query="swift")
            return engine.settled()

    def test_a_server_is_asked_by_way_of_a_proxy(self):
        with Server(self.tunnel) as proxy, Server(lambda exchange: exchange.answer(FOUND), tls=self.context) as server:
            self.assertEqual(titles(self.search(proxy, server.origin)), ["One"])
            self.assertEqual(proxy.connections, 1)

    def test_a_proxy_that_refuses_is_said_to_have_refused(self):
        for status, kind, asked in ((403, "http", 1), (407, "http", 1), (502, "offline", 3), (503, "offline", 3)):
            seen = []
            with self.subTest(status), Server(lambda exchange: (seen.append(exchange), exchange.answer(status=status, close=True))) as proxy:
                error = error_of(self.search(proxy, "https://docs.test"))
                self.assertEqual(error["message"], f"https://docs.test cannot be asked: the proxy refused with status {status}")
                self.assertEqual((error["kind"], error["retryable"], len(seen)), (kind, kind == "offline", asked))

    def test_what_a_proxy_says_is_not_the_beginning_of_an_answer(self):
        with Server(self.tunnel) as proxy, Server(tls=self.context) as server:
            error = error_of(self.search(proxy, server.origin, "--set=http.timeoutMs=3000"))
            self.assertEqual(error["message"], f"{server.origin} did not answer within 3 s")
        with Server(self.tunnel) as proxy, Server(lambda exchange: exchange.close(), tls=self.context) as server:
            self.assertNotIn("in the middle of its answer", error_of(self.search(proxy, server.origin))["message"])

    def test_the_next_server_is_asked_if_one_hangs_behind_a_proxy(self):
        found = b'{"hits": [{"id": "1", "title": "One"}]}'
        with Server(self.tunnel) as proxy, Server(tls=self.context) as hung, Server(lambda exchange: exchange.answer(found), tls=self.context) as well:
            docs = {
                "type": "http", "servers": [hung.origin, well.origin], "request": {"url": "/", "query": {"q": {"$": "query"}}},
                "items": "/hits", "item": {"id": "/id", "title": "/title"},
            }
            config = pathlib.Path(self.folder.name, "config.json")
            config.write_text(json.dumps({"sources": {"docs": docs, "http": {"caFile": self.certificate}}}))
            with seekline(f"--config={config}", "--source=docs", env={"https_proxy": proxy.origin, "no_proxy": "", "NO_PROXY": ""}) as engine:
                engine.notify("submit", query="swift")
                self.assertEqual(titles(engine.settled()), ["One"])


class WithoutLibrary(unittest.TestCase):
    def test_without_libcurl_an_error_says_what_to_install(self):
        """A file that is not a library replaces libcurl."""
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
