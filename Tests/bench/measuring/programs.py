"""The output of programs that are searched, as inputs that can be made twice as large: their data may be a
stranger's."""

import json
import sys

from .inputs import MARKS, Input, configured, settled, written

PROVIDER = """
import json, sys
def say(number, result): print(json.dumps({"jsonrpc": "2.0", "id": number, "result": result}), flush=True)
number = json.loads(input())["id"]
say(number, {"protocolVersion": "1.0", "name": "made", "can": ["page", "stream"]})
number = json.loads(input())["id"]
for line in open(sys.argv[1]): print(line.replace('"ID"', str(number)), end="")
"""


def search(peer, _):
    settled(peer, query="a")


def printed(make, **described):
    """Makes a program that prints text of a given size."""

    def flags(size, folder):
        path = written(folder, f"{size}.txt", make(size))
        return configured(lambda _: {"run": {"type": "command", "argv": ["cat", path]} | described})(size, folder)

    return flags


def provided(make):
    """Makes a long-running program that sends these messages for a page."""

    def flags(size, folder):
        script, path = written(folder, "provider.py", PROVIDER), written(folder, f"{size}.jsonl", "".join(make(size)))
        return configured(lambda _: {"run": {"type": "command", "run": "provider", "argv": [sys.executable, script, path]}})(size, folder)

    return flags


def answer(items):
    return json.dumps({"jsonrpc": "2.0", "id": "ID", "result": {"items": items}}, ensure_ascii=False) + "\n"


def part(number):
    return json.dumps({"jsonrpc": "2.0", "method": "$/items", "params": {"id": "ID", "items": [{"title": f"a {number}"}]}}) + "\n"


ALL = [
    Input("a program: rows", 10_000, search, "run", flags=printed(lambda n: "".join(f"a {i}\n" for i in range(n)))),
    Input("a program: rows that are equal", 10_000, search, "run", flags=printed(lambda n: "a\n" * n)),
    Input("a program: a row", 20_000, search, "run", flags=printed(lambda n: "a" * n)),
    Input("a program: rows that a pattern divides", 5000, search, "run",
          flags=printed(lambda n: "".join(f"a ({i}) - b\n" for i in range(n)), pattern="{title} ({section}) - {snippet}")),
    Input("a program: a row that a pattern almost divides", 5000, search, "run",
          flags=printed(lambda n: "a (" * n, pattern="{title} ({section}) - {snippet}")),
    Input("a program: objects", 5000, search, "run", flags=printed(lambda n: "".join(f'{{"title":"a {i}"}}\n' for i in range(n)), format="jsonl")),
    Input("a long-running program: items", 2000, search, "run", flags=provided(lambda n: [answer([{"title": f"a {i}"} for i in range(n)])])),
    Input("a long-running program: items in parts", 2000, search, "run", flags=provided(lambda n: [*map(part, range(n)), answer([])])),
    Input("a long-running program: a title of combining marks", 5000, search, "run", flags=provided(lambda n: [answer([{"title": MARKS * n}])])),
]
