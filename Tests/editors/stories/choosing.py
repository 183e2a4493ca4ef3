"""What happens to a chosen item: it is inserted, opened or copied, or cannot be."""

import signal

from case import wait_until


class Choosing:
    """What happens to the choice."""

    def test_only_web_pages_are_opened(self):
        editor = self.editor(*self.EDITOR.KEEP_ADDRESSES)
        editor.command("Seekline wikipedia swift")
        editor.rows("Swift compiler")
        editor.keys("<CR>")
        editor.closed()
        self.assertEqual(editor.evaluate("g:opened"), [f"{self.services.origin}/w/index.php?curid=1"])
        for url in ("file:///etc/passwd", "javascript:alert(1)", "https://example.org/ --help", "-h"):
            self.assertEqual(editor.choose(url), f"this is not the address of a web page: {url}")
        self.assertEqual(len(editor.evaluate("g:opened")), 1)

    def test_an_empty_text_is_neither_inserted_nor_copied(self):
        editor = self.editor(*self.EDITOR.KEEP_ADDRESSES)
        editor.open(items=[{"title": "first", "insert": "", "url": "https://example.org/"}, {"title": "second", "insert": "", "url": ""}])
        self.assertIn("<CR> open", editor.rows("first")["footer"])
        for keys, copied in [("<C-y>", "https://example.org/"), ("<Down><C-y>", "second")]:
            editor.keys(keys)
            wait_until(lambda: editor.evaluate("@@") == copied, copied)
        editor.keys("<Up><CR>")
        editor.closed()
        self.assertEqual(editor.evaluate("g:opened"), ["https://example.org/"])

    def test_a_text_that_cannot_be_inserted_is_copied(self):
        for option in ("nomodifiable", "readonly"):
            with self.subTest(option):
                editor = self.editor()
                editor.run(f"setlocal {option}")
                editor.open(items=[{"title": "first", "insert": "☃"}])
                editor.rows("first")
                editor.keys("<CR>")
                seen = editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
                self.assertEqual(seen["messages"], ["seekline: this buffer cannot be changed; the text is copied"])
                self.assertEqual((seen["text"], editor.evaluate("@@")), ("", "☃"))

    def test_the_search_stays_open_if_an_address_cannot_be_opened(self):
        """There is no program to open addresses with."""
        editor = self.editor(environment={"PATH": self.programs()})
        editor.command("Seekline wikipedia swift")
        editor.rows("Swift compiler")
        editor.keys("<C-n><CR>")
        seen = editor.until(lambda seen: "xdg-open" in seen.get("note", ""), "why it is not opened")
        self.assertIn("<C-y> copies the address", seen["note"])
        self.assertEqual(seen["row"], 2)
        editor.keys("<C-p>")
        editor.until(lambda seen: "note" not in seen and seen["row"] == 1)
        editor.keys("<CR>")
        editor.until(lambda seen: "note" in seen)
        editor.keys("<C-y>")
        wait_until(lambda: "curid=1" in editor.evaluate("getreg('\"')"), "the address is in the register")

    def test_an_address_that_xdg_open_fails_to_open_is_reported(self):
        editor = self.editor(environment={"PATH": self.programs(xdg_open="exit 3")})
        editor.command("Seekline wikipedia swift")
        editor.rows("Swift compiler")
        editor.keys("<CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
        url = f"{self.services.origin}/w/index.php?curid=1"
        self.assertEqual(seen["messages"], [f"seekline: xdg-open could not open {url} (status 3)"])

    def test_a_buffer_that_cannot_be_changed_stays_as_it_is(self):
        editor = self.editor("-M")
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["messages"])
        self.assertEqual(editor.evaluate("getreg('\"')"), "☃")
        self.assertEqual(editor.seen()["text"], "")

    def test_a_choice_is_copied(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<C-y>")
        wait_until(lambda: editor.evaluate("getreg('\"')") == "☃", "it is in the register")

    def test_an_item_listed_for_an_older_query_is_not_copied(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.run("let @\" = 'nothing'")
        # The engine does not answer: the list is still the one for the previous query.
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("<C-u>rocket<Down><C-y>")
        seen = editor.until(lambda seen: seen["prompt"] == "rocket" and "note" in seen, "why nothing is copied")
        self.assertEqual(seen["note"], "✗ there is no item yet")
        self.assertIn("☃", " ".join(seen["rows"]))
        self.assertEqual(editor.evaluate("getreg('\"')"), "nothing")
        self.kill(engine, signal.SIGCONT)
        editor.rows("🚀")
        editor.keys("<C-y>")
        wait_until(lambda: editor.evaluate("getreg('\"')") == "🚀", "it is in the register")
        self.assertNotIn("note", editor.seen())
