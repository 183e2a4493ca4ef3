"""The editors as front ends in a terminal: each with only the plugin, opening with a search."""

import os
import pathlib
import shutil
import subprocess
from typing import NamedTuple

from .peers import ROOT

CLIENTS = ROOT / "clients"
# The query is an argument of the shell. Emacs has only the client's Lisp, byte-compiled like a package, and does not
# compile it to machine code, which it would do during the measurement.
EMACS = """exec emacs -nw -Q --eval '(setq native-comp-deferred-compilation nil inhibit-startup-screen t)' \
-L "$0" -l seekline --eval "(progn INTERFACE
  (add-hook 'window-setup-hook
            (lambda () (minibuffer-with-setup-hook (lambda () (insert \\"$1\\")) (call-interactively 'seekline)))))\""""
VERTICO = """(let ((default-directory \\"/usr/share/emacs/site-lisp/elpa/\\")) (normal-top-level-add-subdirs-to-load-path))
  (require 'vertico) (vertico-mode)"""


class Editor(NamedTuple):
    """An editor: its name in the table, its command, what shows that it is ready for typing, and commands that print
    its version."""

    name: str
    command: list
    ready: str
    parts: list


def compiled():
    """Compiles the client for Emacs; returns its folder."""
    folder = ROOT / ".build-emacs"
    folder.mkdir(exist_ok=True)
    files = [shutil.copy(file, folder) for file in sorted((CLIENTS / "emacs").glob("*.el"))]
    compile_them = ["emacs", "-Q", "--batch", "-L", folder, "-f", "batch-byte-compile", *files]
    subprocess.run(compile_them, check=True, capture_output=True)
    return folder


def all_of_them():
    """Returns the editors whose programs are installed. $SEEKLINE_NVIM names a Neovim that is not in the PATH."""
    found = []
    nvim = shutil.which(os.environ.get("SEEKLINE_NVIM", "nvim"))
    for name, program in [("Neovim", nvim), ("Vim", shutil.which("vim"))]:
        if program:
            script = 'exec "$1" --clean --cmd "set loadplugins runtimepath^=$0" -c "Seekline $2"'
            command = ["sh", "-c", script, CLIENTS / name.lower(), program]
            found.append(Editor(name, command, "❯", [[program, "--version"]]))
    if shutil.which("emacs"):
        folder, version = compiled(), [["emacs", "--version"]]
        interfaces = {"Emacs": ""}
        if any(pathlib.Path("/usr/share/emacs/site-lisp/elpa").glob("vertico-*")):
            interfaces["Emacs, Vertico"] = VERTICO
        for name, interface in interfaces.items():
            # tmux takes only one line.
            script = EMACS.replace("INTERFACE", interface).replace("\n", " ")
            command = ["sh", "-c", script, folder]
            found.append(Editor(name, command, "Search unicode:", version))
    return found
