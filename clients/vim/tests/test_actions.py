"""Actions of a source on an item, chosen in a popup."""

from stories import actions
from vim import VimCase


class Actions(actions.Actions, VimCase):
    pass
