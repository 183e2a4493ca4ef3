"""What goes wrong: errors, servers and engines that are slow, hang and lie."""

from neovim import NeovimCase
from stories import trouble


class Errors(trouble.Errors, NeovimCase):
    pass


class Waiting(trouble.Waiting, NeovimCase):
    pass


class Hostile(trouble.Hostile, NeovimCase):
    pass
