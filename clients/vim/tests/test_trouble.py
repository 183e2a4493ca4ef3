"""What goes wrong: errors, engines that die, editors that die, servers that hang and lie."""

from stories import trouble
from vim import VimCase


class Errors(trouble.Errors, VimCase):
    pass


class Endings(trouble.Endings, VimCase):
    pass


class Waiting(trouble.Waiting, VimCase):
    pass


class Hostile(trouble.Hostile, VimCase):
    pass
