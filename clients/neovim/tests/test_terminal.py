"""In a real terminal: what is on the screen."""

from neovim import NeovimCase
from stories import screen


class Screen(screen.Screen, NeovimCase):
    pass
