"""Flags, settings, the configuration file, recordings."""

import json
import os
import pathlib
import stat
import tempfile
import time
import unittest

from support import Server, run, seekline

SOURCES = ["unicode", "wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id"]


class Flags(unittest.TestCase):
    def complaint(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        lines = done.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("seekline: error: "), lines)
        return lines[0].removeprefix("seekline: error: ")

    def test_help_lists_every_flag(self):
        text = run("--help").stdout.decode()
        for flag in (
            "--source NAME", "--config FILE", "--set SOURCE.KEY=VALUE", "--script", "--framing F", "--record FILE",
            "--replay FILE", "--sources", "--check", "--log-level L", "--generate WHAT", "--version", "--help",
        ):
            self.assertIn("\n  " + flag, text)
        self.assertEqual(max(map(len, text.splitlines())) <= 120, True)

    def test_version(self):
        self.assertRegex(run("--version").stdout.decode(), r"^seekline \d+\.\d+\.\d+ \(protocol 1\.1, (debug|release) build of (commit [0-9a-f]{12}\+?|an export without history)\)\n$")

    def test_sources(self):
        names = [text.split()[0] for text in run("--sources").stdout.decode().splitlines()]
        self.assertEqual(names, SOURCES)

    def test_wrong_flags_say_what_would_be_right(self):
        self.assertEqual(self.complaint("--fast"), 'there is no flag "--fast"; --help lists them')
        self.assertEqual(
            self.complaint("--\u202etsaf\u2028\x1b[2J"),
            'there is no flag "--\ufffdtsaf\ufffd\ufffd[2J"; --help lists them',
        )
        self.assertEqual(self.complaint("--source"), "--source must be followed by NAME")
        self.assertEqual(self.complaint("--script=yes"), "--script takes no value")
        self.assertEqual(
            self.complaint("--source", "bing"), f'there is no source "bing"; there are {", ".join(SOURCES)}'
        )
        self.assertEqual(
            self.complaint("--framing=xml"), '--framing must be auto, lines or content-length, not "xml"'
        )
        self.assertEqual(
            self.complaint("--log-level=loud"),
            '--log-level must be off, error, warning, info or debug, not "loud"',
        )
        self.assertEqual(
            self.complaint("--set", "language=en"), '--set must be followed by SOURCE.KEY=VALUE, not "language=en"'
        )
        self.assertEqual(
            self.complaint("--set", "wikipedia.languge=en"),
            "--set wikipedia.languge: there is no such setting; wikipedia has language, endpoint, concurrency",
        )
        self.assertEqual(
            self.complaint("--set", "bing.key=x"),
            f"--set bing.key: there is no source `bing`; there are {', '.join(SOURCES)}, and `type` makes others",
        )
        self.assertEqual(
            self.complaint("--set", "wikipedia.endpoint=ftp://x"),
            '--set wikipedia.endpoint: must be a URL that begins with http:// or https://, not "ftp://x"',
        )
        self.assertEqual(
            self.complaint("--set", "http.timeoutMs=0"),
            '--set http.timeoutMs: must be a whole number from 1 to 600000, not "0"',
        )
        self.assertEqual(
            self.complaint("--set", "http.contact=a\nb"), "--set http.contact: must be an address or a URL, in ASCII"
        )
        self.assertEqual(
            self.complaint("--set", "x.type=bing"),
            f'--set x.type: must be one of {", ".join(SOURCES)}, not "bing"',
        )
        self.assertEqual(
            self.complaint("--set", "hotpepper.key=canary"),
            "--set hotpepper.key: a command line can be read by others on this machine; set $HOTPEPPER_API_KEY, or "
            "`key` in a configuration file",
        )
        self.assertEqual(self.complaint("--record", "/nonexistent/x"), "cannot record to /nonexistent/x: No such file or directory")
        self.assertEqual(self.complaint("--replay", "/nonexistent"), "/nonexistent: No such file or directory")
        self.assertEqual(self.complaint("--config", "/nonexistent"), "/nonexistent: No such file or directory")
        self.assertEqual(
            self.complaint("--record=x", "--replay=x"), "--record would overwrite the file that --replay reads"
        )

    def test_the_log_says_as_much_as_it_is_asked_to(self):
        bad = b"nonsense\n"
        self.assertEqual(run("--log-level", "off", stdin=bad).stderr, b"")
        self.assertEqual(run("--log-level=error", stdin=bad).stderr, b"")
        self.assertIn(b"seekline: warning: a message is refused: Parse error", run(stdin=bad).stderr)
        greeting = b'{"jsonrpc":"2.0","method":"initialize","params":{"clientInfo":{"name":"me"}}}\n'
        self.assertEqual(run(stdin=greeting).stderr, b"")
        self.assertIn(b"seekline: info: me would like", run("--log-level", "info", stdin=greeting).stderr)


class ConfigFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "config.json"

    def names(self, *arguments, env=None):
        done = run("--sources", *arguments, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def complaint(self, text):
        self.path.write_text(text)
        done = run("--config", str(self.path))
        self.assertEqual(done.returncode, 2)
        return done.stderr.decode().strip().replace(str(self.path), "FILE").removeprefix("seekline: error: ")

    def test_named_instances(self):
        self.path.write_text('{"sources":{"en":{"type":"wikipedia","language":"en"},"wikipedia":{"language":"de"}}}')
        text = self.names("--config", str(self.path))
        self.assertRegex(text, r"(?m)^en +Wikipedia \(en\)")
        self.assertRegex(text, r"(?m)^wikipedia +Wikipedia \(de\)")
        with seekline("--config", str(self.path)) as engine:
            types = {source["name"]: source.get("type") for source in engine.call("listSources")["result"]["sources"]}
        self.assertEqual(types, {**{name: name for name in SOURCES}, "en": "wikipedia"})

    def test_the_command_line_goes_over_the_file(self):
        self.path.write_text('{"sources":{"wikipedia":{"language":"de"}}}')
        self.assertIn("Wikipedia (fr)", self.names("--config", str(self.path), "--set", "wikipedia.language=fr"))
        text = self.names("--set=en.type=wikipedia", "--set=en.language=en")
        self.assertRegex(text, r"(?m)^en +Wikipedia \(en\)")

    def test_the_environment_is_behind_the_file(self):
        env = {"FIRESTORE_EMULATOR_HOST": "not a host"}
        done = run("--sources", env=env)
        self.assertEqual(
            (done.returncode, done.stderr.decode()),
            (2, "seekline: error: $FIRESTORE_EMULATOR_HOST: must be a host and a port, like `localhost:8080`, not "
             '"not a host"\n'),
        )
        self.path.write_text('{"sources":{"account-id":{"emulator":"localhost:1"}}}')
        self.names("--config", str(self.path), env=env)
        self.assertIn("[missing: HOTPEPPER_API_KEY]", self.names(env={"HOTPEPPER_API_KEY": ""}))
        self.assertNotIn("HOTPEPPER", self.names(env={"HOTPEPPER_API_KEY": "canary"}))
        self.path.write_text('{"sources":{"mine":{"type":"hotpepper","key":"canary"}}}')
        text = self.names("--config", str(self.path))
        self.assertRegex(text, r"(?m)^mine .*kitchen$")
        self.assertNotIn("canary", text)

    def test_a_secret_that_cannot_be_is_not_shown(self):
        done = run("--sources", env={"QIITA_TOKEN": "can ary"})
        self.assertEqual(
            done.stderr.decode(),
            "seekline: error: $QIITA_TOKEN: must be letters, digits and signs of ASCII, without spaces\n",
        )
        self.assertEqual(
            self.complaint('{"sources":{"qiita":{\n"token":"can ary"}}}'),
            "FILE:2: sources.qiita.token: must be letters, digits and signs of ASCII, without spaces",
        )

    def test_the_file_in_the_configuration_folder_is_found(self):
        (self.folder / "seekline").mkdir()
        (self.folder / "seekline" / "config.json").write_text('{"sources":{"wikipedia":{"language":"de"}}}')
        self.assertIn("Wikipedia (de)", self.names(env={"XDG_CONFIG_HOME": str(self.folder)}))
        home = self.folder / "home" / ".config"
        home.mkdir(parents=True)
        (self.folder / "seekline").rename(home / "seekline")
        env = {"XDG_CONFIG_HOME": "", "HOME": str(self.folder / "home")}
        self.assertIn("Wikipedia (de)", self.names(env=env))

    def test_as_many_sources_as_a_file_may_name(self):
        """30,000 took 16 s, four times as long for twice as many."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "config.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"sources": {f"s{number}": {"type": "unicode"} for number in range(30_000)}}, file, indent=0)
            start = time.monotonic()
            done = run("--config", path, "--sources")
            self.assertLess(time.monotonic() - start, 3)
            self.assertEqual(done.stdout.count(b"\n"), 30_006)
            self.assertIn("there is no such setting", run("--config", path, "--set", "s29999.x=1").stderr.decode())

    def test_the_name_of_a_source_steers_no_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "config.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"sources": {"a\x1b[31m\u202e": {"type": "unicode"}}}, file)
            text = run("--config", path, "--sources").stdout.decode()
            self.assertIn("a\ufffd[31m\ufffd", text)
            self.assertNotIn("\x1b", text)

    def test_what_is_wrong_is_named_with_file_line_and_member(self):
        self.assertEqual(
            self.complaint('{\n "sources": {\n  "wikipedia": {\n   "languge": "en"}}}'),
            "FILE:4: sources.wikipedia.languge: there is no such setting; wikipedia has language, endpoint, concurrency",
        )
        self.assertEqual(
            self.complaint('{\n\n"source": 1}'), "FILE:3: source: there is no such member; there is `sources`"
        )
        self.assertEqual(
            self.complaint('{"sources":{"wikipedia":{"language":\n["en"]}}}'),
            "FILE:2: sources.wikipedia.language: must be a string, a number or a boolean, not an array",
        )
        self.assertEqual(
            self.complaint('{"sources":\n{"wikipedia":3}}'), "FILE:2: sources.wikipedia: must be an object, not a number"
        )
        self.assertEqual(self.complaint("[]"), "FILE:1: the file: must be an object, not an array")
        self.assertEqual(
            self.complaint('{\n"sources": {},\n}'),
            "FILE:3: found `}` where a member's name in quotes should stand at byte 17",
        )
        self.assertEqual(
            self.complaint('{"sources":{"wikipedia":{\n"language":"not a code"}}}'),
            'FILE:2: sources.wikipedia.language: must be the code of a Wikipedia, like `en` or `zh-yue`, not "not a code"',
        )
        self.assertEqual(
            self.complaint('{"sources":{"x":{\n"type":"bing"}}}'),
            f'FILE:2: sources.x.type: must be one of {", ".join(SOURCES)}, not "bing"',
        )


class Recording(unittest.TestCase):
    SCRIPT = b"".join(
        json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
        for number, (method, params) in enumerate(
            [
                ("setQuery", {"query": "snowman"}), ("reachedBottom", {}), ("openDetail", {"id": "U+2603"}),
                ("getState", {}),
            ]
        )
    )

    def test_a_replay_says_what_was_said(self):
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "record.jsonl")
            original = run("--script", "--record", record, stdin=self.SCRIPT)
            self.assertEqual(stat.S_IMODE(os.stat(record).st_mode), 0o600)
            replayed = run("--script", "--replay", record, stdin=self.SCRIPT)
            self.assertEqual(replayed.stdout, original.stdout)
            self.assertIn("☃".encode(), replayed.stdout)
            with open(record) as file:
                lines = [json.loads(text) for text in file]
            self.assertEqual(list(lines[0]), ["ms", "record"])
            self.assertEqual([text["in"]["id"] for text in lines if "in" in text], [0, 1, 2, 3])
            outs = [text["out"] for text in lines if "out" in text]
            self.assertEqual(outs, [json.loads(text) for text in original.stdout.splitlines()])
            other = run("--replay", record, stdin=b'{"jsonrpc":"2.0","method":"submit","params":{"query":"x"}}\n')
            self.assertIn(b"the recording has no answer", other.stdout)
            run("--record", record)
            with open(record) as file:
                self.assertEqual(len(file.readlines()), 1, "a record begins its file anew")

    def test_a_record_that_cannot_go_on_does_not_stop_the_engine(self):
        done = run("--script", "--record", "/dev/full", stdin=self.SCRIPT)
        self.assertIn("☃".encode(), done.stdout)
        self.assertIn(b"the record ends here: No space left on device", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_a_recording_that_is_none_says_where(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write('{"ms":0,"record":{"format":1}}\nnonsense\n')
            file.flush()
            done = run("--replay", file.name)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(
                done.stderr.decode(),
                f"seekline: error: {file.name}:2: found `o` where `null` should stand at byte 1\n",
            )


class Script(unittest.TestCase):
    def test_two_pages_in_one_pipe(self):
        done = run("--script", stdin=Recording.SCRIPT)
        # Where the machine is busy, it is said that the search takes long.
        messages = [message for message in map(json.loads, done.stdout.splitlines()) if not message.get("params", {}).get("stalled")]
        order = [message.get("method", message.get("id")) for message in messages]
        self.assertEqual(
            order,
            [0, "loading", "items", "loading", 1, 2, 3],
            "one page holds every snowman; a detail of this source is known at once",
        )
        self.assertEqual(messages[4]["result"]["outcome"], "full")

    def test_without_script_the_lines_do_not_wait(self):
        done = run(stdin=Recording.SCRIPT)
        outcomes = [json.loads(text).get("result", {}).get("outcome") for text in done.stdout.splitlines()]
        self.assertIn("scheduled", outcomes)
        self.assertIn("idle", outcomes)

    def test_cancel_is_read_ahead(self):
        # What is not read ahead waits for ten minutes.
        with Server() as server, seekline("--script", "--set=http.timeoutMs=600000", *server.settings) as engine:
            engine.notify("setQuery", query="swift")
            number = engine.request("getState")
            engine.notify("cancel")
            engine.until(lambda message: message.get("id") == number)


if __name__ == "__main__":
    unittest.main()
