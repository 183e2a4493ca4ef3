"""What an engine keeps of all that goes through it, while it is never done with it.

SEEKLINE_BACKPRESSURE_MB says how many megabytes go through (1000).
"""

import array
import fcntl
import json
import os
import subprocess
import termios
import threading
import time
import unittest

from support import BINARY

BYTES = int(os.environ.get("SEEKLINE_BACKPRESSURE_MB", "1000")) << 20
# The protocol lets 8 MiB of answers or of lines wait, and 1 MiB be rendered ahead; the rest is for the allocator.
MOST_GROWTH = 32 << 20


def line(method, number, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


class Backpressure(unittest.TestCase):
    def start(self, *arguments):
        """An engine that has made its first search, and a list of 400 items."""
        self.process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.addCleanup(self.process.stdin.close)
        self.output, self.pending = self.process.stdout.fileno(), b""
        self.process.stdin.write(line("submit", 0, query="arrow") + line("reachedBottom", 1, need=400))
        while not any(b'"method":"items"' in text and b'"count":400' in text for text in self.lines()):
            pass
        return self.peak()

    def lines(self):
        """The lines that come next, at least a piece of one."""
        chunk = os.read(self.output, 1 << 15)
        self.assertTrue(chunk, "the engine has ended")
        *lines, self.pending = (self.pending + chunk).split(b"\n")
        return lines

    def send(self, lines):
        """Writes lines as fast as the engine takes them."""

        def write():
            try:
                for text in lines:
                    self.process.stdin.write(text)
            except OSError:
                pass  # The test has failed, and ended the engine.

        threading.Thread(target=write, daemon=True).start()

    def answers(self, count, behind=0):
        """Reads the answers to the requests 1 to `count`, which must come in order, and leaves so many bytes unread
        as long as some of them are missing."""
        unread, answered = array.array("i", [0]), 0
        deadline = time.monotonic() + 1200
        while answered < count:
            fcntl.ioctl(self.output, termios.FIONREAD, unread)
            if unread[0] <= behind and answered < count - 3:
                self.assertLess(time.monotonic(), deadline, f"{answered} of {count} answers")
                time.sleep(0.0002)
                continue
            for text in self.lines():
                if not text.startswith(b'{"jsonrpc":"2.0","method"'):
                    answered += 1
                    self.assertTrue(text.startswith(b'{"jsonrpc":"2.0","id":%d,' % answered), text[:60])

    def peak(self):
        """The most bytes that were ever resident."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(text.split()[1]) << 10 for text in status if text.startswith("VmHWM"))

    def test_a_reader_who_is_always_a_little_behind(self):
        before = self.start()
        size = 90_000
        count = BYTES // size
        self.send(line("getState", number) for number in range(1, count + 1))
        self.answers(count, behind=40_000)
        self.assertLess(self.peak() - before, MOST_GROWTH)

    def test_a_script_that_is_always_a_little_longer(self):
        before = self.start("--script")
        size = 200_000
        count = BYTES // size
        ballast = "x" * size
        self.send(line("submit", number, query="arrow", ballast=ballast) for number in range(1, count + 1))
        self.answers(count)
        self.assertLess(self.peak() - before, MOST_GROWTH)


if __name__ == "__main__":
    unittest.main()
