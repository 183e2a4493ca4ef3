"""What other scripts and the command line see: the command, the settings, the functions, the help."""

import re
import shutil
import subprocess

from case import wait_until
from vim import Vim, VimCase

PLUGIN = Vim.PLUGIN


class Command(VimCase):
    def test_the_sources_are_completed(self):
        editor = self.editor()
        self.assertEqual(
            editor.evaluate("getcompletion('Seekline ', 'cmdline')"),
            ["unicode", "wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id"],
        )
        self.assertEqual(editor.evaluate("getcompletion('Seekline w', 'cmdline')"), ["wikipedia"])
        self.assertEqual(editor.evaluate("getcompletion('Seekline wikipedia w', 'cmdline')"), [])

    def test_the_first_word_is_a_source_if_there_is_one(self):
        editor = self.editor()
        for command, title, prompt in [
            ("Seekline", " Unicode characters ", ""),
            ("Seekline qiita", " Qiita ", ""),
            ("Seekline wikipedia swift compiler", " MediaWiki ", "swift compiler"),
            ("Seekline white bishop", " Unicode characters ", "white bishop"),
        ]:
            editor.command(command)
            editor.until(lambda seen: seen["title"] == title and seen["prompt"] == prompt)
            editor.keys("<Esc>")
            editor.until(lambda seen: seen["prompt"] is None)

    def test_the_maps(self):
        editor = self.editor("-c", "nmap gs <Plug>(seekline-word)", "-c", "nmap gr <Plug>(seekline-resume)")
        editor.keys("isnowman<Esc>")
        editor.until(lambda seen: seen["mode"] == "n")
        editor.keys("gs")
        editor.rows("☃")
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["prompt"] is None)
        editor.keys("gr")
        editor.until(lambda seen: seen["prompt"] == "umbrella" and "UMBRELLA" in " ".join(seen["rows"]))

    def test_another_encoding_is_told(self):
        editor = self.editor("-c", "set encoding=latin1")
        self.assertIn("'encoding' must be utf-8", editor.run("Seekline"))


class Settings(VimCase):
    def test_wrong_settings_are_told(self):
        editor = self.editor()
        for settings, message in [
            ("1", "g:seekline must be a dictionary"),
            ("#{soruce: 'x'}", 'there is no setting "soruce"'),
            ("#{max_width: 'wide'}", "max_width must be a number, not a string"),
            ("#{keys: #{jump: []}}", 'there is no action "jump" in keys'),
            ("#{keys: #{close: 'q'}}", "keys.close must be a list of keys"),
        ]:
            self.assertIn(f"seekline: {message}", editor.run(f"let g:seekline = {settings} | Seekline"))
            self.assertIsNone(editor.seen()["prompt"])

    def test_keys_source_options_and_preview(self):
        editor = self.recorded("--cmd", (
            "let g:seekline = #{source: 'wikipedia', options: #{wikipedia: #{minLength: 2}}, preview: v:true, "
            "keys: #{next: ['<C-j>']}}"
        ))
        editor.command("Seekline")
        editor.keys("ru")
        editor.until(lambda seen: "Rust" in " ".join(seen["rows"]) and "turns the text" in seen["preview"])
        editor.keys("<C-j>")
        editor.until(lambda seen: seen["counter"].startswith("2/"))
        self.assertEqual(self.said("openSession")[0]["params"]["options"], {"minLength": 2})

    def test_another_engine(self):
        engine = self.recording_engine()
        editor = self.editor("--cmd", f"let g:seekline = #{{command: '{engine}'}}", environment={"SEEKLINE": "/nowhere"})
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.assertTrue(self.said("initialize"))


class Functions(VimCase):
    def test_on_choice_gets_the_item(self):
        editor = self.editor()
        editor.run("call seekline#Open(#{query: 'snowman', submit: v:true, on_choice: {item -> extend(g:, #{chosen: item})}})")
        seen = editor.rows("☃")
        self.assertIn("<CR> choose", seen["footer"])
        editor.keys("<CR>")
        wait_until(lambda: editor.evaluate("exists('g:chosen')"), "the choice")
        self.assertEqual(editor.evaluate("g:chosen.id"), "U+2603")
        self.assertEqual(editor.seen()["text"], "")

    def test_a_second_popup_takes_the_place_of_the_first(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.run("call seekline#Open(#{query: 'umbrella'})")
        editor.rows("UMBRELLA")
        self.assertEqual(len(editor.evaluate("popup_list()")), 4)

    def test_a_text_is_made_safe(self):
        editor = self.editor()
        self.assertEqual(editor.evaluate('seekline#text#Plain("a\\x1b[2J\\u202e\\u9b\\tb")'), "a�[2J�� b")
        self.assertEqual(editor.evaluate("seekline#text#Cut('aää', 2)"), "aä…")
        self.assertEqual(editor.evaluate('seekline#text#Trim("\\u3000 a b\\ua0\\n")'), "a b")


class Help(VimCase):
    def test_the_help_has_valid_tags(self):
        shutil.copytree(PLUGIN / "doc", self.folder / "copy" / "doc")
        editor = self.editor("-c", f"helptags {self.folder / 'copy' / 'doc'}", "-c", f"set rtp+={self.folder / 'copy'}")
        text = (PLUGIN / "doc" / "seekline.txt").read_text()
        tags = set(re.findall(r"\*(\S+)\*", text))
        for tag in set(re.findall(r"\|(\S+)\|", text)) | tags:
            editor.run(f"help {tag} | helpclose")
        self.assertLessEqual({"seekline.txt", ":Seekline", "seekline#Open()", "seekline-settings"}, tags)
        self.assertEqual([line for line in text.splitlines() if len(line) > 79], [])

    def test_the_help_names_every_setting_key_and_group(self):
        text = (PLUGIN / "doc" / "seekline.txt").read_text()
        config = (PLUGIN / "autoload" / "seekline" / "config.vim").read_text()
        view = (PLUGIN / "autoload" / "seekline" / "view.vim").read_text()
        names = re.findall(r"^    (\w+): ", config, re.MULTILINE) + re.findall(r"(Seekline\w+): '", view)
        names += re.findall(r"<Plug>\([a-z-]+\)", (PLUGIN / "plugin" / "seekline.vim").read_text())
        self.assertGreater(len(names), 25)
        for name in names:
            with self.subTest(name):
                self.assertIn(name, text)


class Installation(VimCase):
    def test_the_commands_of_the_readme_install_it(self):
        """What is said under "Installation" is run in an empty home; then :Seekline and its help are there."""
        text = (PLUGIN / "README.md").read_text()
        (commands,) = re.findall(r"```sh\n(.*?pack.*?)```", text, re.DOTALL)
        subprocess.run(
            ["bash", "-euc", commands], cwd=PLUGIN.parents[1], env={**self.environment, "TERM": "dumb"}, check=True,
            capture_output=True, stdin=subprocess.DEVNULL,
        )
        editor = self.editor(plugin=False)
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.until(lambda seen: seen["prompt"] is None)
        editor.run("help seekline")
        self.assertEqual(editor.evaluate("&filetype"), "help")
