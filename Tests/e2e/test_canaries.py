"""A key, a token and a password that can be recognised anywhere: they are searched for in all output, while everything
that can go wrong does."""

import base64
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest
import urllib.parse

from network_faults import FOUND, answers, hangs, length, moves, resets, sends
from support import BINARY, Server, seekline

CANARY = "Canary+7/d31=c5"
ENVIRONMENT = {"HOTPEPPER_API_KEY": CANARY, "QIITA_TOKEN": CANARY, "FIRESTORE_TOKEN": CANARY}
# What a server does with each request; some answers repeat what was sent to it.
FAULTS = [
    resets(), sends(), hangs(), sends(length(1000) + FOUND), answers(b"<p>"), answers(b"", 500), answers(b"", 302, "Location: /x"),
    answers(b"", 302, "Location: file:///etc/passwd"), moves("http://127.0.0.1:1/"), answers(b" " * (17 << 20)),
    sends(b"HTTP/1.1 200 OK\r\nX: \0\r\n\r\n"), answers(b"", 401), answers(b"", 429, "Retry-After: 9"),
]


def echo(status):
    """Answers with everything that was sent, in each service's way to report an error."""
    def do(exchange):
        said = f"{exchange.target} {exchange.headers}"
        body = {"message": said, "error": {"code": "x", "info": said, "message": said}, "query": {"search": said},
                "results": {"error": [{"code": 1, "message": said}]}}
        exchange.answer(json.dumps(body).encode(), status, [f"X-Said: {exchange.target}"], close=True)
    return do


class Canaries(unittest.TestCase):
    def setUp(self):
        self.folder = self.enterContext(tempfile.TemporaryDirectory())

    def absent(self, text, where):
        """Checks that a text does not contain the secret in any encoding."""
        text = text.lower()
        for way in (CANARY, urllib.parse.quote(CANARY, safe=""), base64.b64encode(f"me:{CANARY}".encode()).decode(), "7/d31", "7%2fd31"):
            self.assertNotIn(way.lower(), text, where)

    def configuration(self, origin):
        """Writes a configuration with the password of an endpoint."""
        place = origin.replace("http://", f"http://me:{urllib.parse.quote(CANARY, safe='')}@")
        sources = {
            "wikipedia": {"endpoint": f"{place}/w/api.php"}, "qiita": {"endpoint": origin}, "hotpepper": {"endpoint": f"{origin}/hp"},
            "account-id": {"project": "p", "emulator": origin.removeprefix("http://")}, "http": {"timeoutMs": "400"},
        }
        path = pathlib.Path(self.folder, "config.json")
        path.write_text(json.dumps({"sources": sources}))
        return str(path)

    def test_no_output_contains_a_secret(self):
        """Logs at every level, errors, states, details, what `rpc.discover` and `listSources` return, records, and the
        process's arguments."""
        told = []
        with Server(lambda exchange: (told.append(f"{exchange.target} {exchange.headers}"), self.does(exchange))) as server:
            configuration = self.configuration(server.origin)
            for level in ("off", "error", "warning", "info", "debug"):
                faults = [echo(200), echo(403), *(FAULTS if level == "debug" else FAULTS[:1])]
                record = os.path.join(self.folder, "record")
                with seekline("--config", configuration, "--record", record, f"--log-level={level}", env=ENVIRONMENT) as engine:
                    seen = [engine.call("initialize"), engine.call("rpc.discover"), engine.call("listSources")]
                    for source in ("wikipedia", "qiita", "hotpepper", "account-id"):
                        engine.call("openSession", session=source, source=source, options={"minLength": 1})
                        for self.does in faults:
                            engine.notify("submit", query="taro", session=source)
                            seen += engine.settled(source)
                        self.does = echo(200)
                        seen += [engine.call("openDetail", id="1", session=source), engine.call("getState", session=source)]
                    for name in ("cmdline", "comm"):
                        self.absent(pathlib.Path(f"/proc/{engine.process.pid}/{name}").read_text(), name)
                    engine.end_input()
                    seen += engine.rest()
                    engine.wait()
                self.absent(json.dumps(seen, ensure_ascii=False), "what is sent")
                self.assertEqual(bool(engine.log), level in ("info", "debug"), engine.log[:3])
                self.absent("\n".join(engine.log), f"the log, {level}")
                self.absent(pathlib.Path(record).read_text(encoding="utf-8"), "the record")
        self.assertIn(urllib.parse.quote(CANARY, safe=""), "".join(told), "the services themselves must get it")

    def test_no_command_line_option_shows_a_secret(self):
        configuration = self.configuration("http://127.0.0.1:1")
        for arguments in (["--sources"], ["--check"], ["--help"], ["--version"], *(["--generate", what] for what in ("man", "bash", "zsh", "fish"))):
            done = subprocess.run(
                [BINARY, *arguments, "--config", configuration], env={**os.environ, **ENVIRONMENT}, capture_output=True, text=True, timeout=60
            )
            self.assertEqual(done.returncode, 0, arguments)
            self.absent(done.stdout + done.stderr, arguments)

    def test_a_crash_does_not_reveal_a_secret(self):
        """The signals of a bug of ours, or of a user who wants a core dump; with the Swift runtime's backtrace, if it
        has one."""
        with Server(echo(200)) as server:
            env = ENVIRONMENT | {"SWIFT_BACKTRACE": "enable=yes,color=no,output-to=stderr"}
            for number in (signal.SIGSEGV, signal.SIGABRT, signal.SIGILL):
                with seekline("--config", self.configuration(server.origin), "--source=hotpepper", env=env) as engine:
                    engine.notify("submit", query="taro")
                    engine.settled()
                    engine.process.send_signal(number)
                    self.assertEqual(engine.wait(), -number)
                    engine.rest()
                self.absent("\n".join(engine.log), number)

    def test_a_key_on_the_command_line_is_refused(self):
        """Everybody on the machine could read it there."""
        for setting in ("hotpepper.key", "qiita.token", "account-id.token"):
            done = subprocess.run([BINARY, "--set", f"{setting}={CANARY}"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.absent(done.stdout + done.stderr, setting)


if __name__ == "__main__":
    unittest.main()
