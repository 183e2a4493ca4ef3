"""Plays one scenario against an engine in real time. `../scenarios/README.md` describes the format."""

import json
import queue
import subprocess
import time

from contract import Contract
from engine import Ended, Engine
from mediawiki import MediaWiki, ids
from schema import is_same
from texts import elements, members

KINDS = ["call", "notify", "send", "raw", "end", "answers", "answer", "expect", "ask", "reply", "drop", "exit"]
PATIENCE = 10  # seconds by which anything may be late
ROOM = 0.15  # seconds by which a step may be late without changing anything but timestamps
CLOCK_SLACK = 600  # milliseconds by which a `retryAfterMs` may differ


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
        self.engine = Engine(command + arguments, has_headers="framing" in self.header)
        self.contract = Contract()
        self.session = "test" if "options" in self.header else "default"
        self.sequences = {}
        self.questions = []
        self.drops = []
        self.calls = 0
        # When the current step is due, and the largest delay so far, in seconds.
        self.due, self.delay = float("inf"), 0

    def play(self):
        """Plays the scenario; raises a Fault if the engine does anything else."""
        try:
            if "options" in self.header:
                call = {"method": "openSession", "params": {"session": "test", "options": self.header["options"]}}
                self.send({"jsonrpc": "2.0", "id": "open", **call})
                if "result" not in (opened := self.next_message()):
                    raise Fault(f"openSession: {text(opened)}")
            elif "framing" not in self.header and self.steps and {"call", "notify"} & self.steps[0].keys():
                # The clock starts once the process is up, so that its start-up does not count as a delay.
                self.send({"jsonrpc": "2.0", "id": "there", "method": "listSources"})
                self.next_message()
            self.start = time.monotonic()
            for number, step in enumerate(self.steps, 2):
                self.due = self.start + step["at"] / 1000
                kind = next(kind for kind in KINDS if kind in step)
                try:
                    getattr(self, "step_" + kind)(step)
                except Fault as fault:
                    raise Fault(f"line {number}: {fault}") from None
            self.check_nothing_is_left()
        finally:
            self.engine.kill()
            self.wiki.close()

    def note_delay(self):
        """Notes how late this step is: its own action, or what it waits for."""
        self.delay = max(self.delay, time.monotonic() - self.due)

    @property
    def is_void(self):
        """Whether a step was later than a scenario allows for: then the result says nothing about the engine."""
        return self.delay > ROOM

    def check_nothing_is_left(self):
        if self.steps and "exit" in self.steps[-1]:
            rest = self.engine.rest()
        else:
            self.send({"jsonrpc": "2.0", "id": "the end", "method": "getState"})
            *rest, _ = self.engine.until(lambda message: isinstance(message, dict) and message.get("id") == "the end", PATIENCE)
        if rest:
            raise Fault(f"not expected: {rest}")
        asked, dropped = list(self.wiki.asked.queue), self.drops + list(self.wiki.dropped.queue)
        for name, left in (("asked", asked), ("dropped", dropped)):
            if left:
                raise Fault(f"not expected to be {name}: {left[0].asked}")

    def wait_for(self, step):
        time.sleep(max(0, self.start + step["at"] / 1000 - time.monotonic()))
        self.note_delay()

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
        self.send(message)
        if "result" in step or "error" in step:
            self.check_answer(step, message["id"])

    step_notify = step_call

    def send(self, message):
        """Sends a message."""
        self.note(self.engine.send(message))

    def note(self, messages):
        """Notes what has been sent: the answers must match it."""
        for message in messages:
            self.contract.sent(message)

    def step_send(self, step):
        self.wait_for(step)
        self.note(self.engine.send_text(step["send"].encode()))

    def step_raw(self, step):
        self.wait_for(step)
        self.note(self.engine.write(step["raw"].encode("latin-1") * step.get("times", 1)))

    def step_end(self, step):
        self.wait_for(step)
        self.note([self.engine.sent.rest])
        self.engine.end_input()

    def step_reply(self, step):
        self.wait_for(step)
        for question in reversed(self.questions):
            if difference(step.get("to"), question.asked, "to") is None:
                question.reply.put(step["reply"])
                return
        raise Fault("nothing to reply to")

    # What the engine must do

    def step_answer(self, step):
        self.check_answer(step, step["answer"])

    def step_answers(self, step):
        message = self.next_message()
        if not isinstance(message, list) or len(message) != len(step["answers"]):
            raise Fault(f"expected {len(step['answers'])} answers in one message, found {text(message)}")
        for expected, answer, written in zip(step["answers"], message, elements(self.engine.text.decode())):
            self.check_members(expected, answer, written, expected["answer"])

    def check_answer(self, step, number):
        message = self.next_message()
        self.check_members(step, message, self.engine.text.decode(), number)

    def check_members(self, expected, answer, written, number):
        """Checks that `answer` is the expected one to the request with the id `number`; `written` is its text."""
        if not isinstance(answer, dict) or "id" not in answer or not is_same(answer["id"], number):
            raise Fault(f"expected the answer to {text(number)}, found {text(answer)}")
        if "written" in expected and (found := members(written)["id"]) != expected["written"]:
            raise Fault(f"the id must be written {expected['written']}, not {found}")
        for member in ("result", "error"):
            self.compare(expected.get(member), answer.get(member), member, answer)

    def step_expect(self, step):
        message = self.next_message()
        params = message.get("params", {}) if isinstance(message, dict) else {}
        if not isinstance(message, dict) or message.get("method") != step["expect"]:
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
            message = self.engine.next(PATIENCE)
        except (TimeoutError, Ended) as error:
            raise Fault(f"nothing was sent ({type(error).__name__})") from None
        self.note_delay()
        if (fault := self.contract.fault(message)) is not None:
            raise Fault(f"against the schemas: {fault} in {text(message)}")
        return message

    def step_ask(self, step):
        question = self.next_of(self.wiki.asked, "nothing was asked")
        self.questions.append(question)
        self.compare(step["ask"], question.asked, "ask", question.asked)

    def step_drop(self, step):
        # Connections that are closed together may be noticed in any order.
        while True:
            for question in self.drops:
                if difference(step["drop"], question.asked, "drop") is None:
                    self.drops.remove(question)
                    return
            found = [question.asked for question in self.drops]
            self.drops.append(self.next_of(self.wiki.dropped, f"not dropped: {text(step['drop'])}, but {found}"))

    def step_exit(self, step):
        try:
            code = self.engine.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Fault("it has not ended") from None
        if code != step["exit"]:
            raise Fault(f"ended with {code}")

    def next_of(self, things, otherwise):
        try:
            thing = things.get(timeout=PATIENCE)
        except queue.Empty:
            raise Fault(otherwise) from None
        self.note_delay()
        return thing

    def compare(self, expected, found, place, whole):
        expected = json.loads(json.dumps(expected).replace("http://scenario.test", self.wiki.origin))
        if (fault := difference(expected, found, place)) is not None:
            raise Fault(f"{fault} in {text(whole)}")


def difference(expected, found, place):
    """Returns where `found` differs from `expected`, which may leave members out; None if it does not."""
    if expected is None and not place.endswith((".pending", ".opening", ".query")):
        return None
    if isinstance(expected, dict) and "(one)" in expected and isinstance(found, list):
        is_there = any(difference(expected["(one)"], each, place) is None for each in found)
        return None if is_there else f"{place} has nothing like {text(expected['(one)'])}"
    if isinstance(expected, dict) and isinstance(found, dict):
        for name, value in expected.items():
            if (fault := difference(value, found.get(name), f"{place}.{name}")) is not None:
                return fault
        return None
    if place.endswith(".message") and isinstance(found, str):
        # The contract specifies the phrase that an answer's message begins with, but not what follows it.
        is_answer = place.startswith("error.")
        expected, found = (said.split(":")[0] if is_answer else "" for said in (expected, found))
    if place.endswith(".items") and isinstance(found, list):
        expected, found = ids(expected), [item["id"] for item in found]
    if expected == "(none)":
        return None if found is None else f"{place} is there"
    if place.endswith(".retryAfterMs") and isinstance(found, int) and abs(found - expected) <= CLOCK_SLACK:
        return None
    return None if is_same(expected, found) else f"{place} is {text(found)}, not {text(expected)}"


def text(value):
    """Returns a value as a scenario would write it."""
    return json.dumps(value, ensure_ascii=False)
