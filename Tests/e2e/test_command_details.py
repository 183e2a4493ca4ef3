"""Details that a program prints about an item."""

import json

from programs import ProgramCase
from support import run


class Details(ProgramCase):
    LIST = "#!/bin/sh\nprintf 'one\\ntwo\\n'"

    def engine_with(self, script, once=False, **settings):
        """Starts an engine with two items, for whose details `script` is run: its first argument is `--`, the second
        the id."""
        shown = self.program("#!/bin/sh\n" + script, "shown")
        detail = {"argv": [shown, "--", "{id}"]} | settings
        argv = [self.program(self.LIST, "list")] + ([] if once else ["--", "{query}"])
        engine = self.engine(argv, detail=detail)
        self.search(engine, "o")
        return engine

    def test_what_the_program_prints_is_the_text_of_the_detail(self):
        for once in False, True:
            with self.subTest(once=once):
                engine = self.engine_with('printf "\\033[1m%s\\033[0m\\n-a\\n+b\\n" "$2"', once, format="diff")
                detail = engine.call("openDetail", id="one")["result"]
                self.assertEqual((detail["text"], detail["format"], detail["title"]), ("one\n-a\n+b", "diff", "one"))

    def test_opening_another_detail_ends_the_program_of_the_previous_one(self):
        engine = self.engine_with('[ "$2" = two ] && exec echo 2; echo $$ >>PIDS; exec sleep 1000')
        engine.notify("openDetail", id="one")
        started = self.started()
        self.assertEqual(engine.call("openDetail", id="two")["result"]["text"], "2")
        self.assert_gone(started)

    def test_endless_text_is_read_up_to_the_limit_and_the_program_is_ended(self):
        for script, beginning, size in [
            ("exec yes", "y\ny\n", 1 << 20), ("exec tr '\\0' y </dev/zero", "yyyy", 1 << 20),
            # What takes more than twice as long in a message is cut off earlier.
            ("exec yes \u2028", "\u2028\n\u2028", (1 << 20) // 3),
        ]:
            with self.subTest(script):
                engine = self.engine_with(f"echo $$ >PIDS; {script}", timeoutMs=600_000)
                text = engine.call("openDetail", id="one")["result"]["text"]
                self.assertTrue(text.startswith(beginning) and text.endswith("…"))
                self.assertAlmostEqual(len(text.encode()), size, delta=8)
                self.assert_gone(self.started())

    def test_a_program_that_fails_is_reported_with_the_reason(self):
        for script, settings, kind, expected in [
            ("echo shown; echo why >&2; exit 3", {}, "source", "ended with the exit code 3; it said: why"),
            ("exec sleep 1000", {"timeoutMs": 100}, "timeout", "had not finished after 100 ms and was stopped; set run.detail.timeoutMs higher"),
        ]:
            with self.subTest(script):
                error = self.engine_with(script, **settings).call("openDetail", id="one")["error"]
                self.assertEqual(error["data"]["kind"], kind)
                self.assertTrue("run: `" in error["message"] and error["message"].endswith(f"/shown` {expected}"), error["message"])

    def test_a_mistake_in_the_detail_setting_is_reported_with_its_location(self):
        config = self.folder / "config.json"
        config.write_text(json.dumps({"sources": {"run": {"type": "command", "argv": ["ls"], "detail": {"argv": ["cat", "{id"]}}}}))
        done = run("--check", str(config))
        self.assertEqual(done.returncode, 2)
        self.assertIn("run.detail.argv[1]: has a `{` that is not followed by a name and a `}`; `{{` stands for a brace", done.stderr.decode())
