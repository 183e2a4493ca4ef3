"""The example providers of `protocol/providers` with the engine: it shows what they find, open and do."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from support import ROOT, error_of, seekline, titles, wait_until

sys.path.append(str(ROOT / "Tests" / "protocol"))

from provider_sessions import SESSIONS, header_of, prepared  # noqa: E402


class ExampleProviders(unittest.TestCase):
    """Each example provider, in the folder of its recorded session."""

    def start(self, session, **settings):
        """Starts an engine with an example provider as its source."""
        command, options = self.enterContext(prepared(header_of(SESSIONS / f"{session}.jsonl")))
        config = pathlib.Path(options["cwd"]) / "config.json"
        config.write_text(json.dumps({"sources": {"worked": {"type": "command", "run": "provider", "argv": command} | settings}}))
        # On exit, in this order: the engine ends, and the provider with it, before the folder is removed.
        return self.enterContext(seekline("--config", str(config), "--source", "worked", **options))

    def items(self, engine, query, **params):
        """Searches, and returns the items of the first page."""
        engine.notify("submit", query=query, **params)
        messages = engine.settled(params.get("session", "default"))
        self.assertEqual([message for message in messages if message.get("method") == "error"], [])
        return [item for message in messages if message.get("method") == "items" for item in message["params"]["items"]]

    def pages(self, engine, query):
        """Returns the titles of two pages of two rows."""
        engine.call("openSession", session="pages", options={"pageSize": 2, "minLength": 0})
        first = [item["title"] for item in self.items(engine, query, session="pages")]
        engine.notify("reachedBottom", session="pages")
        return first, titles(engine.settled("pages"))

    def test_hosts_are_paged(self):
        engine = self.start("ssh-hosts")
        self.assertEqual(self.pages(engine, ""), (["build", "web-1"], ["web-2", "db"]))
        self.assertEqual([item["insert"] for item in self.items(engine, "db")], ["ssh db"])

    def test_notes_are_streamed_paged_and_opened(self):
        engine = self.start("notes", settings={"folder": "notes"})
        self.assertEqual(self.pages(engine, "boil"), (["# How to boil an egg", "Boil water first."], ["Never boil it."]))
        item = self.items(engine, "water")[0]
        self.assertEqual((item["snippet"], item["location"]["line"]), (["egg: Boil ", "water", " first."], 3))
        detail = engine.call("openDetail", id=item["id"])["result"]
        self.assertEqual((detail["title"], detail["format"], detail["range"]), ("egg", "markdown", {"first": 3, "last": 3}))
        self.assertEqual(engine.call("openDetail", id="notes/milk.md:1")["error"]["code"], -32003)

    def test_commits_are_paged_and_opened(self):
        engine = self.start("git-log")
        self.assertEqual(self.pages(engine, "add"), (["Add three", "Add two"], ["Add one"]))
        detail = engine.call("openDetail", id=self.items(engine, "two")[0]["id"])["result"]
        self.assertEqual(detail["format"], "diff")
        self.assertIn("\n+two\n", detail["text"])

    def test_scripts_are_opened(self):
        engine = self.start("npm-scripts")
        self.assertEqual([item["insert"] for item in self.items(engine, "tested")], ["npm run test"])
        detail = engine.call("openDetail", id="test")["result"]
        self.assertEqual((detail["text"], detail["format"], detail["language"]), ("echo tested", "code", "sh"))

    def test_processes_are_found_and_opened(self):
        engine = self.start("processes")
        sleeping = subprocess.Popen(["sleep", "1000.5"])
        self.addCleanup(lambda: (sleeping.kill(), sleeping.wait()))
        (found,) = [item for item in self.items(engine, "sleep 1000.5") if item["insert"] == str(sleeping.pid)]
        self.assertIn(f"Pid:\t{sleeping.pid}\n", engine.call("openDetail", id=found["id"])["result"]["text"])

    def test_scripts_are_run(self):
        engine = self.start("npm-scripts")
        (item,) = self.items(engine, "tested")
        self.assertEqual(item["actions"], [{"name": "run", "title": "Run it"}])
        self.assertEqual(engine.call("perform", id="test", action="run")["result"]["message"], "tested")

    def test_processes_are_ended_and_disappear_from_the_list(self):
        engine = self.start("processes")
        # No other process on this machine sleeps for exactly this long, not even another run of this test.
        command = ["sleep", f"1000.75{os.getpid()}"]
        sleeping = subprocess.Popen(command)
        self.addCleanup(lambda: (sleeping.kill(), sleeping.wait()))
        found = {item["insert"]: item["id"] for item in self.items(engine, " ".join(command))}
        done = engine.call("perform", id=found[str(sleeping.pid)], action="end")["result"]
        self.assertTrue(done["changed"])
        self.assertEqual(sleeping.wait(60), -15)
        wait_until(lambda: engine.call("getState")["result"]["items"] == [], "the list has followed")

    def test_a_complaint_about_settings_is_shown(self):
        engine = self.start("notes-without-a-folder", settings={"folder": "no-such-folder"})
        engine.notify("submit", query="boil")
        error = error_of(engine.settled())
        self.assertEqual(error["kind"], "config")
        self.assertIn("there is no folder no-such-folder: `settings.folder` says where the notes are", error["message"])


if __name__ == "__main__":
    unittest.main()
