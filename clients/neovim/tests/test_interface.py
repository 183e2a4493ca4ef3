"""What other code and the command line see: the command, the settings, the functions, the help, the health."""

import re

from neovim import Neovim, NeovimCase
from stories import interface


class Command(interface.Command, NeovimCase):
    def test_nothing_is_loaded_before_it_is_needed(self):
        editor = self.editor()
        self.assertEqual(
            editor.lua("return vim.tbl_filter(function(name) return vim.startswith(name, 'seekline') end, vim.tbl_keys(package.loaded))"),
            [],
        )


class Settings(interface.Settings, NeovimCase):
    def test_settings_that_are_not_a_table_are_reported(self):
        editor = self.editor()
        self.assertEqual(editor.complaint("unicode"), "seekline: the settings must be a table, not a string")

    def test_a_key_that_is_too_long_for_a_mapping_is_reported(self):
        editor = self.editor()
        self.assertEqual(
            editor.complaint({"keys": {"copy": ["x" * 51]}}), f'seekline: keys.copy has "{"x" * 51}", which is too long for a mapping'
        )
        self.assertIsNone(editor.complaint({"keys": {"copy": ["x" * 50, "<Right>" * 16]}}))
        editor.open(items=["one"])
        editor.rows("one")
        self.assertEqual(editor.evaluate("v:errmsg"), "")

    def test_any_number_is_accepted_as_a_size(self):
        for columns, settings, width, height in [
            (80, {"max_width": 50.5, "max_height": 8.5}, 50, 8), (80, {"max_width": 5, "max_height": -3}, 5, 1),
            (80, {"max_width": 0, "width": -1, "height": 0}, 1, 1), (14, {}, 12, 14),
        ]:
            with self.subTest(settings, columns=columns):
                editor = self.editor("-c", f"set columns={columns} lines=24", settings=settings or None)
                editor.open(query="snow")
                editor.until(lambda seen: seen["rows"] and seen["row"] == 1)
                editor.lua("vim.cmd.redraw()")
                self.assertEqual(editor.lua("""
                  for _, window in ipairs(vim.api.nvim_list_wins()) do
                    if vim.bo[vim.api.nvim_win_get_buf(window)].filetype == "seekline-list" then
                      return { vim.api.nvim_win_get_width(window), vim.api.nvim_win_get_height(window) }
                    end
                  end
                """), [width, height])
                self.assertEqual(editor.seen()["messages"], [])
                editor.keys("<Esc>")
                editor.closed()
                self.assertEqual(editor.evaluate(editor.PARTS), 0)


    def test_a_replacement_of_vim_notify_receives_the_whole_message(self):
        for way in ("notify", "setmetatable({}, { __call = function(_, ...) notify(...) end })"):
            with self.subTest(way):
                editor = self.editor(settings={"options": {"unicode": {"pagesize": 3}}})
                editor.lua(f"notify = vim.notify vim.notify = {way}")
                editor.command("Seekline snowman")
                seen = editor.until(lambda seen: seen["messages"] and seen["counter"] == "1/3")
                self.assertRegex(seen["messages"][0], "^seekline: unicode has no option pagesize; it has .*, trigger$")
                self.assertNotIn("note", seen)
                self.assertEqual(editor.evaluate("v:errmsg"), "")


class Functions(interface.Functions, NeovimCase):
    def test_an_invalid_argument_is_reported(self):
        editor = self.editor()
        for wanted, complaint in [
            ("{ items = 'a' }", "items must be a table, not a string"), ("{ source = 3 }", "source must be a string, not a number"),
            ("{ query = {} }", "query must be a string, not a table"), ("{ options = 3 }", "options must be a table, not a number"),
            ("{ options = { 3 } }", "options must be options by name"), ("'snow'", "open takes a table, not a string"),
            ("{ options = { pageSize = print } }",
             "options cannot be written as JSON: Cannot serialise function: type not supported"),
            ("{ on_choice = 3 }", "on_choice must be a function, not a number"),
        ]:
            problem = editor.lua(f"return select(2, pcall(require('seekline').open, {wanted}))")
            self.assertEqual((problem, editor.evaluate(editor.PARTS)), (f"seekline: {complaint}", 0))

    def test_a_map_in_command_line_mode_leaves_the_command_line(self):
        for begins in ":/":
            with self.subTest(begins):
                editor = self.editor()
                editor.run("cnoremap <F2> <Cmd>Seekline<CR>")
                editor.keys(begins + "ab<F2>snowman")
                editor.rows("☃")
                editor.keys("<CR>")
                self.assertEqual(editor.closed()["text"], "☃")
                self.assertEqual(editor.evaluate("[mode(), v:errmsg]"), ["n", ""])

    def test_a_search_is_unaffected_by_the_paste_and_rightleft_options(self):
        editor = self.editor()
        editor.run("set paste rightleft")
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.assertEqual(editor.evaluate("map(range(1, winnr('$')), {_, window -> getwinvar(window, '&rightleft')})"), [1, 0, 0])
        editor.keys("<Down><CR>")
        self.assertEqual(editor.closed()["text"], "⛄")
        self.assertEqual(editor.evaluate("[&paste, &rightleft]"), [1, 1])

    def test_a_float_over_the_command_line_window_is_refused_with_a_message(self):
        editor = self.editor()
        editor.keys("q:")
        editor.until(lambda seen: editor.evaluate("getcmdwintype()") == ":")
        editor.lua("require('seekline').select({ 'a' }, {}, function(...) chosen = { select('#', ...), ... } end)")
        editor.until(lambda seen: editor.lua("return chosen") == [2])
        self.assertEqual(editor.seen()["messages"], [
            "seekline: Neovim opens no window over the command-line window"
        ])
        editor.keys("<C-w>q")
        editor.command("Seekline snowman")
        editor.rows("☃")

    def test_text_is_cleaned_cut_and_trimmed(self):
        editor = self.editor()
        self.assertEqual(editor.lua("return require('seekline.text').valid('a\\255b\\xC3\\xA4\\xED\\xA0\\x80\\xE2\\x82')"), "a�bä�����")
        self.assertEqual(editor.lua("return require('seekline.text').cut('aää', 2)"), "a…")
        self.assertEqual(editor.lua("return require('seekline.text').trim('\\u{3000} a b\\u{A0}\\n')"), "a b")


class Help(interface.Help, NeovimCase):
    def names(self):
        editor = self.editor()
        settings = editor.lua("return vim.tbl_keys(require('seekline.config').defaults)") + ["command"]
        actions = editor.lua("return vim.tbl_keys(require('seekline.config').defaults.keys)")
        view = (Neovim.PLUGIN / "lua" / "seekline" / "view.lua").read_text()
        groups = re.findall(r"^  (Seekline\w+) = ", view, re.MULTILINE)
        self.assertGreater(len(groups), 5)
        kinds = re.findall(r'"(\w+)"', re.search(r"^local names = (.*)$", view, re.MULTILINE)[1])
        self.assertGreater(len(kinds), 3)
        return settings + actions + groups + [f"seekline-{kind}" for kind in kinds]


class Health(NeovimCase):
    def test_the_health_check_lists_the_engine_and_its_sources(self):
        editor = self.editor()
        editor.lua("vim.cmd.checkhealth('seekline')")
        text = editor.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
        self.assertIn("seekline 0.", text)
        self.assertIn("wikipedia: articles", text)
        self.assertNotIn("ERROR", text)

    def test_the_health_check_reports_a_missing_engine(self):
        editor = self.editor(environment={"SEEKLINE": "/nowhere"})
        editor.lua("vim.cmd.checkhealth('seekline')")
        text = editor.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
        self.assertIn('there is no program "/nowhere"', text)

    def test_the_health_check_says_what_is_wrong_with_an_engine_that_does_not_run(self):
        for number, (script, problem) in enumerate([
            ("sleep 30", "--version has not ended after 5 s"), ("exec sleep 60", "--version has not ended after 5 s"),
            ("exit 3", "does not run: status 3"), ("echo no room >&2; exit 3", "does not run: no room"),
        ]):
            with self.subTest(script):
                path = self.folder / f"engine-{number}"
                path.write_text(f"#!/bin/sh\n{script}\n")
                path.chmod(0o755)
                editor = self.editor(environment={"SEEKLINE": str(path)})
                editor.lua("vim.cmd.checkhealth('seekline')")
                text = editor.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
                self.assertIn(f"{path} {problem}", text)

    def test_the_health_check_says_how_to_get_the_engine(self):
        editor = self.editor(environment={"SEEKLINE": "", "PATH": self.programs()})
        editor.lua("vim.cmd.checkhealth('seekline')")
        lines = editor.lua("return vim.tbl_map(vim.trim, vim.api.nvim_buf_get_lines(0, 0, -1, false))")
        error = next(number for number, line in enumerate(lines) if "ERROR" in line)
        self.assertIn("there is no seekline in the PATH: pip install seekline", lines[error])
        self.assertEqual(lines[error + 1:error + 5], [
            "- ADVICE:",
            "- `pip install seekline`",
            "- Until that is published, in a checkout of seekline: `swift build -c release --static-swift-stdlib`",
            "- If it is not in the PATH: set $SEEKLINE, or `command` in setup, to the path of seekline",
        ])


class Installation(interface.Installation, NeovimCase):
    pass
