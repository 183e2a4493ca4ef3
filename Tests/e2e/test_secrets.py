"""Keys and tokens go to their services, and appear in no output."""

import base64
import json
import os
import subprocess
import tempfile
import unittest
import urllib.parse

from support import BINARY, Engine, Server, error_of, run, seekline


class Secrets(unittest.TestCase):
    canary = "canary-7d31c5"
    keys = {"qiita": "QIITA_TOKEN", "hotpepper": "HOTPEPPER_API_KEY", "account-id": "FIRESTORE_TOKEN"}

    def output_of(self, source, reply, *arguments):
        """Returns all output of a search and a detail: stdout, the log, the record."""
        with Server(reply) as server, tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "record")
            command = [BINARY, "--source", source, "--log-level=debug", "--record", record, *arguments]
            if source != "account-id":
                command += ["--set", f"{source}.endpoint={server.origin}/api"]
            env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", self.keys[source]: self.canary}
            with Engine(command, env=env) as engine:
                engine.call("initialize")
                engine.call("listSources")
                engine.notify("submit", query="taro")
                seen = engine.settled()
                seen.append(engine.call("openDetail", id="taro"))
                engine.end_input()
                engine.wait()
                with open(record, encoding="utf-8") as file:
                    return json.dumps(seen, ensure_ascii=False) + "\n".join(engine.log) + file.read()

    def test_a_key_that_the_service_echoes_is_redacted(self):
        for source in ("qiita", "hotpepper"):
            seen = []

            def reply(exchange):
                said = exchange.target + exchange.headers.get("authorization", "")
                seen.append(said)
                body = json.dumps({"message": said, "results": {"error": [{"code": 2000, "message": said}]}})
                exchange.answer(body.encode(), 401 if source == "qiita" else 200)

            output = self.output_of(source, reply)
            self.assertIn(self.canary, "".join(seen), "the service itself must get it")
            self.assertIn("[secret]", output)
            self.assertNotIn(self.canary, output)

    def test_a_token_does_not_follow_a_redirect_to_another_server(self):
        carried = []
        with Server(lambda exchange: (carried.append(str(exchange.headers)), exchange.answer(b"[]"))) as other:
            def reply(exchange):
                exchange.answer(b"", 302, [f"Location: {other.origin}/elsewhere"])

            output = self.output_of("qiita", reply)
        self.assertTrue(carried)
        self.assertNotIn(self.canary, "".join(carried), "another server does not get the token")
        self.assertNotIn(self.canary, output)

    def test_a_key_is_redacted_however_it_is_encoded(self):
        """As in a URL, also encoded twice; in lower case, as in a host name; before a combining mark."""
        for self.canary in ("Ab+/9=Cd-canary", "Ab%2B-canary"):
            escaped = urllib.parse.quote(self.canary, safe="")
            ways = {
                escaped, escaped.replace("%2B", "%2b"), urllib.parse.quote(self.canary, safe="/+"), escaped.lower(),
                "".join(f"%{byte:02x}" for byte in self.canary.encode()), f"http://{self.canary.lower()}.test/",
                self.canary + "\u0301", self.canary + "\ufe0f", f"x{self.canary}{escaped}",
            }
            if "%" not in self.canary:
                ways.add(urllib.parse.quote(escaped))
            for way in ways:
                shop = {"id": way, "name": way, "urls": {"pc": way}}
                body = {"results": {"results_available": 1, "results_returned": 1, "shop": [shop]}}
                output = self.output_of("hotpepper", lambda exchange: exchange.answer(json.dumps(body).encode()))
                self.assertIn("[secret]", output, way)
                for text in (way, way.encode("unicode_escape").decode()):
                    self.assertNotIn(text, output)

    def test_a_password_in_an_endpoint_is_redacted(self):
        said = []

        def reply(exchange):
            said.append(exchange.headers.get("authorization", ""))
            hit = {"pageid": 1, "title": "p%40ss:w0rd and p@ss:w0rd"}
            exchange.answer(json.dumps({"query": {"search": [hit]}}).encode())

        with Server(reply) as server:
            endpoint = f"http://me:p%40ss:w0rd@127.0.0.1:{server.port}/w/api.php"
            with seekline("--source=wikipedia", f"--set=wikipedia.endpoint={endpoint}", "--log-level=debug") as engine:
                engine.notify("submit", query="taro")
                seen = engine.settled() + [engine.call("getState"), engine.call("listSources")]
                item = seen[-2]["result"]["items"][0]
                self.assertEqual(item["url"], f"{server.origin}/w/index.php?curid=1")
                self.assertEqual(item["title"], "[secret] and [secret]")
                self.assertNotIn("w0rd", json.dumps(seen) + "".join(engine.log))
        self.assertEqual(said, ["Basic " + base64.b64encode(b"me:p@ss:w0rd").decode()])
        done = run("--set", "wikipedia.endpoint=http//me:w0rd@host/", "--sources")
        self.assertEqual(done.returncode, 2)
        self.assertNotIn(b"w0rd", done.stderr)

    def test_a_password_in_a_cursor_which_cannot_be_redacted_is_an_error(self):
        """What a wiki sends as `continue` has to be sent back unchanged, and would be in a record."""
        hit = {"query": {"search": [{"pageid": 1, "title": "One"}]}}
        said = {"continue": {"sroffset": 1, "continue": "x W0RD 7"}, **hit}
        with Server(lambda exchange: exchange.answer(json.dumps(said).encode())) as server, tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "record")
            endpoint = f"http://me:w0rd%207@127.0.0.1:{server.port}/w/api.php"
            with seekline("--source=wikipedia", f"--set=wikipedia.endpoint={endpoint}", "--record", record) as engine:
                engine.notify("submit", query="taro")
                error = error_of(engine.settled())
                engine.end_input()
                engine.wait()
            with open(record, encoding="utf-8") as file:
                self.assertNotIn("w0rd", file.read().lower())
        self.assertEqual(error["kind"], "decode")
        self.assertIn("The cursor of the next page contains a key", error["message"])

    def test_sources_help_and_version_print_no_keys(self):
        env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **{name: self.canary for name in self.keys.values()}}
        for flag in ("--sources", "--help", "--version"):
            done = subprocess.run([BINARY, flag], env=env, capture_output=True, text=True, check=True)
            self.assertNotIn(self.canary, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
