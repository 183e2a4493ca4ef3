"""The process: how it ends, its signals, readers that stop or go away, and what it costs."""

import fcntl
import io
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

from support import BINARY, Server, line, measures_time, note, processor_seconds, seekline


# Waiting for a request that hangs would take ten minutes.
LONG = "--set=http.timeoutMs=600000"


class Ends(unittest.TestCase):
    def test_the_end_of_the_input_drains_requests_in_flight(self):
        with Server() as server, seekline(*server.settings) as engine:
            engine.write(line("setQuery", query="swift") + line("openDetail", 7, id="1"))
            engine.end_input()
            found = {}
            for _ in range(2):
                exchange = server.next()
                if "pageids" in exchange.target:
                    exchange.answer(b'{"query":{"pages":[{"pageid":1,"title":"One","extract":"All"}]}}', close=True)
                else:
                    exchange.answer(b'{"query":{"search":[{"pageid":5,"title":"Five"}]}}', close=True)
            for message in engine.rest():
                found[message.get("method", message.get("id"))] = message
            self.assertEqual(found["items"]["params"]["items"][0]["title"], "Five")
            self.assertEqual(found[7]["result"]["text"], "All")
            self.assertFalse(found["loading"]["params"]["loading"])
            self.assertEqual(engine.wait(), 0)

    def test_shutdown_then_exit_is_code_0(self):
        with seekline() as engine:
            engine.write(line("shutdown", 1) + line("exit"))
            self.assertEqual(engine.rest(), [{"jsonrpc": "2.0", "id": 1, "result": None}])
            self.assertEqual(engine.wait(), 0)

    def test_exit_alone_is_code_1(self):
        with seekline() as engine:
            engine.write(line("exit"))
            self.assertEqual(engine.wait(), 1)

    def test_exit_does_not_wait_for_requests_in_flight(self):
        with Server() as server, seekline(*server.settings, LONG) as engine:
            engine.write(line("submit", query="swift"))
            server.next()
            engine.write(line("exit"))
            self.assertEqual(engine.wait(), 1)

    def test_signals_end_the_process_at_once_without_draining(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with Server() as server, seekline(*server.settings, LONG) as engine:
                engine.write(line("submit", query="swift"))
                exchange = server.next()
                engine.process.send_signal(number)
                self.assertEqual(engine.wait(), -number)
                exchange.wait_for_end()

    def test_a_signal_ends_a_drain(self):
        with Server() as server, seekline(*server.settings, LONG) as engine:
            engine.write(line("submit", query="swift"))
            engine.end_input()
            server.next()
            engine.process.terminate()
            self.assertEqual(engine.wait(), -signal.SIGTERM)

    def test_a_signal_ends_a_computation(self):
        with seekline() as engine:
            # The first search builds the index, which takes a while.
            engine.write(line("submit", query="a"))
            engine.next()
            engine.process.terminate()
            self.assertEqual(engine.wait(), -signal.SIGTERM)


class Readers(unittest.TestCase):
    def pipes(self, *arguments):
        process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.addCleanup(process.stdin.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def test_the_process_ends_when_its_reader_is_gone_even_with_nothing_to_write(self):
        process = self.pipes()
        process.stdin.write(line("listSources", 1))
        note(line("listSources", 1), os.read(process.stdout.fileno(), 65536))
        process.stdout.close()
        self.assertEqual(process.wait(60), 0)

    def test_a_drain_ends_when_the_reader_is_gone(self):
        with Server() as server:
            process = self.pipes(*server.settings, LONG)
            process.stdin.write(line("submit", query="swift"))
            exchange = server.next()
            process.stdin.close()
            process.stdout.close()
            self.assertEqual(process.wait(60), 0)
            exchange.wait_for_end()

    def test_a_closed_output_is_an_exit_with_code_0_not_a_sigpipe(self):
        process = self.pipes()
        process.stdout.close()
        try:
            for _ in range(1000):
                process.stdin.write(line("listSources", 1))
        except BrokenPipeError:
            pass
        self.assertEqual(process.wait(60), 0)

    def test_a_reader_that_pauses_gets_every_answer_without_a_gap(self):
        """Megabytes of answers wait, and no more input is read; the memory is bounded."""
        process = self.pipes()
        process.stdin.write(line("submit", query="arrow") + line("reachedBottom", need=400))
        os.set_blocking(process.stdin.fileno(), False)
        asked, pending = 0, b""
        # Once enough has been requested, a second in which it reads nothing shows that it waits.
        while select.select([], [process.stdin], [], 1 if asked > 50 else 60)[1]:
            pending = pending or line("getState", asked)
            pending = pending[os.write(process.stdin.fileno(), pending) :]
            asked += not pending
        self.assertGreater(asked, 50)
        with open(f"/proc/{process.pid}/status") as status:
            resident = next(int(text.split()[1]) for text in status if text.startswith("VmRSS"))
        self.assertLess(resident, 100_000)
        output = []

        def read():
            with io.BufferedReader(process.stdout) as stream:
                output.extend(stream)

        reader = threading.Thread(target=read)
        reader.start()
        os.set_blocking(process.stdin.fileno(), True)
        process.stdin.write(pending)
        asked += bool(pending)
        process.stdin.close()
        reader.join(60)
        calls = [line("submit", query="arrow"), line("reachedBottom", need=400), *(line("getState", n) for n in range(asked))]
        note(b"".join(calls), b"".join(output))
        ids, sequence = [], 0
        for text in output:
            message = json.loads(text)
            if "id" in message:
                ids.append(message["id"])
            else:
                sequence += 1
                self.assertEqual(message["params"]["seq"], sequence)
        self.assertEqual(ids, list(range(asked)))

    def test_standard_streams_may_be_files_sockets_or_dev_null(self):
        query = line("submit", query="snowman")
        with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as sink:
            source.write(query)
            source.seek(0)
            subprocess.run([BINARY], stdin=source, stdout=sink, check=True, timeout=60)
            sink.seek(0)
            output = sink.read()
            note(query, output)
            self.assertIn("☃".encode(), output)
        ours, theirs = socket.socketpair()
        with ours, subprocess.Popen([BINARY], stdin=theirs, stdout=theirs) as process:
            theirs.close()
            ours.sendall(query)
            ours.shutdown(socket.SHUT_WR)
            received = b""
            while chunk := ours.recv(65536):
                received += chunk
            note(query, received)
            self.assertIn("☃".encode(), received)
            self.assertEqual(process.wait(60), 0)
        self.assertEqual(subprocess.run([BINARY], stdin=subprocess.DEVNULL, timeout=60).returncode, 0)

    def test_closed_standard_streams_are_an_exit_with_code_0(self):
        self.assertEqual(subprocess.run(["sh", "-c", f"exec {BINARY} <&- </dev/null"], timeout=60).returncode, 0)
        self.assertEqual(subprocess.run(["sh", "-c", f"echo | {BINARY} >&-"], timeout=60).returncode, 0)
        done = subprocess.run(["sh", "-c", f"exec {BINARY} <&-"], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0)

    def test_shared_descriptors_are_left_blocking(self):
        process = self.pipes()
        process.stdin.write(line("listSources", 1))
        note(line("listSources", 1), os.read(process.stdout.fileno(), 65536))
        for stream in (process.stdin, process.stdout):
            self.assertFalse(fcntl.fcntl(stream.fileno(), fcntl.F_GETFL) & os.O_NONBLOCK)

    def test_an_unread_log_does_not_stop_the_engine(self):
        read_end, write_end = os.pipe()
        try:
            with seekline(stderr=write_end) as engine:
                engine.write(b"".join(b'{"jsonrpc":"%d"}\n' % number for number in range(20_000)) + line("listSources", 1))
                engine.until(lambda message: message["id"] == 1, 60)
        finally:
            os.close(read_end)
            os.close(write_end)


@measures_time
class Costs(unittest.TestCase):
    def test_the_process_is_small_before_its_first_search(self):
        with seekline() as engine:
            engine.call("initialize")
            engine.call("openSession", session="s")
            with open(f"/proc/{engine.process.pid}/status") as status:
                values = dict(text.split(":", 1) for text in status)
            self.assertLess(int(values["RssAnon"].split()[0]), 1000)
            # How much of its file is mapped around the pages that it has touched depends on the kernel and its page
            # cache.
            self.assertLess(int(values["VmRSS"].split()[0]), 12_000)
            self.assertEqual(values["Threads"].strip(), "1")

    def test_a_query_of_thousands_of_words_is_searched_within_seconds(self):
        with seekline() as engine:
            for words in (["i"] * 5000, ["a", "i"] * 2500):
                began = time.monotonic()
                engine.call("submit", query=" ".join(words))
                engine.settled()
                # It used to take ten seconds and more, in which nothing could stop it.
                self.assertLess(time.monotonic() - began, 4)

    def test_an_idle_engine_uses_no_processor_time(self):
        with seekline() as engine:
            engine.call("submit", query="arrow")
            engine.settled()
            before = processor_seconds(engine.process.pid)
            with self.assertRaises(TimeoutError):
                engine.next(1)
            self.assertLess(processor_seconds(engine.process.pid) - before, 0.015)

    def test_a_hundred_sessions_can_search_at_once(self):
        with seekline() as engine:
            for number in range(100):
                engine.call("openSession", session=f"s{number}")
            for number in range(100):
                engine.notify("setQuery", session=f"s{number}", query=f"arrow {number % 7}")
            settled = set()
            while len(settled) < 100:
                params = engine.next(60).get("params", {})
                if params.get("loading") is False and params.get("pending") is None:
                    settled.add(params["session"])


if __name__ == "__main__":
    unittest.main()
