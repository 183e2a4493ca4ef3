"""A provider in Python, and what the engine would send to it."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

HEAD = """
import pathlib, subprocess, sys, time
from seekline.provider import Detail, Done, Failure, Item, Location, Provider
provider = Provider("test", debounce_ms=20, min_length=0)
"""


class Talk:
    """A running provider."""

    def __init__(self, text: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", f"{HEAD}{text}\nprovider.run()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.number = 0

    def send(self, *messages: dict[str, Any]) -> None:
        """Write messages with a single write."""
        assert self.process.stdin
        self.process.stdin.write("".join(json.dumps(message) + "\n" for message in messages))
        self.process.stdin.flush()

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Return a request, to be sent."""
        self.number += 1
        return {"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}

    def read(self) -> dict[str, Any]:
        """Return the next message."""
        assert self.process.stdout
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert message.pop("jsonrpc") == "2.0"
        return message

    def log(self) -> str:
        """Return the next line of its log."""
        assert self.process.stderr
        return self.process.stderr.readline().rstrip("\n")

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the result of a request, or its error; for a page, with the rows of `$/items`."""
        self.send(self.request(method, **params))
        rows: list[Any] = []
        while "id" not in (message := self.read()):
            assert message["method"] == "$/items"
            assert message["params"]["id"] == self.number
            rows += message["params"]["items"]
        assert message["id"] == self.number
        if method == "page" and "result" in message:
            message["result"]["items"] = rows + message["result"]["items"]
        answer: dict[str, Any] = message.get("result") or message.get("error") or {}
        return answer

    def end(self) -> tuple[str, str]:
        """End the input and return the rest of both outputs."""
        output = self.process.communicate(timeout=60)
        assert self.process.returncode == 0
        return output
