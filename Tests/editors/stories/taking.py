"""Taking what is marked: all of it, at once, in the order in which it was marked."""

import signal

from case import wait_until
from stories.locations import row
from stories.marks import Marked


class Taking(Marked):
    """What happens to the marked items."""

    def marked(self, editor, count):
        """Marks the first `count` items."""
        editor.keys("<S-Tab>" * count)
        editor.until(lambda seen: seen["counter"].endswith(f", {count} marked"))

    def places(self, *arguments, **options):
        """Returns an editor with four places, the last three of which are marked, from the last one to the second."""
        editor = self.editor("-c", "set hidden noswapfile", *arguments, **options)
        editor.open(items=[
            row(1, self.folder / "other"), row(2, self.notes, line=40, column=11), row(3, self.words), row(4, self.script, line=2),
        ])
        editor.rows("place 4")
        editor.keys("<Down><Down><Down><S-Tab><Up><S-Tab><Up><Up><S-Tab>")
        self.marks(editor, "3/4, 3 marked", "place 2", "place 3", "place 4")
        return editor

    def buffers(self, editor):
        """Returns the files in the buffer list."""
        return [name for name in editor.evaluate("getbufinfo(#{buflisted: 1})->map({_, buffer -> buffer.name})") if name]

    def test_the_marked_items_become_the_quickfix_list(self):
        editor = self.places()
        # This happens immediately, whatever is in the prompt.
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("zz<C-q>")
        editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("&buftype") == "quickfix")
        self.assertEqual(editor.evaluate("getqflist(#{title: 0}).title"), "Seekline list (3 marked)")
        self.assertEqual(
            editor.evaluate("map(getqflist(), {_, entry -> [fnamemodify(bufname(entry.bufnr), ':p'), entry.lnum, entry.col, entry.text]})"),
            [[str(self.script), 2, 0, "place 4"], [str(self.words), 0, 0, "place 3"], [str(self.notes), 40, 16, "place 2"]],
        )
        self.kill(engine, signal.SIGCONT)

    def test_the_quickfix_list_needs_a_marked_item_that_is_in_a_file(self):
        editor = self.editor()
        editor.open(items=["one", row(2, self.notes)])
        editor.rows("one", "place 2")
        self.marked(editor, 1)
        editor.keys("<C-q>")
        self.marks(editor, "2/2, 1 marked", "one", note="✗ no marked item is in a file")
        editor.keys("<S-Tab><C-q>")
        editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("getqflist(#{title: 0}).title") == "Seekline list (2 marked)")

    def test_the_first_file_is_opened_and_the_others_are_added_to_the_buffer_list(self):
        for mode in ("n", "i"):
            with self.subTest(mode):
                editor = self.places("-c", "startinsert" if mode == "i" else "call setline(1, '')")
                engine = editor.engine()
                self.kill(engine, signal.SIGSTOP)
                editor.keys("zz<CR>")
                self.arrives(editor, str(self.script), 2, 0)
                self.assertEqual(self.buffers(editor), [str(self.script), str(self.words), str(self.notes)])
                self.assertEqual(editor.evaluate("[winnr('$'), tabpagenr('$')]"), [1, 1])
                self.assertEqual(editor.seen()["messages"], [])
                for place in ((str(self.words), 1, 0), (str(self.notes), 40, 15)):
                    editor.command("bnext")
                    self.arrives(editor, *place)
                self.kill(engine, signal.SIGCONT)

    def test_a_file_marked_at_several_places_opens_at_the_first_one(self):
        editor = self.editor("-c", "set hidden noswapfile")
        files = [(self.notes, 3), (self.script, 2), (self.notes, 5), (self.script, 1)]
        editor.open(items=[row(number, file, line=line) for number, (file, line) in enumerate(files)])
        editor.rows("place 3")
        self.marked(editor, 4)
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 3, 0)
        editor.command("bnext")
        self.arrives(editor, str(self.script), 2, 0)
        editor.command("bprevious")
        self.arrives(editor, str(self.notes), 3, 0)

    def test_a_jump_to_a_file_replaces_the_place_that_waits_there(self):
        editor = self.editor("-c", f"set hidden noswapfile | edit +2 {self.script} | edit {self.notes}")
        editor.open(items=[row(1, self.notes, line=3), row(2, self.script, line=1, column=1)])
        editor.rows("place 2")
        self.marked(editor, 2)
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 3, 0)
        editor.open(items=[row(1, self.script, line=2, column=3)])
        editor.rows("place 1")
        editor.keys("<CR>")
        self.arrives(editor, str(self.script), 2, 2)
        # What waits there would happen in one of the next turns.
        editor.keys("ix<Esc>")
        editor.until(lambda seen: seen["mode"] == "n" and editor.evaluate("getline(1, '$')") == ["#!/bin/sh", "exxit 0"])

    def test_a_file_that_was_already_open_also_jumps_to_its_place_only_once(self):
        editor = self.editor("-c", f"set hidden noswapfile | edit {self.script} | enew")
        for line in (30, 40):
            editor.open(items=[row(1, self.words), row(2, self.notes, line=line), row(3, self.script, line=2)])
            editor.rows("place 3")
            self.marked(editor, 3)
            editor.keys("<CR>")
            self.arrives(editor, str(self.words), 1, 0)
        for keys, place in [
            (f":buffer {self.notes.name}<CR>", (str(self.notes), 40, 0)), ("gg", (str(self.notes), 1, 0)),
            (":buffer script<CR>", (str(self.script), 2, 0)), ("k", (str(self.script), 1, 0)),
            (f":buffer {self.notes.name}<CR>", (str(self.notes), 1, 0)), (":buffer script<CR>", (str(self.script), 1, 0)),
        ]:
            editor.keys(keys)
            self.arrives(editor, *place)
        self.assertEqual(editor.seen()["messages"], [])

    def first_line_is_awaited(self):
        """Returns an editor that has opened two files, the second at line 1; before, the cursor was in its line 7."""
        editor = self.editor("-c", f"set hidden noswapfile | edit +7 {self.notes} | enew")
        editor.open(items=[row(1, self.words), row(2, self.notes, line=1)])
        editor.rows("place 2")
        self.marked(editor, 2)
        editor.keys("<CR>")
        self.arrives(editor, str(self.words), 1, 0)
        return editor

    def test_a_place_in_the_first_line_wins_over_the_previous_cursor_position(self):
        for keys, line in [("", 1), (f":buffer {self.words.name}<CR>:buffer {self.notes.name}<CR>", 1), ("jj", 3)]:
            with self.subTest(keys):
                editor = self.first_line_is_awaited()
                editor.keys(f":buffer {self.notes.name}<CR>")
                self.arrives(editor, str(self.notes), 1, 0)
                # The cursor is put there only once.
                editor.keys(keys)
                self.arrives(editor, str(self.notes), line, 0)

    def test_a_cursor_that_is_moved_immediately_is_not_moved_back_to_the_place(self):
        editor = self.first_line_is_awaited()
        editor.keys(f":buffer {self.notes.name}<CR>5G:let g:gone = 1<CR>")
        wait_until(lambda: editor.evaluate("exists('g:gone')"), "the end of the keys")
        self.arrives(editor, str(self.notes), 5, 0)

    def test_files_can_be_opened_in_split_windows_or_in_tabs(self):
        for key, windows, tabs, begins in [
            ("<C-x>", 4, 1, "stopinsert"), ("<C-v>", 4, 1, "startinsert"), ("<C-t>", 1, 4, "stopinsert"), ("<C-t>", 1, 4, "startinsert"),
        ]:
            with self.subTest(key, begins=begins):
                editor = self.places("-c", begins)
                editor.keys(key)
                self.arrives(editor, str(self.script), 2, 0)
                self.assertEqual(editor.evaluate("[winnr('$'), tabpagenr('$')]"), [windows, tabs])
                self.assertEqual(editor.seen()["messages"], [])
                shown = editor.evaluate(
                    "getwininfo()->map({_, window -> [bufname(window.bufnr)->fnamemodify(':t'), line('.', window.winid)]})->sort()"
                )
                self.assertEqual(shown, [["", 1], ["no tes.py", 40], ["script", 2], ["words", 1]])

    def test_files_for_which_there_is_no_room_are_only_added_to_the_buffer_list(self):
        for key, told in [("<C-x>", "E36: Not enough room"), ("<C-t>", "'tabpagemax' is 3: the other files are in the list of buffers")]:
            with self.subTest(key):
                editor = self.editor("-c", "set hidden noswapfile tabpagemax=3")
                files = [self.folder / f"file {number}" for number in range(1, 31)]
                for file in files:
                    file.write_text("text\n")
                editor.open(items=[row(number, file) for number, file in enumerate(files, start=1)], options={"pageSize": 30})
                editor.until(lambda seen: len(seen["rows"]) == 30)
                self.marked(editor, 30)
                editor.keys(key)
                self.arrives(editor, str(files[0]), 1, 0)
                wait_until(lambda: len(self.buffers(editor)) == 30, lambda: self.buffers(editor))
                editor.until(lambda seen: seen["messages"] == [f"seekline: {told}"])
                self.assertLess(editor.evaluate("len(getwininfo())"), 20)

    def test_texts_are_inserted_one_per_line(self):
        for mode, text, cursor in [("n", "abone\ntwo\nthreec", 4), ("i", "aone\ntwo\nthreebc", 5)]:
            with self.subTest(mode):
                editor = self.editor()
                editor.keys("iabc<Left><Left>" if mode == "i" else "iabc<Esc>0l")
                editor.until(lambda seen: seen["text"] == "abc" and seen["mode"] == mode and seen["cursor"] == 1)
                editor.open(items=[{"title": title, "insert": title} for title in ("one", "two", "three")])
                editor.rows("three")
                self.marked(editor, 3)
                editor.keys("zz<CR>")
                seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == mode and seen["text"] == text)
                self.assertEqual(seen["cursor"], cursor)

    def test_texts_that_cannot_be_inserted_are_copied(self):
        editor = self.editor("-M")
        editor.open(items=[{"title": title, "insert": title} for title in ("one", "two")])
        editor.rows("two")
        self.marked(editor, 2)
        editor.keys("<CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
        self.assertEqual(seen["messages"], ["seekline: this buffer cannot be changed; the text is copied"])
        self.assertEqual(editor.evaluate("@@"), "one\ntwo")

    def test_no_more_than_twenty_addresses_are_opened_at_once(self):
        editor = self.editor(*self.EDITOR.KEEP_ADDRESSES)
        urls = [f"https://example.org/{number}" for number in range(1, 22)]
        editor.open(items=[{"title": url, "url": url} for url in urls], options={"pageSize": 30})
        editor.until(lambda seen: len(seen["rows"]) == 21)
        self.marked(editor, 21)
        editor.keys("<CR>")
        editor.until(lambda seen: seen.get("note") == "✗ these are 21 addresses, and no more than 20 are opened at once")
        self.assertEqual(editor.evaluate("g:opened"), [])
        editor.keys("<S-Tab><CR>")
        editor.closed()
        self.assertEqual(editor.evaluate("g:opened"), urls[:20])

    def test_the_search_stays_open_if_an_address_cannot_be_opened(self):
        """There is no program to open addresses with."""
        editor = self.editor(environment={"PATH": self.programs()})
        editor.open(items=[{"title": title, "url": f"https://example.org/{title}"} for title in ("one", "two")])
        editor.rows("two")
        self.marked(editor, 2)
        editor.keys("<CR>")
        seen = editor.until(lambda seen: "xdg-open" in seen.get("note", ""), "why they are not opened")
        self.assertEqual((seen["counter"], "copies" in seen["note"]), ("2/2, 2 marked", False))

    def test_items_of_all_kinds_are_taken_and_those_left_out_are_reported(self):
        editor = self.editor("-c", "set hidden noswapfile", *self.EDITOR.KEEP_ADDRESSES)
        editor.open(items=[
            row(1, self.folder / "gone"), {"title": "one", "insert": "one"}, row(2, self.script, line=2), {"title": "nothing"},
            {"title": "page", "url": "https://example.org/"}, {"title": "two", "insert": "two"}, {"title": "bad", "url": "file:///x"},
        ])
        editor.rows("bad")
        self.marked(editor, 7)
        first = editor.evaluate("bufnr()") if editor.TYPING == "n" else 1
        editor.keys("<CR>")
        self.arrives(editor, str(self.script), 2, 0)
        self.assertEqual(editor.evaluate(f"getbufline({first}, 1, '$')"), ["one", "two"])
        self.assertEqual(editor.evaluate("g:opened"), ["https://example.org/"])
        editor.until(lambda seen: seen["messages"] == [
            f"seekline: left out “place 1”: there is no file {self.folder}/gone (and 2 more)"
        ])

    def test_if_no_item_can_be_taken_the_search_stays_open_and_shows_the_first_reason(self):
        editor = self.editor()
        editor.open(items=[{"title": "no\tplace"}, "two", row(3, self.notes)])
        editor.rows("two")
        self.marked(editor, 2)
        for key, problem in [("<C-t>", "this item is not in a file"), ("<C-v>", "this item is not in a file")]:
            editor.keys(key)
            editor.until(lambda seen: seen.get("note") == f"✗ “no place”: {problem}")
            self.marks(editor, "3/3, 2 marked", "no place", "two", note=f"✗ “no place”: {problem}")
        # If one can be taken, the others are left out.
        editor.keys("<S-Tab><C-v>")
        self.arrives(editor, str(self.notes), 1, 0)
        editor.until(lambda seen: seen["messages"] == ["seekline: left out “no place”: this item is not in a file (and 1 more)"])

    def test_unsaved_changes_are_not_lost(self):
        editor = self.editor("-c", "set nohidden")
        editor.keys("iab<Esc>")
        editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == "n")
        editor.open(items=[row(1, self.notes, line=40), row(2, self.script, line=2)])
        editor.rows("place 2")
        self.marked(editor, 2)
        editor.keys("<CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
        self.assertIn("E37: No write since last change", seen["messages"][0])
        self.assertEqual((seen["text"], self.where(editor)[0]), ("ab", ""))
        self.assertEqual(self.buffers(editor), [str(self.notes), str(self.script)])

    def test_marked_items_are_copied_and_stay_marked(self):
        editor = self.editor()
        editor.open(items=[{"title": "one", "insert": "the first"}, {"title": "two", "url": "https://example.org/2"}, "three"])
        editor.rows("three")
        self.marked(editor, 3)
        self.copied(editor, "the first", "https://example.org/2", "three")
        self.marks(editor, "3/3, 3 marked", "one", "two", "three")

    def test_on_choice_is_called_for_each_marked_item(self):
        editor = self.editor()
        editor.open(kept=True, items=["one", "two", "three"])
        editor.rows("three")
        editor.keys("<Down><S-Tab><Up><Up><S-Tab>")
        self.marks(editor, "2/3, 2 marked", "one", "two")
        editor.keys("<CR>")
        editor.closed()
        wait_until(lambda: editor.evaluate("get(g:, 'all', [])") == ["two", "one"], lambda: editor.evaluate("get(g:, 'all', [])"))

    def test_a_double_click_takes_the_marked_items_as_enter_does(self):
        editor = self.editor()
        editor.open(kept=True, items=["one", "two", "three"])
        editor.rows("three")
        self.marked(editor, 1)
        editor.click("list", 3, times=2)
        editor.closed()
        wait_until(lambda: editor.evaluate("get(g:, 'all', [])") == ["one"], lambda: editor.evaluate("get(g:, 'all', [])"))

    def test_enter_searches_for_a_waiting_query_before_it_takes_the_marked_items(self):
        editor = self.editor()
        editor.open(query="snowman", submit=True, options={"trigger": "submit"})
        editor.rows("☃")
        self.marked(editor, 1)
        editor.keys("<C-u>umbrella")
        editor.until(lambda seen: seen["prompt"] == "umbrella" and "<CR> search" in seen["footer"])
        editor.keys("<CR>")
        seen = editor.until(lambda seen: "UMBRELLA" in "".join(seen["rows"]) and seen["counter"].endswith(", 1 marked"))
        self.assertIn("<CR> take marked", seen["footer"])
        editor.keys("<S-Tab><CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["text"])
        self.assertEqual(len(seen["text"].split("\n")), 2)
        self.assertTrue(seen["text"].startswith("☃\n"))
