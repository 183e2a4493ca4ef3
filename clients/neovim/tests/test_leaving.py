"""Leaving a float: where the user is then, and in which mode."""

from case import wait_until
from neovim import NeovimCase


class Leaving(NeovimCase):
    def test_leaving_the_float_closes_it_and_restores_the_mode(self):
        for mode, keys in (("n", ""), ("i", "i")):
            with self.subTest(mode):
                editor = self.editor()
                editor.keys(":new<CR>" + keys)
                editor.until(lambda seen: seen["mode"] == mode and editor.evaluate("winnr('$')") == 2)
                editor.open(query="snowman")
                editor.rows("☃")
                editor.lua("vim.cmd('wincmd w')")
                editor.until(lambda seen: seen["prompt"] is None)
                editor.keys("a" if mode == "i" else "ia<Esc>")
                editor.until(lambda seen: seen["mode"] == mode and editor.evaluate("getline(1)") == "a")
                self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 2)

    def test_the_window_before_stays_the_one_before(self):
        for keys, text in (("<Esc>", ""), ("<CR>", "☃")):
            for mode in ("", "i"):
                with self.subTest(keys, mode=mode):
                    # The user comes from the third window into the first.
                    editor = self.editor("-c", "new | new | 3wincmd w | 1wincmd w", "-c", "autocmd WinEnter * let g:told = winnr()")
                    editor.keys(mode)
                    editor.until(lambda seen: seen["mode"] == (mode or "n"))
                    editor.open(query="snowman")
                    editor.rows("☃")
                    editor.keys(keys)
                    editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("getline(1)") == text)
                    self.assertEqual(editor.evaluate("[winnr(), winnr('#'), g:told]"), [1, 3, 1])

    def test_a_float_closes_even_if_an_autocommand_fails(self):
        for event in ("WinClosed", "WinLeave", "BufLeave", "BufHidden", "WinEnter"):
            for key, text in (("<CR>", "☃"), ("<Esc>", "")):
                with self.subTest(event, key=key):
                    editor = self.editor("-c", f"autocmd {event} * throw 'oops'", settings={"preview": True})
                    editor.command("Seekline snowman")
                    editor.rows("☃")
                    editor.keys(key)
                    seen = editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n" and seen["messages"])
                    self.assertEqual((seen["text"], editor.evaluate(editor.PARTS)), (text, 0))
                    self.assertTrue(all("oops" in message for message in seen["messages"]), seen["messages"])

    def test_a_preview_is_hidden_even_if_an_autocommand_fails(self):
        editor = self.editor("-c", "autocmd WinClosed * throw 'oops'", settings={"preview": True})
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.until(lambda seen: seen["preview"] is not None)
        editor.keys("<Tab>")
        seen = editor.until(lambda seen: seen["preview"] is None and seen["messages"])
        self.assertEqual(seen["prompt"], "snowman")
        self.assertTrue(all("oops" in message for message in seen["messages"]), seen["messages"])
        editor.keys("<Tab>")
        editor.until(lambda seen: seen["preview"] is not None)

    def test_no_file_takes_the_place_of_the_prompt(self):
        (self.folder / "notes").write_text("one\n")
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys(f"<C-o>:edit {self.folder}/notes<CR>")
        editor.until(lambda _: "E1513" in editor.evaluate("v:errmsg"))
        editor.keys("<CR>")
        self.assertEqual(editor.closed()["text"], "☃")

    def test_a_choice_is_performed_at_once_even_if_the_end_of_insert_mode_goes_unnoticed(self):
        notes = self.folder / "notes"
        notes.write_text("one\ntwo\n")
        for way in ("autocmd InsertLeave * throw 'oops'", "autocmd ModeChanged * throw 'oops'", "set eventignore=InsertLeave"):
            # On a key, and as soon as the list of what was typed arrives.
            for keys in ("<CR>", "p<CR>"):
                with self.subTest(way, keys=keys):
                    editor = self.editor("-c", way)
                    editor.open(items=[{"title": "place", "location": {"path": str(notes), "line": 2}}])
                    editor.rows("place")
                    editor.until(lambda seen: seen["mode"] == "i")
                    editor.keys(keys)
                    editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("[expand('%:t'), line('.')]") == ["notes", 2])
                    # Nothing is left to do when insert mode ends another time.
                    editor.run("autocmd! InsertLeave | autocmd! ModeChanged | set eventignore= | 1")
                    editor.keys("ix<Esc>")
                    editor.until(lambda seen: editor.evaluate("getline(1)") == "xone" and seen["mode"] == "n")
                    self.assertEqual(editor.evaluate("line('.')"), 1)

    def test_leaving_for_another_window_does_not_move_the_cursor(self):
        for way in ("wincmd w", "tabnext", "stopinsert | wincmd w", "wincmd w | stopinsert"):
            with self.subTest(way):
                editor = self.editor("-c", "call setline(1, 'snowman') | normal! 3l", "-c", "tab split | tabprevious | split")
                editor.open(query="snowman")
                editor.rows("☃")
                editor.lua(f"vim.cmd('{way}')")
                self.assertEqual(editor.closed()["cursor"], 3)

    def test_a_search_does_not_move_windows_that_are_bound_to_each_other(self):
        notes = self.folder / "notes"
        notes.write_text("".join(f"line {number}\n" for number in range(1, 200)))
        for binding in ("cursorbind", "scrollbind", "diff"):
            with self.subTest(binding):
                editor = self.editor("-c", f"edit {notes} | set {binding}", "-c", "normal! 100Gzt", settings={"preview": True})
                before = editor.evaluate("[line('.'), line('w0')]")
                place = {"path": str(notes), "line": 20}
                editor.open(items=[{"title": "first", "location": place}, *(f"item {number}" for number in range(30))])
                editor.until(lambda seen: "line 20" in (seen["preview"] or ""))
                editor.keys("<C-f><C-f>" + "<C-n>" * 15)
                editor.until(lambda seen: seen["counter"].startswith("16/"))
                editor.lua("vim.cmd.redraw()")
                editor.keys("<Esc>")
                editor.closed()
                self.assertEqual(editor.evaluate("[line('.'), line('w0')]"), before)

    def test_a_search_from_terminal_mode_accepts_typing_at_once_and_returns_to_it(self):
        notes = self.folder / "notes"
        notes.write_text("one\ntwo\n")
        editor = self.editor("-c", "set hidden")
        editor.lua("vim.keymap.set('t', '<F2>', '<Plug>(seekline)') vim.keymap.set('t', '<Plug>(seekline)', '<Cmd>Seekline<CR>')")
        editor.lua("vim.cmd('terminal cat') vim.cmd('startinsert')")
        editor.until(lambda seen: seen["mode"] == "t")
        for end in ("<CR>", "<Esc>"):
            editor.keys("<F2>snowman")
            editor.until(lambda seen: seen["prompt"] == "snowman" and seen["mode"] == "i" and seen["counter"] == "1/3")
            editor.keys(end)
            editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "t")
        self.assertEqual(editor.evaluate("@@"), "☃")
        # A user who goes to another window is no longer typing into the terminal.
        editor.lua("vim.cmd('new | wincmd p | startinsert')")
        editor.until(lambda seen: seen["mode"] == "t")
        editor.keys("<F2>snow")
        editor.until(lambda seen: seen["prompt"] == "snow" and seen["mode"] == "i")
        editor.lua("vim.cmd('1wincmd w')")
        editor.closed()
        editor.lua("vim.cmd('2wincmd w | startinsert')")
        editor.until(lambda seen: seen["mode"] == "t")
        editor.open(items=[{"title": "place", "location": {"path": str(notes), "line": 2}}])
        editor.rows("place")
        editor.keys("<CR>")
        editor.until(lambda seen: seen["mode"] == "n" and editor.evaluate("[expand('%'), line('.')]") == [str(notes), 2])

    def test_a_search_opened_with_ctrl_o_returns_to_insert_or_terminal_mode(self):
        for start, command, end, text in [
            ("iab", "<C-o>", "<CR>", "ab☃x"), ("iab", "<C-o>", "<Esc>", "abx"), ("iab<Left>", "<C-o>", "<CR>", "a☃xb"),
            ("iab<Left>", "<C-o>", "<Esc>", "axb"), ("iab", "<C-Bslash><C-o>", "<CR>", "ab☃x"), ("i", "<C-o>", "<CR>", "☃x"),
        ]:
            with self.subTest(start, command=command, end=end):
                editor = self.editor()
                editor.keys(f"{start}{command}:Seekline snowman<CR>")
                editor.rows("☃")
                editor.keys(end)
                editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "i")
                editor.keys("x")
                editor.until(lambda seen: seen["text"] == text, text)
        editor = self.editor()
        self.begin(editor, "t")
        editor.keys("<C-Bslash><C-o>:Seekline snowman<CR>")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "t")

    def test_closing_a_window_before_the_user_can_type_leaves_the_terminal_as_it_was(self):
        for way in ("close()", "vim.schedule(close)", "vim.defer_fn(close, 1)"):
            for kind in ("prompt", "list"):
                with self.subTest(way, kind=kind):
                    editor = self.editor()
                    editor.lua(f"function close() {editor.closing_of(kind)} end vim.cmd('terminal cat') vim.cmd('startinsert')")
                    editor.until(lambda seen: seen["mode"] == "t")
                    editor.lua(f"require('seekline').open() {way}")
                    editor.until(lambda seen: seen["prompt"] is None)
                    editor.keys("typed<CR>")
                    editor.until(lambda seen: editor.evaluate("getline(1, 2)") == ["typed", "typed"] and seen["mode"] == "t")

    def begin(self, editor, mode):
        """Enters this mode, in the text "ab" with the cursor on its last character, or in a terminal."""
        if mode == "t":
            editor.lua("vim.cmd('terminal cat') vim.cmd('startinsert')")
            editor.until(lambda seen: seen["mode"] == "t")
        else:
            editor.keys("iab" + ("<Left>" if mode == "i" else "<Esc>"))
            editor.until(lambda seen: seen["text"] == "ab" and seen["cursor"] == 1 and seen["mode"] == mode)

    def is_typed_into(self, editor, mode, row="UMBRELLA"):
        """Checks that a float with this row accepts what is typed, and that leaving it restores the mode."""
        editor.rows(row)
        editor.keys("xy")
        editor.until(lambda seen: seen["prompt"].endswith("xy"))
        editor.keys("<Esc>")
        return editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == mode)

    def test_a_float_that_is_opened_while_another_one_closes_stays_open(self):
        # In the same turn, in the next one, and in the one after that.
        for way in ("open()", "vim.schedule(open)", "vim.schedule(function() vim.schedule(open) end)"):
            for mode in "nit":
                for key in ("<Esc>", "<CR>"):
                    with self.subTest(way, mode=mode, key=key):
                        editor = self.editor()
                        self.begin(editor, mode)
                        editor.open(items=[{"title": "snow", "insert": "☃"}])
                        editor.rows("snow")
                        editor.until(lambda seen: seen["mode"] == "i")
                        editor.lua(f"""
                          local function open() require("seekline").open({{ query = "umbrella" }}) end
                          vim.fn.maparg("{key}", "i", false, true).callback()
                          {way}
                        """)
                        seen = self.is_typed_into(editor, mode)
                        if mode != "t":
                            inserted = "" if key == "<Esc>" else "☃"
                            text, cursor = ("ab" + inserted, 2 if inserted else 1) if mode == "n" else (f"a{inserted}b", 4 if inserted else 1)
                            self.assertEqual((seen["text"], seen["cursor"]), (text, cursor))

    def test_a_float_opened_before_the_jump_to_the_chosen_place_stays_open_over_it(self):
        notes = self.folder / "notes"
        notes.write_text("one\ntwo\nthree\n")
        for way in ("open()", "vim.schedule(open)"):
            for mode in "nit":
                with self.subTest(way, mode=mode):
                    editor = self.editor("-c", "set hidden")
                    self.begin(editor, mode)
                    editor.open(items=[{"title": "place", "location": {"path": str(notes), "line": 2}}])
                    editor.rows("place")
                    editor.until(lambda seen: seen["mode"] == "i")
                    editor.lua(f"""
                      local function open() require("seekline").open({{ query = "umbrella" }}) end
                      vim.fn.maparg("<CR>", "i", false, true).callback()
                      {way}
                    """)
                    self.is_typed_into(editor, "n")
                    self.assertEqual(editor.evaluate("[expand('%'), line('.')]"), [str(notes), 2])

    def test_on_choice_is_called_before_the_next_float_opens(self):
        editor = self.editor()
        editor.open(kept=True, items=["snow"])
        editor.rows("snow")
        editor.until(lambda seen: seen["mode"] == "i")
        chosen = editor.lua("""
          vim.fn.maparg("<CR>", "i", false, true).callback()
          require("seekline").open({ query = "umbrella" })
          return vim.g.chosen
        """)
        self.assertEqual(chosen["title"], "snow")
        self.is_typed_into(editor, "n")

    def test_a_float_opened_right_after_stopinsert_stays_open(self):
        editor = self.editor()
        self.begin(editor, "i")
        editor.lua("vim.cmd.stopinsert() require('seekline').open({ query = 'umbrella' })")
        self.is_typed_into(editor, "n")

    def test_typeahead_after_leaving_insert_mode_applies_to_the_original_buffer(self):
        for keys, lines in [
            ("dd", ["one", "three"]), ("<CR>x", ["one", "two", "hree"]), ("ixy<Esc>", ["one", "xytwo", "three"]),
            (":s/t/T/<CR>", ["one", "Two", "three"]), ("gdd", ["one", "tw", "three"]), ("<Esc>jdd", ["one", "two"]),
            ("<Tab>x", ["one", "wo", "three"]),
        ]:
            for start in (":Seekline<CR>", "i<F2>"):
                with self.subTest(keys, start=start):
                    editor = self.editor("-c", "inoremap jk <Esc>", "-c", "imap <F2> <Plug>(seekline)", "-c", "nnoremap gd $x")
                    editor.lua("vim.api.nvim_buf_set_lines(0, 0, -1, false, { 'one', 'two', 'three' }) vim.cmd('2')")
                    editor.keys(f"{start}snowjk{keys}:let g:behind = 1<CR>")
                    wait_until(lambda: editor.evaluate("get(g:, 'behind')"), "what was typed last")
                    self.assertEqual((editor.closed()["text"], editor.seen()["messages"]), ("\n".join(lines), []))

    def test_a_map_that_leaves_and_reenters_insert_mode_keeps_the_float_open(self):
        editor = self.editor("-c", "inoremap <C-k> <Esc>0dwA")
        self.begin(editor, "n")
        editor.keys(":Seekline<CR>black snow<C-k>man")
        editor.rows("☃")
        self.assertEqual((editor.seen()["prompt"], editor.seen()["text"]), ("snowman", "ab"))

    def test_closing_any_window_of_a_float_closes_all_of_it(self):
        for kind, way in [
            ("prompt", None), ("prompt", "<C-o>:q<CR>"), ("prompt", "<C-o>:bwipe!<CR>"), ("all", "<C-o>:fclose!<CR>"),
            ("list", None), ("preview", None), ("list", "<Esc>"),
        ]:
            with self.subTest(kind, way=way):
                editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)", settings={"preview": True})
                editor.keys("iab<Left><Esc>")
                editor.until(lambda seen: seen["text"] == "ab" and seen["mode"] == "n" and seen["cursor"] == 0)
                editor.command("Seekline snowman")
                editor.rows("☃")
                editor.keys("<C-n>")
                editor.until(lambda seen: seen["counter"] == "2/3")
                if way == "<Esc>":
                    # This triggers no event.
                    editor.lua("vim.o.eventignore = 'all'")
                    editor.close_window(kind, then="vim.o.eventignore = ''")
                if way:
                    editor.keys(way)
                else:
                    editor.close_window(kind)
                self.assertEqual(editor.closed()["cursor"], 0)
                self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 1)
                self.assertEqual(editor.evaluate("len(getbufinfo())"), 1)
                editor.keys("gr")
                editor.until(lambda seen: seen["prompt"] == "snowman" and seen["counter"] == "2/3")
                editor.open(query="umbrella")
                editor.rows("UMBRELLA")
                self.assertEqual(editor.evaluate("v:errmsg"), "")
                self.assertEqual(editor.seen()["messages"], [])

    def test_insert_mode_continues_after_a_window_is_closed_from_outside(self):
        for kind in ("prompt", "list"):
            with self.subTest(kind):
                editor = self.editor("-c", "imap <F2> <Plug>(seekline)")
                editor.keys("iab<Left><F2>")
                editor.until(lambda seen: seen["prompt"] == "" and seen["mode"] == "i")
                editor.close_window(kind)
                editor.until(lambda seen: seen["prompt"] is None)
                editor.keys("c")
                editor.until(lambda seen: seen["text"] == "acb" and seen["mode"] == "i")
                self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_events_that_arrive_after_a_window_was_closed_do_no_harm(self):
        for kind in ("prompt", "list", "preview"):
            with self.subTest(kind):
                editor = self.editor(settings={"preview": True})
                editor.command("Seekline snowman")
                editor.rows("☃")
                # In the same turn.
                editor.close_window(kind, """
                  for _, session in pairs(require("seekline.engine").sessions) do
                    local items = { { id = "a", title = "a" }, { id = "b", title = "b" } }
                    session:take("items", { query = "snowman", generation = 9, from = 0, items = items, count = 2, more = false })
                  end
                  vim.cmd.doautocmd("VimResized")
                """)
                editor.closed()
                self.assertEqual(editor.evaluate("v:errmsg"), "")
