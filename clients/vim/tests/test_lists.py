"""Lists of one's own."""

from stories import lists
from vim import VimCase


class Lists(lists.Lists, VimCase):
    def test_a_list_that_cannot_be_written_says_why(self):
        editor = self.editor()
        # Where the socket asks for it, Vim passes over errors.
        editor.command("call seekline#Open(#{items: ['a', function('tr')]})")
        for keys, text in (("", ""), ("x", "x"), ("<CR>", "x")):
            editor.keys(keys)
            editor.until(lambda seen: seen["prompt"] == text and "✗ E1161: Cannot json encode a func" in seen["title"])
        editor.open(query="snowman")
        editor.rows("☃")
        self.assertEqual(editor.run("messages"), "")
