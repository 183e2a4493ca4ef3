"""Which folder is searched: the current one."""

from neovim import NeovimCase
from stories import folders


class Folders(folders.Folders, NeovimCase):
    pass
