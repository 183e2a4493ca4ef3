"""Searching: typing, moving, paging, details, refreshing."""

from case import wait_until
from stories import search
from vim import VimCase


class Typing(search.Typing, VimCase):
    def test_the_query_is_edited_as_on_the_command_line(self):
        editor = self.editor()
        editor.command("Seekline")
        for keys, text in [
            ("black snowmen", "black snowmen"), ("<Left><BS>a", "black snowman"), ("<Home>x<Del>", "xlack snowman"),
            ("<BS>b<End>!<BS>", "black snowman"), ("<C-w>", "black"), ("<C-u>ねこ", "ねこ"), ("<BS>", "ね"), ("<C-u>", ""),
        ]:
            editor.keys(keys)
            editor.until(lambda seen: seen["prompt"] == text, text)

    def test_a_register_is_inserted_as_on_the_command_line(self):
        editor = self.editor("-c", "call setline(1, 'foot-man /etc/fstab') | let @a = 'snow' | let @b = \"man\\n\"")
        editor.command("Seekline")
        for keys, text in [
            ("<C-r>a<C-r><C-r>b", "snowman "), ("<C-u>x<Left><C-r>a", "snowx"), ("<C-r><Esc>y", "snowyx"), ("<C-r><Up>z", "snowyzx"),
            ("<C-u><End><C-u><C-r><C-w>", "foot"), ("<C-u><C-r><C-a>", "foot-man"), ("<C-u><C-r>z!", "!"), ("<C-u><C-r>=1", "1"),
        ]:
            editor.keys(keys)
            editor.until(lambda seen: seen["prompt"].strip() == text.strip(), text)
        self.assertEqual((editor.evaluate("v:errmsg"), editor.seen()["text"]), ("", "foot-man /etc/fstab"))

    def test_a_register_that_is_not_utf_8_can_be_inserted(self):
        editor = self.editor("-c", r'let @a = "caf\xe9"')
        editor.open(items=["x", "café"])
        editor.rows("x")
        editor.keys("<C-r>a")
        editor.until(lambda seen: seen["prompt"] == "café" and seen["counter"] == "1/1")
        editor.keys("<CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"] == "café")

    def test_only_as_much_text_as_the_engine_accepts_is_taken(self):
        editor = self.recorded("-c", "let @a = repeat('a', 4000) | let @b = repeat('b', 4000)")
        editor.open(items=["x"])
        editor.rows("x")
        for keys, query in (("<C-r>a<C-r>b", "a" * 4000 + "b" * 1000), ("<C-u><C-r>a<Home><C-r>b", "b" * 1000 + "a" * 4000)):
            editor.keys(keys)
            wait_until(lambda: self.said("setQuery")[-1]["params"]["query"] == query, "the query")
            editor.keys("<End>")

    def test_pasted_text_never_acts_as_keys(self):
        """Terminals send a line end in pasted text as <CR>."""
        editor = self.editor(settings={"keys": {"next": ["<C-n>", "<C-j>", "z"]}})
        editor.keys("iabc<Esc>")
        editor.until(lambda seen: seen["text"] == "abc" and seen["mode"] == "n")
        editor.command("Seekline unicode snow")
        for keys, pasted, text in [
            ("", "man\rggdGifoo", "snowman ggdGifoo"), ("<C-u>", "a\r\n\tb\nz\t", "a b z"), ("<C-u><C-r>", "a\rb", "a b"),
        ]:
            editor.keys(keys)
            editor.paste(pasted)
            editor.until(lambda seen: seen["prompt"] == text, text)
        editor.keys("<C-u>snow")
        editor.rows("SNOWMAN")
        # The end of the paste restores the meaning of keys.
        editor.keys("<C-j><C-j>")
        seen = editor.until(lambda seen: seen["counter"].startswith("3/"))
        self.assertEqual((seen["text"], seen["preview"], seen["prompt"]), ("abc", None, "snow"))

    def test_backspace_works_whatever_key_codes_the_terminal_has(self):
        for setting in ("set t_kb=\x08 t_kD=\x7f", "set t_kb=\x7f t_kD=\x08"):
            editor = self.editor("-c", setting)
            editor.command("Seekline")
            for keys, text in [("snowmen", "snowmen"), ("<C-h>", "snowme"), ("<BS>", "snowm")]:
                editor.keys(keys)
                editor.until(lambda seen: seen["prompt"] == text, f"{text} after {keys} with {setting!r}")

    def test_results_are_shown_with_every_regexpengine_setting(self):
        for engine in (0, 1, 2):
            with self.subTest(engine):
                editor = self.editor("-c", f"set regexpengine={engine}")
                editor.command("Seekline snowman")
                editor.rows("☃")
                self.assertEqual(editor.evaluate("v:errmsg"), "")


class Paging(search.Paging, VimCase):
    pass


class Details(search.Details, VimCase):
    pass


class Refreshing(search.Refreshing, VimCase):
    pass
