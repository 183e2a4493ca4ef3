"""What other scripts and the command line see: the command, the settings, the functions, the help."""

import re

from stories import interface
from vim import Vim, VimCase


class Command(interface.Command, VimCase):
    def test_another_encoding_is_told(self):
        editor = self.editor("-c", "set encoding=latin1")
        self.assertIn("'encoding' must be utf-8", editor.run("Seekline"))


class Settings(interface.Settings, VimCase):
    def test_settings_that_are_no_dictionary_are_told(self):
        editor = self.editor()
        self.assertEqual(editor.complaint(1), "seekline: g:seekline must be a dictionary")
        self.assertIsNone(editor.seen()["prompt"])


class Functions(interface.Functions, VimCase):
    def test_a_text_is_made_safe(self):
        editor = self.editor()
        self.assertEqual(editor.evaluate('seekline#text#Plain("a\\x1b[2J\\u202e\\u9b\\tb")'), "a�[2J�� b")
        self.assertEqual(editor.evaluate("seekline#text#Cut('aää', 2)"), "aä…")
        self.assertEqual(editor.evaluate('seekline#text#Trim("\\u3000 a b\\ua0\\n")'), "a b")


class Help(interface.Help, VimCase):
    def names(self):
        config = (Vim.PLUGIN / "autoload" / "seekline" / "config.vim").read_text()
        view = (Vim.PLUGIN / "autoload" / "seekline" / "view.vim").read_text()
        groups = re.findall(r"(Seekline\w+): '", view)
        self.assertGreater(len(groups), 5)
        return re.findall(r"^    (\w+): ", config, re.MULTILINE) + groups


class Installation(interface.Installation, VimCase):
    pass
