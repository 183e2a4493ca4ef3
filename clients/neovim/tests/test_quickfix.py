"""The whole list in the quickfix list."""

from neovim import NeovimCase
from stories import quickfix


class Quickfix(quickfix.Quickfix, NeovimCase):
    pass
