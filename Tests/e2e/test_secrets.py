"""Keys and tokens go to their services, and come out nowhere."""

import json
import os
import subprocess
import tempfile
import unittest

from support import BINARY, Engine, Server


class Secrets(unittest.TestCase):
    canary = "canary-7d31c5"
    keys = {"qiita": "QIITA_TOKEN", "hotpepper": "HOTPEPPER_API_KEY", "account-id": "FIRESTORE_TOKEN"}

    def output_of(self, source, reply, *arguments):
        """Everything that comes out of a search and a detail: stdout, the log, the record."""
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

    def test_a_service_that_says_them_back(self):
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

    def test_a_service_that_sends_one_elsewhere(self):
        carried = []
        with Server(lambda exchange: (carried.append(str(exchange.headers)), exchange.answer(b"[]"))) as other:
            def reply(exchange):
                exchange.answer(b"", 302, [f"Location: {other.origin}/elsewhere"])

            output = self.output_of("qiita", reply)
        self.assertTrue(carried)
        self.assertNotIn(self.canary, "".join(carried), "another server does not get the token")
        self.assertNotIn(self.canary, output)

    def test_no_option_and_no_source_shows_them(self):
        env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **{name: self.canary for name in self.keys.values()}}
        for flag in ("--sources", "--help", "--version"):
            done = subprocess.run([BINARY, flag], env=env, capture_output=True, text=True, check=True)
            self.assertNotIn(self.canary, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
