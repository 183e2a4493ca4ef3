"""Plays one scenario against an engine in real time. `../scenarios/README.md` has the format."""

import json
import queue
import time

from engine import Ended, Engine
from mediawiki import MediaWiki, ids

KINDS = ["call", "notify", "send", "end", "answer", "expect", "ask", "reply", "drop", "exit"]
PATIENCE = 10  # seconds that anything may come late
CLOCK_SLACK = 600  # milliseconds by which a time that is left may differ


class Fault(Exception):
    """The engine did not do what the scenario says."""


class Player:
    """One run of one scenario."""

    def __init__(self, path, command):
        with open(path, encoding="utf-8") as file:
            self.header, *self.steps = [json.loads(line) for line in file if line.strip()]
        self.wiki = MediaWiki()
        arguments = ["--source", "wikipedia"]
        for setting in (f"endpoint={self.wiki.origin}/w/api.php", "concurrency=4"):
            arguments += ["--set", f"wikipedia.{setting}"]
        if self.header.get("script"):
            arguments.append("--script")
        self.engine = Engine(command + arguments)
        self.session = "test" if "options" in self.header else "default"
        self.sequences = {}
        self.questions = []
        self.drops = []
        self.calls = 0

    def play(self):
        """Plays it; raises a Fault where the engine goes wrong."""
        try:
            if "options" in self.header:
                opened = self.engine.call("openSession", session="test", options=self.header["options"])
                if "result" not in opened:
                    raise Fault(f"openSession: {opened}")
            self.start = time.monotonic()
            for number, step in enumerate(self.steps, 2):
                kind = next(kind for kind in KINDS if kind in step)
                try:
                    getattr(self, "step_" + kind)(step)
                except Fault as fault:
                    raise Fault(f"line {number}: {fault}") from None
            self.check_nothing_is_left()
        finally:
            self.engine.kill()
            self.wiki.close()

    def check_nothing_is_left(self):
        if self.steps and "exit" in self.steps[-1]:
            rest = self.engine.rest()
        else:
            number = self.engine.request("getState")
            *rest, _ = self.engine.until(lambda message: message.get("id") == number, PATIENCE)
        if rest:
            raise Fault(f"not expected: {rest}")
        asked, dropped = list(self.wiki.asked.queue), self.drops + list(self.wiki.dropped.queue)
        for name, left in (("asked", asked), ("dropped", dropped)):
            if left:
                raise Fault(f"not expected to be {name}: {left[0].asked}")

    def wait_for(self, step):
        time.sleep(max(0, self.start + step["at"] / 1000 - time.monotonic()))

    # What the scenario does

    def step_call(self, step):
        self.wait_for(step)
        kind = "call" if "call" in step else "notify"
        method, params = step[kind], dict(step.get("params", {}))
        if "options" in self.header and not method.startswith("$/"):
            params.setdefault("session", "test")
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        self.calls += 1
        if kind == "call":
            message["id"] = step.get("id", f"call {self.calls}")
        self.engine.send(message)
        if "result" in step or "error" in step:
            self.check_answer(step, message["id"])

    step_notify = step_call

    def step_send(self, step):
        self.wait_for(step)
        self.engine.write(step["send"].encode() + b"\n")

    def step_end(self, step):
        self.wait_for(step)
        self.engine.end_input()

    def step_reply(self, step):
        self.wait_for(step)
        for question in reversed(self.questions):
            if difference(step.get("to"), question.asked, "to") is None:
                question.reply.put(step["reply"])
                return
        raise Fault("nothing to reply to")

    # What must come of it

    def step_answer(self, step):
        self.check_answer(step, step["answer"])

    def check_answer(self, step, number):
        message = self.next_message()
        if message.get("id") != number:
            raise Fault(f"expected the answer to {number!r}, found {text(message)}")
        for member in ("result", "error"):
            self.compare(step.get(member), message.get(member), member, message)

    def step_expect(self, step):
        message = self.next_message()
        params = message.get("params", {})
        if message.get("method") != step["expect"]:
            raise Fault(f"expected {text(step)}, found {text(message)}")
        session = params["session"]
        if session != step.get("session", self.session):
            raise Fault(f"wrong session in {text(message)}")
        if params["seq"] != self.sequences.get(session, 0) + 1:
            raise Fault(f"`seq` has a gap in {text(message)}")
        self.sequences[session] = params["seq"]
        self.compare(step.get("params"), params, "params", message)

    def next_message(self):
        try:
            return self.engine.next(PATIENCE)
        except (TimeoutError, Ended) as error:
            raise Fault(f"nothing was sent ({type(error).__name__})") from None

    def step_ask(self, step):
        question = self.next_of(self.wiki.asked, "nothing was asked")
        self.questions.append(question)
        self.compare(step["ask"], question.asked, "ask", question.asked)

    def step_drop(self, step):
        # Connections that are closed together are seen closed in any order.
        while True:
            for question in self.drops:
                if difference(step["drop"], question.asked, "drop") is None:
                    self.drops.remove(question)
                    return
            found = [question.asked for question in self.drops]
            self.drops.append(self.next_of(self.wiki.dropped, f"not dropped: {text(step['drop'])}, but {found}"))

    def step_exit(self, step):
        code = self.engine.wait(PATIENCE)
        if code != step["exit"]:
            raise Fault(f"ended with {code}")

    @staticmethod
    def next_of(things, otherwise):
        try:
            return things.get(timeout=PATIENCE)
        except queue.Empty:
            raise Fault(otherwise) from None

    def compare(self, expected, found, place, whole):
        expected = json.loads(json.dumps(expected).replace("http://scenario.test", self.wiki.origin))
        if (fault := difference(expected, found, place)) is not None:
            raise Fault(f"{fault} in {text(whole)}")


def difference(expected, found, place):
    """Where `found` differs from `expected`, which may leave members out; None if it does not."""
    if expected is None and not place.endswith((".pending", ".opening", ".query")):
        return None
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            if (fault := difference(value, found.get(name), f"{place}.{name}")) is not None:
                return fault
        return None
    if place.endswith(".items") and isinstance(found, list):
        expected, found = ids(expected), [item["id"] for item in found]
    if expected == "(none)":
        return None if found is None else f"{place} is there"
    if place.endswith(".retryAfterMs") and isinstance(found, int) and abs(found - expected) <= CLOCK_SLACK:
        return None
    return None if expected == found else f"{place} is {text(found)}, not {text(expected)}"


def text(value):
    """A value as a scenario would write it."""
    return json.dumps(value, ensure_ascii=False)
