"""Long-running programs as sources: what they are asked and when, and what happens when one misbehaves."""

import json
import os
import pathlib
import signal
import unittest

from programs import ProgramCase, children, is_alive
from support import best, error_of, titles, wait_until

PROVIDER = str(pathlib.Path(__file__).parent / "scripted_provider.py")


class ProviderCase(ProgramCase):
    """A test of a provider with a named behaviour."""

    def setUp(self):
        super().setUp()
        self.log = self.folder / "told"
        # Runs after the engines have ended.
        self.addCleanup(lambda: self.assert_gone({process for process, _ in self.heard()}))

    def provider(self, behaviour, **settings):
        """Starts an engine with a provider, which notes what `heard` returns."""
        settings = {"run": "provider", "options": {"debounceMs": 0, "minLength": 0}} | settings
        return self.engine([PROVIDER, behaviour, str(self.log)], **settings)

    def logging(self, behaviour, **settings):
        """Starts the same; returns the engine, and a function that returns what it has logged so far."""
        log = self.folder / "log"
        settings = {"type": "command", "run": "provider", "argv": [PROVIDER, behaviour, str(self.log)]} | settings
        with log.open("wb") as file:
            engine = self.start({"run": settings}, "--source=run", "--log-level=info", stderr=file)
        return engine, log.read_text

    def shown(self, engine, session="default"):
        """Returns the titles of a session's list."""
        return [item["title"] for item in engine.call("getState", session=session)["result"]["items"]]

    def heard(self, word=""):
        """Returns what providers were sent or noted about themselves, in order: the process id, and the note."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [(int(line.split()[0]), line.split(" ", 1)[1]) for line in lines if word in line]

    def wait_heard(self, word, count=1):
        wait_until(lambda: len(self.heard(word)) >= count, f"{word} was heard {count} times")
        return self.heard(word)

    def failure(self, behaviour, query="q", **settings):
        """Returns the error that a search results in, without the name of the provider."""
        engine = self.provider(behaviour, **settings)
        error = error_of(self.search(engine, query))
        self.assertTrue(error["message"].startswith(f"run: `{PROVIDER}`"), error)
        return error["kind"], error["message"].removeprefix(f"run: `{PROVIDER}`").strip()


class Asking(ProviderCase):
    def test_one_process_started_on_demand_answers_everything(self):
        engine = self.provider("plain")
        self.assertEqual(self.heard(), [], "nothing is started that nobody asks")
        for query in "one", "two":
            self.assertEqual(titles(self.search(engine, query)), [f"{query} 0", f"{query} 1"])
        detail = engine.call("openDetail", id="two 1")["result"]
        self.assertEqual((detail["title"], detail["text"], detail["format"]), ("D", "text of two 1", "markdown"))
        self.assertEqual([what.split()[0] for _, what in self.heard()], ["started", "initialize", "page", "page", "detail"])
        self.assertEqual(len({process for process, _ in self.heard()}), 1)

    def test_settings_are_passed_to_the_provider(self):
        engine = self.provider("plain", settings={"city": "Kyōto"})
        self.search(engine)
        (_, told), = self.heard("initialize")
        self.assertEqual(json.loads(told.split(" ", 1)[1]), {"protocolVersion": "1.0", "source": "run", "settings": {"city": "Kyōto"}})

    def test_pages_follow_the_cursors_of_the_provider(self):
        engine = self.provider("pages")
        self.search(engine)
        counts = []
        for _ in range(4):
            state = engine.call("getState")["result"]
            counts.append((state["count"], state["total"], state["more"]))
            engine.notify("reachedBottom")
            wait_until(lambda: not engine.call("getState")["result"]["loading"], "the page is there")
        self.assertEqual(counts, [(20, 60, True), (40, 60, True), (60, 60, False), (60, 60, False)])

    def test_streamed_items_are_shown_before_the_answer(self):
        engine = self.provider("stream")
        engine.notify("submit", query="q")
        messages = engine.until(lambda message: message.get("method") == "items")
        self.assertEqual(titles(messages), ["q 0", "q 1"])
        self.assertTrue(messages[-1]["params"]["more"])
        (self.folder / "told.go").write_text("")
        engine.settled()
        self.assertEqual(self.shown(engine), ["q 0", "q 1", "q 2"])

    def test_provider_options_apply_to_later_sessions_unless_configured_otherwise(self):
        engine = self.start({"run": {"type": "command", "run": "provider", "argv": [PROVIDER, "options", str(self.folder / "told")], "options": {"debounceMs": 3}}})

        def options():
            (source,) = [source for source in engine.call("listSources")["result"]["sources"] if source["name"] == "run"]
            return {name: source["options"][name] for name in ("debounceMs", "minLength", "trigger")}

        self.assertEqual(options(), {"debounceMs": 3, "minLength": 1, "trigger": "incremental"})
        engine.call("openSession", session="s", source="run")
        self.search(engine, "query", session="s")
        self.assertEqual(options(), {"debounceMs": 3, "minLength": 2, "trigger": "submit"})


class Superseding(ProviderCase):
    def cancel_and_search(self, behaviour):
        """A provider may take half a second to answer a cancel. As on a busy machine it may take longer, and then it is
        restarted, the best of several attempts counts."""
        def starts():
            """Returns how often the provider is started for two searches, the first of which is cancelled."""
            before, asked = len(self.heard("started")), len(self.heard("page"))
            engine = self.provider(behaviour)
            engine.notify("submit", query="hold")
            self.wait_heard("page", asked + 1)
            self.assertEqual(titles(self.search(engine, "next")), ["next 0", "next 1"])
            self.assertEqual(self.shown(engine), ["next 0", "next 1"])
            return len(self.heard("started")) - before

        self.assertEqual(best(starts, 2), 1, "it goes on")

    def test_the_answer_to_a_cancelled_request_is_ignored(self):
        self.cancel_and_search("plain")

    def test_a_result_sent_in_spite_of_a_cancel_is_ignored(self):
        self.cancel_and_search("late-result")

    def test_a_provider_that_ignores_a_cancel_is_restarted(self):
        engine = self.provider("deaf")
        engine.notify("submit", query="hold")
        (first, _), = self.wait_heard("page")
        self.assertEqual(titles(self.search(engine, "next")), ["next 0", "next 1"])
        self.assertEqual(len(self.heard("started")), 2)
        self.assert_gone([first])

    def test_other_requests_in_flight_are_repeated_after_a_restart(self):
        """The session that waits for it sees no difference."""
        engine = self.provider("deaf-two")
        engine.call("openSession", session="s")
        engine.notify("submit", query="hold", session="s")
        engine.notify("submit", query="second")
        self.wait_heard("page", 2)
        engine.notify("submit", query="next", session="s")
        for session, query in ("default", "second"), ("s", "next"):
            wait_until(lambda: self.shown(engine, session) == [f"{query} 0", f"{query} 1"], f"{query} is answered")
        pages = [(process, json.loads(what.split(" ", 1)[1])["query"]) for process, what in self.wait_heard("page", 4)]
        (first, _), (last, _) = self.heard("started")
        self.assertEqual(sorted(pages), sorted([(first, "hold"), (first, "second"), (last, "second"), (last, "next")]))

    def test_rows_that_are_sent_again_after_a_restart_do_not_count_twice(self):
        engine = self.provider("deaf-stream", options={"debounceMs": 0, "minLength": 0, "pageSize": 1})
        engine.call("openSession", session="s")
        engine.notify("submit", query="many")
        wait_until(lambda: len(self.shown(engine)) == 6000, "its rows are shown")
        engine.notify("submit", query="hold", session="s")
        self.wait_heard("page", 2)
        engine.notify("submit", query="next", session="s")
        wait_until(lambda: engine.call("getState")["result"]["status"] != "fetching", "the search has ended")
        state = engine.call("getState")["result"]
        self.assertEqual((state.get("error"), len(state["items"]), len(self.heard("started"))), (None, 6001, 2))

    def test_cancelling_the_only_request_does_not_end_the_provider(self):
        engine = self.provider("deaf")
        engine.notify("submit", query="hold")
        self.wait_heard("page")
        engine.notify("cancel")
        (process, _), = self.wait_heard("$/cancelRequest")
        self.assertTrue(is_alive(process))


class Acting(ProviderCase):
    def begin(self, item):
        """Starts an engine whose provider performs an action on an item until `answer` lets it finish; returns the
        engine and the id of the request."""
        engine = self.provider("acts")
        self.search(engine)
        number = engine.request("perform", id=item, action="act")
        self.wait_heard("perform {")
        return engine, number

    def answer(self, engine, number):
        (self.folder / "told.go").write_text("")
        return engine.until(lambda message: message.get("id") == number)[-1]

    def test_an_action_completes_whatever_is_typed_and_the_list_is_refreshed(self):
        engine, number = self.begin("q 0")
        engine.notify("submit", query="next")
        self.assertEqual(self.answer(engine, number)["result"], {"message": "acted on q 0", "changed": True})
        wait_until(lambda: self.shown(engine) == ["next 0", "next 1", "next 2"], "the list is read anew")
        self.assertEqual((len(self.heard("has acted")), len(self.heard("started"))), (1, 1))

    def test_an_action_is_not_repeated_when_the_provider_exits(self):
        engine, number = self.begin("q 1")
        error = self.answer(engine, number)["error"]
        self.assertTrue(error["message"].endswith("ended with the exit code 5 before it answered; outcome unknown"), error)
        self.assertEqual(titles(self.search(engine, "more")), ["more 0", "more 1", "more 2"])
        self.assertEqual((len(self.heard("has acted")), len(self.heard("started"))), (1, 2))

    def test_an_action_that_was_never_sent_may_be_retried(self):
        engine = self.provider("acts-once", idleMs=1)
        self.search(engine)
        self.wait_heard("ended")
        error = engine.call("perform", id="q 0", action="act")["error"]
        self.assertTrue(error["message"].endswith("ended with the exit code 3 before it answered; it said: no more; try again"), error)
        self.assertTrue(error["data"]["retryable"], error)
        self.assertEqual(self.heard("perform {"), [])


class Faults(ProviderCase):
    def test_each_fault_is_reported_with_what_would_be_right(self):
        advice = "; protocol/providers/README.md says what a provider does"
        for behaviour, kind, expected in [
            ("exit", "source", "ended with the exit code 3 before it answered; it said: what went wrong; try again"),
            ("garbage", "decode", "`this is no message`; each line must be one JSON-RPC message" + advice),
            ("binary", "decode", "each line must be one JSON-RPC message" + advice),
            ("endless-line", "decode", "wrote a line of more than 16 MiB" + advice),
            ("endless-items", "decode", "sent a page of more than 10000 items; it must end the page earlier, with a `next`"),
            ("closed", "source", "closed its output before it answered; it must keep it open until it ends"),
            ("half", "timeout", "did not answer in 5000 ms; type more, or set run.timeoutMs higher; an answer must be flushed to be sent"),
            ("unasked", "decode", "answered the request 102, which was never made; each request is answered once, with its own `id`" + advice),
            ("type", "decode", "answered wrongly: items[1].title must be a string, not a number" + advice),
            ("error", "rateLimited", ": enough for now"),
            ("version", "decode", "speaks version 2.0 of the providers' protocol, not 1.x" + advice),
            ("no-page", "decode", 'can must have "page", since nothing can be found without it' + advice),
        ]:
            with self.subTest(behaviour):
                # Long enough to start: what was never asked is not to be typed otherwise.
                found, message = self.failure(behaviour, timeoutMs=5000 if behaviour == "half" else 30_000)
                self.assertEqual(found, kind, message)
                self.assertTrue(message.endswith(expected.strip()), message)

    def test_refused_settings_are_reported_in_the_words_of_the_provider(self):
        self.assertEqual(self.failure("settings", settings={"city": "?"}), ("config", ": no such city"))

    def test_a_missing_program_is_reported(self):
        engine = self.engine(["no-such-program"], run="provider")
        message = "run: `no-such-program` is not installed: no folder of $PATH has it; run.argv says what is run"
        self.assertEqual(error_of(self.search(engine))["message"], message)

    def test_a_duplicate_answer_fails_nothing_but_is_logged(self):
        engine, log = self.logging("twice")
        self.assertEqual(titles(self.search(engine)), ["q 0", "q 1"])
        wait_until(lambda: "answered the request 2, which was answered already" in log(), "it is said")
        self.assert_gone([self.heard("started")[0][0]])

    def test_a_duplicate_answer_to_a_cancelled_request_is_recovered_from(self):
        engine = self.provider("late-twice")
        engine.notify("submit", query="hold")
        self.wait_heard("page")
        messages = self.search(engine, "next")
        # The fault comes while that request waits, or when it is answered.
        if titles(messages) == []:
            self.assertIn("answered the request 2, which was answered already", error_of(messages)["message"])
        self.assertEqual(titles(self.search(engine, "more")), ["more 0", "more 1"])

    def test_a_provider_that_exits_repeatedly_is_restarted_only_after_a_pause(self):
        engine = self.provider("exit")
        starts, error = 0, {}
        # A search that comes after the pause, as on a busy machine, starts it once more.
        while "retryAfterMs" not in error and starts < 20:
            error = error_of(self.search(engine))
            starts += "retryAfterMs" not in error
        self.assertGreaterEqual(starts, 2, "the first restart is at once")
        self.assertIn("before it answered; it said: what went wrong; try again; it will be restarted in ", error["message"])
        self.assertTrue(error["retryable"] and 0 < error["retryAfterMs"] <= 500 << starts - 2, error)
        self.assertEqual(len(self.heard("started")), starts)

    def test_what_the_provider_writes_to_stderr_is_logged(self):
        engine, log = self.logging("exit")
        self.search(engine)
        wait_until(lambda: "run: first words\n" in log() and "run: what went wrong\n" in log(), "it is logged, even without a line end")

    def test_memory_is_bounded_whatever_the_provider_writes(self):
        for behaviour in "endless-line", "endless-items", "binary":
            with self.subTest(behaviour):
                engine = self.provider(behaviour)
                self.search(engine)
                status = pathlib.Path(f"/proc/{engine.process.pid}/status").read_text()
                self.assertLess(int(status.split("VmHWM:")[1].split()[0]), 160 << 10, "KiB")


class Ending(ProviderCase):
    def test_the_provider_ends_with_the_engine(self):
        for end in "input", "exit", signal.SIGTERM, signal.SIGKILL:
            for behaviour in "plain", "stubborn":
                with self.subTest(end=end, behaviour=behaviour):
                    engine = self.provider(behaviour)
                    self.log.unlink(missing_ok=True)
                    self.search(engine)
                    (process, _), = self.heard("started")
                    if end == "input":
                        engine.process.stdin.close()
                    elif end == "exit":
                        engine.notify("exit")
                    else:
                        engine.process.send_signal(end)
                    engine.process.wait(30)
                    self.assert_gone([process])

    def test_an_idle_provider_is_ended_and_restarted_on_demand(self):
        engine = self.provider("plain", idleMs=50)
        self.search(engine)
        self.wait_heard("ended")
        wait_until(lambda: len(children(engine.process.pid)) == 1, "only the guard is left")
        self.assertEqual(titles(self.search(engine, "again")), ["again 0", "again 1"])
        self.assertEqual(len(self.heard("started")), 2)

    def test_a_provider_may_write_while_it_ends(self):
        engine, log = self.logging("tidy", idleMs=1)
        self.search(engine)
        self.wait_heard("ended")
        wait_until(lambda: "run: tidying up\n" in log() and "run: done\n" in log(), "what it writes is logged")

    def test_a_provider_that_does_not_exit_is_killed(self):
        engine = self.provider("stubborn", idleMs=50)
        self.search(engine)
        (process, _), = self.wait_heard("ended")
        self.assert_gone([process])

    def test_repeated_starts_leave_no_processes_or_descriptors_behind(self):
        engine = self.provider("plain", idleMs=1)
        self.search(engine)
        wait_until(lambda: len(children(engine.process.pid)) == 1, "only the guard is left")
        before = len(os.listdir(f"/proc/{engine.process.pid}/fd"))
        for number in range(10):
            self.search(engine, f"q{number}")
        wait_until(lambda: len(children(engine.process.pid)) == 1, "only the guard is left")
        wait_until(lambda: len(os.listdir(f"/proc/{engine.process.pid}/fd")) == before, "no descriptor is left")


if __name__ == "__main__":
    unittest.main()
