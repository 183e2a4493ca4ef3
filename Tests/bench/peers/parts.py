"""The peer of our parts in Python: `parts.py (decode | encode | images) FILE`. Each line of standard input says how
many times; the answer is the nanoseconds that this took."""

import html.parser
import json
import pathlib
import sys
import time


class Images(html.parser.HTMLParser):
    count = 0

    def handle_starttag(self, tag, attributes):
        if tag == "img" and {"src", "alt"} <= {name for name, _ in attributes}:
            self.count += 1


part, path = sys.argv[1:]
text = pathlib.Path(path).read_bytes()
value = json.loads(text) if part == "encode" else None
page = text.decode()
parts = {"decode": lambda: json.loads(text), "encode": lambda: json.dumps(value), "images": lambda: Images().feed(page)}
for line in sys.stdin:
    began = time.perf_counter_ns()
    for _ in range(int(line)):
        parts[part]()
    print(time.perf_counter_ns() - began, flush=True)
