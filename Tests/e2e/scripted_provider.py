#!/usr/bin/env python3
"""A provider for tests that does what its first argument says: `scripted_provider.py BEHAVIOUR FILE`. It appends each
message that it is sent to FILE, in a line that begins with its process id."""

import json
import os
import signal
import sys
import time

BEHAVIOUR, LOG = sys.argv[1], sys.argv[2]


def note(*words):
    with open(LOG, "a", encoding="utf-8") as log:
        log.write(" ".join([str(os.getpid()), *words]) + "\n")


def write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def send(**message):
    write(json.dumps({"jsonrpc": "2.0"} | message) + "\n")


def rows(query, count=2, first=0):
    return [{"title": f"{query} {first + number}"} for number in range(count)]


def welcome(request):
    result = {"protocolVersion": "1.0", "name": "scripted", "can": ["page", "detail"]}
    if BEHAVIOUR == "version":
        result["protocolVersion"] = "2.0"
    if BEHAVIOUR == "no-page":
        result["can"] = ["detail"]
    if BEHAVIOUR in ("acts", "acts-once"):
        result |= {"can": ["page", "perform"], "actions": [{"name": "act", "title": "Act"}]}
    if BEHAVIOUR == "options":
        result["options"] = {"debounceMs": 7, "minLength": 2, "trigger": "submit"}
    if BEHAVIOUR in ("deaf-two", "deaf-stream"):
        result["concurrent"] = 2
    if BEHAVIOUR == "acts-once" and open(LOG, encoding="utf-8").read().count("started") > 1:
        sys.stderr.write("no more\n")
        sys.exit(3)
    if BEHAVIOUR == "settings":
        sys.stderr.write("no such city: " + request["params"]["settings"]["city"] + "\n")
        send(id=request["id"], error={"code": 1, "message": "no such city", "data": {"kind": "config"}})
    else:
        send(id=request["id"], result=result)


def page(request):
    params, number = request["params"], request["id"]
    query = params["query"]

    def answer(items, **more):
        send(id=number, result={"items": items} | more)

    if BEHAVIOUR == "pages":
        first = int(params.get("cursor", "0"))
        answer(rows(query, params["pageSize"], first), next=str(first + params["pageSize"]) if first < 40 else None, total=60)
    elif BEHAVIOUR == "stream":
        send(method="$/items", params={"id": number, "items": rows(query, 2)})
        note("waits")
        while not os.path.exists(LOG + ".go"):
            time.sleep(0.005)
        answer(rows(query, 1, 2))
    elif query.startswith("hold"):
        # Held forever; the behaviour determines how a cancel is answered.
        held.append(number)
    elif query == "many":
        send(method="$/items", params={"id": number, "items": rows(query, 6000)})
        if open(LOG, encoding="utf-8").read().count("started") > 1:
            answer(rows(query, 1, 6000))
    elif query == "second" and open(LOG, encoding="utf-8").read().count("started") == 1:
        note("waits")
    elif BEHAVIOUR in ("acts", "acts-once"):
        count = open(LOG, encoding="utf-8").read().count("has acted")
        answer([row | {"actions": ["act"]} for row in rows(query, 2 + count)])
    elif BEHAVIOUR == "exit":
        sys.stderr.write("first words\nwhat went wrong")
        sys.exit(3)
    elif BEHAVIOUR == "garbage":
        write("this is no message\n")
    elif BEHAVIOUR == "binary":
        while True:
            sys.stdout.buffer.write(os.urandom(65536))
    elif BEHAVIOUR == "endless-line":
        while True:
            write("[" * 65536)
    elif BEHAVIOUR == "endless-items":
        while True:
            send(method="$/items", params={"id": number, "items": rows("x" * 1000, 100)})
    elif BEHAVIOUR == "half":
        write('{"jsonrpc": "2.0", "id": ')
        time.sleep(1000)
    elif BEHAVIOUR == "closed":
        os.close(1)
        time.sleep(1000)
    elif BEHAVIOUR == "twice":
        answer(rows(query))
        answer(rows(query))
    elif BEHAVIOUR == "unasked":
        send(id=number + 100, result={"items": []})
    elif BEHAVIOUR == "type":
        answer([{"title": "fine"}, {"title": 3}])
    elif BEHAVIOUR == "error":
        data = {"kind": "rateLimited", "isRetryable": True, "retryAfterMs": 2000}
        send(id=number, error={"code": 5, "message": "enough for now", "data": data})
    else:
        answer(rows(query))


def perform(request):
    while not os.path.exists(LOG + ".go"):
        time.sleep(0.005)
    note("has acted")
    if request["params"]["id"].endswith("1"):
        sys.exit(5)
    send(id=request["id"], result={"message": "acted on " + request["params"]["id"], "changed": True})


held = []
if BEHAVIOUR == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
note("started")
for line in sys.stdin:
    request = json.loads(line)
    note(request["method"], json.dumps(request["params"]))
    if request["method"] == "initialize":
        welcome(request)
    elif request["method"] == "page":
        page(request)
    elif request["method"] == "perform":
        perform(request)
    elif request["method"] == "detail":
        send(id=request["id"], result={"title": "D", "text": "text of " + request["params"]["id"], "format": "markdown"})
    elif request["method"] == "$/cancelRequest" and request["params"]["id"] in held:
        number = request["params"]["id"]
        held.remove(number)
        if BEHAVIOUR == "late-result":
            send(method="$/items", params={"id": number, "items": rows("late")})
            send(id=number, result={"items": rows("later")})
        elif BEHAVIOUR == "late-twice":
            send(id=number, error={"code": -32800, "message": "cancelled"})
            send(id=number, error={"code": -32800, "message": "cancelled"})
        elif BEHAVIOUR not in ("deaf", "deaf-two", "deaf-stream", "stubborn"):
            send(id=number, error={"code": -32800, "message": "cancelled"})
if BEHAVIOUR == "tidy":
    sys.stderr.write("tidying up\n")
    sys.stderr.flush()
    send(method="$/bye")
    sys.stderr.write("done")
    sys.stderr.flush()
note("ended")
while BEHAVIOUR == "stubborn":
    time.sleep(1)
