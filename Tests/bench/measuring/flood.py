#!/usr/bin/env python3
"""A provider with a huge answer: `flood.py WHAT BYTES FILE`. It writes to FILE how many bytes it could write."""

import json
import os
import sys

WHAT, BYTES, FILE = sys.argv[1], int(sys.argv[2]), os.open(sys.argv[3], os.O_WRONLY | os.O_CREAT, 0o600)


def line(**message):
    return json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n"


def count(written):
    os.pwrite(FILE, b"%20d" % written, 0)


def flood(number):
    items = [{"title": "x" * 1000}] * 64
    piece = {
        "line": b"x" * 65536,
        "rows": line(method="$/items", params={"id": number, "items": items}),
        "answers": line(id=number + 100, result={"items": items}),
        "later": line(method="$/later", params={"items": items}),
        "errors": (b"x" * 99 + b"\n") * 656,
    }[WHAT]
    output = sys.stderr if WHAT == "errors" else sys.stdout
    for written in range(0, BYTES, len(piece)):
        output.buffer.write(piece)
        output.buffer.flush()
        count(written + len(piece))


count(0)
for request in map(json.loads, sys.stdin):
    if request["method"] == "initialize":
        result = {"protocolVersion": "1.0", "name": "flood", "can": ["page", "stream"]}
    else:
        flood(request["id"])
        result = {"items": [{"title": "done"}]}
    sys.stdout.buffer.write(line(id=request["id"], result=result))
    sys.stdout.buffer.flush()
