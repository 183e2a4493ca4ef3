"""The interface of the plugin: the command, the settings, the functions, the help."""

import re
import shutil
import subprocess

from case import BINARY, HOLDING, ROOT, wait_until


class Command:
    """`:Seekline` and the maps."""

    def test_the_sources_are_completed(self):
        editor = self.editor()
        self.assertEqual(
            editor.evaluate("getcompletion('Seekline ', 'cmdline')"),
            ["unicode", "wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id", "lines"],
        )
        self.assertEqual(editor.evaluate("getcompletion('Seekline w', 'cmdline')"), ["wikipedia"])
        self.assertEqual(editor.evaluate("getcompletion('Seekline wikipedia w', 'cmdline')"), [])

    def test_the_sources_are_completed_after_modifiers_and_other_commands(self):
        editor = self.editor()
        for typed, completed in [
            ("silent Seekline w", "silent Seekline wikipedia"), ("verbose silent! See w", "verbose silent! See wikipedia"),
            ("silent Seekline wikipedia See w", None),
        ]:
            with self.subTest(typed):
                # <Tab> comes first: once a later key is in the line, the line has been completed.
                editor.keys(f":{typed}<Tab>")
                if completed is None:
                    editor.keys("x")
                    wait_until(lambda: editor.evaluate("getcmdline()").endswith("x"), "the key after it")
                    self.assertNotIn("See wikipedia", editor.evaluate("getcmdline()"))
                else:
                    wait_until(lambda: editor.evaluate("getcmdline()") == completed, completed)
                editor.keys("<C-c>")
                editor.until(lambda seen: seen["mode"] == "n")

    def test_the_first_word_is_the_source_if_a_source_has_that_name(self):
        editor = self.editor()
        for command, title, prompt in [
            ("Seekline", " Unicode characters ", ""),
            ("Seekline qiita", " Qiita ", ""),
            ("Seekline wikipedia swift compiler", " MediaWiki ", "swift compiler"),
            ("Seekline white bishop", " Unicode characters ", "white bishop"),
        ]:
            editor.command(command)
            editor.until(lambda seen: seen["title"] == title and seen["prompt"] == prompt and seen["mode"] == editor.TYPING)
            editor.keys("<Esc>")
            editor.closed()

    def test_the_first_word_is_the_source_however_long_the_engine_takes_to_start(self):
        hold = self.folder / "hold"
        engine = {"SEEKLINE": HOLDING, "SEEKLINE_HELD": BINARY, "SEEKLINE_HOLD": str(hold)}
        for command, keys, text, source, query, row in [
            ("Seekline wikipedia swi", "ft", "wikipedia swift", " MediaWiki ", "swift", "Swift compiler"),
            ("Seekline wikipedia", "swift", "wikipediaswift", " MediaWiki ", "swift", "Swift compiler"),
            # It is searched only after <CR>.
            ("Seekline hotpepper 焼", "肉<CR>", "hotpepper 焼肉", " Hot Pepper ", "焼肉", "焼肉 たけ 銀座店"),
            ("Seekline wikipedia swift", "<C-u>snowman", "snowman", " Unicode characters ", "snowman", "☃"),
            ("Seekline white bish", "op", "white bishop", " Unicode characters ", "white bishop", "♗"),
        ]:
            with self.subTest(command):
                hold.touch()
                editor = self.editor(environment=engine)
                editor.command(command)
                editor.until(lambda seen: seen["mode"] == editor.TYPING)
                editor.keys(keys)
                editor.until(lambda seen: seen["prompt"] == text)
                hold.unlink()
                editor.until(lambda seen: seen["title"].startswith(source) and seen["prompt"] == query)
                editor.rows(row)
                editor.keys("<Esc>")
                editor.closed()

    def test_the_maps_search_for_the_word_at_the_cursor_and_resume_a_search(self):
        editor = self.editor("-c", "nmap gs <Plug>(seekline-word)", "-c", "nmap gr <Plug>(seekline-resume)")
        editor.keys("isnowman<Esc>")
        editor.until(lambda seen: seen["text"] == "snowman" and seen["mode"] == "n")
        editor.keys("gs")
        editor.rows("☃")
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        editor.until(lambda seen: seen["prompt"] == "umbrella" and "UMBRELLA" in " ".join(seen["rows"]))

    def test_a_search_is_resumed_at_its_row(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.command("Seekline wikipedia program")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<C-n>" * 17)
        editor.until(lambda seen: len(seen["rows"]) == 40)
        editor.keys("<C-n>" * 7)
        before = editor.until(lambda seen: seen["row"] == 25)
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        seen = editor.until(lambda seen: seen["row"] == 25, "the previous row")
        self.assertEqual(seen["rows"], before["rows"])
        # If the user types before that row has loaded, the choice does not move to it.
        editor.keys("<Esc>")
        editor.closed()
        self.services.fail("wikipedia", hold=1)
        editor.keys("gr")
        self.services.requests("wikipedia", 5)
        editor.keys("<C-u>rust")
        self.services.release("wikipedia")
        editor.rows("Rust compiler")
        editor.until(lambda seen: seen["row"] == 1)

    def test_a_search_closed_before_its_row_is_back_is_resumed_at_that_row(self):
        for way in ("opened again", "a new engine"):
            with self.subTest(way):
                editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
                editor.command("Seekline wikipedia program")
                editor.until(lambda seen: len(seen["rows"]) == 20)
                editor.keys("<C-n><C-n>")
                editor.until(lambda seen: seen["row"] == 3)
                self.services.fail("wikipedia", hold=1)
                asked = len(self.services.requests("wikipedia"))
                if way == "opened again":
                    editor.keys("<Esc>")
                    editor.closed()
                    editor.keys("gr")
                else:
                    self.kill(editor.engine())
                self.services.requests("wikipedia", asked + 1)
                editor.until(lambda seen: seen["prompt"] == "program" and seen["counter"] == "")
                editor.keys("<Esc>")
                editor.closed()
                self.services.release("wikipedia")
                editor.keys("gr")
                seen = editor.until(lambda seen: seen["prompt"] == "program" and seen["counter"])
                self.assertRegex(seen["counter"], "^3/")
                # Once the text has been edited, there is no previous row.
                editor.keys("<Esc>")
                editor.closed()
                self.services.fail("wikipedia", hold=1)
                editor.keys("gr")
                self.services.requests("wikipedia", asked + 3)
                editor.keys("s")
                self.services.requests("wikipedia", asked + 4)
                editor.keys("<BS><Esc>")
                editor.closed()
                self.services.release("wikipedia")
                editor.keys("gr")
                seen = editor.until(lambda seen: seen["prompt"] == "program" and seen["counter"])
                self.assertRegex(seen["counter"], "^1/")


class Settings:
    """Correct and wrong settings."""

    def test_wrong_settings_are_reported(self):
        editor = self.editor()
        for settings, message in [
            ({"soruce": "x"}, f'there is no setting "soruce"; there are {editor.SETTINGS}'),
            ({"close": []}, 'there is no setting "close"; it is an action, whose keys are set as keys.close'),
            ({"max_width": "wide"}, "max_width must be a number, not a string"),
            ({"args": [[]]}, editor.NO_FLAGS),
            ({"keys": {"jump": []}}, 'there is no action "jump" in keys; there are actions, choose, close, copy, mark, next, '
             "page_down, page_up, preview, preview_down, preview_up, previous, quickfix, refresh, split, tab, unmark, vsplit"),
            ({"keys": {"next": [""]}}, 'keys.next has "", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'),
            ({"keys": {"close": "q"}}, "keys.close must be a list of keys"),
            ({"keys": {"close": ["q", 1]}}, "keys.close must be a list of keys"),
            ({"keys": {"close": [["q"]]}}, "keys.close must be a list of keys"),
            ({"keys": {"next": ["<Tab>"], "close": ["q", "<tab>"]}}, 'keys.next has "<Tab>", which keys.close has too'),
            ({"options": {"unicode": 3}}, "options.unicode must be options by name"),
            ({"options": {"unicode": [3]}}, "options.unicode must be options by name"),
        ]:
            self.assertEqual(editor.complaint(settings), f"seekline: {message}")
            self.assertIsNone(editor.seen()["prompt"])

    def test_settings_for_keys_source_options_and_preview_take_effect(self):
        editor = self.recorded(settings={
            "source": "wikipedia", "options": {"wikipedia": {"minLength": 2}}, "preview": True, "keys": {"next": ["<C-j>"]},
        })
        editor.command("Seekline")
        editor.keys("ru")
        editor.until(lambda seen: "Rust" in " ".join(seen["rows"]) and "turns the text" in seen["preview"])
        editor.keys("<C-j>")
        editor.until(lambda seen: seen["counter"].startswith("2/"))
        self.assertEqual(self.said("openSession")[0]["params"]["options"], {"minLength": 2})

    def test_a_key_that_is_set_is_not_that_of_another_action_by_default(self):
        editor = self.editor(settings={"keys": {"next": ["<tab>"], "close": ["<C-g>"]}})
        editor.open(items=["one", "two"])
        seen = editor.rows("one", "two")
        self.assertIn("<C-g> close", seen["footer"])
        self.assertNotIn("preview", seen["footer"])
        editor.keys("<Tab>")
        editor.until(lambda seen: seen["counter"].startswith("2/") and seen["preview"] is None)
        editor.keys("<C-g>")
        editor.closed()

    def test_options_unknown_to_a_source_are_reported_once(self):
        editor = self.editor(settings={"options": {"unicode": {"pagesize": 3, "debounce": 5, "pageSize": 4}}})
        known = (
            "backOffMs, belowMinLength, debounceMs, maxPages, minLength, minLengthDense, onInput, pageSize, stalledMs, throttleMs, "
            "trigger"
        )
        told = [f"seekline: unicode has no option debounce, pagesize; it has {known}"]
        for _ in range(2):
            editor.command("Seekline arrow")
            editor.until(lambda seen: "ARROW" in " ".join(seen["rows"]) and seen["messages"] == told)
            editor.keys("<Esc>")
            editor.closed()
        editor.open(source="wikipedia", query="rust", options={"pages": 3})
        editor.rows("Rust compiler")
        editor.until(lambda seen: seen["messages"][:1] == told and len(seen["messages"]) == 2)
        self.assertIn("wikipedia has no option pages; it has ", editor.seen()["messages"][1])

    def test_options_for_an_unknown_source_are_reported_once(self):
        editor = self.editor(settings={"options": {
            "wikipdia": {"pageSize": 3}, "Unicode": {}, "unicode": {"pageSize": 4}, "list": {"pageSize": 5},
        }})
        known = "account-id, hotpepper, lines, list, qiita, unicode, wikipedia, yahoo-images"
        told = [f'seekline: options.{name}: there is no source "{name}"; there are {known}' for name in ("Unicode", "wikipdia")]
        for wanted in ({"query": "snowman"}, {"items": ["snowman"]}, {"source": "wikipedia", "query": "rust"}):
            editor.open(**wanted)
            editor.until(lambda seen: seen["counter"].startswith("1/") and seen["messages"] == told, told)
            editor.keys("<Esc>")
            editor.closed()
        # Another engine does not report them again.
        editor.open(query="snowman")
        editor.rows("☃")
        self.replace_engine(editor)
        editor.until(lambda seen: "☃" in " ".join(seen["rows"]) and len(seen["messages"]) > 2)
        self.assertEqual([message for message in editor.seen()["messages"] if "options." in message], told)

    def test_a_search_fits_any_maximum_width(self):
        for width in (0, 1, 3, 4):
            with self.subTest(width):
                editor = self.editor(settings={"max_width": width})
                editor.command("Seekline")
                editor.keys("ねこ")
                editor.rows("HIRAGANA LETTER NE")
                editor.keys("<Esc>")
                editor.closed()

    def test_the_command_setting_takes_precedence_over_the_environment(self):
        editor = self.editor(settings={"command": self.recording_engine()}, environment={"SEEKLINE": "/nowhere"})
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.assertTrue(self.said("initialize"))


class Functions:
    """The functions that other code calls."""

    def test_on_choice_receives_the_item(self):
        editor = self.editor()
        editor.open(kept=True, query="snowman", submit=True)
        seen = editor.rows("☃")
        self.assertIn("<CR> choose", seen["footer"])
        editor.keys("<CR>")
        wait_until(lambda: editor.evaluate("exists('g:chosen')"), "the choice")
        self.assertEqual(editor.evaluate("g:chosen.id"), "U+2603")
        self.assertEqual(editor.seen()["text"], "")

    def test_typeahead_is_processed_after_on_choice(self):
        editor = self.editor("-c", "set hidden")
        editor.keys("iab<Esc>")
        editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == "n")
        editor.open(kept=True, query="snowman", submit=True)
        editor.rows("☃")
        editor.keys("<CR>:let g:before = exists('g:chosen')<CR>")
        wait_until(lambda: editor.evaluate("exists('g:before')"), "the command")
        self.assertEqual(editor.evaluate("g:before"), 1)

    def test_a_second_search_takes_the_place_of_the_first(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        parts = editor.evaluate(editor.PARTS)
        self.assertGreater(parts, 1)
        editor.open(query="umbrella")
        editor.rows("UMBRELLA")
        self.assertEqual(editor.evaluate(editor.PARTS), parts)


    def test_an_unknown_argument_is_reported(self):
        editor = self.editor()
        complaint = editor.refusal(query="snow", qurey="snow")
        self.assertEqual(
            complaint, f'seekline: {editor.OPEN} takes no "qurey"; it takes items, on_choice, options, query, source, submit'
        )
        self.assertEqual(editor.evaluate(editor.PARTS), 0)


class Help:
    """The help. A client adds `names()`, which returns its settings, its actions, and its highlight groups."""

    def test_the_help_has_valid_tags(self):
        doc = self.folder / "copy" / "doc"
        shutil.copytree(self.EDITOR.PLUGIN / "doc", doc)
        editor = self.editor("--cmd", f"set runtimepath^={doc.parent}", "-c", f"helptags {doc}")
        text = (self.EDITOR.PLUGIN / "doc" / "seekline.txt").read_text()
        tags = set(re.findall(r"\*(\S+)\*", text))
        for tag in set(re.findall(r"\|(\S+)\|", text)) | tags:
            editor.run(f"help {tag} | helpclose")
        self.assertLessEqual({"seekline.txt", ":Seekline", editor.FUNCTION, "seekline-settings"}, tags)
        self.assertEqual([line for line in text.splitlines() if len(line) > 79], [])

    def test_the_help_names_every_setting_key_and_group(self):
        text = (self.EDITOR.PLUGIN / "doc" / "seekline.txt").read_text()
        names = self.names()
        for file in (self.EDITOR.PLUGIN / "plugin").iterdir():
            names += re.findall(r"<Plug>\([a-z-]+\)", file.read_text())
        self.assertGreater(len(names), 25)
        for name in names:
            with self.subTest(name):
                self.assertIn(name, text)


class Installation:
    """The installation that the README describes."""

    def test_the_commands_in_the_readme_install_the_plugin(self):
        """Runs the commands under "Installation" in an empty home; then :Seekline and its help are there."""
        text = (self.EDITOR.PLUGIN / "README.md").read_text()
        (commands,) = [block for block in re.findall(r"```sh\n(.*?)```", text, re.DOTALL) if "cp -r" in block]
        folder = self.folder / "bin"
        folder.mkdir()
        (folder / self.EDITOR.NAME).symlink_to(shutil.which(self.EDITOR.PROGRAM))
        environment = {**self.environment, "PATH": f"{folder}:{self.environment['PATH']}", "TERM": "dumb"}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            environment.pop(name, None)
        subprocess.run(
            ["bash", "-euc", commands], cwd=ROOT, env=environment, check=True, capture_output=True, stdin=subprocess.DEVNULL,
        )
        editor = self.editor(plugin=False, environment={"XDG_CONFIG_HOME": self.environment["HOME"] + "/.config"})
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        editor.run("help seekline")
        self.assertEqual(editor.evaluate("&buftype"), "help")
