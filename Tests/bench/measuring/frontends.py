"""The front ends, as far as a stopwatch must know them."""

import os
import re
import shutil
import subprocess
import sys
from typing import NamedTuple

from . import editors
from .peers import ROOT

CLIENTS = ROOT / "clients"
# fzf with a list of LEFT and one of LEFTWARDS, in files. (tmux takes a line.)
ALONE = "; ".join([
    """lists=$(mktemp -d) && trap 'rm -r "$lists"' EXIT""",
    """yes 'LEFT ARROW' | head -20 >"$lists/left"; yes 'LEFTWARDS ARROW' | head -20 >"$lists/leftw\"""",
    """fzf --disabled --query "$1" --layout reverse --bind "start:reload(cat $lists/{q}),change:reload(cat $lists/{q})\"""",
])


class FrontEnd(NamedTuple):
    """A front end that is a command in a terminal, with a query as its argument. It searches in `unicode`."""

    name: str
    command: list
    # What is on the screen once one may type.
    ready: str
    # What it is made of, for the line under the table: commands that say their version.
    parts: list

    @staticmethod
    def lefts(screen):
        """Which words in LEFT the rows have, the first of each: of "left" many have that, of "leftw" all have LEFTWARDS."""
        return [found[0] for line in screen.splitlines() if (found := re.findall(r"\bLEFT[\w-]*", line))]

    def has_list(self, screen):
        """Whether the list of "left" is on the screen."""
        return len(self.lefts(screen)) >= 7 and "LEFT" in self.lefts(screen)

    def has_narrower_list(self, screen):
        """Whether the list of "leftw" is."""
        return len(self.lefts(screen)) >= 7 and "LEFT" not in self.lefts(screen)


def of_fzf():
    """seekline-fzf with the fzf in the PATH, and with the one that $SEEKLINE_FZF names; and how long each takes by itself to
    show another file for another text, which is the least that can be had with it: up to its version 0.61 it looks at what
    it reads every tenth of a second."""
    programs = [shutil.which("fzf"), os.environ.get("SEEKLINE_FZF")]
    for program in dict.fromkeys(os.path.abspath(program) for program in programs if program):
        number = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[0]
        path = f"PATH={os.path.dirname(program)}:{os.environ['PATH']}"
        parts = [["tmux", "-V"], ["bash", "--version"]]
        yield FrontEnd(f"seekline-fzf, fzf {number}", ["env", path, CLIENTS / "shell" / "seekline-fzf"], "> ", parts)
        yield FrontEnd(f"fzf {number} alone, a file for each key", ["env", path, "sh", "-c", ALONE, "sh"], ">", parts)


def all_of_them():
    """Those whose commands are there. $SEEKLINE_TUI says where a seekline-tui is that is not in the PATH."""
    tui = shutil.which(os.environ.get("SEEKLINE_TUI", "seekline-tui"))
    found = list(of_fzf())
    if tui:
        python = os.path.join(os.path.dirname(tui), "python")
        versions = "import sys, textual; print('Textual', textual.__version__, 'Python', sys.version.split()[0])"
        found.append(FrontEnd("seekline-tui", [tui], "Type to search", [[python, "-c", versions]]))
    found += [FrontEnd(*editor) for editor in editors.all_of_them()]
    return found


def version(command):
    """What a command says that it is."""
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0]
    name = os.path.basename(command[0])
    return said if name in said.lower() or command[0].startswith("/") else f"{name} {said}"


def machine():
    """What it is measured on."""
    with open("/proc/cpuinfo") as file:
        model = next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), "unknown")
    return f"{model}, {os.cpu_count()} cores, {sys.platform}"
