"""The actions that a source performs on an item: `perform`."""

import json

from case import is_running, wait_until


class Actions:
    """A list of files with three actions: remove the file, wait and then remove it, and fail."""

    KEY = "<C-a>"
    TITLES = ["Remove it", "Wait", "Fail"]

    def setUp(self):
        super().setUp()
        self.files = self.folder / "files"
        self.files.mkdir()
        for name in ("one", "three", "two"):
            (self.files / name).touch()
        self.done, self.go, self.waits = self.folder / "done", self.folder / "go", self.folder / "waits"
        self.waits.touch()
        # Each is called with `--` and the id of an item.
        scripts = {
            "remove": f'rm -- "{self.files}/$2"; echo "$2 is gone"',
            "wait": f'echo $$ >"{self.waits}"; while [ ! -e "{self.go}" ]; do sleep 0.01; done; rm -f -- "{self.files}/$2"; echo "$2 was waited for"',
            "fail": "echo why >&2; exit 3",
        }
        actions = [
            {"name": name, "title": title, "argv": [self.script(name, f'echo "{name} $2" >>"{self.done}"; {text}'), "--", "{id}"],
             "changes": True}
            for (name, text), title in zip(scripts.items(), self.TITLES)
        ]
        source = {"type": "command", "title": "Files", "argv": ["ls", str(self.files)], "actions": actions}
        self.config = self.folder / "actions.json"
        self.config.write_text(json.dumps({"sources": {"files": source}}))

    def script(self, name, text):
        path = self.folder / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return str(path)

    def performed(self):
        """Returns the actions that have begun so far."""
        return self.done.read_text().splitlines() if self.done.exists() else []

    def opened(self, *arguments, **options):
        """Returns an editor with a search for files."""
        editor = self.editor(*arguments, settings={"args": ["--config", str(self.config)]}, **options)
        editor.open(source="files")
        editor.until(lambda seen: " ".join(seen["rows"]).split() == "one three two".split())
        return editor

    def menu(self, editor, about="one"):
        """Opens the menu of the choice."""
        editor.keys(self.KEY)
        wait_until(lambda: editor.menu() == [f"{about}:", self.TITLES], "the menu")

    def act(self, editor, title, about="one"):
        """Performs an action on the choice."""
        self.menu(editor, about)
        editor.pick(self.TITLES.index(title))

    def told(self, editor, *messages):
        """Waits until exactly these messages have been shown."""
        return editor.until(lambda seen: seen["messages"] == [f"seekline: {message}" for message in messages], messages)

    def test_an_action_that_removes_its_item_is_reported_and_updates_the_list(self):
        editor = self.opened()
        self.assertIn(f"{self.KEY} actions", editor.seen()["footer"])
        editor.keys("<C-n>")
        self.act(editor, "Remove it", "three")
        self.told(editor, "three is gone")
        editor.until(lambda seen: len(seen["rows"]) == 2 and seen["mode"] == editor.TYPING)
        editor.keys("wo")
        editor.until(lambda seen: seen["prompt"] == "wo" and seen["counter"] == "1/1" and "two" in seen["rows"][0])
        self.assertEqual(self.performed(), ["remove three"])

    def test_the_row_that_takes_the_place_of_a_removed_one_becomes_the_choice(self):
        editor = self.opened()
        editor.keys("<C-n>")
        self.act(editor, "Remove it", "three")
        editor.until(lambda seen: seen["counter"] == "2/2" and " ".join(seen["rows"]).split() == ["one", "two"])
        self.act(editor, "Remove it", "two")
        editor.until(lambda seen: seen["counter"] == "1/1" and " ".join(seen["rows"]).split() == ["one"])
        self.act(editor, "Remove it", "one")
        editor.until(lambda seen: "one" not in " ".join(seen["rows"]))
        self.assertEqual(self.performed(), ["remove three", "remove two", "remove one"])

    def test_cancelling_the_menu_returns_to_typing_at_the_same_cursor_position(self):
        editor = self.opened()
        editor.keys("te")
        editor.until(lambda seen: seen["counter"] == "1/1" and seen["prompt"] == "te")
        editor.keys("<Left>")
        self.menu(editor, "three")
        editor.pick()
        editor.keys("hr")
        editor.until(lambda seen: seen["prompt"] == "thre" and seen["counter"] == "1/1" and seen["mode"] == editor.TYPING)
        self.assertEqual((self.performed(), editor.seen()["messages"]), ([], []))

    def test_an_item_without_actions_has_no_menu(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        seen = editor.rows("☃")
        self.assertNotIn("actions", seen["footer"])
        editor.keys(self.KEY)
        editor.until(lambda seen: seen.get("note") == "✗ its source offers no actions on this")
        editor.keys("<C-n>")
        editor.until(lambda seen: "note" not in seen)
        self.assertIsNone(editor.menu())

    def test_a_failed_action_is_reported_and_not_repeated(self):
        editor = self.opened()
        self.act(editor, "Fail")
        seen = editor.until(lambda seen: seen["messages"])
        self.assertRegex(seen["messages"][0], "^seekline: Fail: Source failed: .* ended with the exit code 3; it said: why$")
        editor.keys("<F5>")
        editor.until(lambda seen: len(seen["rows"]) == 3 and seen["counter"] == "1/3")
        self.assertEqual(self.performed(), ["fail one"])

    def test_actions_run_one_at_a_time_in_the_background_and_report_after_closing(self):
        editor = self.opened()
        self.act(editor, "Wait")
        wait_until(self.performed, "it has begun")
        editor.keys("tw")
        editor.until(lambda seen: seen["counter"] == "1/1" and "two" in seen["rows"][0])
        self.act(editor, "Remove it", "two")
        seen = editor.until(lambda seen: seen["messages"])
        self.assertRegex(seen["messages"][0], '^seekline: Remove it: Invalid params: .* is busy with "wait"; one action runs at a time$')
        editor.keys("<Esc>")
        editor.closed()
        self.go.touch()
        self.told(editor, seen["messages"][0].removeprefix("seekline: "), "one was waited for")
        self.assertEqual(self.performed(), ["wait one"])

    def test_no_action_is_performed_if_the_list_changed_while_the_menu_was_open(self):
        editor = self.opened()
        self.act(editor, "Wait")
        wait_until(self.performed, "it has begun")
        editor.keys("<C-n>")
        self.menu(editor, "three")
        self.go.touch()
        editor.until(lambda seen: len(seen["rows"]) == 2)
        self.assertEqual(editor.menu(), ["three:", self.TITLES])
        editor.pick(0)
        self.told(editor, "one was waited for", "the list has changed meanwhile; nothing was done with “three”")
        self.assertTrue((self.files / "three").exists())
        # When it is requested again, the action is performed.
        self.act(editor, "Remove it", "three")
        editor.until(lambda seen: len(seen["rows"]) == 1)
        self.assertEqual(self.performed(), ["wait one", "remove three"])

    def test_an_action_whose_engine_died_is_reported_as_unknown_and_not_repeated(self):
        editor = self.opened()
        self.act(editor, "Wait")
        wait_until(self.performed, "it has begun")
        engine, script = editor.engine(), int(wait_until(self.waits.read_text, "its process"))
        self.kill(engine)
        # The script ends with the engine, though possibly some time later.
        wait_until(lambda: not is_running(script), "the end of what was begun")
        self.told(
            editor,
            f"Wait: the engine ended ({editor.KILLED}): the outcome is unknown, and the action is not repeated",
            f"the engine ended ({editor.KILLED}), and was started again",
        )
        self.go.touch()
        editor.until(lambda seen: len(seen["rows"]) == 3 and editor.engine() not in (0, engine))
        self.act(editor, "Remove it")
        editor.until(lambda seen: len(seen["rows"]) == 2)
        self.assertEqual(self.performed(), ["wait one", "remove one"])

    def test_no_action_is_performed_if_the_engine_died_while_the_menu_was_open(self):
        for deaths in (1, 2):
            with self.subTest(deaths=deaths):
                editor = self.opened()
                self.menu(editor)
                self.kill(editor.engine())
                seen = editor.until(lambda seen: seen["messages"] and len(seen["rows"]) == 3 and editor.engine())
                if deaths == 2:
                    # It is not restarted until the user does something.
                    self.kill(editor.engine())
                    editor.until(lambda seen: "✗ the engine ended" in seen["title"])
                editor.pick(0)
                self.told(
                    editor, *(message.removeprefix("seekline: ") for message in seen["messages"]),
                    "the list has changed meanwhile; nothing was done with “one”",
                )
        self.assertEqual(self.performed(), [])
