#!/usr/bin/env python3
"""Print the first hits for each word on the command line: examples/first_hits.py arrow snowman."""

import sys

from seekline import SyncEngine

with SyncEngine() as engine:
    for word in sys.argv[1:]:
        state = engine.search(word, need=3)
        print(f"{word}: {state.error.message if state.error else f'{state.total} found'}")
        for item in state.items[:3]:
            print(f"  {item.id}  {item.title}")
