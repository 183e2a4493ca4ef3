"""What the package tests share: the files that were built, and pristine places to install them."""

import contextlib
import os
import pathlib
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DIST = pathlib.Path(os.environ["SEEKLINE_DIST"])
VERSION = subprocess.check_output([ROOT / ".ci" / "packaging" / "versions"], text=True).strip()
MACHINE = platform.machine()

WHEEL = DIST / f"seekline-{VERSION}-py3-none-manylinux_2_34_{MACHINE}.whl"
SDIST = DIST / f"seekline-{VERSION}.tar.gz"
ARCHIVE = DIST / f"seekline-{VERSION}-linux-{MACHINE}.tar.gz"
CLIENT = DIST / f"seekline-{VERSION}.tgz"


def run(*command, **options):
    """Runs a command; returns the completed process, with both output streams in `stdout`."""
    options = {"text": True, "timeout": 120, "stdin": subprocess.DEVNULL, **options}
    # The output goes to a file: a process that the command leaves behind could keep a pipe open for ever.
    with tempfile.TemporaryFile("w+") as said:
        done = subprocess.run([str(word) for word in command], stdout=said, stderr=subprocess.STDOUT, check=False, **options)
        said.seek(0)
        done.stdout = said.read()
    return done


@contextlib.contextmanager
def started(*command, seconds=120, **options):
    """Runs a command during the `with` block, then kills its process group. Fails if that takes more than `seconds`."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True, **options) as process:
        is_late = threading.Event()

        def end():
            is_late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(seconds, end)
        timer.start()
        try:
            yield process
        finally:
            timer.cancel()
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        if is_late.is_set():
            raise TimeoutError(f"{command}: not within {seconds} s")


def listing(folder):
    """Returns the relative paths of everything below a folder, sorted."""
    return sorted(str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*"))


class Case(unittest.TestCase):
    """A test with its own home folder, and a PATH with neither Swift nor an engine."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name).resolve()
        tools = self.home.with_name(self.home.name + "-tools")
        tools.mkdir()
        self.addCleanup(shutil.rmtree, tools)
        for tool in ("python3", "node", "npm", "tmux"):
            if found := shutil.which(tool):
                (tools / tool).symlink_to(sys.executable if tool == "python3" else pathlib.Path(found).resolve())
        kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
        self.env = {**kept, "HOME": str(self.home), "PATH": f"{tools}:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        for absent in ("swift", "seekline"):
            self.assertIsNone(shutil.which(absent, path=self.env["PATH"]), f"{absent} is in {self.env['PATH']}")

    def run_ok(self, *command, **options):
        """Runs a command that must succeed; returns its output."""
        done = run(*command, **{"env": self.env, "cwd": self.home, **options})
        self.assertEqual(done.returncode, 0, f"{command}: {done.stdout}")
        return done.stdout

    def run_failing(self, status, *command, **options):
        """Runs a command that must fail with this status; returns its output."""
        done = run(*command, **{"env": self.env, "cwd": self.home, **options})
        self.assertEqual(done.returncode, status, f"{command}: {done.stdout}")
        return done.stdout
