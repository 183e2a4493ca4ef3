"""What is done with an item by its source, chosen in a popup."""

from stories import actions
from vim import VimCase


class Actions(actions.Actions, VimCase):
    pass
