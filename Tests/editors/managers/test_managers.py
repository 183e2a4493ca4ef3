"""Installs each plugin from the output of `.ci/packaging/editors` into an empty home, as its README says, and searches.

This covers what CI has: `git clone`, and an archive for Emacs. `elsewhere.py` covers managers that it does not have.
"""

import pathlib
import subprocess
import tempfile
import unittest

from homes import ROOT, Case, EmacsCase, made, make
from neovim import Neovim
from vim import Vim


class NeovimManagers(Case):
    EDITOR = Neovim

    def test_the_plugin_installs_from_a_git_clone(self):
        self.run_in_shell(self.block("neovim", "git clone").replace("\nnvim ", f"\n'{Neovim.PROGRAM}' "))
        self.assert_searches()


class VimManagers(Case):
    EDITOR = Vim

    def test_the_plugin_installs_from_a_git_clone(self):
        self.run_in_shell(self.block("vim", "git clone"))
        self.assert_searches()


class EmacsManagers(EmacsCase):
    def test_the_package_installs_from_an_archive(self):
        self.assert_installs(self.block("emacs", "package-archives", f"{made()}/"))


class Packaging(unittest.TestCase):
    @staticmethod
    def git(name, *arguments):
        """Returns the output of git for a repository that was made."""
        return subprocess.run(["git", "-C", name, *arguments], capture_output=True, text=True, check=True).stdout

    def test_the_same_commit_produces_identical_repositories_and_archives(self):
        with tempfile.TemporaryDirectory() as folder:
            again = pathlib.Path(folder)
            make(again)
            for name in ("seekline.vim", "seekline.nvim", "seekline.el"):
                refs = self.git(made() / name, "for-each-ref")
                self.assertRegex(refs, r"refs/heads/main\n.*refs/tags/v0\.")
                self.assertEqual(self.git(again / name, "for-each-ref"), refs)
            archive = {path.name: path.read_bytes() for path in (made() / "elpa").iterdir()}
            self.assertEqual(len(archive), 2)
            self.assertEqual({path.name: path.read_bytes() for path in (again / "elpa").iterdir()}, archive)

    def test_each_repository_has_the_licence(self):
        for name in ("seekline.vim", "seekline.nvim", "seekline.el"):
            self.assertEqual(self.git(made() / name, "show", "main:LICENSE"), (ROOT / "LICENSE").read_text())


if __name__ == "__main__":
    unittest.main()
