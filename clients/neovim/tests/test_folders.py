"""Where one searches: the current folder."""

from neovim import NeovimCase
from stories import folders


class Folders(folders.Folders, NeovimCase):
    pass
