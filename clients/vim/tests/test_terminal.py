"""In a real terminal: what is on the screen."""

from stories import screen
from vim import VimCase


class Screen(screen.Screen, VimCase):
    def test_messages_are_shown_in_a_search_opened_from_insert_mode(self):
        editor = self.editor("-c", "imap <F2> <Plug>(seekline)", terminal=(80, 24), settings={"options": {"unicode": {"pagesize": 4}}})
        terminal = editor.terminal
        terminal.type("i")
        terminal.press("F2")
        terminal.shows("✗ unicode has no option pagesize; it has backOffMs", "-- INSERT --")
        terminal.type("black snowman")
        terminal.shows("❯ black snowman ", "⛇   BLACK SNOWMAN", "✗ unicode has no option pagesize; it has backOffMs", "1/1 │")
        # Any action other than typing dismisses the message.
        terminal.press("C-n")
        terminal.shows("⛇   BLACK SNOWMAN", without=["pagesize"])
        editor.run("call timer_start(0, {-> seekline#engine#Tell('it is done', 'None')})")
        terminal.shows("│ it is done ", without=["✗"])

    def test_old_text_does_not_show_through_a_character_unknown_to_the_terminal(self):
        """To Vim, this character takes two cells; tmux 3.3 does not know it, and leaves the old text in its place."""
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
