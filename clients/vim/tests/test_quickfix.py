"""The whole list in the quickfix list."""

from stories import quickfix
from vim import VimCase


class Quickfix(quickfix.Quickfix, VimCase):
    pass
