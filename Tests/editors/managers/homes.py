"""Shared code of the plugin manager tests: what `.ci/packaging/editors` makes, and an empty home to install it into."""

import atexit
import functools
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "Tests" / "editors"), str(ROOT / "clients" / "neovim" / "tests"), str(ROOT / "clients" / "vim" / "tests")]

from case import EditorCase  # noqa: E402

ADDRESS = "https://example.org/"


def make(folder):
    """Makes the repositories and the archive that managers install from."""
    subprocess.run([ROOT / ".ci" / "packaging" / "editors", folder], check=True, capture_output=True)


@functools.cache
def made():
    """Returns the folder that contains these; they are made only once."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    make(pathlib.Path(folder.name) / "made")
    return pathlib.Path(folder.name) / "made"


class Case(EditorCase):
    """A test with an empty home and the code blocks of the clients' READMEs."""

    def setUp(self):
        super().setUp()
        self.home = pathlib.Path(self.environment["HOME"])
        self.environment.update(XDG_CONFIG_HOME=str(self.home / ".config"), XDG_DATA_HOME=str(self.home / ".local" / "share"))

    def block(self, readme, part, address=None):
        """Returns the code block that contains `part`, with ADDRESS replaced by `address`, by default `made()`."""
        text = (ROOT / "clients" / readme / "README.md").read_text()
        (block,) = [block for block in re.findall(r"```\w+\n(.*?)```", text, re.DOTALL) if part in block]
        self.assertIn(ADDRESS, block)
        return block.replace(ADDRESS, address or f"file://{made()}/")

    def write(self, path, text):
        path = self.home / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run_in_shell(self, commands):
        subprocess.run(
            ["bash", "-euc", commands], cwd=self.folder, env=self.environment, check=True, capture_output=True,
            stdin=subprocess.DEVNULL, timeout=300,
        )

    def left(self):
        """Returns what is left of the plugin in the home."""
        return [path for path in self.home.rglob("*") if re.search(r"seekline(\.n?vim)?$", path.name)]

    def assert_searches(self, *arguments):
        editor = self.editor(*arguments, plugin=False)
        editor.command("Seekline snowman")
        editor.rows("☃")
        editor.keys("<Esc>")
        editor.closed()
        editor.run("help seekline-engine")
        self.assertEqual(editor.evaluate("&buftype"), "help")


class EmacsCase(Case):
    """The same for Emacs packages."""

    def emacs(self, *arguments):
        done = subprocess.run(
            ["emacs", "--batch", *arguments], env=self.environment, capture_output=True, text=True, stdin=subprocess.DEVNULL,
            timeout=300,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def assert_installs(self, block):
        """Evaluates a block, searches in another Emacs, removes the package, and checks that nothing is left of it."""
        # Clears the default archives: nothing but what was made is to be used.
        block = f"(progn (require 'package) (setq package-archives nil) (package-initialize) {block})"
        self.assertNotRegex(self.emacs("--eval", block), r"\n(?!seekline-pkg.el).*Warning")
        self.emacs("-l", str(ROOT / "clients" / "emacs" / "tests" / "install.el"))
        self.emacs("--eval", "(progn (package-initialize) (package-delete (cadr (assq 'seekline package-alist))))")
        self.assertEqual(list(self.home.glob(".emacs.d/elpa/seekline*")), [])
