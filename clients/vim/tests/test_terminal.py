"""In a real terminal: what is on the screen."""

from stories import screen
from vim import VimCase


class Screen(screen.Screen, VimCase):
    def test_what_is_told_while_one_inserts_is_seen(self):
        editor = self.editor("-c", "imap <F2> <Plug>(seekline)", terminal=(80, 24), settings={"options": {"unicode": {"pagesize": 4}}})
        terminal = editor.terminal
        terminal.type("i")
        terminal.press("F2")
        terminal.shows("✗ unicode has no option pagesize; it has backOffMs", "-- INSERT --")
        terminal.type("black snowman")
        terminal.shows("❯ black snowman ", "⛇   BLACK SNOWMAN", "✗ unicode has no option pagesize; it has backOffMs", "1/1 │")
        # A user who does something has read it.
        terminal.press("C-n")
        terminal.shows("⛇   BLACK SNOWMAN", without=["pagesize"])
        editor.run("call timer_start(0, {-> seekline#engine#Tell('it is done', 'None')})")
        terminal.shows("│ it is done ", without=["✗"])

    def test_nothing_shines_through_what_the_terminal_does_not_show(self):
        """To Vim, this sign takes two cells; tmux 3.3 does not know it, and leaves there what was there before."""
        editor = self.editor(terminal=(80, 24))
        terminal = editor.terminal
        editor.open(query="snowman")
        terminal.shows("│  ☃   SNOWMAN")
        terminal.press("C-u")
        terminal.type("wireless")
        screen = terminal.shows("WIRELESS  Other Symbol")
        self.assertRegex("\n".join(screen), "│  (🛜| ) +WIRELESS")
        terminal.press("C-u")
        terminal.type("hammer")
        terminal.shows("│  🔨  HAMMER")
        terminal.press("Tab")
        terminal.shows("UTF-8: F0 9F 94 A8")
        terminal.press("C-u")
        terminal.type("wireless")
        screen = terminal.shows("UTF-8: F0 9F 9B 9C")
        self.assertRegex("\n".join(screen), "│ (🛜| ) +WIRELESS")
