"""Tests the programs that put the other tests under strain."""

import fcntl
import os
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent
# Waits until its child has been stopped and continued.
WATCH = """
import pathlib, subprocess, sys
child = subprocess.Popen(["sleep", "600"])
for wanted in (True, False):
    while (pathlib.Path(f"/proc/{child.pid}/stat").read_text().split()[2] == "T") != wanted:
        pass
child.kill()
child.wait()
sys.exit(7)"""


class Strain(unittest.TestCase):
    def test_processes_are_frozen_and_then_continue(self):
        # The command's orphan is reaped, and not mistaken for the command.
        command = ["sh", "-c", f'(sh -c "exit 3" &); exec "{sys.executable}" -c "$1"', "sh", WATCH]
        done = subprocess.run([FOLDER / "freezing", *command], capture_output=True, text=True, timeout=300)
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertRegex(done.stderr, r"^freezing: SEEKLINE_SEED=\d+\n$")

    def test_the_pipes_of_an_engine_are_narrow(self):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen([FOLDER / "narrow" / "seekline"], **pipes) as engine:
            os.write(engine.stdin.fileno(), b'{"jsonrpc":"2.0","id":1,"method":"getState"}\n')
            self.assertIn(b'"id":1,"result"', engine.stdout.readline())
            for pipe in (engine.stdin, engine.stdout):
                self.assertEqual(fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ), 4096)
            engine.stdin.close()
            engine.stdout.read()


if __name__ == "__main__":
    unittest.main()
