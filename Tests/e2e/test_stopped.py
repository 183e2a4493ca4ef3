"""A process that is stopped while an answer is under way: how it handles what arrived in the meantime."""

import contextlib
import json
import pathlib
import signal
import time
import unittest

from programs import ProgramCase
from support import FOUND, Server, error_of, library, seekline, titles, wait_until


def queries(messages):
    return [message["params"]["query"] for message in messages if message.get("method") == "items"]


def stop(engine):
    """Stops an engine; returns once it is stopped. Before that, on a busy machine, it might poll once more."""
    engine.process.send_signal(signal.SIGSTOP)
    status = pathlib.Path(f"/proc/{engine.process.pid}/status")
    wait_until(lambda: "\nState:\tT" in status.read_text(), "it is stopped")


class Stopped(unittest.TestCase):
    @contextlib.contextmanager
    def answered(self):
        """Yields a stopped engine. The answer to its search has arrived, and another page was requested."""
        with Server() as server, seekline(*server.settings) as engine:
            engine.notify("submit", query="swift")
            engine.notify("reachedBottom", need=3)
            exchange = server.next()
            engine.call("getState")
            stop(engine)
            # Whether or not this is read before it is cancelled, the next request has its own connection.
            exchange.answer(FOUND, close=True)
            yield engine, server

    def test_a_query_that_arrives_with_an_answer_is_handled_first(self):
        """What was in the search box before is not shown any more."""
        with self.answered() as (engine, server):
            engine.notify("submit", query="other")
            engine.process.send_signal(signal.SIGCONT)
            server.next().answer(FOUND)
            self.assertEqual(queries(engine.settled()), ["other"])

    def test_a_cancel_that_arrives_with_an_answer_is_handled_first(self):
        with self.answered() as (engine, _):
            engine.notify("cancel")
            engine.process.send_signal(signal.SIGCONT)
            self.assertEqual(engine.call("getState")["result"]["query"], None)

    def test_an_end_of_the_input_that_arrives_with_an_answer_is_handled_first(self):
        """No page is loaded after the one that was in flight."""
        with self.answered() as (engine, _):
            engine.end_input()
            engine.process.send_signal(signal.SIGCONT)
            seen = engine.rest(60)
            self.assertEqual(queries(seen), ["swift"])
            told = [message["params"] for message in seen if message["method"] == "loading"]
            self.assertEqual([params["loading"] for params in told if not params["stalled"]], [False])

    def test_an_answer_that_arrives_while_the_process_is_stopped_counts(self):
        """It arrived in time: it is not the server's fault that nobody was reading."""
        for kind in ("whole", "in two pieces"):
            with Server() as server, seekline(*server.settings, "--set=http.timeoutMs=5000") as engine:
                engine.notify("submit", query="swift")
                exchange = server.next()
                if kind == "in two pieces":
                    exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(FOUND) + FOUND[:50])
                    engine.until(lambda message: message.get("params", {}).get("stalled"))
                started = time.monotonic()
                stop(engine)
                if kind == "whole":
                    exchange.answer(FOUND, close=True)
                else:
                    exchange.write(FOUND[50:])
                wait_until(lambda: time.monotonic() - started > 5.5, "the time is over")
                engine.process.send_signal(signal.SIGCONT)
                self.assertEqual(titles(engine.settled()), ["One"])

    def test_an_overdue_answer_times_out_as_soon_as_the_process_continues(self):
        with Server() as server, seekline(*server.settings, "--set=http.timeoutMs=3000") as engine:
            engine.notify("submit", query="swift")
            exchange = server.next()
            exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            started = time.monotonic()
            stop(engine)
            wait_until(lambda: time.monotonic() - started > 3.5, "the time is over")
            engine.process.send_signal(signal.SIGCONT)
            self.assertEqual(error_of(engine.settled())["message"], f"{server.origin} had not finished its answer after 3 s")
            exchange.wait_for_end()


class Late(ProgramCase):
    """When the loop polls, the result of a worker or a program has arrived, and so has what was typed."""

    def late(self, *arguments, **env):
        """Starts an engine that sees the first answer together with what is typed after it."""
        preloaded = {"LD_PRELOAD": library(self.folder, "late_answer"), **env}
        return self.enterContext(seekline(*arguments, env=preloaded))

    def assert_counts_before_the_answer(self, engine):
        engine.notify("submit", query="first")
        wait_until(lambda: engine.log == ["answered"], "the answer is there")
        engine.notify("submit", query="other")
        self.assertEqual(queries(engine.settled()), ["other"])

    def test_a_query_is_handled_before_the_result_of_a_worker(self):
        self.assert_counts_before_the_answer(self.late("--source=unicode"))

    def test_a_query_after_a_full_turn_of_messages_is_handled_before_the_result(self):
        """As many messages as one turn handles: only the next turn finds out whether any are left."""
        engine = self.late("--source=unicode", AT_A_LOOK="1")
        first = {"jsonrpc": "2.0", "method": "submit", "params": {"query": "first"}}
        others = [{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 0}}] * 255
        engine.send_text("\n".join(map(json.dumps, [first, *others])).encode())
        wait_until(lambda: engine.log == ["answered"], "the answer is there")
        engine.notify("submit", query="other")
        self.assertEqual(queries(engine.settled()), ["other"])

    def test_a_query_is_handled_before_the_output_of_a_program(self):
        """The program finds nothing, because rows would be gathered for a moment first."""
        file = self.folder / "config.json"
        argv = self.shell("exit 0")
        file.write_text(json.dumps({"sources": {"run": {"type": "command", "argv": argv}}}))
        self.assert_counts_before_the_answer(self.late(f"--config={file}", "--source=run"))

    def test_a_cancel_is_handled_before_the_result_of_a_worker(self):
        engine = self.late("--source=unicode")
        engine.notify("submit", query="first")
        wait_until(lambda: engine.log == ["answered"], "the answer is there")
        engine.notify("cancel")
        self.assertEqual(engine.call("getState")["result"]["query"], None)


if __name__ == "__main__":
    unittest.main()
