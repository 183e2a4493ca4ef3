"""What other scripts and the command line see: the command, the settings, the functions, the help."""

import re
import signal

from case import wait_until
from stories import interface
from vim import Vim, VimCase


class Command(interface.Command, VimCase):
    def test_sourcing_the_plugin_again_changes_nothing(self):
        editor = self.editor()
        editor.run("runtime plugin/seekline.vim | runtime plugin/seekline.vim")
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_an_encoding_other_than_utf_8_is_reported(self):
        editor = self.editor("-c", "set encoding=latin1")
        self.assertIn("'encoding' must be utf-8", editor.run("Seekline"))


class Settings(interface.Settings, VimCase):
    def test_settings_that_are_not_a_dictionary_are_reported(self):
        editor = self.editor()
        self.assertEqual(editor.complaint(1), "seekline: g:seekline must be a dictionary")
        self.assertIsNone(editor.seen()["prompt"])

    def test_an_invalid_or_missing_key_is_reported(self):
        for keys, complaint in [
            ({"close": []}, "keys.close must have a key: no other one closes the popup"),
            ({"close": ["<Ecs>"]}, 'keys.close has "<Ecs>", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'),
            ({"next": ["<C-j>", "jj"]}, 'keys.next has "jj", which is not a key; keys are written as x, <C-x>, <F5> or <Tab>'),
        ]:
            with self.subTest(keys):
                editor = self.editor()
                self.assertEqual(editor.complaint({"keys": keys}), f"seekline: {complaint}")
                self.assertEqual((editor.evaluate(editor.PARTS), editor.engine()), (0, 0))

    def test_every_kind_of_key_is_accepted(self):
        editor = self.editor(settings={"keys": {"next": [
            "x", "é", "😀", "<", "<lt>", "\"", "\\", "<C-k>", "<C-@>", "<F7>", "<C-F7>", "<S-Tab>", "<C-Space>", "<M-é>", "<kEnter>",
            "<C-LeftMouse>", "<Char-97>",
        ]}})
        editor.command("Seekline snow")
        editor.until(lambda seen: seen["counter"].startswith("1/"))
        for number, key in enumerate(["x", "é", "<C-k>", "\\", '"'], start=2):
            editor.keys(key)
            editor.until(lambda seen: seen["counter"].startswith(f"{number}/"), key)
        self.assertEqual(editor.seen()["prompt"], "snow")


class Functions(interface.Functions, VimCase):
    def test_text_is_cleaned_cut_and_trimmed(self):
        editor = self.editor()
        self.assertEqual(editor.evaluate('seekline#text#Plain("a\\x1b[2J\\u202e\\u9b\\tb")'), "a�[2J�� b")
        self.assertEqual(editor.evaluate("seekline#text#Cut('aää', 2)"), "aä…")
        self.assertEqual(editor.evaluate('seekline#text#Trim("\\u3000 a b\\ua0\\n")'), "a b")

    def test_an_invalid_argument_is_reported(self):
        for wanted, complaint in [
            ("#{items: 'a'}", "items must be a list, not a string"), ("#{items: v:null}", "items must be a list, not a special"),
            ("#{source: 3}", "source must be a string, not a number"), ("#{query: 3}", "query must be a string, not a number"),
            ("#{options: 3}", "options must be a dict, not a number"),
            ("#{options: #{pageSize: function('tr')}}",
             "options cannot be written as JSON: E1161: Cannot json encode a func"),
            ("#{on_choice: 3}", "on_choice must be a function, not a number"),
        ]:
            with self.subTest(wanted):
                editor = self.editor()
                editor.command(f"call seekline#Open({wanted})")
                editor.until(lambda seen: seen["messages"] == [f"seekline: {complaint}"])
                self.assertEqual((editor.evaluate(editor.PARTS), editor.engine()), (0, 0))

    def test_any_value_of_submit_is_treated_as_true_or_false(self):
        editor = self.recorded()
        for submit, method in [("2", "submit"), ("'yes'", "submit"), ("0", "setQuery"), ("v:null", "setQuery")]:
            with self.subTest(submit):
                editor.command(f"call seekline#Open(#{{query: 'snowman', submit: {submit}}})")
                editor.rows("SNOWMAN")
                self.assertEqual(self.said()[-1]["method"], method)
                editor.keys("<Esc>")
                editor.closed()

    def test_a_search_that_is_opened_by_a_choice_stays_open(self):
        notes = self.folder / "notes"
        notes.touch()
        for way, item in [
            ("let g:Seekline_open_url = {url -> seekline#Open(#{query: 'umbrella'})}", {"url": "https://example.org"}),
            ("autocmd BufEnter notes call seekline#Open(#{query: 'umbrella'})", {"location": {"path": str(notes)}}),
        ]:
            with self.subTest(way):
                editor = self.editor()
                editor.run(way)
                editor.open(items=[{"title": "chosen", **item}])
                editor.rows("chosen")
                editor.keys("<CR>")
                editor.rows("UMBRELLA")
                self.assertEqual((editor.evaluate("v:errmsg"), editor.seen()["messages"]), ("", []))

    def test_global_functions_of_the_same_names_are_not_called(self):
        paths = (Vim.PLUGIN / "autoload").rglob("*.vim")
        names = {name for path in paths for name in re.findall(r"^export def (\w+)", path.read_text(), re.MULTILINE)}
        # The tests have a function of this name.
        names.remove("Lines")
        self.assertGreater(len(names), 50)
        functions = self.folder / "functions.vim"
        functions.write_text("".join(f"function! {name}(...)\nthrow 'not this one'\nendfunction\n" for name in sorted(names)))
        notes = self.folder / "notes"
        notes.write_text("one\ntwo\n")
        editor = self.editor("--cmd", f"source {functions}", settings={"preview": True})
        place = {"path": str(notes), "line": 2, "column": 2}
        editor.open(items=[{"title": "first", "location": place}, {"title": "second", "location": place}])
        editor.rows("first", "second")
        editor.until(lambda seen: seen["marked"] == ["two"])
        editor.keys("<S-Tab>")
        editor.until(lambda seen: "1 marked" in seen["counter"])
        editor.keys("<C-g><C-y><C-a><Tab><Tab>second")
        editor.until(lambda seen: seen["prompt"] == "second" and seen["counter"] == "1/1")
        editor.keys("<C-q>")
        editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("getqflist()->len()") == 1)
        editor.run("cclose")
        editor.command("Seekline unicode snowman")
        editor.rows("☃")
        self.assertEqual((editor.evaluate("v:errmsg"), editor.evaluate("getqflist()[0].col")), ("", 2))
        self.replace_engine(editor)
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"])
        message = f"seekline: the engine ended ({editor.KILLED}), and was started again"
        self.assertEqual(editor.seen()["messages"], [message])

    def test_a_search_is_closed_when_its_tab_is_left(self):
        editor = self.recorded("-c", "nmap gr <Plug>(seekline-resume)")
        editor.command("Seekline snow")
        editor.rows("SNOWMAN")
        editor.keys("<C-n>")
        editor.until(lambda seen: seen["counter"].startswith("2/"))
        editor.run("tabnew")
        self.assertEqual((editor.evaluate(editor.PARTS), editor.evaluate("v:errmsg")), (0, ""))
        wait_until(lambda: self.said("closeSession"), "the end of the session")
        editor.run("tabprevious")
        self.assertEqual(editor.evaluate(editor.PARTS), 0)
        editor.keys("gr")
        editor.until(lambda seen: seen["prompt"] == "snow" and seen["counter"].startswith("2/"))

    def test_an_address_that_cannot_be_opened_is_reported_even_if_the_search_is_gone(self):
        for way in ("tabnew", "call seekline#Open(#{query: 'umbrella'})"):
            with self.subTest(way):
                editor = self.editor()
                editor.run(f"function! g:Seekline_open_url(url)\n{way}\nthrow 'it does not open'\nendfunction")
                editor.open(items=[{"title": "chosen", "url": "https://example.org"}])
                editor.rows("chosen")
                editor.keys("<CR>")
                editor.until(lambda seen: seen["messages"] == ["seekline: it does not open"])
                if way == "tabnew":
                    editor.closed()
                else:
                    self.assertEqual(editor.rows("UMBRELLA")["note"], "✗ it does not open")

    def test_closing_any_popup_from_outside_closes_the_search(self):
        for way in ["popup_clear(1)", *(f"popup_close(seekline#view#Popups().{kind})" for kind in ("prompt", "list", "preview", "foot"))]:
            with self.subTest(way):
                editor = self.recorded(settings={"preview": True})
                editor.command("Seekline snow")
                editor.rows("SNOWMAN")
                engine = editor.engine()
                # The results arrive after the popups are gone.
                self.kill(engine, signal.SIGSTOP)
                editor.keys("man")
                editor.until(lambda seen: seen["prompt"] == "snowman")
                editor.run(f"call {way}")
                self.kill(engine, signal.SIGCONT)
                wait_until(lambda: editor.evaluate("v:errmsg") or self.said("closeSession"), "the end of the session")
                self.assertEqual((editor.evaluate("v:errmsg"), editor.evaluate(editor.PARTS)), ("", 0))
                editor.open(query="umbrella")
                editor.rows("UMBRELLA")
                self.assertEqual(editor.run("messages"), "")
                editor.quit()
                self.assert_gone(engine)
                self.record.unlink()


class Help(interface.Help, VimCase):
    def names(self):
        config = (Vim.PLUGIN / "autoload" / "seekline" / "config.vim").read_text()
        view = (Vim.PLUGIN / "autoload" / "seekline" / "view.vim").read_text()
        groups = re.findall(r"(Seekline\w+): '", view)
        self.assertGreater(len(groups), 5)
        return re.findall(r"^    (\w+): ", config, re.MULTILINE) + groups


class Installation(interface.Installation, VimCase):
    pass
