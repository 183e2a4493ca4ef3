"""Items with a place in a file: going there, and seeing what is around it."""

import json
import os


def row(number, path, **place):
    """Returns an item with a place in a file."""
    return {"id": str(number), "title": f"place {number}", "location": {"path": str(path), **place}}


class Places:
    """A folder with files."""

    def setUp(self):
        super().setUp()
        self.notes = self.folder / "no tes.py"
        lines = [f"line_{number} = {number}" for number in range(1, 101)]
        # To users, "é" is one character; it is two code points and three bytes.
        lines[39] = "x = 'añe\u0301👍c'"
        self.notes.write_text("\n".join(lines) + "\n")
        # Not named `run`: Neovim takes that for a file of s6 if the name of a parent folder contains "s6".
        self.script = self.folder / "script"
        self.script.write_text("#!/bin/sh\nexit 0\n")
        self.words = self.folder / "words"
        self.words.write_text("only words\n")

    def where(self, editor):
        """Returns the position of the cursor: the file, the line, from 1, and the byte in it, from 0."""
        path, line, column = editor.evaluate("[expand('%:p'), line('.'), col('.') - 1]")
        return path, line, column

    def arrives(self, editor, *place):
        """Waits until the cursor is there, no search is open, and the editor is in Normal mode."""
        editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and self.where(editor) == place, place)


class Jumping(Places):
    """Going to the place of an item."""

    def test_a_choice_jumps_to_its_place_and_the_jump_list_leads_back(self):
        editor = self.editor()
        editor.keys("iab cd<Esc>0ll")
        editor.until(lambda seen: seen["text"] == "ab cd" and seen["cursor"] == 2 and seen["mode"] == "n")
        editor.run("set hidden")
        editor.open(items=[row(1, self.notes, line=40, column=11)])
        self.assertIn("<CR> jump", editor.rows("place 1")["footer"])
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 40, 15)
        self.assertEqual(editor.evaluate("&buflisted"), 1)
        editor.open(items=[row(1, self.notes, line=90)])
        editor.rows("place 1")
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 90, 0)
        editor.keys("<C-o>")
        self.arrives(editor, str(self.notes), 40, 15)
        editor.keys("<C-o>")
        self.arrives(editor, "", 1, 2)

    def test_a_nonexistent_position_leads_to_the_nearest_existing_one(self):
        editor = self.editor()
        for place, line, column in [
            ({"line": 40, "column": 1000}, 40, 16), ({"line": 1000}, 100, 0), ({"line": 40}, 40, 0), ({}, 40, 0),
        ]:
            editor.open(items=[row(1, self.notes, **place)])
            editor.rows("place 1")
            editor.keys("<CR>")
            self.arrives(editor, str(self.notes), line, column)

    def test_a_place_can_be_opened_in_a_split_window_or_a_tab(self):
        editor = self.editor()
        for key, layout in [("<C-x>", "col"), ("<C-v>", "row"), ("<C-t>", "leaf")]:
            editor.open(items=[row(1, self.notes, line=40, column=11)])
            editor.rows("place 1")
            editor.keys(key)
            self.arrives(editor, str(self.notes), 40, 15)
            self.assertEqual(editor.evaluate("[winlayout()[0], winnr('$'), tabpagenr('$')]"), [
                layout, 1 if layout == "leaf" else 2, 2 if layout == "leaf" else 1,
            ])
            editor.keys("<C-o>")
            editor.until(lambda seen: self.where(editor)[0] == "")
            editor.run("only")

    def test_a_jump_from_insert_mode_ends_in_normal_mode(self):
        editor = self.editor()
        editor.run("set hidden")
        editor.keys("iab")
        editor.until(lambda seen: seen["mode"] == "i")
        editor.open(items=[row(1, self.notes, line=40, column=11)])
        editor.rows("place 1")
        editor.keys("<CR>")
        self.arrives(editor, str(self.notes), 40, 15)

    def test_splitting_right_after_typing_jumps_to_a_place_that_matches_the_query(self):
        editor = self.editor()
        editor.open(items=[row(1, self.notes, line=1), row(2, self.script, line=2)])
        editor.keys("2<C-x>")
        self.arrives(editor, str(self.script), 2, 0)
        self.assertEqual(editor.evaluate("winnr('$')"), 2)

    def test_typeahead_applies_to_the_place_jumped_to(self):
        for mode in ("n", "i"):
            with self.subTest(mode):
                editor = self.editor("-c", "set hidden noswapfile")
                editor.keys("iab" + ("<Esc>" if mode == "n" else ""))
                editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == mode)
                editor.open(items=[row(1, self.notes, line=40)])
                editor.rows("place 1")
                editor.keys("<CR>dd")
                editor.until(lambda seen: self.where(editor)[0] == str(self.notes) and editor.evaluate("line('$')") == 99)
                self.assertEqual((editor.evaluate("getline(40)"), editor.seen()["mode"]), ("line_41 = 41", "n"))
                editor.open(items=[row(1, self.script, line=2)])
                editor.rows("place 1")
                editor.keys("<CR>:Seekline umbrella<CR>")
                editor.rows("UMBRELLA")
                editor.keys("<Esc>")
                self.arrives(editor, str(self.script), 2, 0)
                self.assertEqual((editor.evaluate("winnr('$')"), editor.evaluate("getbufline(1, 1)")), (1, ["ab"]))

    def test_the_search_stays_open_if_the_place_cannot_be_opened(self):
        editor = self.editor()
        pipe, cycle = self.folder / "pipe", self.folder / "cycle"
        os.mkfifo(pipe)
        cycle.symlink_to(cycle)
        editor.open(items=[
            row(1, self.folder / "gone"), row(2, "http://127.0.0.1:1/x"), row(3, pipe), row(4, cycle), {"title": "no place"},
        ])
        editor.rows("place 1", "no place")
        for keys, note in [
            ("<CR>", f"✗ there is no file {self.folder}/gone"), ("<Down><CR>", f"✗ there is no file {self.folder}/http://127.0.0.1:1/x"),
            ("<Down><CR>", f"✗ {pipe} is not a file"), ("<Down><CR>", f"✗ there is no file {cycle}"),
            ("<Down><C-v>", "✗ this item is not in a file"),
        ]:
            editor.keys(keys)
            # A long path is wrapped at the end of the line.
            editor.until(lambda seen: seen.get("note", "").replace(" ", "") == note.replace(" ", ""), note)
        self.assertEqual(editor.evaluate("winlayout()[0]"), "leaf")

    def test_unsaved_changes_are_not_lost(self):
        editor = self.editor("-c", "set nohidden")
        editor.keys("iab<Esc>")
        editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == "n")
        editor.open(items=[row(1, self.notes, line=40)])
        editor.rows("place 1")
        editor.keys("<CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
        self.assertRegex(seen["messages"][0], "^seekline: E37: No write since last change")
        self.assertEqual(seen["text"], "ab")

    def test_a_jump_succeeds_even_if_an_autocommand_fails(self):
        for key in ("<CR>", "<C-x>"):
            with self.subTest(key):
                editor = self.editor("-c", "set hidden noswapfile shortmess+=F", "-c", "autocmd BufReadPost * echoerr 'oops'")
                editor.keys("iab")
                editor.until(lambda seen: seen["mode"] == "i")
                editor.open(items=[row(1, self.notes, line=40, column=11)])
                editor.rows("place 1")
                editor.keys(key)
                seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and seen["messages"])
                self.assertEqual((self.where(editor), seen["messages"]), ((str(self.notes), 40, 15), ["seekline: oops"]))

    def test_declining_to_open_a_file_with_a_swap_file_leaves_the_cursor_in_place(self):
        other = self.editor()
        other.run(f"set swapfile directory=. | edit {self.script}")
        for key in ("<CR>", "<C-x>"):
            with self.subTest(key):
                editor = self.editor(
                    "-c", "set swapfile directory=. hidden", "-c", "autocmd SwapExists * let [g:asked, v:swapchoice] = [1, 'q']"
                )
                editor.keys("iab<CR>cd<Esc>gg0")
                editor.until(lambda seen: seen["text"] == "ab\ncd" and self.where(editor) == ("", 1, 0))
                editor.open(items=[row(1, self.script, line=2)])
                editor.rows("place 1")
                editor.keys(key)
                editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("exists('g:asked')"))
                self.assertEqual(self.where(editor), ("", 1, 0))


class Previewing(Places):
    """The preview of an item with a place in a file, and of text with a format."""

    def test_the_preview_shows_the_file_around_the_line(self):
        editor = self.editor(settings={"preview": True})
        editor.open(items=[row(1, self.notes, line=8, column=3), row(2, self.script, line=2), row(3, self.words), {"title": "no place"}])
        seen = editor.until(lambda seen: "line_8 = 8" in (seen["preview"] or ""))
        self.assertIn("line_7 = 7\nline_8 = 8\nline_9 = 9\n", seen["preview"])
        self.assertEqual((seen["syntax"], seen["marked"]), ("python", ["line_8 = 8"]))
        self.assertLessEqual({7, 8, 9}, set(editor.in_sight()))
        editor.keys("<Down>")
        seen = editor.until(lambda seen: seen["preview"] == "#!/bin/sh\nexit 0")
        self.assertEqual((seen["syntax"], seen["marked"]), ("sh", ["exit 0"]))
        editor.keys("<Down>")
        seen = editor.until(lambda seen: seen["preview"] == "only words")
        self.assertEqual((seen["syntax"], seen["marked"]), ("", []))
        editor.keys("<Down>")
        editor.until(lambda seen: seen["preview"] == "no place\n\nno place" and seen["syntax"] == "" and seen["marked"] == [])

    def test_the_preview_follows_a_line_that_has_moved(self):
        editor = self.editor(settings={"preview": True, "args": ["--set", f"lines.path={self.words}"]})
        editor.open(source="lines", query="only")
        editor.until(lambda seen: seen["preview"] == "only words" and seen["marked"] == ["only words"])
        # Replaces the file, as editors do when they write it.
        new = self.folder / "new"
        new.write_text("a line in front of it\nonly words\n")
        new.replace(self.words)
        editor.until(lambda seen: seen["preview"] == "a line in front of it\nonly words" and seen["marked"] == ["only words"])

    def test_the_preview_says_why_a_file_is_not_shown(self):
        large, binary, pipe, empty = (self.folder / name for name in ("large", "binary", "pipe", "empty"))
        with open(large, "w") as file:
            file.writelines(f"{number:079}\n" for number in range(1, 14001))
            # Reading all of that would take long.
            file.truncate(1 << 33)
        binary.write_bytes(b"\x7fELF\0\1\n\0")
        os.mkfifo(pipe)
        empty.touch()
        editor = self.editor(settings={"preview": True})
        editor.open(items=[
            row(number, path, line=line) for number, (path, line) in enumerate([
                (self.folder / "gone", 1), (self.folder, 1), (binary, 1), (pipe, 1), (empty, 1), (large, 13000), (large, 14000),
            ], 1)
        ])
        for number, words in enumerate([
            f"there is no file {self.folder}/gone", f"{self.folder} is a folder", f"{binary} is binary", f"{pipe} is not a file",
            f"{empty} is empty", None, f"line 14000 of {large} is beyond its first MiB, which is all that is read",
        ], 1):
            if words:
                # In Neovim, the name of a folder ends in a slash.
                shown = f"place {number}\n\n✗ {words}"
                editor.until(lambda seen: (seen["preview"] or "").replace("/ is a", " is a") == shown, words)
            else:
                editor.until(lambda seen: seen["marked"] == [f"{13000:079}"])
            editor.keys("<Down>")

    def test_a_detail_is_highlighted_according_to_its_format(self):
        details = [
            ({"format": "markdown"}, "markdown"), ({"format": "diff"}, "diff"), ({"format": "code", "language": "Python"}, "python"),
            ({"format": "code", "language": "js"}, "javascript"), ({"format": "code", "language": "no such"}, ""),
            ({"format": "poem"}, ""), ({}, ""),
        ]
        answers = [{"page": {"items": [{"id": str(id), "title": f"text {id}", "fields": {}} for id in range(len(details))]}}]
        for id, (kind, _) in enumerate(details):
            text = "  one\n\ttwo\nthree\n"
            answers.append({"detail": {"id": str(id), "title": f"text {id}", "text": text, "fields": {}, **kind,
                                       "range": {"first": 2, "last": 3}}})
        record = self.folder / "played.jsonl"
        lines = [{"ms": 0, "record": {"format": 1, "source": "unicode"}}]
        for number, answer in enumerate(answers, 1):
            asked = {"page": {"query": "x", "pageSize": 20}} if number == 1 else {"detail": {"id": str(number - 2)}}
            lines += [{"ms": 0, "ask": {"number": number, "source": "unicode", **asked}}]
            lines += [{"ms": 0, "answer": {"number": number, **answer}}]
        record.write_text("".join(json.dumps(line) + "\n" for line in lines))
        editor = self.editor(settings={"preview": True, "args": ["--replay", str(record)]})
        editor.open(source="unicode", query="x", submit=True)
        for number, (kind, syntax) in enumerate(details):
            seen = editor.until(lambda seen: f"text {number}\n\n  one" in (seen["preview"] or ""))
            self.assertEqual((kind, seen["syntax"], seen["marked"]), (kind, syntax, ["    two", "three"]))
            editor.keys("<Down>")
