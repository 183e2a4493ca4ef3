"""Items in files: going there, and seeing the text around them."""

from case import wait_until
from stories import locations
from vim import VimCase


class Jumping(locations.Jumping, VimCase):
    def test_a_file_with_a_swap_file_opens_as_the_user_answers(self):
        other = self.editor()
        other.run(f"set swapfile directory=. | edit {self.words} | call setline(1, ['', 'new', 'words']) | preserve")
        for key, answer, text in [
            ("Enter", "r", "\nnew\nwords"), ("Enter", "e", "only words"), ("C-x", "o", "only words"), ("Enter", "q", ""), ("Enter", "a", ""),
        ]:
            with self.subTest(answer):
                editor = self.editor("-c", "setglobal swapfile directory=. hidden", terminal=(80, 24))
                editor.open(items=[locations.row(1, self.words, line=3)])
                editor.rows("place 1")
                editor.terminal.press(key)
                editor.terminal.shows("(E)dit anyway", "(R)ecover")
                editor.terminal.type(answer)
                there = [str(self.words) if text else "", text.count("\n") + 1, text, int(answer == "o")]

                def is_there():
                    # What it says about a recovery, it shows until a key is pressed.
                    editor.terminal.press("Enter")
                    return editor.evaluate("[expand('%:p'), line('.'), join(getline(1, '$'), \"\\n\"), &readonly]") == there

                wait_until(is_there, there)
                self.assertEqual(editor.closed()["messages"], [])


class Previewing(locations.Previewing, VimCase):
    pass
