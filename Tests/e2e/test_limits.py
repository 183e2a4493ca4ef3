"""Scarce resources: descriptors, memory, disk space. The process reports it, and continues or ends properly."""

import contextlib
import json
import os
import pathlib
import resource
import sqlite3
import subprocess
import tempfile
import time
import unittest

from support import BINARY, FOUND, Server, error_of, library, line, run, seekline, titles


class Disk(unittest.TestCase):
    def test_an_output_on_a_full_disk_ends_the_process_with_an_error(self):
        for arguments, code in ([], 1), (["--help"], 2), (["--sources"], 2), (["--version"], 2), (["--generate", "man"], 2):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    [BINARY, *arguments], input=line("initialize", 1), stdout=full, stderr=subprocess.PIPE, timeout=60
                )
            self.assertEqual(
                (done.returncode, done.stderr), (code, b"seekline: error: standard output: No space left on device\n")
            )

    def test_an_output_file_that_may_not_grow_ends_the_process_with_an_error(self):
        with tempfile.TemporaryFile() as file:
            done = subprocess.run(
                [BINARY], input=line("rpc.discover", 1), stdout=file, stderr=subprocess.PIPE, timeout=60,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
            )
        self.assertEqual((done.returncode, done.stderr), (1, b"seekline: error: standard output: File too large\n"))

    def test_a_record_that_runs_out_of_space_ends_with_a_whole_line(self):
        """The engine continues; what was recorded can be replayed."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "record")
            for room in (100, 1000, 100_000, 123_456):
                done = subprocess.run(
                    [BINARY, "--record", path], input=b"".join(line("rpc.discover", number) for number in range(40)),
                    capture_output=True, timeout=60,
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
                )
                self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, 40))
                self.assertEqual(done.stderr, b"seekline: error: the record ends here: File too large\n")
                with open(path, encoding="utf-8") as record:
                    lines = record.readlines()
                self.assertTrue(all(json.loads(text) for text in lines))
                self.assertEqual(bool(lines), room > 100)
                self.assertEqual(run("--replay", path).returncode, 0)


class Descriptors(unittest.TestCase):
    def test_too_few_descriptors_are_not_reported_as_a_missing_library(self):
        found = set()
        with Server(lambda exchange: exchange.answer(FOUND)) as server:
            for count in range(4, 16):
                with seekline(*server.settings) as engine:
                    # The limit leaves room for the descriptors in use.
                    engine.call("initialize")
                    used = max(map(int, os.listdir(f"/proc/{engine.process.pid}/fd"))) + 1
                    resource.prlimit(engine.process.pid, resource.RLIMIT_NOFILE, (max(count, used), 4096))
                    engine.notify("submit", query="swift")
                    messages = engine.settled()
                    errors = [message["params"]["message"] for message in messages if message.get("method") == "error"]
                    found.update(error.replace(str(server.port), "PORT") for error in errors)
                    if errors:
                        self.assertTrue(error_of(messages)["retryable"], errors)
                        self.assertEqual(error_of(messages)["kind"] == "source", "no request can be sent" in errors[0], errors)
                        resource.prlimit(engine.process.pid, resource.RLIMIT_NOFILE, (4096, 4096))
                        engine.notify("retry")
                        self.assertEqual(titles(engine.settled()), ["One"])
        self.assertIn("no request can be sent: Too many open files", found)
        self.assertFalse(any("not installed" in error for error in found), found)


    def test_what_fails_for_lack_of_descriptors_works_once_there_are_enough(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "a.txt", "b.txt":
                pathlib.Path(folder, name).write_text("row\n")
            with contextlib.closing(sqlite3.connect(f"{folder}/test.db")) as database:
                database.executescript("CREATE TABLE t(id); INSERT INTO t VALUES('row')")
            for settings, message in [
                (["type=lines", f"path={folder}/a.txt"], f"{folder}/a.txt: Too many open files"),
                (["type=lines", f"path={folder}/*.txt"], f"{folder}/*.txt: {folder}/ cannot be read: Too many open files"),
                (
                    ["type=sqlite", f"path={folder}/test.db", "select=SELECT id FROM t WHERE id = :query LIMIT :limit"],
                    f"{folder}/test.db: cannot be opened: Too many open files",
                ),
                (["type=command", 'argv=["echo", "row"]'], "it: `echo` cannot be started: Too many open files"),
            ]:
                with self.subTest(message), seekline("--source=it", *(f"--set=it.{setting}" for setting in settings)) as engine:
                    engine.call("initialize")
                    used = max(map(int, os.listdir(f"/proc/{engine.process.pid}/fd"))) + 1
                    resource.prlimit(engine.process.pid, resource.RLIMIT_NOFILE, (used, 4096))
                    engine.notify("submit", query="row")
                    error = error_of(engine.settled())
                    self.assertEqual((error["kind"], error["message"], error["retryable"]), ("source", message, True))
                    resource.prlimit(engine.process.pid, resource.RLIMIT_NOFILE, (4096, 4096))
                    engine.notify("retry")
                    self.assertIn("row", titles(engine.settled()))


class Memory(unittest.TestCase):
    def test_a_thread_starts_quickly_in_a_small_address_space(self):
        """With less than 128 MiB of address space it used to take 20 s, all of it spent in asking for more."""
        start = time.monotonic()
        done = subprocess.run(
            [BINARY], input=line("submit", 1, query="snowman"), capture_output=True, timeout=60,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (100 << 20, 100 << 20)),
        )
        self.assertIn("☃".encode(), done.stdout)
        self.assertLess(time.monotonic() - start, 10)


class NameLookups(unittest.TestCase):
    def test_superseded_name_lookups_do_not_pile_up(self):
        """A name lookup cannot be ended: each restarted one would cost another thread and descriptor."""
        with tempfile.TemporaryDirectory() as folder:
            with Server(lambda exchange: exchange.answer(FOUND)) as server:
                settings = ["--set=slow.type=wikipedia", "--set=slow.endpoint=http://slow.test/w/api.php", *server.settings]
                with seekline(*settings, env={"LD_PRELOAD": library(folder, "slow_resolver")}) as engine:
                    engine.call("openSession", session="slow", source="slow")
                    for number in range(500):
                        engine.call("submit", query=f"word {number}", session="slow")
                    process = f"/proc/{engine.process.pid}"
                    self.assertLess(len(os.listdir(f"{process}/task")), 10)
                    self.assertLess(len(os.listdir(f"{process}/fd")), 40)
                    # Requests to other servers do not wait for it.
                    engine.notify("submit", query="swift")
                    self.assertFalse([message for message in engine.settled() if message.get("method") == "error"])
                    # The lookup times out, and then the request that waited for it.
                    self.assertEqual(error_of(engine.settled("slow"))["kind"], "timeout")


if __name__ == "__main__":
    unittest.main()
