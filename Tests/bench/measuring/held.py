"""What a process holds, and which processes exist because of it: this must be the same afterwards as before."""

import os
import pathlib
import time
import uuid
from typing import NamedTuple

from .processes import Peer

MARK = "SEEKLINE_BENCH"


class Held(NamedTuple):
    """Counts, and the private memory of the process in bytes."""

    processes: int
    descriptors: int
    threads: int
    memory: int

    @property
    def counts(self):
        return self[:3]


class Marked(Peer):
    """A process whose environment marks all its descendants, even those that have left its process group and have lost
    their parent."""

    def __init__(self, command):
        self.mark = uuid.uuid4().hex
        super().__init__(command, env=os.environ | {MARK: self.mark})

    def processes(self):
        """Returns how many processes exist because of this one: those with its mark, and its zombie children."""
        mark, count = f"{MARK}={self.mark}".encode(), 0
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
                count += parent == self.process.pid or mark in (folder / "environ").read_bytes()
            except OSError:
                pass
        return count - 1

    def status(self, name):
        """Returns a number from /proc/PID/status."""
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(text.split(f"\n{name}:")[1].split()[0])

    def held(self):
        descriptors = len(os.listdir(f"/proc/{self.process.pid}/fd"))
        return Held(self.processes(), descriptors, self.status("Threads"), self.status("RssAnon") << 10)

    def at_rest(self, processes, patience=10):
        """Returns what it holds once there are so many processes and nothing has changed for a while, or after
        `patience` seconds."""
        end, before = time.monotonic() + patience, None
        while time.monotonic() < end:
            found = self.held()
            if found.counts == before and found.processes == processes:
                break
            before = found.counts
            time.sleep(0.05)
        return found
