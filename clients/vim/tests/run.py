"""Runs the tests of this folder."""

import pathlib
import sys

from vim import VimCase  # noqa: F401, which finds the next one
from case import main

if __name__ == "__main__":
    sys.exit(main(pathlib.Path(__file__).parent, ["vim", "tmux"]))
