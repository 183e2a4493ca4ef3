"""Trouble: errors, and servers and engines that are slow, hang or lie."""

from neovim import NeovimCase
from stories import trouble


class Errors(trouble.Errors, NeovimCase):
    pass


class Waiting(trouble.Waiting, NeovimCase):
    pass


class Hostile(trouble.Hostile, NeovimCase):
    pass
