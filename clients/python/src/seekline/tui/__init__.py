"""Search boxes for the terminal."""

from __future__ import annotations

import importlib.util
import sys

from seekline.standard import open_standard


def main() -> int:
    """The command `seekline-tui`."""
    open_standard()
    if not _has_textual("seekline-tui"):
        return 2
    from seekline.tui.command import run  # noqa: PLC0415

    return run(sys.argv[1:])


def pick() -> int:
    """The command `seekline-pick`."""
    open_standard()
    if not _has_textual("seekline-pick"):
        return 2
    from seekline.tui.picking import run  # noqa: PLC0415

    return run(sys.argv[1:])


def _has_textual(command: str) -> bool:
    if importlib.util.find_spec("textual") is not None:
        return True
    sys.stderr.write(f"{command}: Textual is not installed; pip install 'seekline[tui]' installs it\n")
    return False
