"""Processes that answer lines with lines."""

import collections
import os
import subprocess


class Peer:
    """A process whose standard input and output are pipes."""

    def __init__(self, command, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=env)
        self.lines, self.unfinished, self.last = collections.deque(), b"", b""

    def write(self, data):
        """Writes all of the bytes."""
        left = memoryview(data)
        while left:
            left = left[os.write(self.process.stdin.fileno(), left):]

    def line(self):
        """Returns the next line."""
        while not self.lines:
            chunk = os.read(self.process.stdout.fileno(), 1 << 18)
            if not chunk:
                raise EOFError(f"{self.process.args} has ended; the last line was {self.last[:1000]!r}")
            *lines, self.unfinished = (self.unfinished + chunk).split(b"\n")
            self.lines.extend(lines)
        self.last = self.lines.popleft()
        return self.last

    def until(self, *words, unless=None):
        """Reads up to the first line that contains all of these; raises an error if one comes before that contains
        `unless`."""
        while not all(word in line for line in [self.line()] for word in words):
            if unless and unless in self.last:
                raise ValueError(f"{self.process.args} wrote {self.last[:1000]!r}")

    def ask(self, count):
        """Has a peer of a part do its work so many times; returns how many nanoseconds that took."""
        self.write(b"%d\n" % count)
        return int(self.line())

    def resident(self):
        """Returns its resident size in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

    def terminate(self):
        """Ends it by a signal, which costs the same whatever there is to drain; returns its exit code."""
        self.process.terminate()
        status = self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        return status
