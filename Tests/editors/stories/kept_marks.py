"""How long marks last: longer than their list and its engine, but only until they are taken."""

from stories.marks import RESUME, Marked


class Kept(Marked):
    """How long marks last."""

    def test_a_resumed_search_still_has_its_marks(self):
        # Only the last letter narrows the list to two.
        editor = self.lines("first snow", "second snow", "snob")
        editor.keys("<S-Tab>snow")
        self.marks(editor, "1/2, 1 marked", "first snow")
        editor.keys("<Down><S-Tab><Esc>")
        editor.closed()
        editor.keys("gr")
        self.marks(editor, "2/2, 2 marked", "first snow", "second snow")
        editor.keys("<Up><S-Tab><Esc>")
        editor.closed()
        editor.keys("gr")
        self.marks(editor, "2/2, 1 marked", "second snow")
        self.copied(editor, "second snow")

    def test_items_that_have_been_taken_are_no_longer_marked(self):
        for key in ("<CR>", "<C-q>"):
            with self.subTest(key):
                editor = self.lines("first snow", "second rain")
                editor.keys(f"<S-Tab>{key}")
                editor.closed()
                editor.keys("<C-w>ogr")
                self.marks(editor, "2/2")

    def test_marks_do_not_carry_over_to_a_search_in_another_folder(self):
        here, there = (self.folder / name for name in ("here", "there"))
        for folder in (here, there):
            folder.mkdir()
            (folder / "words").write_text("the same\n")
        editor = self.editor(*RESUME, settings={"args": ["--set", "lines.path=words"]})
        editor.run(f"cd {here}")
        for folder, marked in [(here, True), (there, False)]:
            editor.open(source="lines")
            editor.rows("the same")
            editor.keys("<S-Tab>")
            self.marks(editor, "1/1, 1 marked", "the same")
            editor.keys("<Esc>")
            editor.closed()
            editor.run(f"cd {folder}")
            editor.keys("gr")
            editor.rows("the same")
            self.marks(editor, "1/1, 1 marked" if marked else "1/1", *(["the same"] if marked else []))

    def test_marks_do_not_carry_over_to_another_search(self):
        editor = self.lists("one", "two")
        editor.keys("<S-Tab>")
        self.marks(editor, "2/2, 1 marked", "one")
        # This replaces the first search.
        editor.open(items=["one", "three"])
        editor.rows("three")
        self.marks(editor, "1/2")
        self.copied(editor, "one")
        editor.keys("<Esc>")
        editor.closed()
        editor.open(items=["one", "two"])
        editor.rows("two")
        self.marks(editor, "1/2")

    def test_marks_survive_a_restart_of_the_engine(self):
        editor = self.lines("first snow", "second rain")
        editor.keys("<S-Tab>")
        self.marks(editor, "2/2, 1 marked", "first snow")
        self.replace_engine(editor)
        editor.until(lambda seen: seen["messages"] and seen["counter"] == "2/2, 1 marked" and seen["rows"][0] == " ✓first snow")
        # Marks need no running engine.
        self.kill(editor.engine())
        editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        self.copied(editor, "first snow")
        editor.keys("<S-Tab>")
        editor.until(lambda seen: seen["counter"] == "2/2, 2 marked" and seen["rows"] == [" ✓first snow", " ✓second rain"])
        editor.keys("<F5>")
        editor.until(lambda seen: "✗" not in seen["title"] and seen["rows"] == [" ✓first snow", " ✓second rain"])
