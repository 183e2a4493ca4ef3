"""Custom lists: the items that are searched come from the editor."""

import json
import re
import signal

from case import BINARY, HOLDING, wait_until


def place(seen):
    """Returns the number of the row of the choice, from 1: 3 in "3/20 of 4000"."""
    return int(seen["counter"].split("/")[0] or 0)


def held(seen):
    """Returns the number of rows: 20 in "3/20 of 4000"."""
    return int(seen["counter"].partition("/")[2].split(" ")[0] or 0)


def go_down(editor, least):
    """Goes down by pages to a row that has at least this number; returns its number."""
    row = 1
    while row < least:
        # The next page has to be there before the key asks for it.
        editor.until(lambda seen: held(seen) > row)
        editor.keys("<PageDown>")
        row = place(editor.until(lambda seen: place(seen) > row))
    return row


class Lists:
    """Items that are given to a search instead of a source."""

    def test_a_custom_list_is_shown_and_searched_by_parts_of_words(self):
        editor = self.editor()
        editor.open(items=["main.c", "Makefile", "notes\x1b.txt", "日本語"])
        seen = editor.rows("main.c", "Makefile", "notes�.txt", "日本語")
        self.assertEqual(seen["counter"], "1/4")
        editor.keys("mkf")
        wait_until(lambda: editor.highlighted("match") == [["M", "k", "f"]], lambda: editor.highlighted("match"))
        self.assertEqual([row.strip() for row in editor.seen()["rows"]], ["Makefile"])
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"] == "Makefile")

    def test_a_list_may_be_empty(self):
        editor = self.editor()
        editor.open(items=[])
        editor.rows("Nothing there")
        editor.keys("<Esc>")
        editor.closed()

    def test_enter_right_after_typing_chooses_an_item_that_matches_the_query(self):
        editor = self.editor()
        editor.open(kept=True, items=["snow", "rain", "sun and rain"])
        editor.rows("snow")
        engine = editor.engine()
        # The engine does not answer: the list is still the one for the previous query.
        self.kill(engine, signal.SIGSTOP)
        editor.keys("su<CR>")
        editor.until(lambda seen: seen["prompt"] == "su" and len(seen["rows"]) == 3)
        self.kill(engine, signal.SIGCONT)
        wait_until(lambda: editor.evaluate("exists('g:chosen')"), "the choice")
        self.assertEqual(editor.evaluate("g:chosen.title"), "sun and rain")
        editor.closed()

    def test_enter_chooses_the_row_the_user_moved_to_if_the_query_matches_it(self):
        for keys, chosen in (("<Down><Down>", "sun and rain"), ("<Down>", None)):
            with self.subTest(keys):
                editor = self.editor()
                editor.open(kept=True, items=["snow", "rain", "sun and rain"])
                editor.rows("snow")
                engine = editor.engine()
                # The engine does not answer: the user moves in the list for the previous query.
                self.kill(engine, signal.SIGSTOP)
                editor.keys(f"s{keys}<CR>")
                editor.until(lambda seen: seen["prompt"] == "s" and len(seen["rows"]) == 3)
                self.kill(engine, signal.SIGCONT)
                if not chosen:
                    editor.until(lambda seen: seen["counter"] == "1/2")
                    self.assertEqual(editor.evaluate("exists('g:chosen')"), 0)
                    editor.keys("<Down><CR>")
                wait_until(lambda: editor.evaluate("exists('g:chosen')"), "the choice")
                self.assertEqual(editor.evaluate("g:chosen.title"), "sun and rain")
                editor.closed()

    def test_enter_right_after_typing_waits_for_the_whole_list(self):
        editor = self.editor()
        editor.open(items=["first"])
        editor.rows("first")
        engine = editor.engine()
        # Only the beginning of the list is in flight when the query and the key are typed.
        self.kill(engine, signal.SIGSTOP)
        others = [f"item {number} {'x' * 20_000}" for number in range(12)]
        editor.open(kept=True, items=["z-e-b-r-a cross", *others, "zebra"])
        editor.keys("zebra<CR>")
        editor.until(lambda seen: seen["prompt"] == "zebra")
        self.kill(engine, signal.SIGCONT)
        wait_until(lambda: editor.evaluate("exists('g:chosen')"), "the choice")
        self.assertEqual(editor.evaluate("g:chosen.title"), "zebra")
        editor.closed()

    def test_typing_on_after_enter_cancels_the_choice(self):
        editor = self.editor()
        editor.open(kept=True, items=["snow", "rain", "sun and rain"])
        editor.rows("snow")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("su<CR><C-u>sno")
        editor.until(lambda seen: seen["prompt"] == "sno")
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: [row.strip() for row in seen["rows"]] == ["snow"])
        # If nothing matches, there is nothing to wait for.
        editor.keys("<C-u>zz<CR>")
        editor.rows("Nothing found for “zz”")
        editor.keys("<C-u>ra")
        editor.until(lambda seen: seen["counter"] == "1/2")
        self.assertEqual(editor.evaluate("exists('g:chosen')"), 0)

    def test_typing_is_not_held_up_while_a_long_list_is_sent(self):
        editor = self.recorded()
        editor.many(100_000)
        editor.open(items=["first"])
        editor.rows("first")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.open(items="many")
        editor.keys("99999")
        editor.until(lambda seen: seen["prompt"] == "99999")
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: "item 99999" in seen["rows"][0] and seen["counter"] == "1/1")
        session = self.said("openSession")[-1]["params"]["session"]
        said = [message for message in self.said() if message.get("params", {}).get("session") == session]
        pieces = [message for message in said if message["method"] == "setItems"]
        self.assertEqual(sum(len(piece["params"]["items"]) for piece in pieces), 100_000)
        self.assertEqual([piece["params"]["append"] for piece in pieces], [False] + [True] * (len(pieces) - 1))
        self.assertEqual([piece["params"]["done"] for piece in pieces], [False] * (len(pieces) - 1) + [True])
        # Before the first key, only as many pieces are sent as may be unanswered: the engine had not answered any.
        typed = next(at for at, message in enumerate(said) if message["params"].get("query"))
        self.assertEqual([message["method"] for message in said[:typed]].count("setItems"), 2)

    def test_closing_a_list_while_it_is_being_sent_does_not_disturb_the_next_search(self):
        editor = self.editor()
        editor.open(items=["first"])
        editor.rows("first")
        engine = editor.engine()
        # Only the beginning of the list is in flight when the next search is opened.
        self.kill(engine, signal.SIGSTOP)
        editor.open(items=[f"item {number} {'x' * 20_000}" for number in range(12)])
        editor.open(query="snowman", submit=True)
        self.kill(engine, signal.SIGCONT)
        editor.until(lambda seen: "✗" in seen["title"] or "☃" in " ".join(seen["rows"]))
        # A detail arrives after all answers to the list.
        editor.keys("<Tab>")
        seen = editor.until(lambda seen: "✗" in seen["title"] or "UTF-8: E2 98 83" in (seen["preview"] or ""))
        self.assertNotIn("✗", seen["title"])

    def test_a_list_is_sent_again_if_the_engine_dies_while_receiving_it(self):
        editor = self.editor()
        editor.many(100_000)
        editor.open(items=["first"])
        editor.rows("first")
        engine = editor.engine()
        # Only the beginning of the list is in flight.
        self.kill(engine, signal.SIGSTOP)
        editor.open(items="many")
        editor.keys("99999")
        editor.until(lambda seen: seen["prompt"] == "99999")
        self.kill(engine)
        seen = editor.until(lambda seen: "item 99999" in " ".join(seen["rows"]) and seen["counter"] == "1/1")
        self.assertEqual(seen["messages"], [f"seekline: the engine ended ({editor.KILLED}), and was started again"])
        self.assertNotRegex(editor.run("messages"), r"E\d+:")

    def test_a_list_is_sent_in_pieces_of_limited_size(self):
        editor = self.recorded()
        editor.many(9, longer=20_000)
        editor.open(items="many")
        editor.until(lambda seen: seen["counter"] == "1/9")
        pieces = [len(json.dumps(piece, separators=(",", ":"))) for piece in self.said("setItems")]
        # There are more pieces, of fewer items, if encoding them takes long.
        self.assertGreaterEqual(len(pieces), 3)
        self.assertLessEqual(max(pieces), 65536)

    def test_a_double_click_chooses_only_the_row_under_it(self):
        editor = self.editor(settings={"preview": True})
        editor.open(kept=True, items=["snow", "rain", "sun"])
        editor.rows("snow")
        # The prompt, the preview, and what is below the last row.
        for name, line in (("prompt", 1), ("preview", 1), ("list", 5)):
            editor.click(name, line, times=2)
        editor.click("list", 2, times=2)
        editor.closed()
        self.assertEqual(editor.evaluate("g:chosen.title"), "rain")

    def test_a_double_click_chooses_the_last_visible_row(self):
        editor = self.editor(settings={"preview": True})
        editor.open(kept=True, items=[f"item {number}" for number in range(1, 51)])
        editor.until(lambda seen: seen["counter"].startswith("1/"))
        # The list may scroll up by one row at the first click.
        editor.click("list", 6, times=2)
        editor.closed()
        self.assertEqual(editor.evaluate("g:chosen.title"), "item 6")

    def test_a_restarted_engine_is_sent_the_list_again(self):
        editor = self.editor()
        editor.open(items=[f"item {number}" for number in range(50)])
        editor.keys("4")
        editor.until(lambda seen: seen["counter"] == "1/14")
        editor.keys("<Down><Down>")
        before = editor.until(lambda seen: seen["counter"] == "3/14")["rows"]
        self.kill(editor.engine())
        editor.until(lambda seen: seen["messages"] and seen["rows"] == before and seen["row"] == 3)

    def test_a_list_is_resumed_with_its_query(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.open(items=["snow", "rain"])
        editor.keys("ra")
        editor.until(lambda seen: seen["counter"] == "1/1")
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        editor.until(lambda seen: seen["prompt"] == "ra" and [row.strip() for row in seen["rows"]] == ["rain"])

    def test_a_list_is_resumed_at_a_row_far_down(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.open(items=[f"item {number}" for number in range(4000)])
        row = go_down(editor, 2500)
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        seen = editor.until(lambda seen: place(seen) == row)
        self.assertIn(f"item {row - 1}", [text.strip() for text in seen["rows"]])

    def test_a_list_is_resumed_at_a_row_that_is_still_to_be_sent(self):
        hold = self.folder / "hold"
        engine = {"SEEKLINE": HOLDING, "SEEKLINE_HELD": BINARY, "SEEKLINE_HOLD": str(hold), "SEEKLINE_HOLD_ONLY": '"held":'}
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)", environment=engine)
        editor.open(items=[f"item {number} {'x' * 1000}" for number in range(200)])
        row = go_down(editor, 150)
        editor.keys("<Esc>")
        editor.closed()
        # The answers to the first parts: no others are sent before they arrive, and the list comes to their end.
        hold.touch()
        editor.keys("gr")
        editor.until(lambda seen: re.fullmatch(r"\d+/[1-9]\d*", seen["counter"]))
        editor.keys("<CR>")
        editor.until(lambda seen: seen.get("note") == "✗ there is no item yet")
        hold.unlink()
        editor.until(lambda seen: place(seen) == row)
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"].startswith(f"item {row - 1} x"))

    def test_a_list_is_not_resumed_at_the_row_of_an_older_query(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.open(items=["snow", "sun and rain"])
        editor.rows("snow")
        editor.keys("<Down>")
        editor.until(lambda seen: seen["counter"] == "2/2")
        editor.keys("s<Esc>")
        editor.closed()
        editor.keys("gr")
        seen = editor.until(lambda seen: seen["prompt"] == "s" and seen["counter"])
        self.assertEqual(seen["counter"], "1/2")

    def test_a_resumed_list_is_not_resumed_again_at_an_outdated_row(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.open(items=["a1", "a2", "xab", "yab"])
        editor.keys("a")
        editor.until(lambda seen: seen["prompt"] == "a" and seen["counter"] == "1/4")
        before = editor.seen()["rows"]
        row = next(row for row, text in enumerate(before) if "yab" in text)
        editor.keys("<Down>" * row)
        editor.until(lambda seen: seen["counter"] == f"{row + 1}/4")
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        editor.until(lambda seen: seen["counter"] == f"{row + 1}/4")
        editor.keys("b")
        rows = editor.until(lambda seen: seen["prompt"] == "ab" and seen["counter"] == "1/2")["rows"]
        self.assertIn("yab", rows[1])
        editor.keys("<Esc>")
        editor.closed()
        editor.keys("gr")
        seen = editor.until(lambda seen: seen["prompt"] == "ab" and seen["counter"])
        self.assertEqual(seen["counter"], "1/2")

    def test_white_space_before_a_combining_mark_is_trimmed_as_in_the_engine(self):
        for query in (" \u0301b", "\u0301b \u3000", "\u2003\u0301b"):
            with self.subTest(query):
                editor = self.editor()
                editor.open(items=["ab", "\u0301b"], query=query)
                editor.until(lambda seen: "\u0301b" in seen["rows"][0])
                editor.keys("<CR>")
                editor.until(lambda seen: seen["prompt"] is None and seen["text"] == "\u0301b")

    def test_an_invalid_item_is_reported(self):
        editor = self.editor()
        editor.open(items=["snow", {"id": "rain"}])
        seen = editor.until(lambda seen: "✗ Invalid params" in seen["title"])
        self.assertIn("items[1].title", " ".join(seen["rows"]))
        # Also if it is not in the first piece of a list.
        editor.open(items=["x" * 40_000, "y" * 40_000, {"id": "rain"}])
        editor.until(lambda seen: "items[2].title" in seen["title"])

    def test_an_invalid_option_value_is_reported(self):
        editor = self.editor()
        editor.open(items=["first"])
        editor.rows("first")
        engine = editor.engine()
        # The answers to the option and to the items arrive together.
        self.kill(engine, signal.SIGSTOP)
        editor.open(items=["snow"], options={"pageSize": 0})
        self.kill(engine, signal.SIGCONT)
        seen = editor.until(lambda seen: "✗" in seen["title"])
        self.assertIn("✗ Invalid params", seen["title"])
        self.assertIn("pageSize", " ".join(seen["rows"]))
