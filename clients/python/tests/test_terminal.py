"""How a program gets a terminal, and how it leaves it."""

import os
import select
import signal
import subprocess
import sys

import pytest

# An app that never ends, even if it can be told to.
STUCK = """
import asyncio, threading
from seekline.tui import terminal

class Stuck:
    def exit(self, *_):
        self.over.set()

    async def run_async(self):
        self.over = asyncio.Event()
        print("ready", flush=True)
        {hears}
        threading.Event().wait()

terminal.PATIENCE = 0.1
asyncio.run(terminal.run_on_terminal(Stuck()))
"""


@pytest.mark.parametrize("hears", ["await self.over.wait()", "# The event loop is blocked."])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_process_even_if_the_app_does_not(number: int, hears: str) -> None:
    script = STUCK.replace("{hears}", hears)
    ours, theirs = os.openpty()
    try:
        with subprocess.Popen([sys.executable, "-c", script], stdin=theirs, stdout=theirs, stderr=theirs) as process:
            assert select.select([ours], [], [], 60)[0], "the script does not start"
            assert os.read(ours, 100).strip() == b"ready"
            process.send_signal(number)
            try:
                assert process.wait(60) == 128 + number
            finally:
                process.kill()
    finally:
        os.close(ours)
        os.close(theirs)
