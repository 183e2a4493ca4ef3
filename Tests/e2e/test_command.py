"""Programs as sources: what they print is shown while they print it, and what is wrong with one is reported."""

import json
import os
import signal
import unittest

from programs import ProgramCase, is_alive
from support import error_of, most_memory, titles, wait_until


def is_items(message):
    return message.get("method") == "items"


class Reading(ProgramCase):
    def test_the_query_is_one_argument_and_no_shell_reads_it(self):
        engine = self.engine(self.shell('for a; do printf "%s\\0" "$a"; done'), format="nul")
        for query in ["a  b", "'\"", f"$(touch {self.pids}); `id` & | > x", "-rf", "日本", "*"]:
            self.assertEqual(titles(self.search(engine, query))[-1], query)
        self.assertFalse(self.pids.exists())

    def test_the_first_rows_are_shown_before_the_program_ends(self):
        engine = self.engine(self.shell("echo $$ >PIDS; printf 'one\\ntwo\\n'; exec sleep 1000"))
        engine.notify("submit", query="q")
        messages = engine.until(is_items)
        self.assertEqual(titles(messages), ["one", "two"])
        self.assertTrue(messages[-1]["params"]["more"])
        self.assertTrue(is_alive(self.started()[0]))

    def test_patterns_and_json_records_fill_an_item_and_its_detail(self):
        engine = self.engine(self.shell("echo src/a.c:3:5:int x; sleep 0.2"), pattern="path:line:column:text")
        (item,) = self.items(engine)
        self.assertEqual((item["location"], item["insert"]), ({"path": "src/a.c", "line": 3, "column": 5}, "int x"))
        engine = self.engine(
            self.shell("""echo '{"name": "N", "id": 7, "n": 1, "path": "x"}'"""), format="jsonl", cwd=str(self.folder),
            item={"title": "{name} ({n})", "url": "https://a.test/{name}", "kind": "post"})
        (item,) = self.items(engine)
        self.assertEqual(item, {
            "id": "7", "title": "N (1)", "insert": "N (1)", "url": "https://a.test/N", "kind": "post",
            "location": {"path": f"{self.folder}/x"}, "fields": {},
        })
        detail = engine.call("openDetail", id="7")["result"]
        self.assertEqual((detail["title"], detail["url"]), ("N (1)", "https://a.test/N"))
        self.assertEqual(engine.call("openDetail", id="8")["error"]["code"], -32003)

    def items(self, engine):
        # The end of the program may be reported after its rows.
        self.search(engine)
        return engine.call("getState")["result"]["items"]

    def test_a_program_runs_in_the_configured_environment_and_folder(self):
        engine = self.engine(self.shell('echo "$A"; pwd'), env={"A": "b"}, cwd="/")
        self.assertEqual(titles(self.search(engine)), ["b", "/"])

    def test_exit_codes_are_known_even_if_the_engine_inherits_an_ignored_sigchld(self):
        """A process that ignores SIGCHLD passes that on to its children."""
        self.addCleanup(signal.signal, signal.SIGCHLD, signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        for run, argv in ("each", self.shell("echo row")), ("once", ["printf", "row\n"]):
            engine = self.start({"run": {"type": "command", "run": run, "argv": argv}}, "--source=run")
            self.assertEqual(titles(self.search(engine, "row")), ["row"])
            self.assertNotIn("error", engine.call("getState")["result"])

    def test_the_environment_of_the_engine_is_passed_on_byte_for_byte(self):
        """Bytes that were not UTF-8 used to become U+FFFD, and a variable whose value began with a combining mark was
        set twice."""
        own = {"RAW": os.fsdecode(b"\xff\xfe"), "MARK": "\u0301old"}
        sources = {"run": {"type": "command", "argv": self.shell("env | grep -a -e ^RAW= -e ^MARK= | od -An -tx1"), "env": {"MARK": "new"}}}
        rows = titles(self.search(self.start(sources, "--source=run", env=own)))
        self.assertEqual(bytes.fromhex("".join(rows)).split(), [b"MARK=new", b"RAW=\xff\xfe"])
        folder = self.folder / os.fsdecode(b"\xff")
        folder.mkdir()
        (self.folder / "program").rename(folder / "it-stands-there")
        sources["run"]["argv"] = ["it-stands-there", "{query}"]
        self.assertTrue(titles(self.search(self.start(sources, "--source=run", env=own | {"PATH": f"{folder}:{os.environ['PATH']}"}))))

    def test_the_output_of_a_run_once_program_is_searched_until_a_refresh(self):
        listing = self.folder / "listing"
        listing.write_text("src/main_loop.c\nMakefile\nmain.c\n")
        engine = self.engine([self.program("#!/bin/sh\necho $$ >>PIDS\nexec cat " + str(listing))])
        self.assertEqual(titles(self.search(engine, "mc")), ["main.c", "src/main_loop.c"])
        self.assertEqual(len(titles(self.search(engine, ""))), 3)
        listing.write_text("new\n")
        self.assertEqual(len(titles(self.search(engine, "m"))), 3)
        engine.notify("refresh")
        self.assertEqual(titles(engine.settled()), [])
        self.assertEqual(titles(self.search(engine, "")), ["new"])
        self.assertEqual(len(self.started()), 2)

    def test_a_million_short_rows_take_little_memory(self):
        """A row takes as much memory as a title, not as a whole item."""
        engine = self.engine([self.program("#!/bin/sh\nyes x | head -n 1000000")], timeoutMs=60_000)
        messages = self.search(engine, "x")
        self.assertEqual([message["params"]["total"] for message in messages if is_items(message)], [1_000_000], messages)
        self.assertLess(most_memory(engine.process.pid), 110 << 20)

    def test_typing_while_a_run_once_program_runs_does_not_start_it_again(self):
        go = self.folder / "go"
        engine = self.engine([self.program(f"#!/bin/sh\necho $$ >>PIDS\nwhile [ ! -e {go} ]; do sleep 0.01; done; seq 30000")])
        for query in ["1", "12", "123"]:
            engine.call("submit", query=query)
            self.started()
        go.touch()
        wait_until(lambda: engine.call("getState")["result"]["count"] > 0, "there is a list")
        self.assertEqual(engine.call("getState")["result"]["items"][0]["title"], "123")
        self.assertEqual(len(self.started()), 1)


class Paging(ProgramCase):
    def test_further_pages_come_from_the_rows_that_were_kept(self):
        engine = self.engine(self.shell("echo $$ >>PIDS; exec seq 45"))
        counts = []
        self.search(engine)
        for _ in range(4):
            counts.append(engine.call("getState")["result"]["count"])
            engine.notify("reachedBottom")
            wait_until(lambda: not engine.call("getState")["result"]["loading"], "the page is there")
        self.assertEqual(counts, [20, 40, 45, 45])
        self.assertEqual(len(self.started()), 1)

    def test_a_gigabyte_of_output_is_paged_without_being_kept(self):
        argv = self.shell("echo $$ >PIDS; yes 'a line of some length, which is always the same' | head -c 1000000000 | nl")
        engine = self.engine(argv)
        self.search(engine)
        for _ in range(5):
            engine.notify("reachedBottom")
        wait_until(lambda: engine.call("getState")["result"]["count"] >= 40, "the next page is there")
        self.assertLess(most_memory(engine.process.pid), 64 << 20)
        self.assertTrue(is_alive(self.started()[0]), "it waits to be read")

    def test_paging_continues_correctly_after_the_program_has_been_run_again(self):
        engine = self.engine(self.shell("echo $$ >>PIDS; exec seq 45"))
        self.search(engine)
        engine.notify("refresh")
        engine.settled()
        engine.notify("reachedBottom")
        wait_until(lambda: engine.call("getState")["result"]["count"] == 40, "the next page is there")
        self.assertEqual(engine.call("getState")["result"]["items"][-1]["title"], "40")
        self.assertEqual(len(self.started(2)), 2)


class Faults(ProgramCase):
    def test_a_program_that_cannot_be_started_is_reported_with_what_to_do(self):
        gone = f"{self.folder}/none"
        for argv, expected in [
            (["no-such-program"], "`no-such-program` is not installed: no folder of $PATH has it"),
            ([gone], "`FOLDER/none` cannot be run: there is no such file, or the interpreter in its first line does not exist"),
            ([self.program("echo row\n", "script")], "`FOLDER/script` cannot be run: it is not a program; a script must begin with `#!` and its interpreter"),
            ([self.program("", "plain", 0o644)], "`FOLDER/plain` cannot be run: Permission denied; `chmod +x` makes a file executable"),
        ]:
            with self.subTest(argv=argv):
                found = self.refusal([*argv, "--", "{query}"])
                self.assertEqual(found, ("config", f"run: {expected}; run.argv says what is run"))

    def test_paths_of_programs_are_relative_to_the_working_folder(self):
        self.program("#!/bin/sh\necho row", "listing")
        names = {"argv": [["no-such-program", "./listing"], "--", "{query}"], "requires": ["./listing", "listing"]}
        engine = self.start({"run": {"type": "command", "cwd": str(self.folder), "env": {"PATH": "."}} | names}, "--source=run")
        (source,) = (found for found in engine.call("listSources")["result"]["sources"] if found["name"] == "run")
        self.assertEqual((source["configured"], source.get("missing")), (True, None))
        self.assertEqual(titles(self.search(engine)), ["row"])

    def test_missing_programs_are_reported_with_where_they_were_looked_for(self):
        found = self.refusal(["true", "{query}"], cwd=str(self.folder), requires=["./a", "no-such-program", "b/c"])
        self.assertEqual(found, (
            "config", "run: needs `no-such-program`: not found in any folder of $PATH; `./a`, `b/c`: no such file that can be executed"))

    def test_an_invalid_working_folder_is_reported_with_the_setting_that_names_it(self):
        self.program("", "file")
        for folder, why in [("none", "No such file or directory"), ("file", "Not a directory")]:
            for more in [{}, {"run": "provider"}]:
                with self.subTest(folder=folder, **more):
                    query = [] if more else ["--", "{query}"]
                    found = self.refusal(["true", *query], cwd=f"{self.folder}/{folder}", **more)
                    expected = f'run: `true` cannot run in the folder "FOLDER/{folder}": {why}; run.cwd says where it is run'
                    self.assertEqual(found, ("config", expected))

    def test_a_program_that_fails_is_reported_with_the_reason(self):
        records = {"format": "jsonl"}
        for script, settings, kind, expected in [
            ("echo first >&2; echo why >&2; exit 3", {}, "source",
             "ended with the exit code 3; it said: why; if that means that nothing was found, set run.nothingFound to 3"),
            ("kill -9 $$", {}, "source", "was ended by signal 9; try again"),
            ("printf half; exec sleep 1000", {"timeoutMs": 100}, "timeout",
             "had not finished after 100 ms and was stopped; type more, or set run.timeoutMs higher"),
            ("echo '[]'", records, "decode", "prints is JSON, but not an object; run.format says what it should be"),
            ("echo no", records, "decode", "what it should be"),
        ]:
            with self.subTest(script):
                found, message = self.refusal(self.shell(script), **settings)
                self.assertEqual(found, kind)
                self.assertTrue(message.startswith("run: ") and "`FOLDER/program` " in message and message.endswith(expected), message)

    def test_an_exit_code_may_mean_that_nothing_was_found(self):
        engine = self.engine(self.shell("exit 1"), nothingFound=1)
        messages = self.search(engine)
        self.assertEqual([message["params"]["items"] for message in messages if is_items(message)], [[]])

    def test_an_exit_code_may_mean_that_not_everything_was_searched(self):
        for run, shown in ("each", ["a", "b"]), ("once", ["b"]):
            with self.subTest(run):
                argv = ["sh", "-c", "printf 'a\\nb\\n'; exit 2", "sh", *["{query}"] * (run == "each")]
                engine = self.engine(argv, run=run, partial=2)
                self.assertEqual(titles(self.search(engine, "b")), shown)
                self.assertTrue(engine.call("getState")["result"]["partial"])

    def test_an_error_after_some_rows_keeps_the_rows(self):
        engine = self.engine(self.shell("echo row; exit 2"))
        messages = self.search(engine)
        self.assertEqual(titles(messages), ["row"])
        self.assertIn("exit code 2", error_of(messages)["message"])
        self.assertEqual(engine.call("getState")["result"]["count"], 1)

    def test_invalid_bytes_are_replaced_and_overlong_rows_are_cut_off(self):
        engine = self.engine(self.shell("head -c 3000000 /dev/zero | tr '\\0' a; echo; printf '\\377\\n'"))
        found = titles(self.search(engine))
        self.assertEqual(len(found[0].rstrip("…")), 1 << 16)
        self.assertEqual(found[1], "\ufffd")

    def test_an_overlong_query_is_refused_as_by_any_other_source(self):
        engine = self.engine(self.shell("echo row"))
        self.assertEqual(engine.call("setQuery", query="x" * 20_000)["error"]["code"], -32602)
        self.assertIn("error", engine.call("setQuery", query="x" * (1 << 20)))
        self.assertEqual(titles(self.search(engine, "x" * 10_000)), ["row"])

    def test_a_query_that_could_be_read_as_an_option_is_refused(self):
        program = self.program("#!/bin/sh\necho row")
        self.assertEqual(self.refusal([program, "{query}"], "-rf"), (
            "config", "run: the query begins with `-` and could be read as an option of `FOLDER/program`; put `--` in front of "
            "`{query}` in run.argv if the program understands that, or set run.dashes"))
        self.assertEqual(titles(self.search(self.engine([program, "{query}"], dashes="pass"), "-rf")), ["row"])

    def test_a_replay_runs_no_program(self):
        record = self.folder / "record"
        argv = self.shell("echo $$ >>PIDS; echo row")
        engine = self.engine(argv, "--record", str(record))
        self.assertEqual(titles(self.search(engine)), ["row"])
        engine.process.stdin.close()
        engine.process.wait(30)
        self.assertEqual(len(self.started()), 1)
        engine = self.engine(argv, "--replay", str(record))
        self.assertEqual(titles(self.search(engine)), ["row"])
        self.assertEqual(len(self.started()), 1)


class OtherSessions(ProgramCase):
    BAD = {
        "silent": "exec sleep 1000", "endless": "yes", "half": "printf half; exec sleep 1000", "binary": "cat /dev/urandom",
        "deaf": "trap '' TERM; while :; do sleep 1; done", "closed": "exec >&- 2>&-; exec sleep 1000", "code": "exit 7",
        "daemon": "sleep 1000 & exit 0",
    }

    def test_programs_that_misbehave_in_every_way_do_not_hold_up_other_sessions(self):
        sources = {"missing": {"type": "command", "argv": ["no-such-program", "--", "{query}"]}}
        for name, script in self.BAD.items():
            argv = [self.program("#!/bin/sh\n" + script, name), "--", "{query}"]
            sources[name] = {"type": "command", "argv": argv, "timeoutMs": 600_000}
        engine = self.start(sources)
        for name in sources:
            engine.call("openSession", session=name, source=name)
            engine.notify("submit", query="q", session=name)
        engine.call("openSession", session="u", source="unicode")
        self.assertIn("SNOWMAN", titles(self.search(engine, "snowman", session="u")))
        for name, message in ("missing", "is not installed"), ("code", "exit code 7"):
            wait_until(lambda: message in json.dumps(engine.call("getState", session=name)["result"].get("error")), f"the error of {name}")


if __name__ == "__main__":
    unittest.main()
