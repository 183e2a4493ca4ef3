"""A talk with one provider: requests, their answers, and how long one waits for them."""

import json
import time

from rules import Rules
from fault import Fault, brief
from process import Process


class Limits:
    """How long something may take, in seconds."""

    def __init__(self, patience=1, within=60):
        self.answer = 5 * patience
        self.cancel = 0.5 * patience
        self.end = 0.5 * patience
        self.quiet = 0.3 * patience
        self.pause = 0.05 * patience
        self.deadline = time.monotonic() + within

    def is_over(self):
        """Whether all the time there was is over."""
        return time.monotonic() > self.deadline


class Talk:
    """A provider that was started and has answered `initialize`."""

    def __init__(self, command, limits, source="checked", settings=None, show=None):
        self.limits = limits
        self.rules = Rules()
        self._number = 0
        self._show = show or (lambda way, line: None)
        self.process = Process(command)
        try:
            self.about = self._initialize(source, settings)
        except BaseException:
            self.close()
            raise

    def _initialize(self, source, settings):
        params = {"protocolVersion": "1.0", "source": source}
        answer = self.answer(self.request("initialize", params | ({} if settings is None else {"settings": settings})))
        if "error" in answer:
            right = "`initialize` is answered with what the provider is and can; --settings says what it needs to know"
            raise Fault("`initialize` is answered with an error", right, answer)
        return answer["result"]

    @property
    def can(self):
        return self.rules.can

    def send(self, *messages):
        """Sends messages in one piece."""
        lines = [message if isinstance(message, bytes) else json.dumps(message).encode() for message in messages]
        for line in lines:
            self._show("-->", line)
        self.process.send(b"".join(line + b"\n" for line in lines))

    def prepare(self, method, params):
        """A request that is not sent yet: what is known of it, and the message."""
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        return self.rules.asked(self._number, method, params), message

    def request(self, method, params):
        """Sends a request; answers what is known of it."""
        request, message = self.prepare(method, params)
        self.send(message)
        return request

    def call(self, method, params):
        """Sends a request and waits; answers its answer."""
        return self.answer(self.request(method, params))

    def answer(self, request, seconds=None):
        """Waits for the answer to a request."""
        seconds = self.limits.answer if seconds is None else seconds
        deadline = time.monotonic() + seconds
        while request.answer is None:
            line = self.process.line(max(0, deadline - time.monotonic()))
            if line is not None:
                self._came(line)
            elif self.process.ended:
                raise self._death(f"instead of answering `{brief(request.method)}`")
            elif time.monotonic() >= deadline:
                raise self._silence(request, seconds)
        return request.answer

    def _came(self, line):
        self._show("<--", line)
        return self.rules.came(line)

    def _silence(self, request, seconds):
        half = self.process.unfinished()
        wrong = f"`{brief(request.method)}` (id {request.id}) is not answered within {seconds:g} s{self.process.last_words()}"
        if half:
            return Fault(wrong + "; there is a line that does not end", "a line ends with LF, and is flushed at once", half)
        return Fault(wrong, "each request is answered, with a result or an error; output that is not flushed is not sent")

    def _death(self, when):
        code = self.process.wait(self.limits.end)
        how = f"it has ended, with exit code {code},"
        if code is None or code < 0:
            how = "it has closed its stdout" if code is None else f"it has ended, by signal {-code},"
        return Fault(f"{how} {when}{self.process.last_words()}", "a provider goes on until its input ends, whatever it was asked")

    def quiet(self, seconds, why):
        """Makes sure that nothing comes: at this time all there could be would be a fault."""
        self._hear(time.monotonic() + seconds)
        if self.process.ended:
            raise self._death(why)

    def _hear(self, deadline):
        """Takes what comes until it has ended or the time is over, and what has come by then."""
        left = 1
        while left and not self.process.ended:
            left = max(0, deadline - time.monotonic())
            line = self.process.line(left)
            if line is not None:
                self._came(line)

    def end(self):
        """Lets the provider see the end of its input, and makes sure that it ends; answers what is left of its group."""
        self.process.close_input()
        deadline = time.monotonic() + self.limits.end
        self._hear(deadline)
        if self.process.wait(max(0, deadline - time.monotonic())) is None:
            raise Fault(f"it is still there {self.limits.end:g} s after the end of its input{self.process.last_words()}",
                        "a provider ends when its input does: else it is sent SIGTERM, and half a second later SIGKILL")
        return self.process.others()

    def close(self):
        """Ends it."""
        self.process.kill()
