"""Marking rows, and taking what is marked."""

from neovim import NeovimCase
from stories import kept_marks, marks, taking


class Marking(marks.Marking, NeovimCase):
    pass


class Seen(marks.Seen, NeovimCase):
    pass


class Kept(kept_marks.Kept, NeovimCase):
    pass


class Taking(taking.Taking, NeovimCase):
    pass
