"""Sending the whole list to the quickfix list."""

import json
import signal

from case import HOLDING, PIECEWISE, wait_until
from stories.locations import Places, row

NONE = "✗ no item of this list is in a file"
NOT_YET = "✗ there was no list of this text yet"


class Quickfix(Places):
    """The items of the list go to the quickfix list, and nothing else does."""

    def filled(self, editor):
        """Waits until the quickfix list is open. Returns its title, and the file, line, byte and text of each entry, or
        only the text if an entry leads nowhere."""
        editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and editor.evaluate("&buftype") == "quickfix")
        entries = editor.evaluate(
            "map(getqflist(), {_, entry -> entry.valid"
            " ? [fnamemodify(bufname(entry.bufnr), ':p'), entry.lnum, entry.col, entry.text] : [entry.text]})"
        )
        return editor.evaluate("getqflist(#{title: 0}).title"), entries

    def lines(self, *lines, **options):
        """Returns an editor that can search the lines of a file, and whose engine's messages are recorded."""
        self.words.write_text("".join(f"{line}\n" for line in lines))
        return self.recorded(settings={"args": ["--set", f"lines.path={self.words}"], **options})

    def test_the_list_becomes_the_quickfix_list(self):
        for mode in ("n", "i"):
            with self.subTest(mode):
                editor = self.editor("-c", "set hidden")
                editor.keys("iab" + ("<Esc>" if mode == "n" else ""))
                editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == mode)
                editor.open(items=[
                    row(1, self.notes, line=40, column=11), row(2, self.script, line=2), row(3, self.words),
                    {"title": "no\tplace 4"}, row(5, self.notes, line=40, column=1000),
                    row(6, self.folder / "gone", line=3, column=4),
                ])
                editor.rows("place 1")
                editor.keys("place<C-q>")
                title, entries = self.filled(editor)
                self.assertEqual((title, sorted(entries, key=lambda entry: entry[-1])), ("Seekline list: place (6)", [
                    ["no place 4"], [str(self.notes), 40, 16, "place 1"], [str(self.script), 2, 0, "place 2"],
                    [str(self.words), 0, 0, "place 3"], [str(self.notes), 40, 18, "place 5"],
                    [str(self.folder / "gone"), 3, 4, "place 6"],
                ]))
                self.assertEqual(editor.evaluate("[winnr('$'), getbufline(1, 1), v:errmsg]"), [2, ["ab"], ""])
                # The entry leads where Enter does.
                editor.command(f"cc {[entry[-1] for entry in entries].index('place 1') + 1}")
                self.arrives(editor, str(self.notes), 40, 15)

    def test_typeahead_applies_to_the_quickfix_list(self):
        for mode in ("n", "i"):
            with self.subTest(mode):
                editor = self.editor("-c", "set hidden")
                editor.keys("iab" + ("<Esc>" if mode == "n" else ""))
                editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == mode)
                editor.open(items=[row(1, self.notes, line=40), row(2, self.script, line=2)])
                editor.rows("place 1")
                editor.keys("<C-q>j<CR>")
                self.arrives(editor, str(self.script), 2, 0)
                self.assertEqual(editor.evaluate("[winnr('$'), getbufline(1, 1)]"), [2, ["ab"]])

    def test_columns_refer_to_the_unsaved_text(self):
        editor = self.editor("-c", f"edit {self.words}")
        editor.keys("ccéé only<Esc>")
        editor.until(lambda seen: editor.evaluate("getline(1)") == "éé only" and seen["mode"] == "n")
        editor.open(items=[row(1, self.words, line=1, column=4)])
        editor.rows("place 1")
        editor.keys("<C-q>")
        self.assertEqual(self.filled(editor)[1], [[str(self.words), 1, 6, "place 1"]])

    def test_entries_lead_to_the_folder_that_was_searched(self):
        here, config = self.folder / "he re", self.folder / "config.json"
        here.mkdir()
        for name in ("a b", "~root"):
            (here / name).write_text("x\n")
        config.write_text(json.dumps({"sources": {"files": {
            "type": "command", "argv": ["printf", "%s\\n", "a b", "~root"], "item": {"path": "{0}", "kind": "file"},
        }}}))
        editor = self.editor(settings={"args": ["--config", str(config)]})
        editor.run("cd he\\ re")
        editor.open(source="files")
        editor.rows("a b", "~root")
        editor.run("cd ..")
        editor.keys("<C-q>")
        title, entries = self.filled(editor)
        self.assertEqual(title, "Seekline files (2)")
        self.assertEqual([entry[:3] for entry in entries], [[str(here / "a b"), 0, 0], [str(here / "~root"), 0, 0]])

    def test_only_the_items_loaded_so_far_are_sent_and_the_title_says_so(self):
        editor = self.lines(*(f"line {number}" for number in range(1, 101)), options={"lines": {"pageSize": 30}})
        editor.open(source="lines", query="line")
        editor.until(lambda seen: seen["counter"] == "1/30 of 100")
        editor.keys("<C-q>")
        title, entries = self.filled(editor)
        self.assertEqual((title, len(entries)), ("Seekline lines: line (30 of 100)", 30))

    def test_sending_the_list_to_quickfix_does_not_call_on_choice(self):
        editor = self.editor()
        editor.open(kept=True, items=[row(1, self.notes, line=1)])
        editor.rows("place 1")
        editor.keys("<C-q>")
        self.assertEqual(self.filled(editor)[1], [[str(self.notes), 1, 0, "place 1"]])
        self.assertEqual(editor.evaluate("exists('g:chosen')"), 0)

    def test_a_list_with_no_item_in_a_file_stays_open(self):
        editor = self.editor()
        editor.run("call setqflist([#{text: 'kept'}])")
        for wanted, hint in [({"items": ["first"]}, "first"), ({"items": []}, "Nothing there"), ({"query": "snowman"}, "☃")]:
            with self.subTest(wanted):
                editor.open(**wanted)
                editor.rows(hint)
                editor.keys("<C-q>")
                editor.until(lambda seen: seen.get("note") == NONE)
                self.assertEqual(editor.evaluate("[getqflist()[0].text, getqflist(#{winid: 0}).winid]"), ["kept", 0])
                # The next key dismisses the note.
                editor.keys("x")
                editor.until(lambda seen: "note" not in seen)

    def test_a_search_without_a_list_says_so_and_stays_open(self):
        editor = self.editor()
        editor.open(source="bing", query="x")
        editor.until(lambda seen: "✗ Unknown source" in seen["title"])
        editor.keys("<C-q>")
        seen = editor.until(lambda seen: "note" in seen)
        self.assertEqual((seen["prompt"], seen["note"].partition(" yet")[0]), ("x", NOT_YET.removesuffix(" yet")))

    def test_items_listed_for_an_older_query_are_left_out(self):
        editor = self.lines("first snow", "second rain", options={"lines": {"debounceMs": 5000}})
        editor.open(source="lines", query="snow", submit=True)
        editor.rows("first snow")
        # The engine does not answer: the list is still the one for the previous query.
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("<C-u>rain<C-q>")
        seen = editor.until(lambda seen: seen["prompt"] == "rain" and "note" in seen)
        self.assertEqual((seen["note"], len(seen["rows"]), editor.evaluate("getqflist()")), (NOT_YET, 1, []))
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: "second rain" in "".join(seen["rows"]))
        # The key submits the text, as Enter does.
        self.assertEqual(self.said("submit")[-1]["params"]["query"], "rain")
        editor.keys("<C-q>")
        self.assertEqual(self.filled(editor), ("Seekline lines: rain (1)", [[str(self.words), 2, 0, "second rain"]]))

    def test_a_custom_list_is_waited_for_as_with_enter(self):
        for keys, others in (("2", 0), ("2<Down>", 0), ("2", 12)):
            with self.subTest(keys, others=others):
                editor = self.editor()
                editor.open(items=["first"])
                editor.rows("first")
                engine = editor.engine()
                # Only the beginning of a long list is in flight when the query and the key are typed.
                many = [f"item {'x' * 20_000}" for _ in range(others)]
                if others:
                    self.kill(engine, signal.SIGSTOP)
                editor.open(items=[row(1, self.notes, line=1), row(3, self.notes, line=3), *many, row(2, self.script, line=2)])
                if not others:
                    editor.rows("place 1")
                    self.kill(engine, signal.SIGSTOP)
                editor.keys(f"{keys}<C-q>")
                editor.until(lambda seen: seen["prompt"] == "2" and "note" not in seen)
                self.assertEqual(editor.evaluate("getqflist()"), [])
                self.kill(engine, signal.SIGCONT)
                self.assertEqual(self.filled(editor), ("Seekline list: 2 (1)", [[str(self.script), 2, 0, "place 2"]]))

    def test_a_custom_list_with_no_match_stays_open(self):
        editor = self.editor()
        editor.open(items=[row(1, self.notes, line=1)])
        editor.rows("place 1")
        editor.keys("zz<C-q>")
        editor.until(lambda seen: "Nothing found" in "".join(seen["rows"]) and seen.get("note") == NONE)

    def test_typing_on_cancels_the_pending_quickfix_list(self):
        editor = self.editor()
        editor.open(items=[row(1, self.notes, line=1), row(2, self.script, line=2)])
        editor.rows("place 1")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("2<C-q><C-u>1")
        editor.until(lambda seen: seen["prompt"] == "1")
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: seen["counter"] == "1/1" and "place 1" in seen["rows"][0])
        self.assertEqual(editor.evaluate("getqflist()"), [])

    def test_while_a_list_reloads_the_items_still_shown_are_sent(self):
        editor = self.editor(environment={"SEEKLINE": PIECEWISE})
        editor.command("Seekline")
        editor.until(lambda seen: seen["counter"] == "1/60")
        editor.keys("<F5>")
        # A third of the new list has arrived.
        editor.until(lambda seen: "still waiting" in seen["title"])
        editor.keys("<C-q>")
        _, entries = self.filled(editor)
        self.assertEqual([entry[-1] for entry in entries], [f"item {number}" for number in range(1, 61)])

    def test_the_list_of_a_dead_engine_can_be_sent_while_it_is_shown(self):
        editor = self.lines("first snow", "second rain")
        editor.open(source="lines", query="snow")
        editor.rows("first snow")
        self.replace_engine(editor)
        editor.rows("first snow")
        self.kill(editor.engine())
        editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        editor.keys("<C-q>")
        self.assertEqual(self.filled(editor), ("Seekline lines: snow (1)", [[str(self.words), 1, 0, "first snow"]]))

    def test_after_a_restart_of_the_engine_only_the_new_list_is_sent(self):
        hold = self.folder / "hold"
        self.words.write_text("first snow\n")
        editor = self.editor(
            settings={"args": ["--set", f"lines.path={self.words}"]},
            environment={"SEEKLINE": HOLDING, "SEEKLINE_HELD": self.recording_engine(), "SEEKLINE_HOLD": str(hold)},
        )
        editor.open(source="lines", query="snow")
        editor.rows("first snow")
        self.words.write_text("gone\nanother snow\n")
        hold.touch()
        self.replace_engine(editor)
        editor.until(lambda seen: not "".join(seen["rows"]).strip())
        editor.keys("<C-q>")
        seen = editor.until(lambda seen: "note" in seen)
        self.assertEqual((seen["prompt"], seen["note"], editor.evaluate("getqflist()")), ("snow", NOT_YET, []))
        hold.unlink()
        editor.rows("another snow")
        editor.keys("<C-q>")
        self.assertEqual(self.filled(editor)[1], [[str(self.words), 2, 0, "another snow"]])

    def test_a_failing_autocommand_is_reported_and_the_quickfix_list_opens_anyway(self):
        editor = self.editor("-c", "autocmd FileType qf echoerr 'oops'")
        editor.open(items=[row(1, self.notes, line=1)])
        editor.rows("place 1")
        editor.keys("<C-q>")
        self.filled(editor)
        wait_until(lambda: editor.seen()["messages"] == ["seekline: oops"], "what has failed")
