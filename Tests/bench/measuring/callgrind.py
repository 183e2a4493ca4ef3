"""Counts the instructions and the allocations of a process, with valgrind's callgrind and cachegrind.

They do not depend on what else the machine does. One run gives the cost of a whole process. The cost of one more
operation is the slope between two runs, one with few operations and one with many: whatever both runs do cancels out.
"""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from typing import NamedTuple

from .processes import Peer

# The functions that allocate heap blocks. Tools that count blocks themselves, like dhat, replace the system's
# allocator, and Swift's arrays grow differently with theirs.
ALLOCATING = {"malloc", "calloc", "realloc", "posix_memalign", "memalign", "aligned_alloc"}


# From some size on, glibc copies with one instruction that valgrind counts once per byte, and below that with one per
# 32 bytes. With this setting all sizes are copied in the same way and can be compared.
COPY_ALIKE = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_movsb_threshold=1073741824"}

# A process under valgrind, beside others that want the processors, may take a hundred times as long as usual: what it waits
# for must not end by a time limit. The maximum that can be set, in milliseconds.
LONGEST = 600_000
PATIENT = [f"http.timeoutMs={LONGEST}", f"http.connectTimeoutMs={LONGEST}"]

# Valgrind translates the code of a process before that runs. For one that soon ends, this takes most of the time.
QUICK_TRANSLATION = ["--vex-iropt-level=1", "--vex-guest-chase=no"]


class Cost(NamedTuple):
    """The cost of something."""

    instructions: float
    allocations: float
    # How many of the blocks are not freed.
    blocks: float


def is_there():
    """Whether this machine has valgrind."""
    return shutil.which("valgrind") is not None


def environment(more=None):
    """Returns the environment of a process that should do the same each time, and use no user's configuration."""
    # Swift seeds its hashes differently in each process: collisions would make two runs differ.
    return {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", "SWIFT_DETERMINISTIC_HASHING": "1", **(more or {})}


def count(command, talk, operations, more=None):
    """Returns the cost of a process that does so many operations, from start to end. `more` is added to its
    environment."""
    return watched("callgrind", [], command, talk, operations, more, read)


def instructions(command, talk, operations, more=None):
    """Returns the instructions only, by cachegrind, which takes half the time."""

    def read_summary(path):
        return int(re.search(r"^summary: (\d+)$", path.read_text(), re.MULTILINE)[1])

    return watched("cachegrind", ["--cache-sim=no", *QUICK_TRANSLATION], command, talk, operations, more, read_summary)


def watched(tool, options, command, talk, operations, more, read):
    """Runs a process under a valgrind tool; returns what `read` makes of the tool's output file."""
    # Each process that it starts writes its own file, and one that outlives it may do so while the folder is removed.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        log = pathlib.Path(folder, "log")
        valgrind = ["valgrind", f"--tool={tool}", f"--{tool}-out-file={folder}/%p", f"--log-file={log}", *options]
        peer = Peer([*valgrind, *command], env=environment(more))
        # If it waits for what does not come, reading from it fails with the line that came last.
        end = threading.Timer(LONGEST / 1000, peer.process.kill)
        end.start()
        try:
            talk(peer, operations)
        finally:
            end.cancel()
        status = peer.terminate()
        if status != -signal.SIGTERM:
            raise subprocess.CalledProcessError(status, command, stderr=log.read_text())
        return read(pathlib.Path(folder, str(peer.process.pid)))


def slope(command, talk, few, many):
    """Returns the cost of one more operation, as the slope between `few` and `many`."""
    low, high = count(command, talk, few), count(command, talk, many)
    return Cost(*((b - a) / (many - few) for a, b in zip(low, high)))


def read(path):
    """Returns the totals of a callgrind file."""
    # https://valgrind.org/docs/manual/cl-format.html: a name follows its number the first time only, and the line after
    # `calls=` has the cost of the callee.
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
