"""In a real terminal: what is on the screen."""

from stories import screen
from vim import VimCase


class Screen(screen.Screen, VimCase):
    def test_nothing_shines_through_what_the_terminal_does_not_show(self):
        """To Vim this sign takes two cells; tmux 3.3 does not know it, and leaves there what was there before."""
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
