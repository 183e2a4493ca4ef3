#!/usr/bin/env python3
"""A provider that answers at once, late, in parts, wrongly or never, or exits, until the file exists:
`moody_provider.py CALM`."""

import json
import os
import random
import sys
import threading
import time

MOODS = {"fast": 58, "slow": 15, "parts": 15, "error": 5, "silent": 3, "end": 2, "nonsense": 1, "half": 1}
LOCK = threading.Lock()


def hits(query):
    """Returns how many rows there are."""
    return len(query) * 13 % 70


def rows(query, first, end):
    return [{"id": f"{query}|{n}", "title": f"{query}|{n}", "actions": ["act"]} for n in range(first, end)]


def write(text):
    with LOCK:
        sys.stdout.write(text)
        sys.stdout.flush()


def send(**message):
    write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")


def mood():
    return "fast" if os.path.exists(sys.argv[1]) else random.choices(list(MOODS), list(MOODS.values()))[0]


def initialize(number, _):
    actions = [{"name": "act", "title": "Act"}]
    can = ["page", "detail", "perform"]
    send(id=number, result={"protocolVersion": "1.0", "name": "moody", "can": can, "concurrent": 4, "actions": actions})


def page(number, params):
    query, first = params["query"], int(params.get("cursor", "0"))
    end = min(first + params["pageSize"], hits(query))
    begun = first
    now = mood()
    if now == "slow":
        time.sleep(random.uniform(0, 0.2))
    elif now == "parts":
        begun = (first + end) // 2
        send(method="$/items", params={"id": number, "items": rows(query, first, begun)})
        time.sleep(random.uniform(0, 0.1))
    elif now == "error":
        return send(id=number, error={"code": 5, "message": "no", "data": {"kind": "source", "isRetryable": True}})
    elif now == "silent":
        return None
    elif now == "end":
        os._exit(3)
    elif now == "nonsense":
        return write("this is no message\n")
    elif now == "half":
        write('{"jsonrpc": "2.0"')
        os._exit(0)
    more = {"next": str(end)} if end < hits(query) else {}
    return send(id=number, result={"items": rows(query, begun, end)} | more)


def perform(number, _):
    now = mood()
    if now == "slow":
        time.sleep(0.1)
    elif now == "error":
        return send(id=number, error={"code": 5, "message": "no"})
    elif now == "end":
        os._exit(3)
    return send(id=number, result={"message": "done", "changed": random.random() < 0.7})


def detail(number, params):
    send(id=number, result={"title": params["id"], "text": "text"})


def cancel(_, params):
    if random.random() < 0.5:
        send(id=params["id"], error={"code": -32800, "message": "cancelled"})


if __name__ == "__main__":
    METHODS = {"initialize": initialize, "page": page, "perform": perform, "detail": detail, "$/cancelRequest": cancel}
    for line in sys.stdin:
        message = json.loads(line)
        call = METHODS[message["method"]], (message.get("id"), message["params"])
        threading.Thread(target=call[0], args=call[1], daemon=True).start()
