"""An editor that is driven from outside: keys go in, and what it says about itself comes out.

The editor connects to a socket of ours and answers questions; how a question looks is its own business.
"""

import json
import os
import pathlib
import signal
import socket
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "services")]


def wait_until(holds, what, timeout=10):
    """Waits until `holds()` is true; answers what it was."""
    deadline = time.monotonic() + timeout
    while not (value := holds()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what() if callable(what) else what}")
        time.sleep(0.004)
    return value


def is_running(pid):
    """Whether a process is there, and not only waited for by nobody."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


class Editor:
    """What editors have in common. A kind of editor adds `command(port)`, `ask`, `SEEN` and `ENGINE`."""

    def __init__(self, run, environment):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(15)
        environment = {**environment, "SEEKLINE_TEST_PORT": str(listener.getsockname()[1])}
        try:
            self.closing = run(environment)
            self.connection, _ = listener.accept()
        finally:
            listener.close()
        self.connection.settimeout(10)
        self.answers = self.connection.makefile("r", encoding="utf-8", errors="replace")
        self.last = 0
        self.pid = self.ask(self.PID)

    def exchange(self, message):
        """Sends a message, and reads the next one."""
        self.connection.sendall(json.dumps(message).encode() + b"\n")
        line = self.answers.readline()
        if not line:
            raise EOFError("the editor has gone")
        return json.loads(line)

    def seen(self):
        """What a person sees: `prompt`, `rows`, `title`, `footer`, `counter`, `preview`, `text`, `mode`."""
        return self.ask(self.SEEN)

    def until(self, holds, what=None, timeout=10):
        """Waits until what is seen is so, and answers it."""
        last = {}

        def look():
            last.clear()
            last.update(self.seen())
            return holds(last) and last

        return dict(wait_until(look, lambda: f"{what or 'what should be seen'}; seen: {last}", timeout))

    def engine(self):
        """The process of the engine; 0 if there is none."""
        return self.ask(self.ENGINE) or 0

    def rows(self, *parts):
        """Waits until each of these texts stands in a row of the list."""
        return self.until(lambda seen: all(any(part in row for row in seen["rows"]) for part in parts), f"rows with {parts}")

    def kill(self):
        """Ends the editor as nobody should."""
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: not is_running(self.pid), "the editor is killed")

    def close(self):
        """Ends it, whatever it does."""
        if is_running(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        self.closing()
        self.answers.close()
        self.connection.close()
