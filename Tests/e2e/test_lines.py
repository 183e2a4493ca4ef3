"""Lines of files: searched, and read again when they change; what is not a regular file blocks nobody."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from support import BINARY, Engine, error_of, line, run, seekline, titles

# Whoever runs the tests may be allowed to read everything.
AS_ANYBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.getuid() == 0 else []


def is_items(message):
    return message.get("method") == "items"


def is_settled(message):
    return message.get("method") == "loading" and not message["params"]["loading"]


class Lines(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "notes.txt"

    def engine(self, path=None, *arguments):
        return self.enterContext(seekline("--source=lines", f"--set=lines.path={path or self.path}", *arguments))

    def engine_of_anybody(self, path):
        """Starts an engine that may read no more than ordinary users."""
        env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent"}
        return self.enterContext(Engine([*AS_ANYBODY, BINARY, "--source=lines", f"--set=lines.path={path}"], env=env))

    def search(self, engine, query="", **params):
        """Searches, and returns the messages until it ends."""
        engine.notify("submit", query=query, **params)
        return engine.until(is_settled)

    def test_a_file_is_searched_and_a_detail_shows_the_lines_around_a_match(self):
        self.path.write_text("buy milk\n\ncall Ann\nbuy bread\n")
        engine = self.engine()
        messages = self.search(engine, "bu")
        self.assertEqual(titles(messages), ["buy milk", "buy bread"])
        item = next(filter(is_items, messages))["params"]["items"][1]
        self.assertEqual(item["location"], {"path": str(self.path), "line": 4})
        self.assertEqual((item["kind"], item["snippet"]), ("line", ["", "bu", "y bread"]))
        detail = engine.call("openDetail", id=item["id"])["result"]
        self.assertEqual(detail["text"], "buy milk\n\ncall Ann\nbuy bread")
        self.assertEqual(detail["range"], {"first": 4, "last": 4})
        self.assertEqual(engine.call("openDetail", id="none")["error"]["code"], -32003)

    def test_a_list_follows_changes_of_its_file(self):
        self.path.write_text("one\n")
        engine = self.engine()
        self.assertEqual(titles(self.search(engine)), ["one"])
        with self.path.open("a") as file:
            file.write("two\n")
        self.assertEqual(titles(engine.until(is_items)), ["one", "two"])
        # As editors save.
        new = self.folder / "new"
        new.write_text("three\n")
        new.rename(self.path)
        self.assertEqual(titles(engine.until(is_items)), ["three"])

    def test_a_list_paged_to_its_end_keeps_its_length_when_the_file_changes(self):
        numbers = [f"line {number}" for number in range(2500)]
        self.path.write_text("\n".join(numbers) + "\n")
        engine = self.engine()
        self.search(engine)
        engine.call("reachedBottom", need=2500)
        engine.settled()
        state = engine.call("getState")["result"]
        self.assertEqual((state["count"], state["more"]), (2500, False))
        # A change after the 1,000th row is noticed, and the list is not cut off there.
        numbers[2000] = "another one"
        new = self.folder / "new"
        new.write_text("\n".join(numbers) + "\n")
        new.rename(self.path)
        engine.until(is_items)
        engine.until(is_settled)
        state = engine.call("getState")["result"]
        self.assertEqual([item["title"] for item in state["items"]], numbers)

    def test_a_file_that_disappears_is_reported_and_its_return_is_noticed(self):
        self.path.write_text("one\n")
        engine = self.engine()
        self.search(engine)
        self.path.unlink()
        error = error_of(engine.until(lambda message: message.get("method") == "error"))
        self.assertEqual((error["scope"], error["kind"], error["retryable"]), ("refresh", "source", True))
        self.assertIn("notes.txt: No such file or directory", error["message"])
        self.assertEqual(engine.call("getState")["result"]["count"], 1, "the list stays")
        new = self.folder / "new.txt"
        new.write_text("back\n")
        new.rename(self.path)
        self.assertEqual(titles(engine.until(is_items)), ["back"])

    def test_a_named_pipe_fails_at_once_and_blocks_no_other_session(self):
        os.mkfifo(self.path)
        engine = self.engine()
        self.assertIn("a named pipe", error_of(self.search(engine, "a"))["message"])
        engine.call("openSession", session="u", source="unicode")
        self.assertIn("SNOWMAN", titles(self.search(engine, "snowman", session="u")))

    def test_a_path_that_cannot_be_searched_is_reported_with_the_reason(self):
        self.path.touch()
        for content, message in [
            (2 << 30, "2147483648 bytes; at most 512 MiB"), (b"a\nb\0\n", "line 2: a NUL byte"),
            ("a".encode("utf-16"), "UTF-16"),
        ]:
            if isinstance(content, int):
                os.truncate(self.path, content)
            else:
                self.path.write_bytes(content)
            self.assertIn(f"{self.path}", error := error_of(self.search(self.engine(), "a"))["message"])
            self.assertIn(message, error)
        for path, message in [(self.folder, "a folder"), ("/dev/zero", "a device"), (self.folder / "*.md", "this pattern matches no file")]:
            self.assertIn(message, error_of(self.search(self.engine(path), "a"))["message"])

    def test_folders_may_be_nested_as_deep_as_a_path_may_be_long(self):
        # Python walks folders recursively, and cannot remove these.
        deep = tempfile.mkdtemp()
        self.addCleanup(subprocess.run, ["rm", "-rf", deep], check=True)
        folder = os.open(deep, os.O_RDONLY)
        for _ in range((4000 - len(deep)) // 2):
            os.mkdir("d", dir_fd=folder)
            below = os.open("d", os.O_RDONLY, dir_fd=folder)
            os.close(folder)
            folder = below
        with open(os.open("notes.md", os.O_CREAT | os.O_WRONLY, dir_fd=folder), "w") as file:
            file.write("far below\n")
        os.close(folder)
        self.assertEqual(titles(self.search(self.engine(f"{deep}/**/*.md"), "below")), ["far below"])

    def test_an_unreadable_file_is_reported_with_its_path(self):
        self.path.write_text("a\n")
        os.chmod(self.path, 0)
        done = subprocess.run(
            [*AS_ANYBODY, BINARY, "--script", "--source=lines", f"--set=lines.path={self.path}"], input=line("submit", 1, query="a"),
            capture_output=True, timeout=60)
        self.assertIn(f"{self.path}: Permission denied".encode(), done.stdout, done.stderr)

    def test_a_file_that_becomes_readable_is_found_by_a_retry(self):
        """Neither its size nor its modification time shows that it may be read now."""
        self.path.write_text("one\n")
        os.chmod(self.path, 0)
        engine = self.engine_of_anybody(self.path)
        self.assertEqual(error_of(self.search(engine, "one"))["message"], f"{self.path}: Permission denied")
        os.chmod(self.path, 0o600)
        engine.notify("retry")
        self.assertEqual(titles(engine.until(is_settled)), ["one"])

    def test_a_pattern_that_names_an_unreadable_folder_is_an_error(self):
        closed = self.folder / "closed"
        closed.mkdir(mode=0)
        self.path.write_text("one\n")
        for pattern, found in [("closed/*.txt", None), ("**/*.txt", ["one"])]:
            messages = self.search(self.engine_of_anybody(f"{self.folder}/{pattern}"), "one")
            if found:
                self.assertEqual(titles(messages), found)
            else:
                self.assertEqual(
                    error_of(messages)["message"],
                    f"{self.folder}/{pattern}: {closed}/ cannot be read: Permission denied")

    def test_a_line_of_20_mb_is_cut_and_the_next_one_found(self):
        self.path.write_bytes(b"x" * 20_000_000 + b"\nnext\n")
        engine = self.engine()
        self.assertEqual(titles(self.search(engine, "next")), ["next"])
        self.assertLess(len(titles(self.search(engine, "xxx"))[0]), 1 << 16)

    def test_a_file_that_changes_while_it_is_read_is_read_again(self):
        text = "".join(f"{number} is the number of a line\n" for number in range(100_000))
        self.path.write_text(text)
        engine = self.engine()
        engine.notify("submit", query="")
        os.truncate(self.path, 20)
        engine.until(is_settled)
        # Whatever was read of it in between, it is read again.
        self.assertEqual(titles(self.search(engine, "number")), ["0 is the number of a"])

    def test_others_are_served_while_a_large_file_is_read(self):
        with self.path.open("w") as file:
            for number in range(600_000):
                file.write(f"{number} is the number of a line that takes some room\n")
        engine = self.engine()
        engine.call("openSession", session="u", source="unicode", options={"debounceMs": 0})
        engine.write(line("submit", query="'599999") + line("submit", query="snowman", session="u"))
        first = engine.until(is_items)[-1]["params"]
        self.assertEqual(first["session"], "u", "it did not wait for the file")
        self.assertEqual(titles(engine.until(is_items)), ["599999 is the number of a line that takes some room"])

    def test_the_configuration_may_name_several_files_and_patterns(self):
        for name, text in [("a.md", "# one"), ("sub/b.md", "# two"), ("c.txt", "three")]:
            path = self.folder / "notes" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        config = self.folder / "config.json"
        paths = f'["{self.folder}/notes/**/*.md", "{self.folder}/notes/c.txt"]'
        config.write_text(f'{{"sources": {{"notes": {{"type": "lines", "path": {paths}}}}}}}')
        done = run(f"--config={config}", "--source=notes", "--script", stdin=b'{"jsonrpc":"2.0","method":"submit","params":{"query":""}}\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertCountEqual(titles(map(json.loads, done.stdout.splitlines())), ["# one", "# two", "three"])

    def test_the_columns_of_a_table_become_the_members_of_items(self):
        path = self.folder / "people.csv"
        path.write_text('Name,Mail,Town\n"Lee, Ann",ann@a.test,Kyoto\nBo,bo@a.test,\n')
        engine = self.engine(path, "--set=lines.title=Name", "--set=lines.insert=Mail")
        item = next(filter(is_items, self.search(engine, "ann")))["params"]["items"][0]
        self.assertEqual((item["title"], item["insert"], item["fields"]), ("Lee, Ann", "ann@a.test", {"Town": "Kyoto"}))
        self.assertEqual(item["location"], {"path": str(path), "line": 2})
        self.assertEqual(engine.call("openDetail", id="Bo")["result"]["text"], "Name: Bo\nMail: bo@a.test")

    def test_an_invalid_record_is_reported_with_its_line(self):
        path = self.folder / "export.jsonl"
        path.write_text('{"title": "one"}\n[]\n')
        self.assertIn("export.jsonl, line 2: JSON, but not an object", error_of(self.search(self.engine(path)))["message"])

    def test_an_invalid_path_is_refused_at_startup(self):
        config = self.folder / "config.json"
        config.write_text('{"sources": {"lines": {"path": ["a",\n7]}}}')
        done = run(f"--config={config}", "--sources")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"{config}:2: sources.lines.path[1]: must be the path of a file", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
