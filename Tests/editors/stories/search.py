"""Searching: typing, moving, paging, details, refreshing."""

from case import PIECEWISE, wait_until


class Typing:
    """Typing into the prompt, and what follows from it."""

    def test_a_choice_is_inserted_after_the_cursor(self):
        editor = self.editor()
        editor.keys("iab<Esc>0")
        editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == "n" and seen["cursor"] == 0)
        editor.command("Seekline")
        editor.until(lambda seen: seen["prompt"] == "" and seen["mode"] == editor.TYPING)
        editor.keys("snowman")
        editor.until(lambda seen: seen["prompt"] == "snowman")
        seen = editor.rows("☃", "⛄")
        self.assertEqual(seen["title"], " Unicode characters ")
        self.assertEqual(seen["counter"], "1/3")
        editor.keys("<C-n><CR>")
        seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and seen["text"] == "a⛄b")
        self.assertEqual(seen["cursor"], 1, "the cursor is on what was inserted")

    def test_insert_and_replace_mode_continue_after_a_choice_is_inserted(self):
        for keys, text, mode in (
            ("iab<Left><F2>", "a☃cb", "i"), ("iab<F2>", "ab☃c", "i"), ("iabd<Esc>hR<F2>", "a☃cd", "R"),
        ):
            with self.subTest(keys):
                editor = self.editor("-c", "imap <F2> <Plug>(seekline)")
                editor.keys(keys)
                editor.until(lambda seen: seen["prompt"] == "")
                editor.keys("snowman")
                # Waits for the list of the whole text: after an Enter that has to wait, typing continues the query.
                editor.until(lambda seen: "☃" in " ".join(seen["rows"]) and "<CR> insert" in seen["footer"])
                editor.keys("<CR>c")
                editor.until(lambda seen: seen["text"] == text and seen["mode"] == mode)

    def test_closing_leaves_everything_as_it_was(self):
        for key in ("<Esc>", "<C-c>"):
            editor = self.recorded()
            editor.keys("iab cd<Esc>0ll")
            editor.command("Seekline")
            editor.keys("snowman")
            editor.rows("☃")
            editor.keys(key)
            seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and seen["cursor"] == 2)
            self.assertEqual(seen["text"], "ab cd")
            wait_until(lambda: self.said("closeSession"), "the session is closed")
            self.assertEqual(editor.evaluate("len(getbufinfo())"), 1)
            self.assertEqual(editor.evaluate(editor.PARTS), 0)

    def test_matches_are_highlighted(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("SNOWMAN WITHOUT SNOW")
        matches = editor.highlighted("match")
        self.assertEqual(matches[0], ["SNOWMAN"])
        self.assertGreaterEqual(sum(matches, []).count("SNOWMAN"), 3)

    def test_pasted_text_becomes_one_line(self):
        editor = self.editor()
        editor.command("Seekline")
        editor.until(lambda seen: seen["prompt"] == "")
        editor.paste("black\nsnowman")
        editor.until(lambda seen: seen["prompt"] == "black snowman" and "⛇" in " ".join(seen["rows"]))

    def test_a_source_with_the_submit_trigger_is_searched_on_enter(self):
        editor = self.editor()
        editor.command("Seekline hotpepper")
        editor.keys("焼肉")
        seen = editor.rows("<CR> searches")
        self.assertIn("<CR> search ", seen["footer"])
        self.assertEqual(self.services.requests("hotpepper"), [])
        editor.keys("<CR>")
        seen = editor.rows("焼肉 たけ 銀座店")
        self.assertIn("Powered by ホットペッパーグルメ Webサービス", seen["footer"])
        # The list is for another query: Enter does what the footer says.
        editor.keys("x")
        editor.until(lambda seen: "<CR> search " in seen["footer"])
        editor.keys("<C-n><CR>")
        editor.rows("Nothing found for “焼肉x”")
        editor.keys("<BS><CR>")
        editor.rows("焼肉 たけ 銀座店")
        editor.keys("<C-n><CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"].startswith("https://www.hotpepper.jp/str"))
        self.assertEqual(len(self.services.requests("hotpepper")), 3)

    def test_enter_does_not_choose_from_the_list_of_an_older_query(self):
        editor = self.editor()
        editor.command("Seekline wikipedia")
        editor.keys("swift")
        editor.rows("Swift compiler")
        self.services.fail("wikipedia", hold=1)
        editor.keys("<C-u>rust<CR>")
        self.services.requests("wikipedia", 2)
        self.assertEqual(editor.seen()["prompt"], "rust")
        self.services.release("wikipedia")
        editor.rows("Rust compiler")
        self.assertEqual([request.query["srsearch"] for request in self.services.requests("wikipedia")], ["swift", "rust"])

    def test_enter_does_not_choose_a_row_moved_to_before_the_new_list_has_arrived(self):
        editor = self.editor()
        editor.command("Seekline wikipedia")
        editor.keys("swift")
        editor.rows("Swift compiler")
        # First before the text has settled, then while its list is loading.
        for count, title in enumerate(("rust", "python"), 2):
            self.services.fail("wikipedia", hold=1)
            editor.keys(f"<C-u>{title}")
            if title == "python":
                self.services.requests("wikipedia", count)
            editor.keys("<Down><CR>")
            self.services.requests("wikipedia", count)
            self.assertEqual(editor.seen()["prompt"], title)
            self.services.release("wikipedia")
            editor.rows(f"{title.capitalize()} compiler")

    def test_a_query_that_is_too_short_shows_how_many_characters_are_missing(self):
        editor = self.editor()
        editor.command("Seekline wikipedia")
        editor.rows("articles of a Wikipedia")
        editor.keys("s")
        editor.rows("Type 2 more")
        editor.keys("w")
        editor.rows("Type 1 more")
        editor.keys("iftzzz")
        editor.rows("Nothing found for “swiftzzz”")


class Paging:
    """Moving down the list, and on to further pages."""

    def test_reaching_the_end_of_the_list_requests_the_next_page_once(self):
        editor = self.recorded()
        editor.command("Seekline arrow")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        self.assertEqual(self.said("reachedBottom"), [])
        editor.keys("<C-n>" * 10)
        editor.until(lambda seen: seen["row"] == 11)
        self.assertEqual(self.said("reachedBottom"), [])
        editor.keys("<C-n>" * 9)
        seen = editor.until(lambda seen: len(seen["rows"]) == 40 and seen["row"] == 20)
        self.assertRegex(seen["counter"], "^20/40 of [0-9]+$")
        self.assertEqual(len(self.said("reachedBottom")), 1)
        for count in (60, 80, 100):
            editor.keys("<PageDown><PageDown>")
            seen = editor.until(lambda seen: len(seen["rows"]) >= count)
        self.assertEqual(len(set(seen["rows"])), len(seen["rows"]))

    def test_a_page_that_typing_cancels_is_requested_again_but_not_at_once(self):
        editor = self.recorded(settings={"options": {"qiita": {"trigger": "submit", "onInput": "cancel", "stalledMs": 1}}})
        editor.command("Seekline qiita")
        editor.until(lambda seen: seen["prompt"] == "")
        editor.keys("<CR>")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        self.services.fail("qiita", hold=1)
        editor.keys("<C-n>" * 19)
        editor.until(lambda seen: seen["row"] == 20 and "still waiting" in seen["title"])
        editor.keys("s")
        editor.until(lambda seen: "still waiting" not in seen["title"])
        editor.keys("w")
        editor.until(lambda seen: seen["prompt"] == "sw")
        wait_until(lambda: self.said("setQuery")[-1]["params"]["query"] == "sw", "the second keystroke")
        self.assertEqual(len(self.said("reachedBottom")), 1)
        editor.keys("<C-p>")
        editor.until(lambda seen: len(seen["rows"]) == 40 and seen["row"] == 19)
        self.assertEqual(len(self.said("reachedBottom")), 2)

    def test_a_tall_window_is_filled_with_a_second_page(self):
        editor = self.recorded(terminal=(80, 60), settings={"max_height": 35})
        editor.open(query="arrow")
        editor.until(lambda seen: len(seen["rows"]) == 40)
        self.assertEqual(len(self.said("reachedBottom")), 1)

    def test_the_cursor_stops_at_both_ends(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<C-p><Up>")
        editor.keys("<Down>" * 5)
        editor.until(lambda seen: seen["counter"] == "3/3" and seen["row"] == 3)


class Details:
    """The preview of the choice."""

    def test_the_preview_follows_the_choice(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<Tab>")
        editor.until(lambda seen: "UTF-8: E2 98 83" in (seen["preview"] or ""))
        editor.keys("<C-n>")
        seen = editor.until(lambda seen: "UTF-8: E2 9B 84" in seen["preview"])
        self.assertNotIn("E2 98 83", seen["preview"])
        editor.keys("<C-f><C-b><Tab>")
        editor.until(lambda seen: seen["preview"] is None)

    def test_only_the_detail_of_the_choice_is_shown(self):
        editor = self.editor()
        editor.command("Seekline wikipedia swift")
        editor.rows("Swift compiler")
        self.services.fail("wikipedia", hold=1)
        editor.keys("<Tab>")
        self.services.requests("wikipedia", 2)
        editor.keys("<C-n>")
        seen = editor.until(lambda seen: "turns the text" in seen["preview"])
        self.assertTrue(seen["preview"].startswith("Swift compiler\n"))
        # The older answer arrives before the one that is requested after it.
        self.services.release("wikipedia")
        editor.keys("<C-n>")
        seen = editor.until(lambda seen: "fetches what a program is made of" in seen["preview"])
        self.assertTrue(seen["preview"].startswith("Swift package manager\n"))

    def test_a_failed_detail_shows_an_error_and_the_next_one_works(self):
        editor = self.editor()
        editor.command("Seekline wikipedia swift")
        editor.rows("Swift compiler")
        self.services.fail("wikipedia", status=500)
        editor.keys("<Tab>")
        editor.until(lambda seen: "✗ Source failed: " in (seen["preview"] or ""))
        editor.keys("<C-n>")
        editor.until(lambda seen: "turns the text" in seen["preview"])


class Refreshing:
    """Requesting the list again."""

    def test_a_refresh_brings_new_items_and_keeps_the_choice(self):
        editor = self.editor()
        editor.command("Seekline qiita")
        before = editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<C-n><C-n>")
        editor.until(lambda seen: seen["row"] == 3)
        self.services.qiita.publish(2)
        editor.keys("<F5>")
        editor.until(lambda seen: seen["rows"][2:5] == before["rows"][:3] and seen["row"] == 5)

    def test_a_failed_refresh_keeps_the_list(self):
        for preview in (False, True):
            editor = self.editor(terminal=(120, 30), settings={"preview": preview})
            editor.open(source="qiita")
            # The preview sends a request as well, and that must not be the one that fails.
            before = editor.until(lambda seen: len(seen["rows"]) == 20 and (not preview or "…" not in (seen["preview"] or "…")))
            self.services.fail("qiita", status=500)
            editor.terminal.press("F5")
            seen = editor.until(lambda seen: "✗" in seen["title"])
            self.assertEqual(seen["rows"], before["rows"])
            # Next to a preview, the title has no room for all of the message.
            self.assertRegex(seen["note"], "^✗ http.* answered with status 500$")

    def test_the_choice_stays_if_it_is_beyond_the_first_page(self):
        editor = self.editor()
        editor.open(kept=True, source="qiita")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<C-n>" * 17)
        editor.until(lambda seen: len(seen["rows"]) == 40)
        editor.keys("<C-n>" * 7)
        before = editor.until(lambda seen: seen["row"] == 25)
        self.services.qiita.publish(2)
        # The first page arrives; the second is held.
        self.services.fail("qiita", slow=0.001)
        self.services.fail("qiita", hold=1)
        editor.keys("<F5>")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<CR>")
        editor.until(lambda seen: seen.get("note") == "✗ there is no item yet")
        self.services.release("qiita")
        seen = editor.until(lambda seen: seen["row"] == 27)
        self.assertEqual(seen["rows"][26], before["rows"][24])
        editor.keys("<CR>")
        editor.closed()
        self.assertIn(editor.evaluate("g:chosen.title"), before["rows"][24])

    def test_the_choice_stays_in_a_list_that_arrives_in_pieces(self):
        editor = self.editor(environment={"SEEKLINE": PIECEWISE})
        editor.open(kept=True)
        editor.until(lambda seen: seen["counter"] == "1/60")
        editor.keys("<Down>" * 40)
        editor.until(lambda seen: seen["counter"] == "41/60")
        editor.keys("<F5>")
        seen = editor.until(lambda seen: "still waiting" in seen["title"], "the first piece")
        self.assertEqual((seen["counter"], seen["row"]), ("41/60", 41))
        editor.keys("<F5>")
        seen = editor.until(lambda seen: len(seen["rows"]) == 61, "the other piece")
        self.assertEqual((seen["counter"], seen["row"]), ("42/61", 42))
        self.assertIn("item 41", seen["rows"][41])
        # In between, Enter chooses the row that is shown.
        editor.keys("<F5>")
        editor.until(lambda seen: "still waiting" in seen["title"], "the first piece")
        editor.keys("<Down><CR>")
        editor.closed()
        self.assertEqual(editor.evaluate("g:chosen.title"), "item 42")
