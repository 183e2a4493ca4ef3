"""Tests the terminal in which other tests run programs."""

import os
import pathlib
import subprocess
import tempfile
import unittest

from terminal import Terminal


class TerminalTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.end = pathlib.Path(folder.name, "end")
        os.mkfifo(self.end)
        self.terminal = Terminal(dict(os.environ))
        self.addCleanup(self.terminal.close)

    def test_whoever_writes_waits_for_nobody_who_looks(self):
        self.terminal.run(["sh", "-c", 'yes | head -c 10000000; echo "all written" >"$0"; exec cat', self.end])
        # The screen is not read meanwhile: the end is reported through a named pipe.
        told = subprocess.run(["cat", self.end], stdout=subprocess.PIPE, timeout=60, check=True)
        self.assertEqual(told.stdout, b"all written\n")

    def test_the_screen_is_what_stands_there_at_last(self):
        self.terminal.run(["sh", "-c", 'seq 100000; printf "the last line"; exec cat'])
        self.assertEqual(self.terminal.shows("the last line")[-2:], ["100000", "the last line"])
