"""How long the process lives, and what it needs: it ends when its parent is gone, leaves nothing behind, and gets by
with little."""

import contextlib
import ctypes
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from support import BINARY, FOUND, Server, best, error_of, library, line, measures_time, seekline, titles, wait_until

SNOWMAN = line("submit", 1, query="snowman")
LONG = "--set=http.timeoutMs=600000"


def resident_in(folder):
    """Returns every file in a folder and its subfolders."""
    return [os.path.join(path, name) for path, _, names in os.walk(folder) for name in names]


def shared_memory():
    """Returns the names of the shared memory that processes have mapped."""
    found = set()
    for path in pathlib.Path("/proc").glob("[0-9]*/maps"):
        with contextlib.suppress(OSError):  # It has ended.
            found |= set(re.findall(r" /dev/shm/(.+)$", path.read_text(errors="replace"), re.MULTILINE))
    return found


@measures_time
class Parents(unittest.TestCase):
    """The process that started the engine is killed without having ended the engine."""

    def setUp(self):
        # Orphaned processes become our children, so that their end can be observed.
        set_subreaper = 36
        self.assertEqual(ctypes.CDLL(None).prctl(set_subreaper, 1, 0, 0, 0), 0)
        self.addCleanup(ctypes.CDLL(None).prctl, set_subreaper, 0, 0, 0, 0)

    def seconds_until_gone(self, sent, begun=None, arguments=()):
        """Returns how long an engine that was sent something lives on after its parent is killed."""
        script = "import subprocess, sys, time; p = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0);" \
                 "p.stdin.write(sys.stdin.buffer.raw.read(65536)); print(p.pid, flush=True); time.sleep(600)"
        parent = subprocess.Popen([sys.executable, "-c", script, BINARY, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        with parent.stdin, parent.stdout:
            parent.stdin.write(sent)
            engine = int(parent.stdout.readline())
            if begun:
                begun()
            start = time.monotonic()
            parent.kill()
            parent.wait()
            try:
                wait_until(lambda: os.waitpid(engine, os.WNOHANG)[0] == engine, "the engine is gone", 30)
            except TimeoutError:
                os.kill(engine, signal.SIGKILL)
                raise
            return time.monotonic() - start

    def test_an_idle_engine_is_gone_within_100_ms_of_its_parent(self):
        self.assertLess(best(lambda: self.seconds_until_gone(line("listSources", 1)), 0.1), 0.1)

    def test_a_busy_engine_is_gone_within_100_ms_of_its_parent(self):
        many = b"".join(line("submit", number, query="a e i") for number in range(100))
        self.assertLess(best(lambda: self.seconds_until_gone(many), 0.1), 0.1)

    def test_an_engine_waiting_for_a_server_is_gone_within_100_ms_of_its_parent(self):
        with Server() as server:
            arguments = [*server.settings, LONG]
            seconds = best(lambda: self.seconds_until_gone(line("submit", query="swift"), server.next, arguments), 0.1)
        self.assertLess(seconds, 0.1)


class Leftovers(unittest.TestCase):
    def test_a_thousand_starts_and_ends_leave_nothing_behind(self):
        """No process, file or shared memory, however it ends."""
        with tempfile.TemporaryDirectory() as folder:
            env = {"PATH": os.environ["PATH"], "HOME": folder, "TMPDIR": folder, "XDG_RUNTIME_DIR": folder, "XDG_CACHE_HOME": folder}
            shared = set(os.listdir("/dev/shm"))
            for number in range(1000):
                process = subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder, env=env, bufsize=0)
                with process.stdin, process.stdout:
                    process.stdin.write(SNOWMAN)
                    self.assertTrue(process.stdout.readline())
                    match number % 5:
                        case 0: process.stdin.close()
                        case 1: process.stdin.write(line("shutdown", 2) + line("exit"))
                        case 2: process.terminate()
                        case 3: process.kill()
                        case 4: process.stdout.close()
                    self.assertIn(process.wait(30), (0, -signal.SIGTERM, -signal.SIGKILL))
            self.assertEqual(resident_in(folder), [])
            # Older entries may be gone, and those of other processes come and go.
            wait_until(lambda: set(os.listdir("/dev/shm")) <= shared | shared_memory(), lambda: os.listdir("/dev/shm"))
        with self.assertRaises(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0] == 0:
                self.fail("a process is left")

    @measures_time
    def test_a_signal_during_a_load_ends_the_process_within_100_ms(self):
        with Server() as server:
            def seconds():
                with seekline(*server.settings, LONG) as engine:
                    engine.notify("submit", query="swift")
                    exchange = server.next()
                    exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n" + b" " * 65536)
                    start = time.monotonic()
                    engine.process.terminate()
                    self.assertEqual(engine.wait(), -signal.SIGTERM)
                    return time.monotonic() - start

            self.assertLess(best(seconds, 0.1), 0.1)


class ScarceResources(unittest.TestCase):
    """Resources are scarce, or something that is usually taken for granted is missing."""

    def search(self, limit, values, *arguments):
        """Searches in a process with this limit; returns the titles, or the error's message."""
        with Server(lambda exchange: exchange.answer(FOUND)) as server:
            settings = server.settings if arguments == ("http",) else []
            done = subprocess.run(
                [BINARY, *settings], input=SNOWMAN, capture_output=True, timeout=60, preexec_fn=lambda: resource.setrlimit(limit, values),
            )
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        messages = [json.loads(text) for text in done.stdout.splitlines()]
        return titles(messages) or error_of(messages)["message"]

    def test_twenty_descriptors_are_enough(self):
        self.assertEqual(self.search(resource.RLIMIT_NOFILE, (20, 20), "http"), ["One"])
        # With pipes as the three standard ones, this is what a search needs without a server; the above, with one.
        self.assertIn("SNOWMAN", self.search(resource.RLIMIT_NOFILE, (8, 8)))

    def test_little_memory_is_enough(self):
        self.assertIn("SNOWMAN", self.search(resource.RLIMIT_AS, (40 << 20, 40 << 20)))
        self.assertEqual(self.search(resource.RLIMIT_AS, (150 << 20, 150 << 20), "http"), ["One"])

    @unittest.skipUnless(os.geteuid() == 0, "only root may change the root")
    def test_a_root_with_only_the_binary_and_its_libraries_is_enough(self):
        """No /proc, no /etc and so no resolv.conf, no /dev, no home, no libcurl, no locale."""
        with tempfile.TemporaryDirectory() as folder:
            needed = subprocess.run(["ldd", BINARY], capture_output=True, text=True, check=True).stdout.split()
            for path in [BINARY, *(word for word in needed if word.startswith("/"))]:
                place = "/seekline" if path == BINARY else path
                os.makedirs(folder + os.path.dirname(place), exist_ok=True)
                shutil.copy(path, folder + place)
            for arguments, expected in ([], "SNOWMAN"), (["--source=wikipedia"], "libcurl is not installed (on Debian: libcurl4)"):
                done = subprocess.run(
                    ["/seekline", *arguments], input=SNOWMAN, capture_output=True, timeout=60, env={},
                    preexec_fn=lambda: (os.chroot(folder), os.chdir("/")),
                )
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                messages = [json.loads(text) for text in done.stdout.splitlines()]
                self.assertIn(expected, titles(messages) or [error_of(messages)["message"]])

    def test_without_resolv_conf_and_hosts_only_addresses_can_be_reached(self):
        """Names cannot be looked up then, which is reported; addresses can still be reached."""
        with tempfile.TemporaryDirectory() as folder, Server(lambda exchange: exchange.answer(FOUND)) as server:
            for name in ("resolv.conf", "hosts", "nsswitch.conf"):
                open(os.path.join(folder, name), "w").close()
            hide = "".join(f"mount --bind {folder}/{name} /etc/{name} && " for name in os.listdir(folder))
            if subprocess.run(["unshare", "-m", "sh", "-c", hide + "true"], capture_output=True).returncode:
                self.skipTest("nothing can be mounted here")
            for host, expected in ("127.0.0.1", "One"), ("somebody.example", "cannot be found"):
                endpoint = f"--set=wikipedia.endpoint=http://{host}:{server.port}/w/api.php"
                done = subprocess.run(
                    ["unshare", "-m", "sh", "-c", hide + 'exec "$0" "$@"', BINARY, "--source=wikipedia", endpoint],
                    input=SNOWMAN, capture_output=True, timeout=60,
                )
                self.assertIn(expected, done.stdout.decode())


class Clocks(unittest.TestCase):
    def test_a_jumping_wall_clock_affects_no_timing(self):
        """Nothing is timed by it: a debounce lasts as long as usual, and a server's dates end nothing and make nobody
        wait for long."""
        headers = ["Retry-After: Fri, 31 Dec 9999 23:59:59 GMT", "Rate-Remaining: 0", "Rate-Reset: 9223372036854775807"]
        with tempfile.TemporaryDirectory() as folder, Server(lambda exchange: exchange.answer(b"[]", 429, headers)) as server:
            env = {"LD_PRELOAD": library(folder, "jumping_clock")}
            with seekline("--source=qiita", f"--set=qiita.endpoint={server.origin}", "--log-level=off", env=env) as engine:
                waits = []
                for number in range(20):
                    engine.call("openSession", session=f"s{number}", source="qiita", options={"minLength": 0})
                    engine.call("submit", query=f"swift {number}", session=f"s{number}")
                    error = error_of(engine.settled(f"s{number}"))
                    self.assertEqual(error["kind"], "rateLimited")
                    waits.append(error["retryAfterMs"])
                self.assertTrue(all(0 <= wait <= 86_400_000 for wait in waits), waits)
                engine.call("openSession", session="u", source="unicode", options={"debounceMs": 300})
                start = time.monotonic()
                self.assertEqual(engine.call("setQuery", query="snowman", session="u")["result"]["outcome"], "scheduled")
                engine.until(lambda message: message.get("method") == "items")
                self.assertGreater(time.monotonic() - start, 0.29)
                self.assertLess(time.monotonic() - start, 20)


class Resumed(unittest.TestCase):
    def test_a_stopped_process_continues_where_it_was(self):
        """What was typed in the meantime is handled in order, and leads to one search."""
        with seekline() as engine:
            engine.call("submit", query="arrow")
            engine.settled()
            engine.process.send_signal(signal.SIGSTOP)
            numbers = [engine.request("setQuery", query=text) for text in ("s", "sn", "snow", "snowman")]
            numbers.append(engine.request("getState"))
            engine.process.send_signal(signal.SIGCONT)
            seen = engine.until(lambda message: message.get("method") == "items")
            self.assertEqual([message["id"] for message in seen if "id" in message], numbers)
            self.assertEqual(seen[-1]["params"]["query"], "snowman")

    def test_a_stopped_script_ends_once_it_is_continued(self):
        """Everything that was due in the meantime happens at once, and that ends the script."""
        item = {"id": "1", "title": "One"}
        lines = [
            {"ms": 0, "record": {"format": 1, "source": "unicode"}},
            {"ms": 0, "ask": {"number": 1, "source": "unicode", "page": {"query": "one", "pageSize": 20}}},
            {"ms": 1000, "answer": {"number": 1, "page": {"items": [item]}, "last": False}},
            {"ms": 1000, "answer": {"number": 1, "page": {"items": []}}},
        ]
        with tempfile.NamedTemporaryFile("w") as record:
            record.write("".join(json.dumps(line) + "\n" for line in lines))
            record.flush()
            with seekline("--script", "--replay", record.name) as engine:
                engine.notify("submit", query="one")
                engine.notify("listSources")
                engine.end_input()
                engine.until(lambda message: message["params"]["stalled"])
                started = time.monotonic()
                engine.process.send_signal(signal.SIGSTOP)
                wait_until(lambda: time.monotonic() - started > 1, "the time is over")
                engine.process.send_signal(signal.SIGCONT)
                self.assertEqual(titles(engine.rest(10)), ["One"])
                self.assertEqual(engine.wait(10), 0)


if __name__ == "__main__":
    unittest.main()
