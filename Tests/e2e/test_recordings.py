"""A recorded session can be replayed, and becomes a scenario and a mock engine."""

import json
import os
import pathlib
import select
import stat
import subprocess
import sys
import tempfile
import unittest

from support import BINARY, ROOT, SNOWMEN, Engine, Services, line, run, seekline

CONVERT = ROOT / "protocol" / "conformance" / "scenario-from-record"
RUN = ROOT / "protocol" / "conformance" / "run"


class RecordAndReplay(unittest.TestCase):
    def test_a_replay_repeats_the_original_output(self):
        with tempfile.TemporaryDirectory() as folder:
            record = os.path.join(folder, "record.jsonl")
            original = run("--script", "--record", record, stdin=SNOWMEN)
            self.assertEqual(stat.S_IMODE(os.stat(record).st_mode), 0o600)
            replayed = run("--script", "--replay", record, stdin=SNOWMEN)
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

    def test_a_replay_restores_the_options_that_a_provider_declared(self):
        """The program is not run, so it cannot declare again how a search box on it behaves."""
        script = b"".join(
            line(method, number, **params)
            for number, (method, params) in enumerate([
                ("openSession", {"session": "before", "source": "mine"}), ("submit", {"session": "before", "query": "swift"}),
                ("openSession", {"session": "after", "source": "mine"}), ("setQuery", {"session": "after", "query": "rust"}),
                ("listSources", {}), ("submit", {"session": "after"}),
            ]))
        with tempfile.TemporaryDirectory() as folder:
            config, record = os.path.join(folder, "config.json"), os.path.join(folder, "record.jsonl")
            program = [str(ROOT / "Tests" / "e2e" / "scripted_provider.py"), "options", os.path.join(folder, "told")]
            with open(config, "w", encoding="utf-8") as file:
                json.dump({"sources": {"mine": {"type": "command", "run": "provider", "argv": program}}}, file)
            original = run("--config", config, "--script", "--record", record, stdin=script)
            self.assertIn(b'"outcome":"held"', original.stdout, "it was said that only `submit` searches")
            self.assertIn(b'"title":"rust 0"', original.stdout)
            replayed = run("--config", config, "--script", "--replay", record, stdin=script)
            self.assertEqual(replayed.stdout, original.stdout)
            with open(record, encoding="utf-8") as file:
                answers = [text["answer"] for text in map(json.loads, file) if "answer" in text]
            self.assertEqual([answer.get("options", {}).get("minLength") for answer in answers], [2, None], "once")

    def test_a_replay_restores_the_options_declared_by_the_sources_of_a_union(self):
        """The options of several sources at once are combined from what each declares."""
        both = {"source": ["mine", "yours"], "options": {"pageSize": 7}}
        script = b"".join(
            line(method, number, **params)
            for number, (method, params) in enumerate([
                ("openSession", both | {"session": "before"}), ("submit", {"session": "before", "query": "swift"}),
                ("openSession", both | {"session": "after"}), ("openSession", {"session": "alone", "source": "mine"}),
                ("setQuery", {"session": "after", "query": "rust"}), ("listSources", {}), ("submit", {"session": "after"}),
            ]))
        with tempfile.TemporaryDirectory() as folder:
            config, record = os.path.join(folder, "config.json"), os.path.join(folder, "record.jsonl")
            program = [str(ROOT / "Tests" / "e2e" / "scripted_provider.py"), "options", os.path.join(folder, "told")]
            source = {"type": "command", "run": "provider", "argv": program}
            with open(config, "w", encoding="utf-8") as file:
                json.dump({"sources": {"mine": source, "yours": source}}, file)
            original = run("--config", config, "--script", "--record", record, stdin=script)
            results = [json.loads(text).get("result", {}) for text in original.stdout.splitlines()]
            opened = [result["options"]["debounceMs"] for result in results if "options" in result]
            self.assertEqual(opened, [30, 7, 7], "they have said otherwise")
            replayed = run("--config", config, "--script", "--replay", record, stdin=script)
            self.assertEqual(replayed.stdout, original.stdout)
            with open(record, encoding="utf-8") as file:
                answers = [text["answer"] for text in map(json.loads, file) if "answer" in text]
            told = [name for answer in answers for name in answer.get("optionsOf", {})]
            self.assertEqual(sorted(told), ["mine", "yours"], "once each")

    def test_an_existing_record_file_becomes_private_to_its_owner(self):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder, "record.jsonl")
            for mode, kept in (0o644, 0o600), (0o666, 0o600), (0o700, 0o700):
                record.touch()
                record.chmod(mode)
                run("--script", "--record", str(record), stdin=SNOWMEN)
                self.assertEqual(stat.S_IMODE(record.stat().st_mode), kept)

    def test_the_configuration_is_not_overwritten(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "seekline", "config.json")
            path.parent.mkdir()
            path.write_text('{"sources": {}}')
            for arguments in ["--config", str(path)], []:
                done = run("--record", str(path), *arguments, env={"XDG_CONFIG_HOME": folder})
                self.assertEqual(
                    (done.returncode, done.stderr.decode()),
                    (2, f"seekline: error: --record would overwrite the configuration, {path}\n"))
                self.assertEqual(path.read_text(), '{"sources": {}}')

    def test_a_record_that_cannot_be_written_does_not_stop_the_engine(self):
        done = run("--script", "--record", "/dev/full", stdin=SNOWMEN)
        self.assertIn("☃".encode(), done.stdout)
        self.assertIn(b"the record ends here: No space left on device", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_a_record_whose_reader_is_too_slow_ends_behind_a_whole_line(self):
        with tempfile.TemporaryDirectory() as folder:
            path, log = os.path.join(folder, "record"), pathlib.Path(folder, "log")
            os.mkfifo(path)
            reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, reader)
            with log.open("wb") as errors, seekline("--record", path, stderr=errors) as engine:
                sent = 0
                while "the record ends here: its reader is 8 MiB behind" not in log.read_text():
                    sent += 1
                    self.assertIn("error", engine.call("none", text="x" * 500_000))
                    self.assertLess(sent, 100)
                chunks = [b""]
                while len(chunks) == 1 or chunks[-1]:
                    self.assertTrue(select.select([reader], [], [], 60)[0], "neither more nor the end comes")
                    chunks.append(os.read(reader, 1 << 20))
                record = b"".join(chunks).splitlines(keepends=True)
                self.assertTrue(all(text.endswith(b"\n") and json.loads(text) for text in record))
                self.assertEqual(sum(b'"in"' in text for text in record), sent)
                self.assertIn("result", engine.call("listSources"))

    def test_a_malformed_recording_is_reported_with_its_line(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write('{"ms":0,"record":{"format":1}}\nnonsense\n')
            file.flush()
            done = run("--replay", file.name)
            self.assertEqual(done.returncode, 2)
            self.assertEqual(
                done.stderr.decode(),
                f"seekline: error: {file.name}:2: found `o` where `null` should stand at byte 1\n",
            )


class Recordings(unittest.TestCase):
    def setUp(self):
        folder = self.enterContext(tempfile.TemporaryDirectory())
        self.record = pathlib.Path(folder, "record.jsonl")
        self.scenario = pathlib.Path(folder, "scenario.jsonl")

    def convert(self):
        done = subprocess.run([CONVERT, self.record], capture_output=True, text=True)
        self.scenario.write_text(done.stdout)
        return done

    def record_session(self, source, env, act):
        arguments = ["--source", source, "--record", str(self.record)]
        with Engine([BINARY, *arguments], env=env) as engine:
            act(engine)
            engine.end_input()
            engine.wait()

    def test_an_answer_recorded_in_parts_is_replayed_in_parts(self):
        def page(*numbers):
            return {"items": [{"id": str(number), "title": f"Item {number}", "fields": {}} for number in numbers]}

        lines = [
            {"ms": 0, "record": {"format": 1, "source": "unicode"}},
            {"ms": 0, "ask": {"number": 1, "source": "unicode", "page": {"query": "swift", "pageSize": 20}}},
            {"ms": 5, "answer": {"number": 1, "page": page(1, 2), "last": False}},
            {"ms": 105, "answer": {"number": 1, "page": page(2, 3), "last": False}},
            {"ms": 205, "answer": {"number": 1, "page": page(4)}},
            # The same request, made again, was cancelled after its first part.
            {"ms": 300, "ask": {"number": 2, "source": "unicode", "page": {"query": "swift", "pageSize": 20}}},
            {"ms": 305, "answer": {"number": 2, "page": page(9), "last": False}},
            {"ms": 400, "drop": {"number": 2}},
        ]
        self.record.write_text("".join(json.dumps(line) + "\n" for line in lines))

        def told(message):
            if message.get("method") != "items":
                return None
            params = message["params"]
            return params["from"], [item["id"] for item in params["items"]], params["more"], params.get("partial")

        with Engine([BINARY, "--replay", str(self.record)]) as engine:
            engine.call("submit", query="swift")
            messages = engine.settled()
            self.assertEqual(
                [(0, ["1", "2"], True, None), (2, ["3"], True, None), (3, ["4"], False, None)],
                [found for found in map(told, messages) if found],
            )
            engine.call("submit", query="swift")
            messages = engine.until(lambda message: told(message) is not None)
            self.assertEqual((0, ["9"], True, None), told(messages[-1]))
            engine.call("cancel")
            messages = engine.settled()
            self.assertIn((1, [], False, True), [told(message) for message in messages])
            self.assertEqual("full", engine.call("getState")["result"]["status"])

    def test_any_input_can_be_recorded_and_replayed(self):
        """Including messages of several lines, and ones of the greatest permitted depth."""
        pretty = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"x": [1]}}, indent="\r\n ")
        deep = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"x":' + b"[" * 126 + b"]" * 126 + b"}}"
        for body in (pretty.encode(), deep, b"\xff", b"[1,\n2]", b'"\\u0000"', b"[" * 129):
            sent = b"Content-Length: %d\r\n\r\n" % len(body) + body
            subprocess.run([BINARY, "--record", self.record], input=sent, capture_output=True, check=True)
            self.assertEqual(self.record.read_bytes().count(b"\r"), 0)
            lines = [json.loads(line) for line in self.record.read_text().splitlines()]
            self.assertEqual([next(iter(line.keys() - {"ms"})) for line in lines], ["record", "in", "out"])
            done = subprocess.run([BINARY, "--replay", self.record], stdin=subprocess.DEVNULL, capture_output=True)
            self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_a_recording_is_not_overwritten_while_it_is_replayed(self):
        lines = '{"ms":0,"record":{"format":1,"source":"unicode"}}\n'
        self.record.write_text(lines)
        link, hard = self.record.with_name("link"), self.record.with_name("hard")
        link.symlink_to(self.record)
        hard.hardlink_to(self.record)
        for path in (self.record, link, hard, self.record.parent / "." / ".." / self.record.parent.name / self.record.name):
            done = subprocess.run(
                [BINARY, "--record", path, "--replay", self.record], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2)
            self.assertIn("--record would overwrite the file that --replay reads", done.stderr)
            self.assertEqual(self.record.read_text(), lines)

    def test_a_record_cannot_be_written_to_standard_output(self):
        output = self.record.with_name("output")
        file = self.enterContext(output.open("wb"))
        for path, stdout in ("/dev/stdout", subprocess.PIPE), ("/dev/fd/1", subprocess.PIPE), (output, file):
            done = subprocess.run([BINARY, "--record", path], input=line("initialize", 1), stdout=stdout, stderr=subprocess.PIPE, timeout=60)
            self.assertEqual((done.returncode, done.stdout or b"", done.stderr.decode()), (
                2, b"", f"seekline: error: --record must not be standard output, which is for the messages: {path}\n"))
        self.assertEqual(output.read_bytes(), b"")

    def test_a_record_cannot_overwrite_standard_input(self):
        messages = self.record.with_name("input")
        messages.write_bytes(line("initialize", 1))
        for path in messages, "/dev/stdin":
            with messages.open("rb") as file:
                done = subprocess.run([BINARY, "--record", path], stdin=file, capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stdout, done.stderr.decode()), (
                2, b"", f"seekline: error: --record would overwrite standard input, {path}\n"))
        self.assertEqual(messages.read_bytes(), line("initialize", 1))

    def test_malformed_answers_in_a_recording_are_refused(self):
        item = {"id": "1", "title": "t"}
        error = {"kind": "http", "message": "no"}
        wrong = [
            {"page": {"items": [], "total": -1}}, {"page": {"items": [], "total": "1"}}, {"page": {"items": [], "next": 1}},
            {"page": {"items": [item | {"snippet": ["a", 1]}]}}, {"page": {"items": [item | {"snippet": "a"}]}},
            {"page": {"items": [item | {"url": 1}]}}, {"page": {"items": [item | {"fields": {"x": []}}]}},
            {"page": {"items": [item | {"fields": {"x": 2**53}}]}}, {"page": {"items": [item | {"fields": []}]}},
            {"page": {"items": []}, "last": "no"}, {"error": error | {"kind": ""}}, {"error": error | {"retryable": 1}},
            {"error": error | {"httpStatus": 7}}, {"error": error | {"retryAfterMs": -1}},
            {"page": {"items": []}, "options": {"minLength": -1}}, {"page": {"items": []}, "options": {"trigger": 2}},
            {"page": {"items": []}, "options": "submit"}, {"page": {"items": []}, "optionsOf": {"mine": {"minLength": -1}}},
            {"page": {"items": []}, "optionsOf": ["mine"]},
        ]
        for answer in wrong:
            lines = [
                {"ms": 0, "record": {"format": 1, "source": "unicode"}},
                {"ms": 0, "ask": {"number": 1, "source": "unicode", "page": {"query": "swift", "pageSize": 20}}},
                {"ms": 5, "answer": {"number": 1} | answer},
            ]
            self.record.write_text("".join(json.dumps(line) + "\n" for line in lines))
            done = subprocess.run(
                [BINARY, "--replay", self.record], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, answer)
            right = "`answer` must have a whole `page`, `detail`, `performed` or `error`"
            if "options" in answer or "optionsOf" in answer:
                right = "`options` must be an object of options with valid values, as must those in `optionsOf`"
            self.assertIn(f":3: {right}", done.stderr)

    def test_a_recorded_session_becomes_a_scenario_that_the_engine_passes(self):
        def act(engine):
            engine.call("openSession", session="two", options={"trigger": "incremental", "pageSize": 5})
            for text in ("c", "ca", "cafe"):
                engine.call("setQuery", session="two", query=text)
            engine.settled("two")
            engine.call("reachedBottom", session="two")
            engine.settled("two")
            services.fail("hotpepper", status=500)
            engine.call("refresh", session="two")
            engine.settled("two")
            engine.call("openDetail", session="two", id="J000000003")
            engine.call("submit", query="焼肉")
            engine.settled()
            engine.call("getState")
            engine.call("submit", session="nowhere")
            engine.write(b"not JSON\n")
            engine.next()

        with Services() as services, services.environment() as env:
            self.record_session("hotpepper", env, act)
        done = self.convert()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        played = subprocess.run([sys.executable, RUN, "--file", self.scenario, BINARY], capture_output=True, text=True)
        self.assertEqual(played.returncode, 0, played.stdout)
        self.assertIn("1 passed, 0 failed", played.stdout)
        # A scenario that expects something else fails.
        text = self.scenario.read_text()
        self.scenario.write_text(text.replace('"outcome": "started"', '"outcome": "idle"', 1))
        played = subprocess.run([sys.executable, RUN, "--file", self.scenario, BINARY], capture_output=True, text=True)
        self.assertEqual(played.returncode, 1, played.stdout)

    def test_what_a_scenario_cannot_express_is_listed(self):
        def act(engine):
            engine.call("openDetail", id="U+2603")
            engine.write(b'[{"jsonrpc":"2.0","id":9,"method":"getState"}]\n')
            engine.next()

        self.record_session("unicode", None, act)
        done = self.convert()
        self.assertEqual(done.returncode, 0)
        self.assertEqual(
            done.stderr.splitlines(),
            [
                "line 2 is left out: its source knew the answer", "line 5 is left out: its source knew the answer",
                "line 6 is left out: a batch", "line 7 is left out: a batch",
            ],
        )
        steps = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(steps), 1)

    def test_converting_something_that_is_not_a_recording_is_an_error(self):
        self.record.write_text('{"jsonrpc":"2.0"}\n')
        done = self.convert()
        self.assertEqual(done.returncode, 2)
        self.assertIn("the first line must be that of a recording", done.stderr)

    def test_a_client_can_be_tested_against_a_recording(self):
        with Services() as services, services.environment() as env:
            self.record_session("hotpepper", env, lambda engine: (engine.call("submit", query="焼肉"), engine.settled()))
        # There is neither a service nor a key any more.
        with Engine([BINARY, "--replay", str(self.record)]) as engine:
            engine.notify("submit", query="焼肉")
            items = [message["params"] for message in engine.settled() if message["method"] == "items"]
        self.assertEqual((items[0]["count"], items[0]["items"][0]["title"]), (18, "焼肉 たけ 銀座店"))


if __name__ == "__main__":
    unittest.main()
