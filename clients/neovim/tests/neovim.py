"""Neovim under test: without a screen, or in a terminal."""

import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[2] / "Tests" / "editors")]

from case import EditorCase  # noqa: E402
from editor import Editor  # noqa: E402
from terminal import Terminal  # noqa: E402

NVIM = os.environ.get("SEEKLINE_NVIM", "nvim")


class Neovim(Editor):
    """A Neovim with nothing but the plugin."""

    PID = "return vim.fn.getpid()"
    SEEN = "return seen()"
    ENGINE = "return package.loaded['seekline.engine'] and require('seekline.engine').pid()"

    def __init__(self, case, *arguments, environment, terminal=None, plugin=True):
        path = [] if not plugin else ["--cmd", f"set runtimepath^={FOLDER.parent}"]
        command = [NVIM, *([] if not plugin else ["--clean"]), *path, "-c", f"luafile {FOLDER / 'agent.lua'}", *arguments]

        def run(environment):
            if terminal:
                self.terminal = Terminal(command, environment, *terminal)
                return self.terminal.close
            process = subprocess.Popen(
                [*command, "--headless"], env=environment, cwd=case.folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )

            def close():
                process.stdout.close()
                process.wait()

            return close

        super().__init__(run, environment)

    def ask(self, code):
        """Runs Lua, and answers what it returns."""
        self.last += 1
        number, fine, value = self.exchange([self.last, code])
        assert number == self.last
        if not fine:
            raise RuntimeError(value)
        return value

    def keys(self, keys):
        """Types keys, in Neovim's notation."""
        self.ask(f"vim.api.nvim_input({quote(keys)})")

    def command(self, command):
        self.keys(f":{command}<CR>")


def quote(text):
    """A text as a Lua string."""
    return '"' + "".join(f"\\{byte:03d}" for byte in text.encode()) + '"'


class NeovimCase(EditorCase):
    """A test with a Neovim."""

    def neovim(self, *arguments, environment=(), **options):
        editor = Neovim(self, *arguments, environment={**self.environment, **dict(environment)}, **options)
        self.addCleanup(editor.close)
        return editor

    def recorded(self, **options):
        """A Neovim of whose engine everything is written down."""
        return self.neovim(environment={"SEEKLINE": self.recording_engine()}, **options)
