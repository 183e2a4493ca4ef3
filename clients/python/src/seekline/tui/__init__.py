"""A search box for the terminal."""

from __future__ import annotations

import importlib.util
import sys


def main() -> int:
    """The command `seekline-tui`."""
    if importlib.util.find_spec("textual") is None:
        sys.stderr.write("seekline-tui: Textual is not installed; pip install 'seekline[tui]' installs it\n")
        return 2
    from seekline.tui.command import run  # noqa: PLC0415

    return run(sys.argv[1:])
