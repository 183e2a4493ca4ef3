"""Faults of a database are reported with its name, and delay nobody else."""

import contextlib
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import unittest

from databases import DatabaseCase
from support import BINARY, error_of, line, run, seekline, titles, wait_until


class Files(DatabaseCase):
    def test_what_is_not_a_database_is_reported(self):
        (self.folder / "folder").mkdir()
        os.mkfifo(self.folder / "pipe")
        (self.folder / "text").write_text("not a database " * 100)
        (self.folder / "noise").write_bytes(random.Random(1).randbytes(8192))
        for name, kind, expected in [
            ("none", "config", "No such file or directory"), ("folder", "config", "is a folder, not a database"),
            ("pipe", "config", "is not a file"), ("text", "source", "is not an SQLite database, or is encrypted"),
            ("noise", "source", "is not an SQLite database, or is encrypted"), ("text/below", "config", "Not a directory"),
        ]:
            with self.subTest(name):
                self.path = self.folder / name
                error = self.refusal("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit")
                self.assertEqual((error["kind"], error["message"]), (kind, f"FOLDER/{name}: {expected}"))

    def test_a_damaged_or_truncated_database_is_reported(self):
        self.make("CREATE TABLE t(id, x)", *[f"INSERT INTO t VALUES({n}, hex(zeroblob(500)))" for n in range(200)])
        whole = self.path.read_bytes()
        for damaged in whole[:4096] + random.Random(2).randbytes(len(whole) - 4096), whole[:len(whole) // 2]:
            self.path.write_bytes(damaged)
            error = self.refusal("SELECT id, x FROM t WHERE :query NOTNULL LIMIT :limit")
            self.assertEqual(error["message"], "FOLDER/test.db: the database is damaged: database disk image is malformed")

    def test_an_unreadable_database_is_reported(self):
        self.make()
        os.chmod(self.path, 0)
        # Whoever runs the tests may be allowed to read everything.
        command = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []
        flags = self.configuration("SELECT 1 AS id WHERE :query NOTNULL LIMIT :limit")
        done = subprocess.run([*command, BINARY, "--script", *flags], input=line("submit", 1, query=""), capture_output=True, timeout=60)
        self.assertIn(b"test.db: cannot be opened: Permission denied", done.stdout, done.stderr)

    def test_a_database_being_written_shows_what_is_committed(self):
        """A change is seen once it is committed; the writer is not blocked."""
        for mode in "delete", "wal":
            with self.subTest(mode), contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as writer:
                writer.execute(f"PRAGMA journal_mode={mode}")
                writer.execute("DROP TABLE IF EXISTS t")
                writer.execute("CREATE TABLE t(id)")
                engine = self.engine("SELECT id FROM t WHERE :query NOTNULL ORDER BY rowid LIMIT :limit")
                for number in range(5):
                    writer.execute("BEGIN IMMEDIATE")
                    writer.execute("INSERT INTO t VALUES(?)", [number])
                    expected = [str(done) for done in range(number)]
                    self.assertEqual(titles(self.search(engine, f"a{number}")), expected)
                    writer.execute("COMMIT")
                    self.assertEqual(titles(self.search(engine, f"b{number}")), [*expected, str(number)])

    def test_a_locked_database_is_reported_and_can_be_retried(self):
        self.make("CREATE TABLE t(id)", "INSERT INTO t VALUES(1)")
        with contextlib.closing(sqlite3.connect(self.path, isolation_level=None)) as writer:
            writer.execute("BEGIN EXCLUSIVE")
            engine = self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit")
            error = error_of(self.search(engine, ""))
            self.assertEqual((error["kind"], error["retryable"]), ("source", True))
            self.assertIn("test.db: the database is locked", error["message"])
        engine.notify("retry")
        self.assertEqual(titles(engine.settled()), ["1"])

    def test_a_database_with_a_log_is_left_unchanged(self):
        """SQLite itself creates two files next to it, and leaves them there."""
        self.make("PRAGMA journal_mode=wal", "CREATE TABLE t(id)", "INSERT INTO t VALUES(1)")
        before = self.path.read_bytes()
        self.assertEqual(titles(self.search(self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit"), "")), ["1"])
        self.assertEqual(sorted(os.listdir(self.folder)), ["config.json", "test.db"])
        self.assertEqual(self.path.read_bytes(), before)

    def test_a_copied_database_is_read_with_its_log(self):
        source = self.folder / "source.db"
        with contextlib.closing(sqlite3.connect(source, isolation_level=None)) as writer:
            writer.execute("PRAGMA journal_mode=wal")
            writer.execute("CREATE TABLE t(id)")
            writer.execute("INSERT INTO t VALUES('in the log')")
            shutil.copy(source, self.path)
            shutil.copy(f"{source}-wal", f"{self.path}-wal")
        self.assertEqual(titles(self.search(self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit"), "")), ["in the log"])

    def test_a_symbolic_link_is_read_with_the_log_of_its_target(self):
        """SQLite keeps the log next to the file, not next to the link."""
        (self.folder / "real").mkdir()
        with contextlib.closing(sqlite3.connect(self.folder / "real" / "places.db", isolation_level=None)) as writer:
            writer.execute("PRAGMA journal_mode=wal")
            writer.execute("CREATE TABLE t(id)")
            self.path.symlink_to("real/places.db")
            engine = self.engine("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit")
            for number in range(3):
                writer.execute("INSERT INTO t VALUES(?)", [number])
                self.assertEqual(titles(self.search(engine, f"a{number}")), [str(done) for done in range(number + 1)])

    def test_without_libsqlite3_an_error_says_what_to_install(self):
        """It is replaced by a file that is not a library."""
        self.make()
        for name in "libsqlite3.so.0", "libsqlite3.so":
            (self.folder / name).write_text("no library")
        with seekline(*self.configuration("SELECT 1 AS id WHERE :query NOTNULL LIMIT :limit"), env={"LD_LIBRARY_PATH": str(self.folder)}) as engine:
            sources = engine.call("listSources")["result"]["sources"]
            self.assertEqual([source["missing"] for source in sources if source["name"] == "db"], [["libsqlite3"]])
            error = error_of(self.search(engine, ""))
            self.assertEqual(error["kind"], "config")
            self.assertIn("libsqlite3 cannot be loaded (on Debian: libsqlite3-0)", error["message"])
            engine.call("openSession", session="u", source="unicode")
            self.assertIn("SNOWMAN", titles(self.search(engine, "snowman", session="u")))


ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE :query = 'loop') SELECT max(n) AS id FROM c LIMIT :limit"


class Statements(DatabaseCase):
    def test_an_endless_select_is_stopped(self):
        self.make()
        engine = self.engine(ENDLESS, timeoutMs=3000)
        error = error_of(self.search(engine, "loop"))
        self.assertEqual((error["kind"], error["retryable"]), ("timeout", True))
        self.assertIn("test.db: the SELECT took longer than 3000 ms and was stopped", error["message"])
        self.assertEqual(titles(self.search(engine, "x")), ["1"])

    def test_a_superseded_select_is_stopped_and_delays_no_other_source(self):
        self.make()
        engine = self.engine(ENDLESS, timeoutMs=600_000)
        engine.call("openSession", session="u", source="unicode")
        engine.call("submit", query="loop")
        self.assertIn("SNOWMAN", titles(self.search(engine, "snowman", session="u")))
        self.assertTrue(engine.call("getState")["result"]["loading"])
        engine.notify("submit", query="x")
        self.assertEqual(titles(engine.until(lambda m: m["method"] == "items" and m["params"]["session"] == "default")), ["1"])
        engine.call("submit", query="loop")
        engine.call("closeSession", session="default")
        process = f"/proc/{engine.process.pid}/task"
        wait_until(lambda: len(os.listdir(process)) == 1, "no thread is left")

    def test_a_select_that_takes_too_much_memory_is_stopped(self):
        self.make()
        engine = self.engine(
            "WITH RECURSIVE c(n, x) AS (SELECT 1, zeroblob(1000000) UNION SELECT n + 1, zeroblob(1000000 + n) FROM c) SELECT n AS id FROM c WHERE :query NOTNULL ORDER BY x LIMIT :limit",
            timeoutMs=60_000)
        self.assertIn("the SELECT took more than 256 MiB and was stopped", error_of(self.search(engine, ""))["message"])
        status = pathlib.Path(f"/proc/{engine.process.pid}/status").read_text()
        peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
        self.assertLess(peak >> 10, 400)

    def test_a_statement_that_writes_is_refused(self):
        self.make("CREATE TABLE t(id)", "INSERT INTO t VALUES(1)")
        before = self.path.read_bytes()
        error = self.refusal("WITH x AS (SELECT :limit, :query) DELETE FROM t")
        self.assertEqual((error["kind"], error["message"]), ("config", "db.select: FOLDER/test.db: it would write, which a search may not"))
        for select in "SELECT writefile('/tmp/x', id) AS id FROM t WHERE :query NOTNULL LIMIT :limit", "SELECT load_extension('x') AS id FROM t WHERE :query NOTNULL LIMIT :limit":
            self.assertRegex(self.refusal(select)["message"], "no such function: writefile|not authorized")
        self.assertEqual(self.path.read_bytes(), before)

    def test_a_malicious_schema_can_do_no_harm(self):
        """What the SELECT takes for a table is a malicious view."""
        for view, kind, message in [
            ("SELECT load_extension('/x') AS id", "config", "unsafe use of load_extension()"),
            ("SELECT rtreecheck('x') AS id", "config", "unsafe use of rtreecheck()"),
            ("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) AS id FROM c", "timeout", "took longer than 200 ms"),
            ("SELECT replace(hex(zeroblob(8000000)), '0', '0123456789') AS id", "source", "a value has more than 16 MiB"),
        ]:
            with self.subTest(view):
                self.make("DROP VIEW IF EXISTS t", f"CREATE VIEW t AS {view}")
                error = self.refusal("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit", timeoutMs=200 if kind == "timeout" else 60_000)
                self.assertEqual(error["kind"], kind)
                self.assertIn(message, error["message"])

    def test_a_select_that_does_not_fit_the_database_is_reported(self):
        self.make("CREATE TABLE t(id, name)", "INSERT INTO t VALUES(NULL, 'x')")
        for select, kind, message in [
            ("SELECT nme AS id FROM t WHERE :query NOTNULL LIMIT :limit", "config", "db.select: FOLDER/test.db: no such column: nme"),
            ("SELECT id FROM u WHERE :query NOTNULL LIMIT :limit", "config", "db.select: FOLDER/test.db: no such table: u"),
            ("SELECT name FROM t WHERE :query NOTNULL LIMIT :limit", "config", "db.select: has no column `id`; it has name"),
            ("SELECT id FROM t WHERE :query NOTNULL LIMIT :limit", "decode", "db.select: row 1 has no `id`, which must be a number or a text"),
            ("SELECT x'00' AS id WHERE :query NOTNULL LIMIT :limit", "decode", "db.select: row 1 has no `id`, which must be a number or a text"),
            ("SELECT json('{') AS id WHERE :query NOTNULL LIMIT :limit", "source", "FOLDER/test.db: malformed JSON"),
        ]:
            error = self.refusal(select)
            self.assertEqual((error["kind"], error["message"]), (kind, message))

    def test_errors_that_no_retry_can_fix_are_not_retryable(self):
        """Faults that appear only when the SELECT runs."""
        self.make("CREATE VIRTUAL TABLE t USING fts5(x)", "INSERT INTO t VALUES('a')")
        for select, message in [
            ("SELECT rowid AS id, x MATCH :query AS found FROM t LIMIT :limit", "unable to use function MATCH in the requested context"),
            ("SELECT load_extension(:query) AS id FROM t LIMIT :limit", "not authorized"),
        ]:
            error = self.refusal(select, "a")
            self.assertEqual((error["kind"], error["retryable"], error["message"]), ("config", False, f"db.select: FOLDER/test.db: {message}"))

    def test_invalid_settings_are_reported_at_startup(self):
        possible = "`:limit`, `:query`, `:match`, `:offset`, `:begin`, `:end`"
        for settings, message in [
            ({"path": ""}, "path: must be the path of a file, not \"\""),
            ({"select": "SELECT 1 AS id"}, "select: must have the parameter `:limit`"),
            ({"select": "SELECT ':limit' AS id -- :limit"}, "select: must have the parameter `:limit`"),
            ({"select": "SELECT 1 AS id LIMIT :limit"}, "select: must have the parameter `:query` or `:match`: what is searched for"),
            ({"select": "DELETE FROM t LIMIT :limit"}, "select: must be a SELECT"),
            ({"select": "SELECT 1 LIMIT :limit; DROP TABLE t"}, "select: must be a single SELECT, with nothing after it"),
            ({"select": "SELECT :qery AS id LIMIT :limit"}, f"select: has the parameter `:qery`, and can have {possible}"),
            ({"select": "SELECT ? AS id LIMIT :limit"}, f"select: has the parameter `?`, and can have {possible}"),
            ({"select": ["SELECT 1 AS id", 2]}, "select[1]: must be a string"),
            ({"select": {}}, "select: must be a string, or an array of its lines"),
            ({"detail": "SELECT 1"}, "detail: must have the parameter `:id`"),
            ({"immutable": "yes"}, "immutable: must be `false` or `true`, not \"yes\""),
            ({"timeoutMs": 0}, "timeoutMs: must be a whole number from 1 to 600000, not \"0\""),
        ]:
            done = run("--check", *self.configuration(**{"select": "SELECT 1 AS id WHERE :query NOTNULL LIMIT :limit"} | settings))
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.decode(), f"seekline: error: {self.folder}/config.json:1: sources.db.{message}\n")
        for flags, message in [
            (["--set=db.type=sqlite"], "db.path: must be the path of a file, not \"\""),
            (["--set=db.type=sqlite", "--set=db.path=x"], "db.select: must be a SELECT"),
        ]:
            self.assertEqual(run("--check", *flags).stderr.decode(), f"seekline: error: {message}\n")


if __name__ == "__main__":
    unittest.main()
