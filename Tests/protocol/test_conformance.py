"""`protocol/conformance` finds what is wrong with an engine, and validates messages as a third-party validator does."""

import concurrent.futures
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFORMANCE = ROOT / "protocol" / "conformance"
sys.path.append(str(CONFORMANCE))

from engine import Engine  # noqa: E402
from schema import Schema, UnknownKeyword  # noqa: E402

MODEL = ROOT / "Tests" / "protocol" / "spoiled_model"
# Each of these engines once passed every scenario; with the kind of scenario that detects it now.
SPOILED = {
    "batches_are_answered_twice": "wire-a-batch-waits",
    "batches_are_refused": "wire-a-batch-has",
    "ids_are_written_anew": "wire-ids",
    "it_always_ends_with_0": "wire-exit",
    "it_does_not_drain": "wire-the-end-of-the-input-waits",
    "lines_end_at_other_characters": "wire-a-line",
    "jsonrpc_is_left_out": "wire-sources",
    "ranges_are_not_checked": "session-options",
    "the_version_is_another": "wire-initialize",
    "members_are_missing": "wire-sources",
}


class Conformance(unittest.TestCase):
    def test_faulty_engines_fail(self):
        # Each waits for messages that do not come, so all of them run at once.
        with concurrent.futures.ThreadPoolExecutor(len(SPOILED)) as pool:
            for fault, done in zip(SPOILED, pool.map(self.play, SPOILED.items())):
                self.assertEqual(done.returncode, 1, f"{fault}: {done.stdout}{done.stderr}")
                self.assertIn("FAILED", done.stdout)

    @staticmethod
    def play(spoiled, folder=None):
        fault, word = spoiled
        command = [CONFORMANCE / "run", "--only", word, MODEL, fault]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=folder)

    def test_a_single_delay_of_a_slow_machine_does_not_fail_the_engine(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.play(("an_error_is_late_once", "fault-paging-stuck"), folder)
            self.assertEqual(done.returncode, 0, done.stdout)
            self.assertTrue(pathlib.Path(folder, "was late").exists())

    def test_an_engine_may_start_slowly(self):
        slow = ["sh", "-c", 'sleep 1; exec "$0" "$@"', ROOT / "Tests" / "model" / "seekline"]
        command = [CONFORMANCE / "run", "--only", "fault-paging-stuck", *slow]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_an_engine_that_is_always_late_fails(self):
        done = self.play(("errors_are_late", "fault-paging-stuck"))
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("s late, and so each of 5 times", done.stdout)

    def test_what_an_engine_may_leave_out_can_be_skipped(self):
        command = [CONFORMANCE / "run", "--only", "wire-content", "--without", "content-length", "/bin/false"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stdout.splitlines()[-1], "0 passed, 0 failed (0 are in virtual time only, 4 are left out)")

    def test_a_missing_engine_or_scenario_file_is_reported(self):
        scenario = ["--file", "/nowhere/it.jsonl"]
        for arguments, missing in ((["--only", "wire-ids", "/nowhere/it"], "/nowhere/it"), ([*scenario, "/bin/false"], scenario[1])):
            done = subprocess.run([CONFORMANCE / "run", *arguments], capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (2, f"{missing}: No such file or directory\n"))


class Messages(unittest.TestCase):
    """Messages that a conversation consists of, and messages that cannot occur in one."""

    @classmethod
    def setUpClass(cls):
        whole = json.loads((ROOT / "protocol/schema/engine.json").read_text(encoding="utf-8"))
        cls.own = Schema(whole, whole["definitions"])
        cls.other = jsonschema.Draft7Validator(whole)
        cls.messages = talk()

    def test_messages_of_the_engine_are_valid(self):
        for message in self.messages:
            self.assertIsNone(self.own.fault(message), message)

    def test_both_validators_agree_on_spoiled_messages(self):
        refused = 0
        for message in self.messages:
            for spoiled in spoil(message):
                is_valid = self.other.is_valid(spoiled)
                self.assertEqual(self.own.fault(spoiled) is None, is_valid, json.dumps(spoiled)[:600])
                refused += not is_valid
        self.assertGreater(refused, 500)

    def test_an_unknown_schema_keyword_is_an_error(self):
        for schema in ({"pattern": "x"}, {"properties": {"a": {"anyOf": [{"format": "uri"}]}}}, {"if": True, "else": False}):
            with self.assertRaises(UnknownKeyword):
                Schema(schema, {})


def talk():
    """Returns what an engine sends in a conversation that has a bit of everything."""
    binary = os.environ.get("SEEKLINE", str(ROOT / ".build/release/seekline"))
    calls = [
        ("initialize", {}), ("openSession", {"session": "s", "options": {"pageSize": 2, "debounceMs": 0}}),
        ("setQuery", {"session": "s", "query": "ab"}), ("setQuery", {"session": "s", "query": "snowman"}),
        ("reachedBottom", {"session": "s"}), ("getState", {"session": "s"}), ("openDetail", {"id": "U+2603"}),
        ("openDetail", {"id": "none"}), ("unheardOf", {}), ("cancel", {}), ("closeSession", {"session": "s"}),
    ]
    with Engine([binary, "--script", "--source", "unicode"], stderr=subprocess.DEVNULL) as engine:
        for method, params in calls:
            engine.request(method, **params)
        engine.notify("openDetail", id="U+2603")
        engine.notify("openDetail", id="none")
        engine.send([{"jsonrpc": "2.0", "id": None, "method": "getState"}, 7])
        engine.end_input()
        return engine.rest()


OTHERS = [None, True, 1, -1, 1.5, 1.0, "", "x", [], [1], {}, {"x": 1}]


def spoil(message):
    """Yields the message without one of its parts, or with something else in its place: for every part, in turn."""
    for path in paths(message):
        for other in [*OTHERS, KeyError]:
            spoiled = copy.deepcopy(message)
            place = spoiled
            for step in path[:-1]:
                place = place[step]
            if other is not KeyError:
                place[path[-1]] = other
            else:
                del place[path[-1]]
            yield spoiled


def paths(value, depth=5):
    """Yields the paths to its parts; of an array, only the first element is a part."""
    if depth and isinstance(value, (dict, list)):
        for step in value if isinstance(value, dict) else range(min(1, len(value))):
            yield [step]
            yield from ([step, *path] for path in paths(value[step], depth - 1))


if __name__ == "__main__":
    unittest.main()
