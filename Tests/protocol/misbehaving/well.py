"""A provider that does nothing wrong. Each fault is a class that does one thing in another way."""

import json
import os
import sys
import time


class Well:
    """One that does nothing wrong, and has everything there is."""

    can = ["page", "stream", "detail", "perform"]
    items = [{"id": f"i{number}", "title": f"Item {number}", "actions": ["open"]} for number in range(12)]

    def write(self, data):
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()

    def say(self, **message):
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def run(self):
        for line in sys.stdin.buffer:
            try:
                message = json.loads(line)
            except ValueError:
                message = None
            if not isinstance(message, dict):
                self.unreadable()
            elif "id" in message:
                self.request(**message)
            else:
                self.notified(message)
        self.end()

    def is_followed_by(self, what):
        """Whether this stands in what has been sent behind the line that was read last."""
        time.sleep(0.05)
        os.set_blocking(0, False)
        try:
            return what in (sys.stdin.buffer.peek() or b"")
        finally:
            os.set_blocking(0, True)

    def unreadable(self):
        self.say(id=None, error={"code": -32700, "message": "that is no message"})

    def notified(self, message):
        pass

    def end(self):
        pass

    def request(self, id, method, params, **_):
        methods = {"initialize": self.initialize, "page": self.page, "detail": self.detail, "perform": self.perform}
        if method not in methods:
            self.unknown(id)
        else:
            answer = methods[method](id, params)
            if answer is not None:
                self.answer(id, answer)

    def unknown(self, id):
        self.say(id=id, error={"code": -32601, "message": "no such method"})

    def answer(self, id, answer):
        self.say(id=id, **answer)

    def initialize(self, id, params):
        return {"result": {"protocolVersion": "1.3", "name": "well", "can": self.can, **self.more}}

    more = {"actions": [{"name": "open", "title": "Open"}], "concurrent": 3, "later": True}

    def page(self, id, params):
        start = int(params.get("cursor", 0))
        end = start + params["pageSize"]
        rows = self.items[start:end]
        self.say(method="$/later", params={})
        if rows:
            self.say(method="$/items", params={"id": id, "items": rows[:1]})
        return {"result": {"items": rows[1:], "next": str(end) if end < len(self.items) else None}}

    def detail(self, id, params):
        is_there = any(each["id"] == params["id"] for each in self.items)
        return {"result": {"text": "It is long."}} if is_there else self.refusal

    def perform(self, id, params):
        return self.refusal

    refusal = {"error": {"code": -32602, "message": "there is no such thing"}}
