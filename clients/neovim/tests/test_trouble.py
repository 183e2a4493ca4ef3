"""What goes wrong: errors, engines that die, editors that die, servers that hang and lie."""

from neovim import NeovimCase
from stories import trouble


class Errors(trouble.Errors, NeovimCase):
    pass


class Endings(trouble.Endings, NeovimCase):
    pass


class Waiting(trouble.Waiting, NeovimCase):
    pass


class Hostile(trouble.Hostile, NeovimCase):
    pass
