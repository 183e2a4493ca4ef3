"""A provider as a process with three pipes. Nothing here waits without a limit, or keeps more than a line."""

import collections
import os
import pathlib
import selectors
import signal
import subprocess
import time

from fault import Fault, brief

LONGEST_LINE = 16 << 20
CHUNK = 1 << 16


class Process:
    """A provider that runs, in a session and thus a process group of its own."""

    def __init__(self, command):
        self.child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, bufsize=0)
        self.lines = collections.deque()
        self.ended = False
        self._rest, self._searched, self._unsent, self._log = bytearray(), 0, bytearray(), b""
        self._selector = selectors.DefaultSelector()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            os.set_blocking(stream.fileno(), False)
        self._selector.register(self.child.stdout, selectors.EVENT_READ, self._read)
        self._selector.register(self.child.stderr, selectors.EVENT_READ, self._read_log)

    def send(self, data):
        """Sends bytes: what the pipe has no room for goes out while something is waited for."""
        if not self.child.stdin.closed:
            self._unsent += data
            self._write()

    def line(self, seconds):
        """The next line with anything in it; None if none has come by then, or the output has ended. However late it is, what
        has come already counts."""
        deadline, left = time.monotonic() + seconds, seconds
        while not self.lines and not self.ended and left >= 0:
            self._step(left)
            left = deadline - time.monotonic()
        return self.lines.popleft() if self.lines else None

    def _step(self, seconds):
        is_waiting = bool(self._unsent) and not self.child.stdin.closed
        if is_waiting:
            self._selector.register(self.child.stdin, selectors.EVENT_WRITE, self._write)
        ready = self._selector.select(seconds)
        if is_waiting:
            self._selector.unregister(self.child.stdin)
        for key, _ in ready:
            key.data()

    def _write(self):
        try:
            del self._unsent[:os.write(self.child.stdin.fileno(), self._unsent)]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._unsent.clear()

    def _read(self):
        chunk = os.read(self.child.stdout.fileno(), CHUNK)
        if not chunk:
            self._selector.unregister(self.child.stdout)
            self.ended = True
            if self._rest.strip():
                self.lines.append(bytes(self._rest))
            return
        self._rest += chunk
        while (end := self._rest.find(b"\n", self._searched)) >= 0:
            line = bytes(self._rest[:end])
            del self._rest[:end + 1]
            self._searched = 0
            if line.strip():
                self.lines.append(line)
        self._searched = len(self._rest)
        if self._searched > LONGEST_LINE:
            right = "a line has 16 MiB at most: rows come in pages, and in `$/items`"
            raise Fault("a line has more than 16 MiB", right, self._rest)

    def _read_log(self):
        chunk = os.read(self.child.stderr.fileno(), CHUNK)
        self._log = (self._log + chunk)[-4096:]
        if not chunk:
            self._selector.unregister(self.child.stderr)

    def unfinished(self):
        """What has come of a line that has not ended."""
        return bytes(self._rest)

    def last_words(self):
        """The last line of its standard error, to be added to a sentence."""
        for _ in range(16):
            try:
                self._log = (self._log + os.read(self.child.stderr.fileno(), CHUNK))[-4096:]
            except BlockingIOError:
                break
        lines = self._log.split(b"\n")
        said = next((line for line in reversed(lines) if line.strip()), None)
        return f"; the last line of its stderr: {brief(said)}" if said else "; it wrote nothing to its stderr"

    def close_input(self):
        """Lets it see the end of its input."""
        self.child.stdin.close()

    def wait(self, seconds):
        """Its exit code, below 0 the signal that ended it; None if it still runs then."""
        try:
            return self.child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def others(self):
        """The processes of its group that are still alive, when it has ended itself."""
        try:
            os.killpg(self.child.pid, 0)
        except (ProcessLookupError, PermissionError):
            return []
        found = [each for each in map(_stat, pathlib.Path("/proc").glob("[0-9]*/stat")) if each]
        return [number for number, state, group in found if group == self.child.pid and state not in "ZX"]

    def kill(self):
        """Ends it and its group, whatever they do."""
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        self.child.wait()
        self._selector.close()
        for stream in (self.child.stdin, self.child.stdout, self.child.stderr):
            stream.close()


def _stat(path):
    """The number, the state and the group of a process; None if it has gone meanwhile."""
    try:
        state, _, group = path.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
    except (OSError, ValueError):
        return None
    return int(path.parent.name), state, int(group)
