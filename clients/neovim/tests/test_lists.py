"""Lists that the caller provides, and `vim.ui.select`."""

import re
import signal

from neovim import Neovim, NeovimCase
from stories import lists


class Lists(lists.Lists, NeovimCase):
    def test_an_empty_table_is_taken_for_no_fields(self):
        editor = self.editor()
        editor.lua("""
          given = { { id = "1", title = "bare", fields = {} }, { id = "2", title = "rich", fields = { a = 1 } } }
          require("seekline").open({ items = given })
        """)
        editor.rows("bare", "rich")
        self.assertEqual(editor.lua("return getmetatable(given[1].fields) == nil"), True)


class Select(NeovimCase):
    """`require("seekline").select`, which behaves like `vim.ui.select`."""

    def select(self, editor, items, opts="{}", then=""):
        """Starts a selection, and runs `then` in the same turn; results are added to the Lua list `answers`."""
        editor.lua(f"""
          items, answers = {items}, answers or {{}}
          require("seekline").select(items, {opts}, function(...) table.insert(answers, {{ n = select("#", ...), ... }}) end)
          {then}
        """)

    def answered(self, editor, count=1):
        """Waits for answer number `count`; returns whether it is the caller's own item, its number, and its text."""
        editor.until(lambda seen: seen["prompt"] is None and editor.lua("return #answers") == count)
        return editor.lua(f"""
          local answer = answers[{count}]
          assert(answer.n == 2)
          return {{ answer[2] ~= nil and answer[1] == items[answer[2]], answer[2] or vim.NIL, tostring(answer[1]) }}
        """)

    def test_a_string_can_be_chosen(self):
        editor = self.editor()
        self.select(editor, "{ 'tabs', 'spaces' }", "{ prompt = 'Tabs or spaces:' }")
        seen = editor.rows("tabs", "spaces")
        self.assertEqual((seen["title"], seen["counter"]), (" Tabs or spaces ", "1/2"))
        self.assertIn("<CR> choose", seen["footer"])
        editor.keys("<Down><CR>")
        self.assertEqual(self.answered(editor), [True, 2, "spaces"])

    def test_a_table_is_searched_and_chosen_by_its_formatted_text(self):
        editor = self.editor()
        self.select(
            editor, "{ { name = 'a' }, { name = 'same' }, { name = 'same' }, 4 }",
            "{ format_item = function(item) return item.name:upper() end }",
        )
        editor.rows("A", "SAME", "✗ ", "number")
        editor.keys("SAME")
        editor.until(lambda seen: seen["counter"] == "1/2")
        editor.keys("<Down><CR>")
        self.assertEqual(self.answered(editor)[:2], [True, 3])

    def test_changes_the_caller_makes_to_the_list_meanwhile_have_no_effect(self):
        editor = self.editor()
        self.select(editor, "{ 'one', 'two' }")
        editor.rows("two")
        editor.lua("table.remove(items, 1)")
        editor.keys("two<CR>")
        self.assertEqual(self.answered(editor)[1:], [2, "two"])

    def test_enter_right_after_typing_chooses_an_item_that_matches_the_query(self):
        editor = self.editor()
        self.select(editor, "{ 'snow', 'rain', 'sun' }")
        editor.rows("snow")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.keys("su<CR>")
        editor.until(lambda seen: seen["prompt"] == "su")
        self.kill(engine, signal.SIGCONT)
        self.assertEqual(self.answered(editor), [True, 3, "sun"])

    def test_every_way_of_cancelling_calls_back_exactly_once(self):
        editor = self.editor()
        ways = ["<Esc>", "<C-c>", "wincmd", "open", "prompt", "list"]
        for count, way in enumerate(ways, 1):
            with self.subTest(way):
                self.select(editor, "{ 'a', 'b' }")
                editor.rows("b")
                if way == "wincmd":
                    editor.lua("vim.cmd('wincmd w')")
                elif way in ("prompt", "list"):
                    editor.close_window(way)
                elif way == "open":
                    editor.open(items=["other"])
                    editor.rows("other")
                    editor.keys("<Esc>")
                else:
                    editor.keys(way)
                self.assertEqual(self.answered(editor, count), [False, None, "nil"])
                editor.closed()
        self.assertEqual(editor.lua("return #answers"), len(ways))

    def test_an_interrupt_before_the_user_can_type_cancels_the_selection(self):
        editor = self.editor()
        editor.lua("function interrupt() vim.api.nvim_input('<C-c>') end")
        # Together with the float, in the next turn, in one after that, and once the user can type.
        ways = ["interrupt()", "vim.schedule(interrupt)", "vim.defer_fn(interrupt, 1)", "vim.defer_fn(interrupt, 100)"]
        for count, way in enumerate(ways, 1):
            with self.subTest(way):
                self.select(editor, "{ 'a' }", then=way)
                self.assertEqual(self.answered(editor, count), [False, None, "nil"])
                editor.closed()

    def test_closing_a_window_before_the_user_can_type_closes_the_float(self):
        # Together with the float, in the next turn, and in one after that.
        for way in ("close()", "vim.schedule(close)", "vim.defer_fn(close, 1)"):
            for kind in ("prompt", "list"):
                with self.subTest(way, kind=kind):
                    editor = self.editor()
                    editor.lua(f"function close() {editor.closing_of(kind)} end")
                    self.select(editor, "{ 'a' }", then=way)
                    self.assertEqual(self.answered(editor), [False, None, "nil"])
                    # Keys are commands again.
                    editor.keys("ib<Esc>")
                    editor.until(lambda seen: seen["text"] == "b" and seen["mode"] == "n")

    def test_leaving_insert_mode_with_a_custom_map_cancels_the_selection(self):
        editor = self.editor("-c", "inoremap jk <Esc>")
        self.select(editor, "{ 'a' }")
        editor.rows("a")
        editor.until(lambda seen: seen["mode"] == "i")
        editor.keys("jk")
        self.assertEqual(self.answered(editor), [False, None, "nil"])
        editor.closed()

    def test_without_an_engine_nothing_is_chosen(self):
        editor = self.editor(environment={"SEEKLINE": "/nowhere"})
        self.select(editor, "{ 'a', 'b' }")
        self.assertEqual(self.answered(editor), [False, None, "nil"])
        self.assertIn('there is no program "/nowhere"', editor.seen()["messages"][0])

    def test_insert_mode_continues_after_a_selection(self):
        editor = self.editor()
        editor.keys("iab<Left>")
        editor.until(lambda seen: seen["text"] == "ab" and seen["cursor"] == 1)
        self.select(editor, "{ 'a' }")
        editor.rows("a")
        editor.keys("<CR>")
        self.answered(editor)
        editor.keys("x")
        editor.until(lambda seen: seen["text"] == "axb" and seen["mode"] == "i")

    def test_only_one_item_can_be_chosen(self):
        editor = self.editor()
        self.select(editor, "{ 'a', 'b' }")
        editor.rows("a", "b")
        editor.keys("<S-Tab>")
        editor.until(lambda seen: seen.get("note") == "✗ only one can be chosen here" and seen["rows"] == ["  a", "  b"])
        editor.keys("<CR>")
        self.assertEqual(self.answered(editor), [True, 1, "a"])

    def test_select_can_replace_vim_ui_select(self):
        (line,) = re.findall(r"^vim\.ui\.select = .*$", (Neovim.PLUGIN / "README.md").read_text(), re.MULTILINE)
        editor = self.editor("-c", f"lua {line}")
        editor.lua("vim.ui.select({ 'a', 'b' }, {}, function(item, index) vim.g.chosen = { item, index } end)")
        editor.rows("b")
        editor.keys("b<CR>")
        editor.closed()
        editor.until(lambda seen: editor.evaluate("get(g:, 'chosen', [])") == ["b", 2])

    def test_a_selection_is_not_resumed(self):
        editor = self.editor("-c", "nmap gr <Plug>(seekline-resume)")
        editor.open(query="snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        self.select(editor, "{ 'a' }")
        editor.rows("a")
        editor.keys("<Esc>")
        self.answered(editor)
        editor.closed()
        editor.keys("gr")
        editor.rows("☃")

    def test_a_long_list_is_formatted_bit_by_bit(self):
        """A few items at a time, fewer the longer each one takes; the engine has not answered for any of them yet."""
        editor = self.editor()
        self.select(editor, "{ 'first' }")
        editor.rows("first")
        self.kill(editor.engine(), signal.SIGSTOP)
        editor.many(100_000)
        for wait, most in [(0, 10_000), (3e6, 4)]:
            editor.lua("calls = 0")
            self.select(editor, "many", f"""{{ format_item = function(item)
              local began = vim.uv.hrtime()
              while vim.uv.hrtime() < began + {wait} do end
              calls = calls + 1
              return item
            end }}""")
            editor.keys("x")
            editor.until(lambda seen: seen["prompt"] == "x")
            self.assertIn(editor.lua("return calls"), range(1, most + 1))

    def test_wrong_arguments_are_reported(self):
        editor = self.editor()
        for arguments, message in [
            ("nil, {}, print", "items must be a table, not a nil"), ("{}, {}", "on_choice must be a function, not a nil"),
        ]:
            self.assertEqual(
                editor.lua(f"return select(2, pcall(require('seekline').select, {arguments}))"), f"seekline: {message}",
            )
        self.assertIsNone(editor.seen()["prompt"])
