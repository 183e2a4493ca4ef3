"""A hundred thousand sessions: the cost of a call does not depend on their number, and what concerns all of them costs
no more than creating them did.

Processor time is compared, which does not depend on what else the machine does.
"""

import fcntl
import subprocess
import termios
import threading
import unittest

from support import BINARY, best, line, measures_time, wait_until

MANY = 100_000


class Sessions:
    """An engine with `count` sessions."""

    def __init__(self, count):
        self.process = subprocess.Popen([BINARY, "--log-level=off"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.names = [f"s{number}" for number in range(count)]
        self.opening = self.cost(b"".join(line("openSession", session=name) for name in self.names), 1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    @property
    def processor_seconds(self):
        """The processor time of the process so far, in seconds."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    @property
    def resident(self):
        """The resident size of the process, in bytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(text.split()[1]) << 10 for text in status if text.startswith("VmRSS"))

    def cost(self, calls, number, last="listSources"):
        """Returns the processor time of these calls and a final `last`."""
        before = self.processor_seconds
        writer = threading.Thread(target=self.write, args=[calls + line(last, number)])
        writer.start()
        # Reads and ignores what comes before the answer.
        answer = b'{"jsonrpc":"2.0","id":%d,' % number
        for text in self.process.stdout:
            if text.startswith(answer):
                break
        writer.join()
        return self.processor_seconds - before

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def type_unheard(self):
        """Types in all of them without reading any output; returns once the engine has read all of it."""
        self.write(b"".join(line("setQuery", session=name, query="arrow", composing=True) for name in self.names))
        wait_until(self.has_taken_all, "all is taken")

    def has_taken_all(self):
        """Whether it has read everything and sleeps, waiting for input and not for a processor."""
        unread = fcntl.ioctl(self.process.stdin, termios.FIONREAD, b"\0" * 4)
        with open(f"/proc/{self.process.pid}/status") as status:
            return unread == b"\0" * 4 and "\nState:\tS" in status.read()


class ClosedSessions(unittest.TestCase):
    def test_closed_sessions_leave_nothing_behind(self):
        """Each of them used to leave 800 bytes, as an hour of soaking found."""
        with Sessions(1) as sessions:
            calls = b"".join(line(method, session="again") for _ in range(5000) for method in ("openSession", "closeSession"))
            sessions.cost(calls, 2)
            before = sessions.resident
            sessions.cost(calls, 3)
            self.assertLess(sessions.resident - before, 1 << 20)


@measures_time
class ManySessions(unittest.TestCase):
    def test_cancelling_a_request_costs_the_same_however_many_sessions_there_are(self):
        """It used to take 51 ms with 100,000."""
        calls = b"".join(line("$/cancelRequest", id="nobody") for _ in range(2000))
        with Sessions(1) as one:
            few = min(one.cost(calls, number) for number in range(2, 5))
        with Sessions(MANY) as all_of_them:
            many = min(all_of_them.cost(calls, number) for number in range(2, 5))
        self.assertLess(many, 3 * few)

    def test_ending_many_sessions_costs_less_than_opening_them(self):
        """The sessions need not be taken down when the process ends: that used to take longer than opening them."""
        def part():
            with Sessions(MANY) as sessions:
                return sessions.cost(b"", 2, "shutdown") / sessions.opening

        self.assertLess(best(part, 1 / 2), 1 / 2)

    def test_ending_twice_as_many_unread_sessions_costs_about_twice_as_much(self):
        """With 60,000 it used to take over 40 s, four times as much as with half of them."""
        def cost(count):
            with Sessions(count) as sessions:
                sessions.type_unheard()
                return sessions.cost(b"", 2, "shutdown")

        self.assertLess(best(lambda: cost(60_000) / cost(30_000), 3), 3)


if __name__ == "__main__":
    unittest.main()
