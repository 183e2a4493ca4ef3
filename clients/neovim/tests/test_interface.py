"""What other code and the command line see: the command, the settings, the API, the help, the health."""

import re
import shutil
import subprocess

from case import wait_until
from neovim import Neovim, NeovimCase

PLUGIN = Neovim.PLUGIN


class Command(NeovimCase):
    def test_the_sources_are_completed(self):
        editor = self.editor()
        self.assertEqual(
            editor.lua("return vim.fn.getcompletion('Seekline ', 'cmdline')"),
            ["unicode", "wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id"],
        )
        self.assertEqual(editor.lua("return vim.fn.getcompletion('Seekline w', 'cmdline')"), ["wikipedia"])
        self.assertEqual(editor.lua("return vim.fn.getcompletion('Seekline wikipedia w', 'cmdline')"), [])

    def test_the_first_word_is_a_source_if_there_is_one(self):
        editor = self.editor()
        for command, title, prompt in [
            ("Seekline", " Unicode characters ", ""),
            ("Seekline qiita", " Qiita ", ""),
            ("Seekline wikipedia swift compiler", " MediaWiki ", "swift compiler"),
            ("Seekline white bishop", " Unicode characters ", "white bishop"),
        ]:
            editor.command(command)
            editor.until(lambda seen: seen["title"] == title and seen["prompt"] == prompt and seen["mode"] == "i")
            editor.keys("<Esc>")
            editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n")

    def test_the_maps(self):
        editor = self.editor("-c", "nmap gs <Plug>(seekline-word)", "-c", "nmap gr <Plug>(seekline-resume)")
        editor.keys("isnowman<Esc>gs")
        editor.rows("☃")
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")
        editor.keys("<Esc>gr")
        editor.until(lambda seen: seen["prompt"] == "umbrella" and "UMBRELLA" in " ".join(seen["rows"]))

    def test_nothing_is_loaded_before_it_is_needed(self):
        editor = self.editor()
        self.assertEqual(
            editor.lua("return vim.tbl_filter(function(name) return vim.startswith(name, 'seekline') end, vim.tbl_keys(package.loaded))"),
            [],
        )


class Settings(NeovimCase):
    def test_wrong_settings_are_told(self):
        editor = self.editor()
        for settings, message in [
            ("{ soruce = 'x' }", 'seekline: there is no setting "soruce"'),
            ("{ width = 'wide' }", "seekline: width must be a number, not a string"),
            ("{ keys = { jump = {} } }", 'seekline: there is no action "jump" in keys'),
            ("{ keys = { close = 'q' } }", "seekline: keys.close must be a list of keys"),
        ]:
            with self.assertRaisesRegex(RuntimeError, re.escape(message)):
                editor.lua(f"require('seekline').setup{settings}")

    def test_keys_source_options_and_preview(self):
        editor = self.recorded()
        editor.lua("""require('seekline').setup{
            source = 'wikipedia', options = { wikipedia = { minLength = 2 } }, preview = true, keys = { next = { '<C-j>' } },
        }""")
        editor.command("Seekline")
        editor.keys("ru")
        editor.until(lambda seen: "Rust" in " ".join(seen["rows"]) and "turns the text" in seen["preview"])
        editor.keys("<C-j>")
        editor.until(lambda seen: seen["counter"].startswith("2/"))
        self.assertEqual(self.said("openSession")[0]["params"]["options"], {"minLength": 2})

    def test_another_engine(self):
        engine = self.recording_engine()
        editor = self.editor(environment={"SEEKLINE": "/nowhere"})
        editor.lua(f"require('seekline').setup{{ command = '{engine}' }}")
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.assertTrue(self.said("initialize"))


class Api(NeovimCase):
    def test_on_choice_gets_the_item(self):
        editor = self.editor()
        editor.lua("require('seekline').open{ query = 'snowman', submit = true, on_choice = function(item) _G.chosen = item end }")
        seen = editor.rows("☃")
        self.assertIn("<CR> choose", seen["footer"])
        editor.keys("<CR>")
        wait_until(lambda: editor.lua("return chosen"), "the choice")
        self.assertEqual(editor.lua("return chosen.id"), "U+2603")
        self.assertEqual(editor.seen()["text"], "")

    def test_leaving_the_float_closes_it(self):
        editor = self.editor()
        editor.keys(":new<CR>")
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.lua("vim.cmd('wincmd w')")
        editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n")
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 2)

    def test_a_second_float_takes_the_place_of_the_first(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.lua("require('seekline').open{ query = 'umbrella' }")
        editor.rows("UMBRELLA")
        self.assertEqual(editor.lua("return #vim.api.nvim_list_wins()"), 3)

    def test_a_text_is_made_safe(self):
        editor = self.editor()
        self.assertEqual(editor.lua("return require('seekline.text').valid('a\\255b\\xC3\\xA4\\xED\\xA0\\x80\\xE2\\x82')"), "a�bä�����")
        self.assertEqual(editor.lua("return require('seekline.text').cut('aää', 2)"), "a…")
        self.assertEqual(editor.lua("return require('seekline.text').trim('\\u{3000} a b\\u{A0}\\n')"), "a b")


class Help(NeovimCase):
    def test_the_help_has_valid_tags(self):
        shutil.copytree(PLUGIN / "doc", self.folder / "copy" / "doc")
        editor = self.editor("--cmd", f"set runtimepath^={self.folder / 'copy'}", "-c", f"helptags {self.folder / 'copy' / 'doc'}")
        text = (PLUGIN / "doc" / "seekline.txt").read_text()
        tags = set(re.findall(r"\*(\S+)\*", text))
        for tag in set(re.findall(r"\|(\S+)\|", text)) | tags:
            editor.lua(f"vim.cmd.help('{tag}'); vim.cmd.helpclose()")
        self.assertLessEqual({"seekline.txt", ":Seekline", "seekline.open()", "seekline-settings"}, tags)
        self.assertEqual([line for line in text.splitlines() if len(line) > 79], [])

    def test_the_help_names_every_setting_key_and_group(self):
        text = (PLUGIN / "doc" / "seekline.txt").read_text()
        editor = self.editor()
        names = editor.lua("return vim.tbl_keys(require('seekline.config').defaults)") + ["command"]
        actions = editor.lua("return vim.tbl_keys(require('seekline.config').defaults.keys)")
        groups = re.findall(r"^  (Seekline\w+) = ", (PLUGIN / "lua" / "seekline" / "view.lua").read_text(), re.MULTILINE)
        maps = re.findall(r"<Plug>\([a-z-]+\)", (PLUGIN / "plugin" / "seekline.lua").read_text())
        self.assertGreater(len(groups), 5)
        for name in names + actions + groups + maps:
            with self.subTest(name):
                self.assertIn(name, text)
        self.assertEqual(editor.lua("return vim.health ~= nil"), True)

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


class Installation(NeovimCase):
    def test_the_commands_of_the_readme_install_it(self):
        """What is said under "Installation" is run in an empty home; then :Seekline and its help are there."""
        text = (PLUGIN / "README.md").read_text()
        (commands,) = re.findall(r"```sh\n(.*?pack.*?)```", text, re.DOTALL)
        environment = {name: value for name, value in self.environment.items() if name not in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")}
        folder = self.folder / "bin"
        folder.mkdir()
        (folder / "nvim").symlink_to(shutil.which(Neovim.PROGRAM))
        subprocess.run(
            ["bash", "-euc", commands], cwd=PLUGIN.parents[1], check=True, capture_output=True,
            env={**environment, "PATH": f"{folder}:{environment['PATH']}"},
        )
        home = {"XDG_CONFIG_HOME": self.environment["HOME"] + "/.config"}
        editor = self.editor(plugin=False, environment=home)
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n")
        editor.lua("vim.cmd.help('seekline')")
        self.assertEqual(editor.lua("return vim.bo.buftype"), "help")
