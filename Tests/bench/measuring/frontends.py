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


def all_of_them():
    """Those whose commands are there. $SEEKLINE_TUI says where a seekline-tui is that is not in the PATH."""
    tui = shutil.which(os.environ.get("SEEKLINE_TUI", "seekline-tui"))
    found = []
    if shutil.which("fzf") and shutil.which("jq"):
        fzf = CLIENTS / "shell" / "seekline-fzf"
        found.append(FrontEnd("seekline-fzf", [fzf], "> ", [["fzf", "--version"], ["bash", "--version"]]))
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
