"""Counts the instructions and the allocations of a process, with valgrind's callgrind and cachegrind.

They do not depend on what else the machine does. One run says what a whole process costs; what one more operation costs
is the slope between two runs, one with few of them and one with many: whatever both do falls out.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
from typing import NamedTuple

from .processes import Peer

# What blocks of the heap are got with. Tools that count blocks themselves, like dhat, put an allocator of their own in
# place of the system's; Swift's arrays grow otherwise on that.
ALLOCATING = {"malloc", "calloc", "realloc", "posix_memalign", "memalign", "aligned_alloc"}


# From some size on, glibc copies by one instruction that valgrind counts once for each byte, and below by one for 32: with
# this, whatever is compared across sizes is copied in the same way at all of them.
COPY_ALIKE = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1073741824"}


class Cost(NamedTuple):
    """What something costs."""

    instructions: float
    allocations: float
    # How many of the blocks stay.
    blocks: float


def is_there():
    """Whether this machine has valgrind."""
    return shutil.which("valgrind") is not None


def environment(more=None):
    """What a process is started with that is to do the same each time, and with no configuration of anybody's."""
    # Swift seeds its hashes anew in each process: collisions would make two runs differ.
    return {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", "SWIFT_DETERMINISTIC_HASHING": "1", **(more or {})}


def count(command, talk, operations, more=None):
    """What a process costs that does so many operations, from its start to its end. `more` is added to its environment."""
    return watched("callgrind", [], command, talk, operations, more, read)


def instructions(command, talk, operations, more=None):
    """The instructions alone, by cachegrind: that takes half the time."""

    def read_summary(path):
        return int(re.search(r"^summary: (\d+)$", path.read_text(), re.MULTILINE)[1])

    return watched("cachegrind", ["--cache-sim=no"], command, talk, operations, more, read_summary)


def watched(tool, options, command, talk, operations, more, read):
    """What `read` makes of the file that a tool of valgrind's writes of a process."""
    with tempfile.TemporaryDirectory() as folder:
        # Each process that it starts writes a file of its own.
        log = pathlib.Path(folder, "log")
        valgrind = ["valgrind", f"--tool={tool}", f"--{tool}-out-file={folder}/%p", f"--log-file={log}", *options]
        peer = Peer([*valgrind, *command], env=environment(more))
        talk(peer, operations)
        status = peer.terminate()
        if status != -signal.SIGTERM:
            raise subprocess.CalledProcessError(status, command, stderr=log.read_text())
        return read(pathlib.Path(folder, str(peer.process.pid)))


def slope(command, talk, few, many):
    """What one more operation costs, between so few and so many of them."""
    low, high = count(command, talk, few), count(command, talk, many)
    return Cost(*((b - a) / (many - few) for a, b in zip(low, high)))


def read(path):
    """The sums of a file of callgrind's."""
    # https://valgrind.org/docs/manual/cl-format.html: a name stands behind its number the first time only, and the
    # line behind `calls=` has what the callee cost.
    instructions, allocations, freed, names, callee = 0, 0, 0, {}, None
    with open(path) as file:
        for line in file:
            if line.startswith(("fn=", "cfn=")):
                number, name = re.match(r"c?fn=\((\d+)\)(?: (.*))?", line).groups()
                if name:
                    names[number] = name
                callee = names[number]
            elif line.startswith("calls="):
                calls = int(line[len("calls="):].split()[0])
                allocations += calls if callee in ALLOCATING else 0
                freed += calls if callee == "free" else 0
            elif line.startswith("totals:"):
                instructions = int(line.split()[1])
    return Cost(instructions, allocations, allocations - freed)
