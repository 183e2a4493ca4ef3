"""Items in files: going there, and seeing the text around them."""

from stories import locations
from vim import VimCase


class Jumping(locations.Jumping, VimCase):
    pass


class Previewing(locations.Previewing, VimCase):
    pass
