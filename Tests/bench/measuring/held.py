"""What a process holds, and which processes are there because of it: what must be the same after as before."""

import os
import pathlib
import time
import uuid
from typing import NamedTuple

from .processes import Peer

MARK = "SEEKLINE_BENCH"


class Held(NamedTuple):
    """Counts, and bytes of memory that are the process's alone."""

    processes: int
    descriptors: int
    threads: int
    memory: int

    @property
    def counts(self):
        return self[:3]


class Marked(Peer):
    """A process whose environment tells all that it has started, also what has left its group and its care."""

    def __init__(self, command):
        self.mark = uuid.uuid4().hex
        super().__init__(command, env=os.environ | {MARK: self.mark})

    def processes(self):
        """How many processes there are because of this one: those that have its mark, and its children that are no more than a number."""
        mark, count = f"{MARK}={self.mark}".encode(), 0
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                count += parent == self.process.pid or mark in (folder / "environ").read_bytes()
            except OSError:
                pass
        return count - 1

    def status(self, name):
        """A number of /proc/PID/status."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split(f"\n{name}:")[1].split()[0])

    def held(self):
        descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return Held(self.processes(), descriptors, self.status("Threads"), self.status("RssAnon") << 10)

    def at_rest(self, processes, patience=10):
        """What it holds once there are so many processes and nothing has changed for a while; or when that did not come."""
        end, before = time.monotonic() + patience, None
        while time.monotonic() < end:
            found = self.held()
            if found.counts == before and found.processes == processes:
                break
            before = found.counts
            time.sleep(0.05)
        return found
