"""Installs the plugins with managers that CI does not have. Run by hand; each test says what it needs.

    cd Tests/editors/managers && SEEKLINE_NVIM=nvim-0.12 python3 -m unittest elsewhere.NeovimPack

No test is skipped: if something is missing, the test fails.
"""

import os
import pathlib
import unittest

from homes import Case, EmacsCase
from neovim import Neovim
from terminal import Terminal
from vim import Vim


class NeovimPack(Case):
    """`vim.pack`, which needs Neovim 0.12 or newer."""

    EDITOR = Neovim

    def test_vim_pack_installs_and_removes_the_plugin(self):
        self.write(".config/nvim/init.lua", self.block("neovim", "vim.pack"))
        terminal = Terminal(self.environment)
        self.addCleanup(terminal.close)
        terminal.run([Neovim.PROGRAM])
        # `vim.pack` asks for confirmation.
        terminal.shows("seekline.nvim", "[Y]es")
        terminal.type("y")
        terminal.shows("[No Name]", "(1/1)")
        terminal.type(":Seekline snowman\r")
        terminal.shows("☃")
        terminal.close()
        self.assert_searches()
        self.write(".config/nvim/init.lua", "")
        self.run_in_shell(f"""'{Neovim.PROGRAM}' --headless +'lua vim.pack.del({{ "seekline.nvim" }})' +qa""")
        self.assertEqual(self.left(), [])


class Lazy(Case):
    """lazy.nvim, whose checkout is in the folder $SEEKLINE_LAZY."""

    EDITOR = Neovim

    def test_lazy_nvim_installs_and_removes_the_plugin(self):
        # Debian's Neovim has its parsers in a folder that lazy.nvim does not know and would remove from the path.
        setup = (
            f"vim.opt.rtp:prepend('{os.environ['SEEKLINE_LAZY']}')\n"
            "require('lazy').setup({ spec = { %s }, performance = { rtp = { reset = false } } })"
        )
        self.write(".config/nvim/init.lua", setup % self.block("neovim", "opts = {} }"))
        self.run_in_shell(f"'{Neovim.PROGRAM}' --headless '+Lazy! sync' +qa")
        self.assert_searches()
        self.write(".config/nvim/init.lua", setup % "")
        self.run_in_shell(f"'{Neovim.PROGRAM}' --headless '+Lazy! clean' +qa")
        self.assertEqual(self.left(), [])


class Plug(Case):
    """vim-plug, whose checkout is in the folder $SEEKLINE_PLUG."""

    EDITOR = Vim

    def test_vim_plug_installs_and_removes_the_plugin(self):
        manager = pathlib.Path(os.environ["SEEKLINE_PLUG"]) / "plug.vim"
        setup = f"set nocompatible\nsource {manager}\ncall plug#begin()\n%scall plug#end()\n"
        self.write(".vim/vimrc", setup % self.block("vim", "Plug 'https"))
        self.run_in_shell("TERM=dumb vim -es -u ~/.vim/vimrc -c 'PlugInstall --sync' -c 'qa!'")
        self.assert_searches("--cmd", f"source {self.home}/.vim/vimrc")
        self.write(".vim/vimrc", setup % "")
        self.run_in_shell("TERM=dumb vim -es -u ~/.vim/vimrc -c 'PlugClean!' -c 'qa!'")
        self.assertEqual(self.left(), [])


class EmacsFromGit(EmacsCase):
    """`package-vc-install`, which needs Emacs 29 or newer."""

    def test_package_vc_install_installs_the_package_from_git(self):
        self.assert_installs(self.block("emacs", "package-vc-install"))


if __name__ == "__main__":
    unittest.main()
