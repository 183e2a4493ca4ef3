"""A hundred thousand sessions: what one call costs does not depend on them, and what concerns all costs no more than they
themselves did.

What is compared is the time that the process had a processor, which does not depend on what else the machine does.
"""

import fcntl
import subprocess
import termios
import threading
import unittest

from support import BINARY, line, wait_until

MANY = 100_000


class Sessions:
    """An engine with so many sessions."""

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
        """How long the process has had a processor so far."""
        with open(f"/proc/{self.process.pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9

    @property
    def resident(self):
        """How many bytes of the process are resident."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(text.split()[1]) << 10 for text in status if text.startswith("VmRSS"))

    def cost(self, calls, number, last="listSources"):
        """What it takes to do all of this, and `last` behind it."""
        before = self.processor_seconds
        writer = threading.Thread(target=self.write, args=[calls + line(last, number)])
        writer.start()
        # What comes before the answer is read, and not looked at.
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
        """Types in all of them, and reads nothing of what they say; answers once all has been taken."""
        self.write(b"".join(line("setQuery", session=name, query="arrow", composing=True) for name in self.names))
        wait_until(self.has_taken_all, "all is taken")

    def has_taken_all(self):
        """Whether nothing is left for it to read, and it waits: not for a processor, but for somebody to say something."""
        unread = fcntl.ioctl(self.process.stdin, termios.FIONREAD, b"\0" * 4)
        with open(f"/proc/{self.process.pid}/status") as status:
            return unread == b"\0" * 4 and "\nState:\tS" in status.read()


class Closed(unittest.TestCase):
    def test_sessions_that_are_closed_leave_nothing(self):
        """Each of them left 800 bytes: found by the soak of an hour."""
        with Sessions(1) as sessions:
            calls = b"".join(line(method, session="again") for _ in range(5000) for method in ("openSession", "closeSession"))
            sessions.cost(calls, 2)
            before = sessions.resident
            sessions.cost(calls, 3)
            self.assertLess(sessions.resident - before, 1 << 20)


class Many(unittest.TestCase):
    def test_to_cancel_a_request_costs_the_same_in_all_of_them(self):
        """It was 51 ms with 100,000."""
        calls = b"".join(line("$/cancelRequest", id="nobody") for _ in range(2000))
        with Sessions(1) as one:
            few = min(one.cost(calls, number) for number in range(2, 5))
        with Sessions(MANY) as all_of_them:
            many = min(all_of_them.cost(calls, number) for number in range(2, 5))
        self.assertLess(many, 3 * few)

    def test_an_end_costs_less_than_the_beginning(self):
        """The sessions need not be taken apart when all of it ends: that took longer than to open them."""
        with Sessions(MANY) as sessions:
            self.assertLess(sessions.cost(b"", 2, "shutdown"), sessions.opening / 2)

    def test_an_end_of_twice_as_many_that_were_not_heard_costs_twice_as_much(self):
        """With 60,000 it was over 40 s, and four times as much as with half of them."""
        costs = []
        for count in (30_000, 60_000):
            with Sessions(count) as sessions:
                sessions.type_unheard()
                costs.append(sessions.cost(b"", 2, "shutdown"))
        self.assertLess(costs[1], 3 * costs[0])


if __name__ == "__main__":
    unittest.main()
