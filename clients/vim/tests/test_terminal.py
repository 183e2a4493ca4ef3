"""In a real terminal: what is on the screen."""

from stories import screen
from vim import VimCase


class Screen(screen.Screen, VimCase):
    pass
