"""Marking rows, and taking what is marked."""

from stories import kept_marks, marks, taking
from vim import VimCase


class Marking(marks.Marking, VimCase):
    pass


class Seen(marks.Seen, VimCase):
    pass


class Kept(kept_marks.Kept, VimCase):
    pass


class Taking(taking.Taking, VimCase):
    pass
