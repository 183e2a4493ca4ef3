"""Lists that the caller provides."""

import re

from stories import lists
from vim import Vim, VimCase


class Lists(lists.Lists, VimCase):
    def test_the_readme_example_switches_to_the_chosen_buffer(self):
        for name in "abc":
            (self.folder / name).write_text("one\ntwo\n")
        (script,) = re.findall(r"```vim\n([^`]*getbufinfo[^`]*)```", (Vim.PLUGIN / "README.md").read_text())
        (self.folder / "script").write_text(script)
        # Vim knows no line for buffers that have not been shown yet.
        editor = self.editor("a", "b", "c", "+2")
        editor.run(f"source {self.folder}/script")
        self.assertEqual(len(editor.rows("/a", "/b", "/c")["rows"]), 3)
        editor.keys("/c$<CR>")
        editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("[expand('%'), line('.')]") == ["c", 1])
        editor.run(f"source {self.folder}/script")
        editor.rows("/a", "/b", "/c")
        editor.keys("/a$<CR>")
        editor.until(lambda seen: seen["prompt"] is None and editor.evaluate("[expand('%'), line('.')]") == ["a", 2])

    def test_a_list_that_cannot_be_encoded_as_json_says_why(self):
        editor = self.editor()
        # Vim suppresses errors in what the socket requests.
        editor.command("call seekline#Open(#{items: ['a', function('tr')]})")
        for keys, text in (("", ""), ("x", "x"), ("<CR>", "x")):
            editor.keys(keys)
            editor.until(lambda seen: seen["prompt"] == text and "✗ E1161: Cannot json encode a func" in seen["title"])
        editor.open(query="snowman")
        editor.rows("☃")
        self.assertEqual(editor.run("messages"), "")
