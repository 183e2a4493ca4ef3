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
    pass


class Functions(interface.Functions, NeovimCase):
    def test_leaving_the_float_closes_it(self):
        editor = self.editor()
        editor.keys(":new<CR>")
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.lua("vim.cmd('wincmd w')")
        editor.closed()
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 2)

    def test_a_text_is_made_safe(self):
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
        return settings + actions + groups


class Health(NeovimCase):
    def test_the_health(self):
        editor = self.editor()
        editor.lua("vim.cmd.checkhealth('seekline')")
        text = editor.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
        self.assertIn("seekline 0.", text)
        self.assertIn("wikipedia: articles", text)
        self.assertNotIn("ERROR", text)

    def test_the_health_without_an_engine(self):
        editor = self.editor(environment={"SEEKLINE": "/nowhere"})
        editor.lua("vim.cmd.checkhealth('seekline')")
        text = editor.lua("return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\\n')")
        self.assertIn('there is no program "/nowhere"', text)

    def test_the_health_says_how_to_get_the_engine(self):
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
