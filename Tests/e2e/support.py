"""What the end-to-end tests share: the binary, and a web server in place of a wiki."""

import os
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "protocol" / "conformance"), str(ROOT / "Tests" / "services")]

import web  # noqa: E402
from engine import Ended, Engine, Transcript  # noqa: E402

BINARY = os.environ.get("SEEKLINE", str(ROOT / ".build" / "release" / "seekline"))

__all__ = ["BINARY", "Ended", "Engine", "ROOT", "Server", "Transcript", "seekline", "wait_until"]


def seekline(*arguments, **options):
    """An engine of the binary under test. No configuration of the person who runs the tests gets in its way."""
    env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **options.pop("env", {})}
    return Engine([BINARY, *arguments], env=env, **options)


def wait_until(holds, what, timeout=10):
    """Waits until `holds()` is true."""
    deadline = time.monotonic() + timeout
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what}")
        time.sleep(0.002)


class Server(web.Server):
    """A web server on loopback that stands for a wiki."""

    @property
    def settings(self):
        """The flags that make `wikipedia` ask this server."""
        return ["--source", "wikipedia", "--set", f"wikipedia.endpoint={self.origin}/w/api.php"]
