"""How much an engine keeps of what passes through it when its reader or its writer is slow or stops.

SEEKLINE_BACKPRESSURE_MB sets how many megabytes pass through (1000), SEEKLINE_BACKPRESSURE_SECONDS for how long a
reader stops (60).
"""

import array
import fcntl
import json
import os
import select
import subprocess
import termios
import threading
import time
import unittest

from model import LIST, LOADING, must
from support import BINARY, most_memory, note, processor_seconds, seekline, takes_long, wait_until, write_all

SECONDS = float(os.environ.get("SEEKLINE_BACKPRESSURE_SECONDS", "60"))
BYTES = int(os.environ.get("SEEKLINE_BACKPRESSURE_MB", "1000")) << 20
# The protocol lets 8 MiB of answers or lines wait, and 1 MiB be rendered ahead; the rest is for the allocator.
MOST_GROWTH = 32 << 20


def line(method, number, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


class Backpressure(unittest.TestCase):
    def start(self, *arguments):
        """Starts an engine that has made its first search, and has a list of 400 items."""
        self.process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)
        self.addCleanup(self.process.stdin.close)
        self.output, self.pending = self.process.stdout.fileno(), b""
        self.process.stdin.write(line("submit", 0, query="arrow") + line("reachedBottom", 1, need=400))
        while not any(b'"method":"items"' in text and b'"count":400' in text for text in self.lines()):
            pass
        return most_memory(self.process.pid)

    def lines(self):
        """Returns the complete lines of the next chunk; it may end within one, which is kept."""
        chunk = os.read(self.output, 1 << 15)
        self.assertTrue(chunk, "the engine has ended")
        *lines, self.pending = (self.pending + chunk).split(b"\n")
        return lines

    def send(self, lines):
        """Writes lines as fast as the engine accepts them."""

        def write():
            try:
                for text in lines:
                    write_all(self.process.stdin, text)
            except OSError:
                pass  # The test has failed and ended the engine.

        threading.Thread(target=write, daemon=True).start()

    def answers(self, count, behind=0):
        """Reads the answers to the requests 1 to `count`, which must come in order, and leaves `behind` bytes unread as
        long as answers are missing."""
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

    def test_memory_stays_bounded_when_the_reader_is_always_a_little_behind(self):
        before = self.start()
        size = 90_000
        count = BYTES // size
        self.send(line("getState", number) for number in range(1, count + 1))
        self.answers(count, behind=40_000)
        self.assertLess(most_memory(self.process.pid) - before, MOST_GROWTH)

    def test_a_backlog_of_unread_answers_does_not_hold_up_another_session(self):
        self.start()
        search = line("openSession", 0, session="other") + line("submit", 0, session="other", query="snowman")
        count = 400
        self.send([search + b"".join(line("getState", number) for number in range(1, count + 1))])
        # Reads nothing until the pipe is full.
        held = array.array("i", [0])
        wait_until(lambda: fcntl.ioctl(self.output, termios.FIONREAD, held) == 0 and held[0] > 60_000, "the pipe is full")
        threads = f"/proc/{self.process.pid}/task"
        wait_until(lambda: len(os.listdir(threads)) == 1, "the search is over: the thread that it took is gone")
        found, answered = None, 0
        while answered < count:
            for text in map(json.loads, self.lines()):
                answered = text.get("id") or answered
                if text.get("method") == "items" and text["params"]["session"] == "other":
                    found = found or answered
        self.assertLess(found or count, count // 4)

    def test_memory_stays_bounded_when_a_script_is_written_faster_than_it_runs(self):
        before = self.start("--script")
        size = 200_000
        count = BYTES // size
        ballast = "x" * size
        self.send(line("submit", number, query="arrow", ballast=ballast) for number in range(1, count + 1))
        self.answers(count)
        self.assertLess(most_memory(self.process.pid) - before, MOST_GROWTH)


class Slow:
    """What the notifications of one session add up to for a slow reader: some have been merged, none is missing."""

    def __init__(self):
        self.sequence = self.generation = 0
        self.list, self.loading = {"items": [], "query": None, "count": 0, "more": False}, {}

    def fold(self, method, params):
        must(params["seq"] == self.sequence + 1, f"seq goes from {self.sequence} to {params['seq']}")
        must(params["generation"] >= self.generation, "an earlier generation comes back")
        self.sequence, self.generation = params["seq"], params["generation"]
        if method == "items":
            items = self.list["items"]
            must(params["from"] <= len(items), "`from` is past the end of the list")
            self.list = {**params, "items": items[:params["from"]] + params["items"]}
            must(len(self.list["items"]) == params["count"], "`count` is not that of the list")
        else:
            self.loading = params

    def compare(self, snapshot):
        """Checks a snapshot, which must match the notifications before it."""
        must(snapshot["seq"] == self.sequence, f"seq is {self.sequence} here, and {snapshot['seq']} there")
        must(snapshot["items"] == self.list["items"], "the items differ")
        for name in [*LOADING, *LIST]:
            here = (self.loading if name in LOADING else self.list).get(name)
            must(snapshot.get(name) == here, f"{name} is {here} here, and {snapshot.get(name)} there")

    @property
    def is_settled(self):
        return self.loading.get("loading") is False and self.loading["pending"] is None


@takes_long
class Stopped(unittest.TestCase):
    """A reader that stops for a minute, and a writer that stops in the middle of a message for the same minute."""

    QUERIES = 100_000
    # For everything: the program, the source's index, and what is queued.
    MOST_RESIDENT = 32 << 20

    def test_a_reader_that_pauses_misses_nothing_and_half_a_message_waits_idly(self):
        with seekline("--log-level=off") as halting, subprocess.Popen(
            [BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        ) as process:
            half = line("setQuery", 1, query="snowman")
            halting.write(half[:30])
            try:
                self.stop_reading(process, lambda: self.assert_idle(halting.process.pid))
            finally:
                process.kill()
            self.assertTrue(halting.messages.empty())
            halting.write(half[30:])
            self.assertEqual(halting.next()["id"], 1)
            halting.write(half[:30])
            halting.end_input()
            *_, last = [message for message in halting.rest() if "method" not in message]
            self.assertEqual((last["id"], last["error"]["code"]), (1, -32700))
            self.assertEqual(halting.wait(), 0)

    def stop_reading(self, process, meanwhile):
        """Types 100,000 queries without reading anything, starts to read a minute later, and must not miss anything."""
        began = time.monotonic()
        requests = [line("setQuery", number, query=f"arrow {number}") for number in range(1, self.QUERIES)]
        requests += [line("setQuery", self.QUERIES, query="arrow"), line("getState", self.QUERIES + 1)]
        writer = threading.Thread(target=write_all, args=[process.stdin, b"".join(requests)], daemon=True)
        writer.start()
        resident = 0
        while time.monotonic() - began < SECONDS:
            resident = max(resident, most_memory(process.pid))
            select.select([], [], [], 0.25)
        self.assertFalse(writer.is_alive(), "it did not accept all the queries")
        meanwhile()
        answered, model, pending = 0, Slow(), b""
        while answered <= self.QUERIES or not model.is_settled:
            chunk = os.read(process.stdout.fileno(), 1 << 16)
            self.assertTrue(chunk, "the engine has ended")
            *lines, pending = (pending + chunk).split(b"\n")
            for message in map(json.loads, lines):
                if "method" in message:
                    model.fold(message["method"], message["params"])
                    continue
                answered += 1
                self.assertEqual(message["id"], answered)
                if answered == self.QUERIES + 1:
                    model.compare(message["result"])
        self.assertEqual(model.list["query"], "arrow")
        process.stdin.write(line("getState", 0))
        model.compare(json.loads(process.stdout.readline())["result"])
        resident = max(resident, most_memory(process.pid))
        print(f"stopped for {SECONDS:g} s: at most {resident >> 10:,} KiB resident", flush=True)
        self.assertLess(resident, self.MOST_RESIDENT)

    def assert_idle(self, process):
        """Checks that it uses no processor time while it waits for the other half."""
        self.assertLess(processor_seconds(process), 0.05)


class Closed(unittest.TestCase):
    """One of the two directions is closed."""

    def test_the_engine_exits_quietly_when_head_has_read_its_first_line(self):
        """`| head -1`: it exits at once, silently and of its own accord, although its input continues."""
        script = '(echo \'{"jsonrpc":"2.0","id":1,"method":"listSources"}\'; while echo "$1"; do :; done) 2>/dev/null | ("$0"; echo $? >&2) | head -1'
        query = '{"jsonrpc":"2.0","method":"submit","params":{"query":"arrow"}}'
        done = subprocess.run(["bash", "-c", script, BINARY, query], capture_output=True, text=True, timeout=60)
        self.assertEqual(json.loads(done.stdout)["id"], 1)
        self.assertEqual(done.stderr, "0\n")

    def test_a_reader_that_pauses_after_the_input_has_ended_still_gets_the_rest(self):
        """Megabytes that are still unread are kept for as long as draining may take."""
        requests = b"".join(line("rpc.discover", number) for number in range(60))
        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            process.stdin.write(requests)
            process.stdin.close()
            # It has written as much as the pipe holds.
            held = array.array("i", [0])
            wait_until(lambda: fcntl.ioctl(process.stdout.fileno(), termios.FIONREAD, held) == 0 and held[0] > 60_000, "the pipe is full")
            select.select([], [], [], 1)
            self.assertIsNone(process.poll())
            with process.stdout as output:
                received = output.readall()
            self.assertEqual(process.wait(60), 0)
        self.assertEqual([json.loads(text)["id"] for text in received.splitlines()], list(range(60)))
        note(requests, received)

    def test_a_reader_that_never_returns_does_not_keep_the_engine_from_exiting(self):
        """It waits for a while, and then exits."""
        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
            process.stdin.write(b"".join(line("rpc.discover", number) for number in range(60)) + line("exit", 60))
            self.assertEqual(process.wait(30), 1)


if __name__ == "__main__":
    unittest.main()
