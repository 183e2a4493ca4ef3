"""Searching the current folder."""

import json
import signal

from case import wait_until
from stories.locations import Places, row


class Folders(Places):
    """A search uses the folder that is current when it is opened, and leads to files in that folder."""

    def setUp(self):
        super().setUp()
        self.here, self.there = (self.folder / name for name in ("he re", "there"))
        for folder in (self.here, self.there):
            folder.mkdir()
            (folder / "words").write_text(f"first\nonly {folder.name}\n")
        self.config = self.folder / "folders.json"
        # While this action waits, the engine stays in its folder.
        wait = {"name": "wait", "title": "Wait", "argv": [
            "sh", "-c", f'while [ ! -e "{self.folder}/go" ]; do sleep 0.01; done; echo done', "{id}"]}
        words = {"type": "command", "argv": ["cat", "words"], "actions": [wait]}
        self.config.write_text(json.dumps({"sources": {"words": words, "lines": {"type": "lines", "path": "words"}}}))

    def searching(self, folder, **options):
        """Returns an editor in which `folder` is searched."""
        editor = self.editor(settings={"args": ["--config", str(self.config)], **options})
        self.search(editor, folder)
        return editor

    def search(self, editor, folder, source="lines"):
        editor.run(f"cd {str(folder).replace(' ', chr(92) + ' ')}")
        editor.open(source=source, query="only")
        editor.rows(f"only {folder.name}")

    def test_a_tilde_path_is_relative_to_the_folder_unless_only_the_home_has_it(self):
        home = self.folder / "home"
        for folder in (home, self.there):
            for name in ("words", "~words"):
                (folder / name).write_text("elsewhere\n")
        (self.here / "~words").write_text("here\n")
        editor = self.editor("-c", "set hidden")
        for path, opened in [("~/words", home / "words"), ("~words", self.here / "~words"), ("~/words", self.here / "~" / "words")]:
            with self.subTest(opened):
                if opened.parent.name == "~":
                    opened.parent.mkdir()
                    opened.write_text("here\n")
                editor.run(f"cd {str(self.here).replace(' ', chr(92) + ' ')}")
                editor.open(items=[row(1, path, line=1)])
                editor.rows("place 1")
                editor.run(f"cd {self.there}")
                editor.keys("<CR>")
                self.arrives(editor, str(opened), 1, 0)

    def test_a_search_covers_the_current_folder_and_leads_to_its_files(self):
        editor = self.searching(self.here)
        # The file is in the folder of the list, whatever the current folder is now.
        editor.run(f"cd {self.there}")
        editor.keys("<CR>")
        self.arrives(editor, str(self.here / "words"), 2, 0)
        self.search(editor, self.there)
        editor.keys("<CR>")
        self.arrives(editor, str(self.there / "words"), 2, 0)
        self.assertEqual(editor.seen()["messages"], [])

    def test_typing_after_a_change_of_folder_searches_the_new_folder(self):
        editor = self.searching(self.here)
        editor.run(f"cd {self.there}")
        # Right away, while the engine of that folder is starting.
        editor.open(source="lines")
        editor.until(lambda seen: seen["prompt"] == "" and seen["mode"] == editor.TYPING)
        editor.keys("only")
        editor.until(lambda seen: seen["prompt"] == "only" and seen["counter"] == "1/1")
        editor.rows("only there")
        editor.keys("<CR>")
        self.arrives(editor, str(self.there / "words"), 2, 0)

    def test_a_file_named_like_a_home_directory_opens_from_the_folder(self):
        (self.here / "~root").write_text("first\nonly here\n")
        editor = self.searching(self.here)
        editor.open(items=[row(1, "~root", line=2)])
        editor.rows("place 1")
        editor.run(f"cd {self.there}")
        editor.keys("<CR>")
        self.arrives(editor, str(self.here / "~root"), 2, 0)

    def test_the_preview_reads_from_the_folder_being_searched(self):
        editor = self.searching(self.here, preview=True)
        editor.until(lambda seen: seen["preview"] == "first\nonly he re")
        editor.run(f"cd {self.there}")
        editor.keys("<C-u>first")
        editor.until(lambda seen: seen["preview"] == "first\nonly he re" and seen["marked"] == ["first"])

    def test_a_dead_engine_is_restarted_in_the_folder_of_the_list(self):
        editor = self.searching(self.here)
        editor.run(f"cd {self.there}")
        self.replace_engine(editor)
        editor.rows("only he re")
        editor.keys("<CR>")
        self.arrives(editor, str(self.here / "words"), 2, 0)

    def dead(self):
        """Returns an editor whose search has lost its second engine, and which has changed to another folder since."""
        editor = self.searching(self.here)
        self.replace_engine(editor)
        editor.rows("only he re")
        self.kill(editor.engine())
        editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        editor.run(f"cd {self.there}")
        return editor

    def test_a_dead_search_is_revived_in_the_folder_of_its_list(self):
        for keys in ("<F5>", "<BS>", "completion"):
            with self.subTest(keys):
                editor = self.dead()
                if keys == "completion":
                    # Completion asks an engine as well, and starts one for that.
                    editor.evaluate("getcompletion('Seekline ', 'cmdline')")
                    keys = "<F5>"
                editor.keys(keys)
                editor.until(lambda seen: "✗" not in seen["title"] and "only" in " ".join(seen["rows"]))
                editor.rows("only he re")
                editor.keys("<CR>")
                self.arrives(editor, str(self.here / "words"), 2, 0)
                self.search(editor, self.there)

    def test_a_search_that_replaces_a_dead_one_starts_only_one_engine(self):
        editor = self.dead()
        self.assertEqual(editor.starts(source="lines", query="only"), 1)
        editor.rows("only there")

    def test_a_search_that_fails_after_closing_does_not_tie_the_engine_to_its_folder(self):
        editor = self.searching(self.here)
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.open(source="bing")
        editor.open(source="lines", query="first")
        self.kill(engine, signal.SIGCONT)
        editor.rows("first")
        editor.keys("<Esc>")
        editor.closed()
        self.search(editor, self.there)

    def test_a_running_action_is_not_ended_by_a_search_in_another_folder(self):
        editor = self.editor(settings={"args": ["--config", str(self.config)]})
        self.search(editor, self.here, "words")
        engine = editor.engine()
        editor.keys("<C-a>")
        wait_until(lambda: editor.menu(), "the menu")
        editor.pick(0)
        editor.keys("<Esc>")
        editor.closed()
        editor.run(f"cd {self.there}")
        editor.open(source="words", query="only")
        editor.rows("only he re")
        (self.folder / "go").touch()
        editor.until(lambda seen: seen["messages"] == ["seekline: done"])
        self.assertEqual(editor.engine(), engine)
        editor.keys("<Esc>")
        editor.closed()
        self.search(editor, self.there, "words")
        self.assertNotEqual(editor.engine(), engine)

    def test_a_list_can_be_searched_if_the_current_folder_no_longer_exists(self):
        editor = self.searching(self.here)
        editor.keys("<Esc>")
        editor.closed()
        gone = self.folder / "gone"
        gone.mkdir()
        editor.run(f"cd {gone}")
        gone.rmdir()
        editor.open(items=[row(1, self.notes, line=2)])
        editor.rows("place 1")
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 2, 0)
