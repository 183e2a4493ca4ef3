"""Processes that answer lines with lines."""

import collections
import os
import subprocess


class Peer:
    """A process whose standard input and output are pipes."""

    def __init__(self, command, env=None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=env)
        self.lines, self.unfinished = collections.deque(), b""

    def write(self, data):
        """Sends bytes, all of them."""
        left = memoryview(data)
        while left:
            left = left[os.write(self.process.stdin.fileno(), left):]

    def line(self):
        """The next line."""
        while not self.lines:
            chunk = os.read(self.process.stdout.fileno(), 1 << 18)
            if not chunk:
                raise EOFError(self.process.args)
            *lines, self.unfinished = (self.unfinished + chunk).split(b"\n")
            self.lines.extend(lines)
        return self.lines.popleft()

    def until(self, *words):
        """Reads up to the first line that has all of these in it."""
        while not all(word in line for line in [self.line()] for word in words):
            pass

    def ask(self, count):
        """Has one of the peers of a part do it so many times; answers how many nanoseconds that took."""
        self.write(b"%d\n" % count)
        return int(self.line())

    def resident(self):
        """How many bytes of it are in memory."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) << 10 for line in status if line.startswith("VmRSS"))

    def terminate(self):
        """Ends it by a signal, which costs the same whatever there is to drain; answers its exit code."""
        self.process.terminate()
        status = self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        return status
