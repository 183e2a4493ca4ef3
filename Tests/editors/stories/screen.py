"""What is on the screen of a real terminal."""


class Screen:
    """What searches look like."""

    # Arguments that make the editor show messages in its own way.
    SHOWN = ()

    def test_a_search_and_its_preview_adapt_to_the_size_of_the_terminal(self):
        editor = self.editor(terminal=(80, 24))
        terminal = editor.terminal
        terminal.type(":Seekline")
        terminal.press("Enter")
        terminal.shows("╭ Unicode characters ─", "❯", "<Esc> close ╯", editor.STATUS)
        terminal.type("snowman")
        screen = terminal.shows(f"{editor.CHOSEN}☃   SNOWMAN", "⛄  SNOWMAN WITHOUT SNOW", "1/3 │")
        edges = [line for line in screen if "│" in line or "╭" in line or "├" in line or "╰" in line]
        self.assertEqual(len({line.index(next(c for c in line if c in "│╭├╰")) for line in edges}), 1, "the left edge is straight")
        terminal.press("Tab")
        terminal.shows("Code point: U+2603 (9731)", "├")
        terminal.press("C-n")
        terminal.shows(f"{editor.CHOSEN}⛄  SNOWMAN", "Code point: U+26C4 (9924)", without=["U+2603"])
        terminal.resize(120, 30)
        terminal.shows("┬", "┴", "Code point: U+26C4 (9924)")
        terminal.resize(30, 8)
        # An editor can miss a resize that comes while it is still drawing the previous one.
        terminal.shows("snowman", "╰──────────── <CR> insert ╯", editor.STATUS, without=["┬"])
        terminal.resize(80, 24)
        terminal.shows("Code point: U+26C4 (9924)")
        terminal.press("Enter")
        screen = terminal.shows("⛄", without=["│", "╭", "SNOWMAN"])
        self.assertEqual(screen[0], "⛄")

    def test_successive_messages_are_shown_together(self):
        options = {"unicode": {"pagesize": 4}, "unicod": {"pageSize": 4}}
        editor = self.editor(*self.SHOWN, terminal=(80, 24), settings={"options": options})
        terminal = editor.terminal
        told = ["✗ unicode has no option pagesize; it has backOffMs", '✗ options.unicod: there is no source "unicod"']
        terminal.type(":Seekline")
        terminal.press("Enter")
        terminal.shows(*told)
        terminal.type("black snowman")
        terminal.shows("❯ black snowman ", "⛇   BLACK SNOWMAN", *told)
        # Any action other than typing dismisses the messages.
        terminal.press("C-n")
        terminal.shows("⛇   BLACK SNOWMAN", without=["pagesize", "unicod"])

    def test_the_frame_is_plain_if_line_characters_take_two_cells(self):
        editor = self.editor("-c", "set ambiwidth=double", terminal=(80, 24))
        terminal = editor.terminal
        terminal.type(":Seekline snowman")
        terminal.press("Enter")
        terminal.shows("+ Unicode characters ----", "| ❯ snowman ", "☃   SNOWMAN  Other Symbol", "1/3 |", "<Esc> close +")
        terminal.press("C-n", "Tab")
        terminal.shows("2/3 |", "Code point: U+26C4 (9924)")
        terminal.press("Enter")
        terminal.shows("⛄", without=["|", "+ "])
        self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_nothing_is_folded(self):
        source = self.folder / "source.py"
        source.write_text("if a:\n    b()\n    c()\n")
        editor = self.editor(
            "-c", "set foldmethod=indent foldlevel=0 shiftwidth=2", terminal=(80, 24), settings={"preview": True},
        )
        editor.open(items=["one", {"title": "two", "location": {"path": str(source), "line": 2}}, "three"])
        terminal = editor.terminal
        terminal.shows(" one ", "  two ", "  three ", without=["lines"])
        terminal.press("C-n")
        terminal.shows("if a:", "    b()", "    c()", without=["lines"])

    def test_marked_rows_are_shown_with_a_sign_and_counted(self):
        editor = self.editor(terminal=(80, 24))
        terminal = editor.terminal
        terminal.type(":Seekline snowman")
        terminal.press("Enter")
        terminal.shows(f"{editor.CHOSEN}☃   SNOWMAN", "1/3 │")
        terminal.press("BTab")
        terminal.shows(" ✓☃   SNOWMAN", f"{editor.CHOSEN}⛄  SNOWMAN", "2/3, 1 marked │", "<CR> take marked")
        terminal.press("Up")
        terminal.shows(f"{editor.CHOSEN[:-1]}✓☃   SNOWMAN", "1/3, 1 marked │")
        terminal.type(" black")
        terminal.shows(f"{editor.CHOSEN}⛇   BLACK SNOWMAN", "1/1, 1 marked │")
        terminal.press("BTab")
        terminal.shows(f"{editor.CHOSEN[:-1]}✓⛇   BLACK SNOWMAN", "1/1, 2 marked │")
        terminal.press("C-g")
        terminal.shows(f"{editor.CHOSEN}⛇   BLACK SNOWMAN", "1/1 │", without=["marked"])

    def test_an_error_is_shown_until_a_retry_succeeds(self):
        self.services.fail("wikipedia", status=500)
        editor = self.editor(terminal=(80, 24))
        terminal = editor.terminal
        terminal.type(":Seekline wikipedia swift")
        terminal.press("Enter")
        terminal.shows(editor.FAILED, "status 500", "<F5> tries again")
        terminal.press("F5")
        terminal.shows("Swift compiler", "╭ MediaWiki ──", without=["✗"])
        self.assertIn("\x1b[", "".join(terminal.screen(colours=True)))
        terminal.press("Escape")
        terminal.shows("0,0-1", without=["│"])
