"""Programs that perform an action on an item: the `actions` of `command`, through `perform`."""

import json
import signal
import subprocess
import unittest

from programs import ProgramCase, is_alive
from support import BINARY, line, run, titles


class Actions(ProgramCase):
    LIST = "#!/bin/sh\nls FILES"
    # It runs until there is a file called `go`.
    WAITS = "echo $$ >>PIDS; sh -c 'echo $$ >>PIDS; exec sleep 1000' & while [ ! -e GO ]; do sleep 0.01; done; echo it went on"

    def setUp(self):
        super().setUp()
        self.files = self.folder / "files"
        self.files.mkdir()
        for name in "one", "two":
            (self.files / name).write_text(name)

    def action(self, script, **members):
        """Returns an action. The first argument of its program is `--`, the second the id."""
        text = "#!/bin/sh\n" + script.replace("GO", str(self.folder / "go"))
        return {"name": "act", "title": "Act", "argv": [self.program(text, "act"), "--", "{id}"]} | members

    def engine_with(self, action, *arguments, once=True):
        """Starts an engine with two items, the files in a folder."""
        listing = self.program(self.LIST.replace("FILES", str(self.files)), "list")
        engine = self.engine([listing] if once else [listing, "--", "{query}"], *arguments, actions=[action])
        if once and not arguments:
            self.assertEqual(sorted(titles(self.search(engine, ""))), ["one", "two"])
        return engine

    def perform(self, engine, item="one", **params):
        """Starts the action; returns the id of the request."""
        return engine.request("perform", id=item, action="act", **params)

    @staticmethod
    def answer(engine, number):
        return engine.until(lambda message: message.get("id") == number)[-1]

    def test_an_action_is_performed_and_the_list_is_read_again(self):
        for once in True, False:
            with self.subTest(once=once):
                (self.files / "one").write_text("again")
                engine = self.engine_with(self.action(f'rm -- "{self.files}/$2"; echo "$2 is gone"', changes=True), once=once)
                found = self.search(engine, "" if once else "q")
                items = next(message["params"]["items"] for message in found if message.get("method") == "items")
                self.assertEqual({json.dumps(item["actions"]) for item in items}, {'[{"name": "act", "title": "Act"}]'})
                done = self.answer(engine, self.perform(engine, generation=engine.call("getState")["result"]["generation"]))
                self.assertEqual(done["result"], {"message": "one is gone", "changed": True})
                engine.until(lambda message: message.get("method") == "items" and titles([message]) == ["two"])

    def test_an_action_outlives_other_searches_a_cancel_and_its_session(self):
        engine = self.engine_with(self.action(self.WAITS))
        engine.call("openSession", session="s")
        engine.notify("submit", session="s", query="")
        engine.settled("s")
        number = self.perform(engine, session="s")
        started = self.started(2)
        engine.notify("setQuery", session="s", query="t")
        engine.settled("s")
        engine.notify("refresh", session="s")
        engine.settled("s")
        engine.call("cancel", session="s")
        self.assertIn("busy", engine.call("perform", session="s", id="two", action="act")["error"]["message"])
        self.assertEqual(engine.call("closeSession", session="s")["result"], {})
        self.assertTrue(all(map(is_alive, started)))
        (self.folder / "go").touch()
        self.assertEqual(self.answer(engine, number)["result"], {"message": "it went on"})
        # What it leaves behind in its process group is ended too.
        self.assert_gone(started)

    def test_cancelling_the_request_ends_every_process_of_the_action(self):
        engine = self.engine_with(self.action(self.WAITS))
        number = self.perform(engine)
        started = self.started(2)
        engine.notify("$/cancelRequest", id=number)
        self.assertEqual(self.answer(engine, number)["error"]["code"], -32800)
        self.assert_gone(started)
        (self.folder / "go").touch()
        self.assertEqual(self.answer(engine, self.perform(engine))["result"], {"message": "it went on"})

    def test_no_process_of_an_action_is_left_when_the_engine_is_killed(self):
        for number in signal.SIGKILL, signal.SIGTERM:
            with self.subTest(number):
                self.pids.unlink(missing_ok=True)
                engine = self.engine_with(self.action("trap '' TERM; " + self.WAITS))
                self.perform(engine)
                started = self.started(2)
                engine.process.send_signal(number)
                engine.process.wait(30)
                self.assert_gone(started)

    def test_the_engine_waits_for_an_action_before_it_exits(self):
        for end in [], ["exit"], ["shutdown", "exit"]:
            with self.subTest(end):
                for file in self.pids, self.folder / "go":
                    file.unlink(missing_ok=True)
                engine = self.engine_with(self.action(self.WAITS))
                numbers = [self.perform(engine)]
                started = self.started(2)
                numbers += [engine.request(method) for method in end]
                if end:
                    # The answer to the last request shows that the engine has received all of them.
                    self.assertEqual(self.answer(engine, numbers[-1])["result"], {})
                else:
                    engine.end_input()
                (self.folder / "go").touch()
                rest = [message for message in engine.rest() if message.get("id") in numbers]
                self.assertEqual(rest[0]["result"], {"message": "it went on"})
                self.assertEqual([message["result"] for message in rest[1:]], [None] if "shutdown" in end else [])
                self.assertEqual(engine.wait(), 1 if end == ["exit"] else 0)
                self.assert_gone(started)

    def test_an_action_that_fails_is_reported_with_the_reason(self):
        for script, expected in [
            ("echo done; echo first >&2; echo why >&2; exit 3", "ended with the exit code 3; it said: why"),
            ("kill -9 $$", "was ended by signal 9; outcome unknown"),
        ]:
            with self.subTest(script):
                engine = self.engine_with(self.action(script, changes=True))
                error = self.answer(engine, self.perform(engine))["error"]
                self.assertEqual((error["code"], error["data"]["scope"], error["data"]["kind"]), (-32000, "perform", "source"))
                self.assertTrue(error["message"].endswith(f"/act` {expected}"), error["message"])
                self.assertEqual(error["data"]["retryable"], "unknown" not in expected)

    def test_a_missing_program_is_reported_with_where_it_is_configured(self):
        engine = self.engine_with(self.action("") | {"argv": ["no-such-program-anywhere"]})
        error = self.answer(engine, self.perform(engine))["error"]
        self.assertEqual(error["data"]["kind"], "config")
        self.assertIn("`no-such-program-anywhere` is not installed", error["message"])
        self.assertTrue(error["message"].endswith("run.actions[0].argv says what is run"), error["message"])

    def test_rows_for_a_shell_show_actions_and_their_outcomes(self):
        config = self.folder / "config.json"
        listing = self.program(self.LIST.replace("FILES", str(self.files)), "list")
        action = self.action('[ "$2" = one ] || exit 3; echo "$2 is gone"', changes=True)
        config.write_text(json.dumps({"sources": {"run": {"type": "command", "argv": [listing], "actions": [action]}}}))
        calls = line("submit", 1, query="") + b"".join(line("perform", name, id=name, action="act") for name in ("one", "two"))
        command = [BINARY, "--config", str(config), "--source=run", "--script", "--rows", "id,actions"]
        lines = subprocess.run(command, input=calls, capture_output=True, timeout=60).stdout.decode().splitlines()
        self.assertEqual({text for text in lines if text.startswith("item\t")}, {"item\tone\tact", "item\ttwo\tact"})
        self.assertIn('performed\t"one"\ttrue\tone is gone', lines)
        self.assertRegex(lines[-1], r'^failed\t"two"\t-32000\tSource failed: .* ended with the exit code 3$')

    def test_an_action_may_print_a_lot_and_close_its_output(self):
        script = "seq 30000; echo last; exec >&- 2>&-; sleep 0.7; echo after > GO"
        engine = self.engine_with(self.action(script))
        self.assertEqual(self.answer(engine, self.perform(engine))["result"], {"message": "last"})
        self.assertEqual((self.folder / "go").read_text(), "after\n")

    def test_the_id_of_an_item_is_a_single_argument_and_never_an_option(self):
        for name in "a'; touch gone; '$(id) \"", "-rf":
            (self.files / name).touch()
        listing = self.program(self.LIST.replace("FILES", str(self.files)), "list")
        echo = self.program('#!/bin/sh\nprintf "%s" "$1"', "echo")
        engine = self.engine([listing], actions=[{"name": "act", "title": "Act", "argv": [echo, "{id}"]}])
        self.search(engine, "")
        self.assertEqual(self.answer(engine, self.perform(engine, "a'; touch gone; '$(id) \""))["result"]["message"], "a'; touch gone; '$(id) \"")
        error = self.answer(engine, self.perform(engine, "-rf"))["error"]
        self.assertIn("the item's `id` begins with `-`", error["message"])

    def test_a_replay_performs_no_action(self):
        record = str(self.folder / "record.jsonl")
        engine = self.engine_with(self.action(f"echo x >>{self.folder}/times; echo done"), "--record", record)
        self.search(engine, "")
        self.assertEqual(self.answer(engine, self.perform(engine))["result"], {"message": "done"})
        engine.end_input()
        engine.rest()
        engine.wait()
        engine = self.engine_with(self.action("exit 1"), "--replay", record)
        self.search(engine, "")
        self.assertEqual(self.answer(engine, self.perform(engine))["result"], {"message": "done"})
        self.assertEqual((self.folder / "times").read_text(), "x\n")

    def test_a_mistake_in_the_actions_setting_is_reported_with_its_location(self):
        config = self.folder / "config.json"
        actions = [{"name": "a", "title": "A", "argv": ["a", "{id"]}, {"name": "a", "argv": ["b"]}]
        config.write_text(json.dumps({"sources": {"run": {"type": "command", "argv": ["ls"], "actions": actions}}}))
        done = run("--check", str(config))
        self.assertEqual(done.returncode, 2)
        self.assertIn("run.actions[0].argv[1]: has a `{` that is not followed by a name and a `}`", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
