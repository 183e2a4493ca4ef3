"""Actions of a source on an item, chosen in a popup."""

from case import wait_until
from stories import actions
from vim import VimCase


class Actions(actions.Actions, VimCase):
    def test_pasted_text_chooses_no_action(self):
        editor = self.opened()
        self.menu(editor)
        editor.paste("j\rj\r")
        editor.keys("<Esc>")
        editor.until(lambda seen: editor.menu() is None and seen["prompt"] == "")
        self.act(editor, "Remove it")
        wait_until(lambda: self.performed() == ["remove one"], "the action")
