"""Marking rows: what is marked is what was seen."""

import json
import signal

from case import PIECEWISE, wait_until
from stories.locations import Places, row

RESUME = ("-c", "nmap gr <Plug>(seekline-resume)")
NOT_YET = "✗ nothing was marked: the list is not that of the text yet"
ONCE_MORE = "✗ nothing was marked last; the same once more goes on without that"


class Marked(Places):
    """Shared code of the tests of marks."""

    def lists(self, *titles, **wanted):
        """Returns an editor with a custom list."""
        editor = self.editor(*RESUME)
        editor.open(items=list(titles), **wanted)
        editor.rows(*titles)
        return editor

    def lines(self, *lines):
        """Returns an editor in which the lines of a file are searched, with nothing typed yet."""
        self.words.write_text("".join(f"{line}\n" for line in lines))
        editor = self.editor(*RESUME, settings={"args": ["--set", f"lines.path={self.words}"]})
        editor.open(source="lines")
        editor.rows(*lines)
        return editor

    def marks(self, editor, counter, *signed, note=None):
        """Waits until the counter and the note are these, and these rows and no others have the sign."""
        def holds(seen):
            rows = [text[2:] for text in seen["rows"] if text.startswith(" ✓")]
            return (seen["counter"], rows, seen.get("note")) == (counter, list(signed), note)

        return editor.until(holds, f"{counter!r} with {signed} and {note!r}")

    def copied(self, editor, *texts):
        """Presses the key that copies, and waits until it has copied these texts, one per line."""
        editor.run("let @\" = ''")
        editor.keys("<C-y>")
        wait_until(lambda: editor.evaluate("@@") == "\n".join(texts), lambda: (texts, editor.evaluate("@@")))


class Marking(Marked):
    """What the keys do."""

    def test_marking_a_row_moves_the_choice_to_the_next_one(self):
        editor = self.lists("one", "two", "three", "four")
        self.assertNotIn("marked", editor.seen()["footer"])
        editor.keys("<Down><Down><S-Tab>")
        self.assertEqual(self.marks(editor, "4/4, 1 marked", "three")["row"], 4)
        editor.keys("<Up><Up><S-Tab>")
        self.assertIn("<CR> take marked", self.marks(editor, "3/4, 2 marked", "two", "three")["footer"])
        self.assertEqual(editor.highlighted("mark"), [[], ["✓"], ["✓"], []])
        self.copied(editor, "three", "two")
        # No row follows the last one.
        editor.keys("<Down><S-Tab><C-y>")
        self.marks(editor, "4/4, 3 marked", "two", "three", "four")
        self.copied(editor, "three", "two", "four")

    def test_a_mark_that_is_removed_and_set_again_comes_last(self):
        editor = self.lists("one", "two")
        editor.keys("<S-Tab><S-Tab><Up><S-Tab>")
        self.marks(editor, "2/2, 1 marked", "two")
        editor.keys("<Up><S-Tab>")
        self.marks(editor, "2/2, 2 marked", "one", "two")
        self.copied(editor, "two", "one")
        editor.keys("<Up><S-Tab><S-Tab>")
        seen = self.marks(editor, "2/2")
        self.assertEqual((editor.highlighted("mark"), "marked" in seen["footer"]), ([[], []], False))

    def test_all_marks_are_removed_at_once(self):
        editor = self.lists("one", "two", "three")
        editor.keys("<S-Tab><Down><S-Tab>t")
        self.marks(editor, "1/2, 2 marked", "three")
        editor.keys("<C-g>")
        self.marks(editor, "1/2")
        editor.keys("<BS>")
        self.marks(editor, "1/3")
        # Without marks, nothing happens.
        editor.keys("<C-g><Down>")
        self.marks(editor, "2/3")
        self.copied(editor, "two")

    def test_matches_in_a_marked_row_stay_highlighted(self):
        editor = self.lists("snow", "rain")
        editor.keys("ra")
        editor.until(lambda seen: seen["counter"] == "1/1")
        wait_until(lambda: editor.highlighted("match") == [["ra"]], "matches")
        editor.keys("<S-Tab>")
        self.marks(editor, "1/1, 1 marked", "rain")
        self.assertEqual(editor.highlighted("match"), [["ra"]])

    def test_a_plain_sign_is_used_if_the_usual_one_takes_two_cells(self):
        editor = self.editor()
        editor.run("call setcellwidths([[0x2713, 0x2713, 2]])")
        editor.open(items=["one", "two"])
        editor.rows("two")
        editor.keys("<S-Tab>")
        editor.until(lambda seen: seen["rows"] == [" +one", "  two"])
        self.assertEqual(editor.highlighted("mark"), [["+"], []])

    def test_the_keys_for_marking_can_be_configured(self):
        editor = self.editor(settings={"keys": {"mark": ["<F2>"], "unmark": ["<F5>"], "refresh": []}})
        editor.open(items=["one", "two"])
        editor.rows("two")
        editor.keys("<F2>")
        self.marks(editor, "2/2, 1 marked", "one")
        editor.keys("<F5>")
        self.marks(editor, "2/2")

    def test_marks_outlive_their_list(self):
        editor = self.lines("apple", "pear", "plum")
        # Only the last letter narrows the list to one.
        editor.keys("<S-Tab>plm")
        self.marks(editor, "1/1, 1 marked")
        editor.keys("<S-Tab>")
        self.marks(editor, "1/1, 2 marked", "plum")
        editor.keys("<C-u>zzz")
        editor.rows("Nothing found")
        self.marks(editor, "2 marked")
        editor.keys("<C-u>p")
        editor.until(lambda seen: seen["prompt"] == "p" and len(seen["rows"]) == 3)
        seen = editor.seen()
        self.assertEqual(sorted(text.strip() for text in seen["rows"]), ["pear", "✓apple", "✓plum"])
        self.copied(editor, "apple", "plum")

    def test_a_mark_keeps_the_item_as_it_was_seen(self):
        editor = self.lines("first snow", "second rain")
        editor.keys("<S-Tab>")
        self.marks(editor, "2/2, 1 marked", "first snow")
        self.words.write_text("other\n")
        editor.keys("<F5>")
        editor.until(lambda seen: "".join(seen["rows"]).strip() == "other")
        self.marks(editor, "1/1, 1 marked")
        self.copied(editor, "first snow")

    def test_a_mark_stays_with_its_item_while_the_list_reloads(self):
        editor = self.editor(environment={"SEEKLINE": PIECEWISE})
        editor.command("Seekline")
        editor.until(lambda seen: seen["counter"] == "1/60")
        editor.keys("<Down><S-Tab>")
        self.marks(editor, "3/60, 1 marked", "item 2")
        editor.keys("<F5>")
        # A third of the new list has arrived.
        editor.until(lambda seen: "still waiting" in seen["title"])
        editor.keys("<S-Tab>")
        self.marks(editor, "4/60, 2 marked", "item 2", "item 3")
        editor.keys("<F5>")
        seen = self.marks(editor, "5/61, 2 marked", "item 2", "item 3")
        self.assertEqual(seen["rows"][2], " ✓item 2")

    def test_equal_lines_are_marked_individually(self):
        editor = self.lists("same", "same", "same")
        editor.keys("<S-Tab><Down><S-Tab>")
        self.assertEqual(self.marks(editor, "3/3, 2 marked", "same", "same")["rows"], [" ✓same", "  same", " ✓same"])

    def test_an_action_applies_to_the_choice_not_to_the_marked_items(self):
        files, config = self.folder / "files", self.folder / "config.json"
        files.mkdir()
        for name in ("one", "three", "two"):
            (files / name).touch()
        remove = {"name": "remove", "title": "Remove it", "argv": ["sh", "-c", f'cd "{files}" && rm -- "$1"', "sh", "{id}"], "changes": True}
        config.write_text(json.dumps({"sources": {"files": {"type": "command", "argv": ["ls", str(files)], "actions": [remove]}}}))
        editor = self.editor(settings={"args": ["--config", str(config)]})
        editor.open(source="files")
        editor.rows("one", "three", "two")
        editor.keys("<S-Tab>")
        self.marks(editor, "2/3, 1 marked", "one")
        editor.keys("<C-a>")
        wait_until(lambda: editor.menu() == ["three:", ["Remove it"]], "the menu")
        editor.pick(0)
        editor.until(lambda seen: [text.strip() for text in seen["rows"]] == ["✓one", "two"] and seen["messages"])
        self.assertEqual(sorted(file.name for file in files.iterdir()), ["one", "two"])


class Seen(Marked):
    """A mark is never set on a row other than the one that was seen."""

    def test_a_row_listed_for_an_older_query_is_not_marked_and_the_next_key_warns_again(self):
        for key in ("<CR>", "<C-y>", "<C-q>", "<C-x>"):
            for moves in ("", "<Down>"):
                with self.subTest(key, moves=moves):
                    editor = self.editor()
                    editor.open(items=[row(1, self.notes, line=1), row(2, self.script), row(3, self.words)])
                    editor.rows("place 3")
                    editor.keys("<S-Tab>")
                    self.marks(editor, "2/3, 1 marked", "place 1")
                    # The engine does not answer: the list is still the one for the previous query.
                    engine = editor.engine()
                    self.kill(engine, signal.SIGSTOP)
                    editor.run("let @\" = 'nothing'")
                    editor.keys(f"3{moves}<S-Tab>")
                    counter = "3/3, 1 marked" if moves else "2/3, 1 marked"
                    self.marks(editor, counter, "place 1", note=NOT_YET)
                    editor.keys(key)
                    self.marks(editor, counter, "place 1", note=ONCE_MORE)
                    self.assertEqual(editor.evaluate("[@@, getqflist()]"), ["nothing", []])
                    editor.keys(key)
                    if key == "<C-y>":
                        wait_until(lambda: editor.evaluate("@@") == "place 1", "what is marked")
                    elif key == "<C-q>":
                        editor.until(lambda seen: seen["prompt"] is None and len(editor.evaluate("getqflist()")) == 1)
                    else:
                        self.arrives(editor, str(self.notes), 1, 0)
                    self.kill(engine, signal.SIGCONT)

    def test_without_marks_the_next_key_first_warns_and_then_works_as_usual(self):
        editor = self.lists("snow", "rain", kept=True)
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("ra<S-Tab><CR>")
        self.marks(editor, "1/2", note=ONCE_MORE)
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: seen["counter"] == "1/1")
        self.assertEqual(editor.evaluate("exists('g:chosen')"), 0)
        editor.keys("<CR>")
        wait_until(lambda: editor.evaluate("get(g:, 'chosen', #{title: ''}).title") == "rain", "the choice")

    def test_marking_works_again_once_the_new_list_is_there(self):
        editor = self.lists("snow", "rain", "rust")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("ra<S-Tab>")
        self.marks(editor, "1/3", note=NOT_YET)
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: seen["counter"] == "1/1")
        editor.keys("<S-Tab>")
        self.marks(editor, "1/1, 1 marked", "rain")
        self.copied(editor, "rain")

    def test_a_burst_of_keys_marks_the_rows_that_were_seen(self):
        editor = self.lists("one", "two", "three")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("<Down><S-Tab><S-Tab>x<S-Tab>")
        self.marks(editor, "3/3, 2 marked", "two", "three", note=NOT_YET)
        # The list is the one for the query again.
        editor.keys("<BS><Up><Up><S-Tab>")
        self.marks(editor, "2/3, 3 marked", "one", "two", "three")
        self.copied(editor, "two", "three", "one")
        self.kill(engine, signal.SIGCONT)

    def test_in_an_empty_list_there_is_nothing_to_mark(self):
        editor = self.lists("one")
        editor.keys("zz")
        editor.rows("Nothing found")
        editor.keys("<S-Tab>")
        editor.keys("<C-u>")
        editor.rows("one")
        self.marks(editor, "1/1")
        self.copied(editor, "one")

    def test_while_the_choice_is_still_loading_no_other_row_is_marked_in_its_place(self):
        editor = self.editor()
        editor.open(source="qiita")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<C-n>" * 17)
        editor.until(lambda seen: len(seen["rows"]) == 40)
        editor.keys("<C-n>" * 7)
        before = editor.until(lambda seen: seen["row"] == 25)
        # The first page arrives; the second is held.
        self.services.fail("qiita", slow=0.001)
        self.services.fail("qiita", hold=1)
        editor.keys("<F5>")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<S-Tab>")
        editor.until(lambda seen: seen.get("note") == "✗ nothing was marked: there is no item yet" and "marked" not in seen["counter"])
        self.services.release("qiita")
        editor.until(lambda seen: seen["row"] == 25)
        editor.keys("<S-Tab>")
        seen = editor.until(lambda seen: seen["counter"].endswith(", 1 marked"))
        self.assertEqual(seen["rows"][24][2:], before["rows"][24][2:])
        self.assertEqual(seen["rows"][24][:2], " ✓")
