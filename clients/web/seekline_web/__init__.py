"""A page for a browser, and a bridge from its WebSocket to one seekline process."""

import importlib.util
import sys

from seekline.standard import open_standard


def main():
    """Runs the command `seekline-web`."""
    open_standard()
    if importlib.util.find_spec("aiohttp") is None:
        sys.stderr.write("seekline-web: aiohttp is not installed; pip install 'seekline[web]' installs it\n")
        return 2
    from .cli import main as run

    return run()
