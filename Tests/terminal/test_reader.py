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

    def test_a_program_that_writes_does_not_wait_for_the_screen_to_be_read(self):
        self.terminal.run(["sh", "-c", 'yes | head -c 10000000; echo "all written" >"$0"; exec cat', self.end])
        # The screen is not read in the meantime: the end is reported through a named pipe.
        told = subprocess.run(["cat", self.end], stdout=subprocess.PIPE, timeout=60, check=True)
        self.assertEqual(told.stdout, b"all written\n")

    def test_the_screen_shows_the_final_output(self):
        self.terminal.run(["sh", "-c", 'seq 100000; printf "the last line"; exec cat'])
        self.assertEqual(self.terminal.shows("the last line")[-2:], ["100000", "the last line"])
