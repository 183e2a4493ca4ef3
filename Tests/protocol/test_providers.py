"""The providers' protocol: the examples pass the check, and what its page and its sessions show is true and valid."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema
from provider_sessions import EXAMPLES, PROVIDERS, ROOT, SESSIONS, header_of, prepared

sys.path.append(str(ROOT / "protocol" / "conformance"))

from schema import Schema  # noqa: E402

CHECK = PROVIDERS / "check"
README = (PROVIDERS / "README.md").read_text(encoding="utf-8")
RESULTS = {"initialize": "InitializeResult", "page": "PageResult", "detail": "DetailResult", "perform": "PerformResult"}
# For each example provider, the session in whose folder it runs, and a query with which it finds something.
WORKED = {
    "ssh-hosts.py": ("ssh-hosts", "web"), "notes.py": ("notes", "boil"), "git-log.sh": ("git-log", "add"),
    "npm-scripts.mjs": ("npm-scripts", "build"), "processes.pl": ("processes", "processes.pl"),
}


class ExampleProviders(unittest.TestCase):
    def check(self, session, *arguments):
        with prepared(header_of(SESSIONS / f"{session}.jsonl")) as (command, options):
            done = subprocess.run(
                [CHECK, "--patience", "10", "--within", "600", *arguments, "--", *command], capture_output=True, text=True, timeout=300, **options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_each_example_passes_the_check(self):
        self.assertEqual({path.name for path in EXAMPLES.iterdir()}, WORKED.keys())
        for program, (session, query) in WORKED.items():
            with self.subTest(program):
                settings = ["--settings", '{"folder": "notes"}'] if program == "notes.py" else []
                self.assertIn("\n13 passed, 0 failed\n", self.check(session, "--query", query, *settings))

    def test_each_recorded_session_can_be_replayed(self):
        for path in SESSIONS.glob("*.jsonl"):
            with self.subTest(path.name):
                self.assertEqual(self.check(path.stem, "--replay", str(path)).splitlines()[-1], "1 passed, 0 failed")

    def test_a_replay_with_different_messages_fails(self):
        lines = (SESSIONS / "ssh-hosts.jsonl").read_text(encoding="utf-8")
        for old, new in [('"title":"db"', '"title":"dc"'), ('"total":4', '"total":true'), (',"next":"3"', ""), ("web-1", "…-2")]:
            with self.subTest(new), tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
                file.write(lines.replace(old, new))
                file.flush()
                with prepared(header_of(SESSIONS / "ssh-hosts.jsonl")) as (command, options):
                    done = subprocess.run([CHECK, "--replay", file.name, "--", *command], capture_output=True, text=True, timeout=60, **options)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn("something else is said", done.stdout)

    def test_a_replay_with_missing_or_additional_messages_fails(self):
        session = SESSIONS / "ssh-hosts.jsonl"
        for program, words in [
            ("exit", "line 3: nothing is said; it wrote nothing to its stderr"), ("echo hello; cat", "line 3: what is said is no message"),
            ('"$1"; echo {}', "more is said behind the end of the session"), ('"$1"; sleep 1000', "it does not end with its input"),
        ]:
            with self.subTest(program), prepared(header_of(session)) as (command, options):
                done = subprocess.run([CHECK, "--replay", session, "--", "sh", "-c", program, "sh", *command],
                                      capture_output=True, text=True, timeout=60, **options)
                self.assertEqual(done.returncode, 1, done.stdout)
                self.assertIn(words, done.stdout)

    def test_each_example_is_short_executable_and_documented(self):
        for path in EXAMPLES.iterdir():
            self.assertLess(len(path.read_text(encoding="utf-8").splitlines()), 60, path.name)
            self.assertTrue(os.access(path, os.X_OK), path.name)
            self.assertIn(f"(examples/{path.name})", README)

    def test_shellcheck_accepts_the_shell_example(self):
        done = subprocess.run(["shellcheck", EXAMPLES / "git-log.sh"], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (0, ""))

    def test_only_the_chosen_process_is_ended(self):
        sleeping = [subprocess.Popen(["sleep", "1000.25"]) for _ in range(2)]
        self.addCleanup(lambda: [(each.kill(), each.wait()) for each in sleeping])
        with prepared(header_of(SESSIONS / "processes.jsonl")) as (command, options), subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **options
        ) as provider:
            def call(method, **params):
                print(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}), file=provider.stdin, flush=True)
                return json.loads(provider.stdout.readline())

            found = {item["insert"]: item["id"] for item in call("page", query="sleep 1000.25", pageSize=20)["result"]["items"]}
            ended = sleeping[0]
            self.assertIn("error", call("perform", id=f"{ended.pid}-1", action="end"))
            done = call("perform", id=found[str(ended.pid)], action="end")
            self.assertEqual(done["result"], {"message": f"process {ended.pid} was told to end", "changed": True})
            self.assertEqual(ended.wait(60), -15)
            self.assertIsNone(sleeping[1].poll())
            self.assertIn("no such process", call("detail", id=found[str(ended.pid)])["error"]["message"])
            provider.stdin.close()


class Documents(unittest.TestCase):
    """The schemas, and whatever the documentation shows."""

    @classmethod
    def setUpClass(cls):
        cls.whole = {name: json.loads((PROVIDERS / "schema" / f"{name}.json").read_text(encoding="utf-8")) for name in ("engine", "provider")}
        cls.sessions = {path.name: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
                        for path in SESSIONS.glob("*.jsonl")}

    def faults(self, name, definition, value):
        """Returns what two validators, which must agree, find wrong with a value."""
        schema = self.whole[name]
        part = {"allOf": [{"$ref": f"#/definitions/{definition}"}], "definitions": schema["definitions"]}
        own = Schema(schema["definitions"][definition], schema["definitions"]).fault(value)
        other = [error.message for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator) for error in draft(part).iter_errors(value)]
        self.assertEqual(own is None, not other, (own, other, value))
        return own

    def validate(self, messages):
        methods = {}
        for way, message in messages:
            with self.subTest(json.dumps(message)[:200]):
                if way == "-->":
                    methods[message.get("id")] = message["method"]
                    self.assertIsNone(self.faults("engine", "Call", message))
                else:
                    self.assertIsNone(self.faults("provider", "Message", message))
                    if "result" in message:
                        self.assertIsNone(self.faults("provider", RESULTS[methods[message["id"]]], message["result"]))

    def test_the_schemas_are_valid_and_have_no_leftovers(self):
        for whole in self.whole.values():
            jsonschema.Draft7Validator.check_schema(whole)
            jsonschema.Draft202012Validator.check_schema(whole)
            # Every definition is referred to: none is a leftover.
            for name in whole["definitions"].keys() - set(RESULTS.values()):
                self.assertIn(f'"#/definitions/{name}"', json.dumps(whole))

    def test_the_sessions_are_valid(self):
        self.assertGreater(len(self.sessions), 5)
        for lines in self.sessions.values():
            self.validate(next(iter(line.items())) for line in lines)

    def test_the_examples_on_the_page_occur_in_the_sessions(self):
        said = [line for lines in self.sessions.values() for line in lines]
        examples = re.findall(r"^    (-->|<--) (.*)$", README, re.MULTILINE)
        self.assertGreater(len(examples), 15)
        for way, text in examples:
            self.assertIn({way: json.loads(text)}, said)

    def test_invalid_messages_are_refused(self):
        self.assertIsNotNone(self.faults("engine", "Call", {"jsonrpc": "2.0", "method": "page", "params": {"query": "", "pageSize": 1}}))
        for definition, wrong in [
            ("PageResult", {}), ("PageResult", {"items": None}), ("PageResult", {"items": [], "next": 2}), ("PageResult", {"items": [], "total": -1}),
            ("Item", {"id": "a"}), ("Item", {"title": "a", "snippet": [1]}), ("Item", {"title": "a", "fields": {"a": [1]}}),
            ("Item", {"title": "a", "actions": [{"name": "x"}]}), ("Item", {"title": "a", "location": {"line": 1}}),
            ("DetailResult", {"title": "a"}), ("DetailResult", {"text": "", "range": {"first": 1}}), ("PerformResult", {"changed": "yes"}),
            ("InitializeResult", {"protocolVersion": "1.0", "name": "a"}), ("Options", {"trigger": "never"}), ("Error", {"code": "x", "message": ""}),
            ("Notification", {"jsonrpc": "2.0", "id": 1, "method": "$/items", "params": {"id": 1, "items": []}}),
        ]:
            self.assertIsNotNone(self.faults("provider", definition, wrong), wrong)

    def test_the_tables_match_the_schemas(self):
        methods = {row[0]: row[1:] for row in re.findall(r"^\| `([\w$/]+)` \| (`.*) \| (.*) \|$", README, re.MULTILINE)}
        engine, provider = self.whole["engine"]["definitions"], self.whole["provider"]["definitions"]
        self.assertEqual(methods.keys(), {*engine["Call"]["properties"]["method"]["enum"], "$/items"})
        for method, (params, result) in methods.items():
            name = method.removeprefix("$/")[0].upper() + method.removeprefix("$/")[1:]
            schema = (provider if method == "$/items" else engine)[name + "Params"]
            self.assertEqual(written(params), members(schema), method)
            if method in RESULTS:
                self.assertEqual(written(result), members(provider[RESULTS[method]]), method)
        items = README.partition("\n## Items\n")[2].partition("\n## ")[0]
        self.assertEqual(set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`[^|]*) \|", items, re.MULTILINE)))), provider["Item"]["properties"].keys())

    def test_the_options_match_those_of_the_check(self):
        helped = subprocess.run([CHECK, "--help"], capture_output=True, text=True, check=True, timeout=60).stdout
        part = README.partition("\n## Checking\n")[2]
        self.assertEqual(set(re.findall(r"^\| `(--\w+)", part, re.MULTILINE)), set(re.findall(r"^  (--\w+)", helped, re.MULTILINE)))


def written(cell):
    """The members in a cell of a table, and whether they may be left out."""
    return {name: bool(mark) for name, mark in re.findall(r"`(\w+)(?:\[\])?(\??)`", cell)}


def members(schema):
    """The members of an object, and whether they may be left out."""
    return {name: name not in schema.get("required", []) for name in schema["properties"]}


if __name__ == "__main__":
    unittest.main()
