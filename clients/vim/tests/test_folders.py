"""Where one searches: the current folder."""

from stories import folders
from vim import VimCase


class Folders(folders.Folders, VimCase):
    pass
