"""Choosing an item."""

from stories import choosing
from vim import VimCase


class Choosing(choosing.Choosing, VimCase):
    pass
