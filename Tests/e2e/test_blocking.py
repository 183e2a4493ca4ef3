"""Readers that do not read and calls that do not return: the loop continues, and a signal ends the process."""

import fcntl
import functools
import os
import pty
import signal
import subprocess
import tempfile
import termios
import threading
import time
import tty
import unittest

from support import BINARY, Engine, best, library, line, measures_time, note, seekline, wait_until


def ends_at_once(test):
    """Makes a test of one that has a process end and returns how long that took. As other programs may occupy the
    processor, the best attempt within a minute counts."""
    @functools.wraps(test)
    def attempts(self):
        # The second of grace is for a process that is stuck.
        self.assertLess(best(lambda: test(self), 0.9, 60), 0.9)

    return attempts


@measures_time
class Blocking(unittest.TestCase):
    def terminal(self):
        """Returns a terminal that nobody reads."""
        main, side = pty.openpty()
        self.addCleanup(os.close, main)
        self.addCleanup(os.close, side)
        return side

    def seconds_to_end(self, process):
        """Ends a process with a signal; returns how long that takes."""
        start = time.monotonic()
        process.terminate()
        self.assertEqual(process.wait(60), -signal.SIGTERM)
        return time.monotonic() - start

    @ends_at_once
    def test_a_log_terminal_that_nobody_reads_does_not_block_the_engine(self):
        with seekline(stderr=self.terminal()) as engine:
            engine.write(b"".join(b'{"jsonrpc":"%d"}\n' % number for number in range(5000)))
            engine.until(lambda message: message["id"] is None, 20)
            self.assertIn("result", engine.call("listSources", 20))
            return self.seconds_to_end(engine.process)

    @ends_at_once
    def test_input_is_still_read_when_the_output_is_a_terminal_that_nobody_reads(self):
        process = subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=self.terminal())
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        with process.stdin:
            # Far more than a terminal holds. If all of it is accepted, input is still read although nothing goes out.
            for number in range(300):
                process.stdin.write(line("listSources", number))
                process.stdin.flush()
            return self.seconds_to_end(process)

    @ends_at_once
    def test_a_terminal_that_cannot_be_reopened_gets_all_output_without_blocking(self):
        """Because it has no name by which it could be opened, or belongs to another user: even if it is polled as
        writable, it may have room for less than is written."""
        main, side = pty.openpty()
        self.addCleanup(os.close, side)
        tty.setraw(side)

        def is_full():
            """Whether there is something to read, and its writer sleeps."""
            with open(f"/proc/{process.pid}/stat", encoding="ascii") as file:
                state = file.read().rsplit(") ", 1)[1][0]
            return state == "S" and fcntl.ioctl(side, termios.FIONREAD, bytes(4)) != bytes(4)

        calls = b"".join(line("listSources", number) for number in range(60))
        expected = subprocess.run([BINARY], input=calls, capture_output=True, check=True).stdout
        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=main, stderr=main) as process:
            os.close(main)
            process.stdin.write(calls)
            process.stdin.flush()
            wait_until(is_full, "it has written what there is room for")
            received = b""
            while len(received) < len(expected):
                received += os.read(side, 65536)
            self.assertEqual(received, expected)
            process.stdin.write(calls)
            process.stdin.flush()
            wait_until(is_full, "it has written what there is room for")
            note(calls, expected)
            return self.seconds_to_end(process)

    @ends_at_once
    def test_a_record_that_nobody_reads_is_cut_off_and_does_not_block_the_engine(self):
        """The engine continues, keeps a bounded part for the reader, says where the record ends, and can be ended."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "record")
            os.mkfifo(path)
            reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            self.addCleanup(os.close, reader)
            with seekline("--record", path) as engine:
                count = 0
                while not engine.log:
                    for _ in range(100):
                        engine.request("rpc.discover")
                        count += 1
                    engine.until(lambda message: message["id"] == count, 20)
                    self.assertLess(count, 2000)
                self.assertIn("the record ends here: its reader is 8 MiB behind", engine.log[0])
                self.assertIn("result", engine.call("listSources"))
                return self.seconds_to_end(engine.process)

    def test_a_record_written_to_a_pipe_is_complete(self):
        """This includes the part that has not been read yet when the process ends."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "record")
            os.mkfifo(path)
            lines = []

            def read():
                with open(path, "rb") as record:
                    lines.extend(record)

            reader = threading.Thread(target=read)
            reader.start()
            sent = b"".join(line("rpc.discover", number) for number in range(50)) + line("shutdown", 50) + line("exit")
            done = subprocess.run([BINARY, "--record", path], input=sent, stdout=subprocess.PIPE, timeout=20)
            reader.join(20)
            note(sent, done.stdout)
            self.assertEqual(done.returncode, 0)
            self.assertEqual(sum(b'"out":' in text for text in lines), 51)
            self.assertTrue(lines[-1].endswith(b"\n"))

    def test_an_engine_stuck_in_a_system_call_is_ended_by_a_signal(self):
        with tempfile.TemporaryDirectory() as folder:
            preloaded = {"LD_PRELOAD": library(folder, "stuck_write")}
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                with seekline(env=preloaded) as engine:
                    engine.request("listSources")
                    wait_until(lambda: engine.log == ["stuck"], "the engine writes")
                    engine.process.send_signal(number)
                    self.assertEqual(engine.wait(10), -number)

    @ends_at_once
    def test_a_signal_that_was_blocked_at_the_start_still_ends_the_engine(self):
        """A program that waits for signals in a dedicated thread blocks them, and its child processes inherit that."""
        def block():
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGALRM])

        with subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=block) as process:
            process.stdin.write(line("listSources", 1))
            process.stdin.flush()
            process.stdout.readline()
            return self.seconds_to_end(process)

    @ends_at_once
    def test_a_signal_that_was_ignored_stays_ignored(self):
        """`nohup` works."""
        with Engine(["sh", "-c", 'trap "" HUP; exec "$0"', BINARY]) as engine:
            engine.call("listSources")
            engine.process.send_signal(signal.SIGHUP)
            with open(f"/proc/{engine.process.pid}/status") as status:
                ignored = next(int(text.split()[1], 16) for text in status if text.startswith("SigIgn"))
            self.assertTrue(ignored & 1 << signal.SIGHUP - 1)
            self.assertIn("result", engine.call("listSources"))
            return self.seconds_to_end(engine.process)


if __name__ == "__main__":
    unittest.main()
