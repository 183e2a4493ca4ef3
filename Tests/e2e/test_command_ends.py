"""Programs as sources: whatever ends, no program is left behind."""

import os
import pathlib
import signal
import time
import unittest

from programs import ProgramCase, children, is_alive
from support import best, measures_time, takes_long, titles, wait_until

# How many keys are typed, one every 20 ms, while programs run; and how many programs are started and ended.
KEYS = int(os.environ.get("SEEKLINE_COMMAND_KEYS", 100))
STARTS = int(os.environ.get("SEEKLINE_COMMAND_STARTS", 200))


def is_items(message):
    return message.get("method") == "items"


def is_untold(process):
    """Whether a process runs and has been sent neither SIGTERM nor SIGKILL."""
    try:
        status = pathlib.Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    told = 1 << signal.SIGTERM - 1 | 1 << signal.SIGKILL - 1
    pending = [int(line.split()[1], 16) for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd"))]
    return is_alive(process) and not any(mask & told for mask in pending)


class Ending(ProgramCase):
    """Whatever ends, no program keeps running."""

    # It ignores SIGTERM, and so does its child.
    STUBBORN = "trap '' TERM; echo $$ >>PIDS; sh -c 'echo $$ >>PIDS; while :; do sleep 1; done' & echo row; wait"

    def begin(self, engine=None):
        engine = engine or self.engine(self.shell(self.STUBBORN))
        engine.notify("submit", query="q")
        return engine, self.started(2)

    def test_another_query_a_cancel_and_a_close_each_end_the_program(self):
        for method, params in ("submit", {"query": "other"}), ("setQuery", {"query": ""}), ("cancel", {}), ("closeSession", {"session": "s"}):
            with self.subTest(method):
                self.pids.unlink(missing_ok=True)
                engine = self.engine(self.shell(self.STUBBORN), timeoutMs=600_000)
                engine.call("openSession", session="s")
                engine.notify("submit", query="q", session="s")
                started = self.started(2)
                engine.notify(method, **({"session": "s"} | params))
                self.assert_gone(started)

    def test_another_query_ends_the_programs_of_a_union(self):
        """A program that has provided a page and has more rows, and one that the page did not wait for, end while the
        list is still shown."""
        for text in "seq 100; exec sleep 1000", "exec sleep 1000":
            with self.subTest(text):
                self.pids.unlink(missing_ok=True)
                argv = self.shell(f'[ "$2" = zzqq ] && exec sleep 1000; echo $$ >>PIDS; {text}')
                sources = {"run": {"type": "command", "argv": argv}, "both": {"type": "union", "of": ["unicode", "run"]}}
                engine = self.start(sources, "--source=both")
                engine.notify("submit", query="snowman")
                started = self.started()
                engine.settled()
                self.assertTrue(is_alive(started[0]), "it keeps running for the next page")
                # No source answers this query, so nothing replaces the list.
                engine.notify("submit", query="zzqq")
                self.assert_gone(started)

    def test_closing_the_session_of_a_union_is_enough_to_end_its_program(self):
        argv = self.shell("echo $$ >>PIDS; seq 100; exec sleep 1000")
        sources = {"run": {"type": "command", "argv": argv}, "both": {"type": "union", "of": ["unicode", "run"]}}
        engine = self.start(sources, "--source=both")
        engine.call("openSession", session="s")
        engine.notify("submit", query="snowman", session="s")
        started = self.started()
        engine.settled("s")
        engine.call("closeSession", session="s")
        # This is long before the minute after which an unused program is ended.
        self.assert_gone(started)

    def test_the_end_of_the_engine_ends_its_programs(self):
        for end in "input", "exit", signal.SIGTERM, signal.SIGKILL:
            with self.subTest(end):
                self.pids.unlink(missing_ok=True)
                engine, started = self.begin()
                if end == "input":
                    engine.notify("cancel")
                    engine.process.stdin.close()
                elif end == "exit":
                    engine.notify("exit")
                else:
                    engine.process.send_signal(end)
                engine.process.wait(30)
                self.assert_gone(started)

    @measures_time
    def test_the_guard_does_not_hold_open_the_output_of_a_killed_engine(self):
        """A reader of the engine sees the end of file at once: no process that it has started holds its pipes."""

        def seconds():
            self.pids.unlink(missing_ok=True)
            engine, started = self.begin()
            engine.process.kill()
            began = time.monotonic()
            wait_until(lambda: engine.messages.get(timeout=60)[0] is None, "the end is seen")
            took = time.monotonic() - began
            self.assert_gone(started)
            return took

        # The programs have half a second of grace.
        self.assertLess(best(seconds, 0.4), 0.4)

    def test_a_guard_that_was_killed_is_replaced(self):
        engine = self.engine(self.shell(self.STUBBORN))
        engine.call("openSession", session="s")
        engine, started = self.begin(engine)
        (guard,) = [child for child in children(engine.process.pid) if child not in started]
        os.kill(guard, signal.SIGKILL)
        wait_until(lambda: not is_alive(guard), "the guard is gone")
        engine.notify("submit", query="q", session="s")
        started = self.started(4)
        engine.process.kill()
        engine.process.wait(30)
        self.assert_gone(started)

    def test_a_child_that_is_left_behind_ends_with_its_program(self):
        engine = self.engine(self.shell("sh -c 'echo $$ >PIDS; exec sleep 1000' & while [ ! -s PIDS ]; do sleep 0.01; done; echo row"))
        self.assertEqual(titles(self.search(engine)), ["row"])
        self.assert_gone(self.started())

    def test_a_program_that_closes_its_output_and_keeps_running_is_ended(self):
        engine = self.engine(self.shell("echo $$ >PIDS; echo row; exec >&- 2>&-; exec sleep 1000"))
        self.assertEqual(titles(self.search(engine)), ["row"])
        self.assert_gone(self.started())


@takes_long
class ManyPrograms(ProgramCase):
    def test_each_keystroke_ends_the_program_of_the_previous_one(self):
        """At no time are there two programs that have not been told to end."""
        # A process that blocks SIGTERM shows whether it has been sent.
        script = 'echo "$1"; exec env --block-signal=TERM sleep 1000'
        engine = self.engine(["sh", "-c", script, "sh", "{query}"])
        (guard,) = self.first(engine)
        most = 0
        for number in range(KEYS):
            engine.notify("submit", query=f"q{number}")
            time.sleep(0.02)
            # Each is told to end before the next is started: of those listed, all but the last have been.
            untold = [child for child in children(engine.process.pid) if child != guard and is_untold(child)]
            if len(untold) > 1:
                # One that is ending shows no signals before it is gone. One that is told only now stays for a while.
                wait_until(lambda: sum(map(is_untold, untold)) <= 1, "all but the last have been told")
                untold = [child for child in untold if is_alive(child)]
            most = max(most, len(untold))
        self.assertEqual(most, 1)
        engine.until(lambda message: is_items(message) and titles([message]) == [f"q{KEYS - 1}"])
        wait_until(lambda: len(children(engine.process.pid)) == 2, "the last one is left, and the guard")

    def first(self, engine):
        """Returns the children of an engine after a program has come and gone."""
        engine.notify("submit", query="first")
        engine.until(is_items)
        engine.notify("setQuery", query="")
        wait_until(lambda: len(children(engine.process.pid)) == 1, "only the guard is left")
        return children(engine.process.pid)

    def test_many_programs_leave_no_processes_or_descriptors_behind(self):
        engine = self.engine(self.shell("echo row"))
        self.first(engine)
        process = engine.process.pid

        def held():
            return len(os.listdir(f"/proc/{process}/fd")), len(children(process))

        before = held()
        for number in range(STARTS):
            self.search(engine, f"q{number}")
        wait_until(lambda: held() == before, f"{held()} are {before}")


if __name__ == "__main__":
    unittest.main()
