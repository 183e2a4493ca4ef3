"""The front ends, as far as measuring them requires."""

import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

from . import editors
from .peers import ROOT

CLIENTS = ROOT / "clients"
# fzf with a list of LEFT and one of LEFTWARDS, in files. (tmux takes only one line.)
ALONE = "; ".join([
    """lists=$(mktemp -d) && trap 'rm -r "$lists"' EXIT""",
    """yes 'LEFT ARROW' | head -20 >"$lists/left"; yes 'LEFTWARDS ARROW' | head -20 >"$lists/leftw\"""",
    """fzf --disabled --query "$1" --layout reverse --bind "start:reload(cat $lists/{q}),change:reload(cat $lists/{q})\"""",
])


class FrontEnd(NamedTuple):
    """A front end that is a command in a terminal, with a query as its argument. It searches in `unicode`."""

    name: str
    command: list
    # What is on the screen once it is ready for typing.
    ready: str
    # Its components, for the line under the table: commands that print their version.
    parts: list

    @staticmethod
    def lefts(screen):
        """Returns the first word of each row that begins with LEFT: for "left" many are LEFT, for "leftw" all are
        LEFTWARDS."""
        return [found[0] for line in screen.splitlines() if (found := re.findall(r"\bLEFT[\w-]*", line))]

    def has_list(self, screen):
        """Whether the list of "left" is on the screen."""
        return len(self.lefts(screen)) >= 7 and "LEFT" in self.lefts(screen)

    def has_narrower_list(self, screen):
        """Whether the list of "leftw" is on the screen."""
        return len(self.lefts(screen)) >= 7 and "LEFT" not in self.lefts(screen)


def of_fzf():
    """seekline-fzf with the fzf in the PATH and with the one that $SEEKLINE_FZF names, and each fzf by itself, showing
    another file for another text. That is the least possible with it: up to version 0.61 fzf polls its input every
    tenth of a second."""
    programs = [shutil.which("fzf"), os.environ.get("SEEKLINE_FZF")]
    for program in dict.fromkeys(os.path.abspath(program) for program in programs if program):
        number = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
        path = f"PATH={os.path.dirname(program)}:{os.environ['PATH']}"
        parts = [["tmux", "-V"], ["bash", "--version"]]
        yield FrontEnd(f"seekline-fzf, fzf {number}", ["env", path, CLIENTS / "shell" / "seekline-fzf"], "> ", parts)
        yield FrontEnd(f"fzf {number} alone, a file for each key", ["env", path, "sh", "-c", ALONE, "sh"], ">", parts)


def all_of_them():
    """Returns the front ends whose commands are installed. $SEEKLINE_TUI names a seekline-tui that is not in the
    PATH."""
    tui = shutil.which(os.environ.get("SEEKLINE_TUI", "seekline-tui"))
    found = list(of_fzf())
    if tui:
        python = os.path.join(os.path.dirname(tui), "python")
        versions = "import sys, textual; print('Textual', textual.__version__, 'Python', sys.version.split()[0])"
        found.append(FrontEnd("seekline-tui", [tui], "Type to search", [[python, "-c", versions]]))
    found += [FrontEnd(*editor) for editor in editors.all_of_them()]
    return found


def version(command):
    """Returns the name and version that a command prints."""
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    name = os.path.basename(command[0])
    return said if name in said.lower() or command[0].startswith("/") else f"{name} {said}"


def machine():
    """Returns a description of this machine."""
    with open("/proc/cpuinfo") as file:
        model = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores, {sys.platform}"
