"""In a real terminal: what is on the screen."""

import json

from neovim import NeovimCase
from stories import screen


class Screen(screen.Screen, NeovimCase):
    # Messages as Neovim shows them.
    SHOWN = ("--cmd", "lua notify = vim.notify", "-c", "lua vim.notify = notify")

    def test_a_message_shown_while_the_user_types_consumes_no_key(self):
        editor = self.editor(*self.SHOWN, terminal=(80, 24), settings={"options": {"unicode": {"pagesize": 4}}})
        terminal = editor.terminal
        terminal.type(":Seekline")
        terminal.press("Enter")
        terminal.shows("unicode has no option pagesize; it has backOffMs")
        # If Neovim waited for a key, it would consume the first of these.
        terminal.type("black snowman")
        terminal.shows("❯ black snowman ", "⛇   BLACK SNOWMAN", "✗ unicode has no option pagesize; it has backOffMs", "1/1 │")
        self.assertIn("seekline: unicode has no option pagesize", editor.run("messages"))
        self.assertIn("trigger", editor.run("messages"))
        # Any action other than typing dismisses the message.
        terminal.press("C-n")
        terminal.shows("⛇   BLACK SNOWMAN", without=["pagesize"])

    def test_a_message_after_the_float_closes_is_shown_and_consumes_no_key(self):
        editor = self.editor(
            *self.SHOWN, "-c", "call setline(1, ['one', 'two']) | 2 | set nomodifiable nomodified", terminal=(80, 24),
        )
        terminal = editor.terminal
        terminal.type(":Seekline snowman")
        terminal.press("Enter")
        terminal.shows("1/3 │")
        terminal.press("Enter", "k")
        terminal.shows("seekline: this buffer cannot be changed; the text is copied", " 1,1 ", without=["│", "Press ENTER"])

    def test_the_result_of_an_action_is_shown_during_the_search_and_after_it(self):
        config, go = self.folder / "config.json", self.folder / "go"
        go.touch()
        actions = [{
            "name": "do", "title": "Do it", "argv": ["sh", "-c", f'while [ ! -e "{go}" ]; do sleep 0.01; done; echo it is done'],
        }]
        config.write_text(json.dumps({"sources": {"files": {"type": "command", "argv": ["echo", "one"], "actions": actions}}}))
        editor = self.editor(
            *self.SHOWN, "-c", "lua vim.ui.select = function(items, _, on_choice) on_choice(items[1], 1) end",
            terminal=(80, 24), settings={"args": ["--config", str(config)]},
        )
        terminal = editor.terminal
        terminal.type(":Seekline files")
        terminal.press("Enter")
        terminal.shows("1/1 │")
        terminal.press("C-a")
        terminal.shows("│ it is done ", without=["✗"])
        terminal.press("C-n")
        terminal.shows("1/1 │", without=["it is done"])
        go.unlink()
        terminal.press("C-a", "Escape")
        terminal.shows("0,0-1", without=["│"])
        go.touch()
        terminal.shows("seekline: it is done", without=["│"])
