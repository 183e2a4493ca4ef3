"""Items that stand in files: going there, and seeing what is around them."""

from stories import locations
from vim import VimCase


class Jumping(locations.Jumping, VimCase):
    pass


class Previewing(locations.Previewing, VimCase):
    pass
