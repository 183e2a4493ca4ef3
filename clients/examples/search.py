#!/usr/bin/env python3
"""Searches for the words in its arguments and prints two pages of results. Needs only Python, no packages."""

import json
import os
import re
import subprocess
import sys

engine = subprocess.Popen(
    [os.environ.get("SEEKLINE", "seekline")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
)
found = []
controls = re.compile(r"[\x00-\x1f\x7f-\x9f]")  # Text from a server must not control the terminal.


def call(method, **params):
    """Sends a request, and reads until everything that follows from it has been reported."""
    global found
    for request in {"id": 1, "method": method, "params": params}, {"id": 2, "method": "getState"}:
        print(json.dumps({"jsonrpc": "2.0", **request}), file=engine.stdin, flush=True)
    state = None
    for line in engine.stdout:
        message = json.loads(line)
        method, params = message.get("method"), message.get("params")
        if method == "items":
            found = found[:params["from"]] + params["items"]
        elif method == "error":
            sys.exit(controls.sub("\ufffd", params["message"]))
        elif message.get("id") == 2 or (state and method == "loading"):
            state = params or message["result"]
            if not state["loading"] and state["pending"] is None:
                return
    sys.exit("the engine has ended")


call("submit", query=" ".join(sys.argv[1:]))
call("reachedBottom")
for item in found:
    print(*(controls.sub("\ufffd", item[name]) for name in ("id", "title")), sep="\t")
