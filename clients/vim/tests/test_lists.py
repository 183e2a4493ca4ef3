"""Lists of one's own."""

from stories import lists
from vim import VimCase


class Lists(lists.Lists, VimCase):
    pass
