"""Which folder is searched: the current one."""

from stories import folders
from vim import VimCase


class Folders(folders.Folders, VimCase):
    pass
