"""How much the engine holds of the output of a long-running program that does not stop writing."""

import json
import pathlib
import sys
import tempfile
import time

from . import tables
from .held import Marked
from .operations import message

PROVIDER = pathlib.Path(__file__).with_name("flood.py")
COLUMNS = ["written", "took", "before", "most"]
# What is written, and by how many megabytes a process may grow: the buffer of an incomplete line doubles, and a page of
# 16 MiB may be read while the next 16 MiB wait.
WHATS = {
    "line": ("a line that does not end", 40),
    "rows": ("rows of a page", 80),
    "answers": ("answers that nobody asked for", 5),
    "later": ("notifications of a later version", 5),
    "errors": ("lines on its standard error", 5),
}


def measure(binary, what, size):
    """Has a program write so many bytes before it answers; returns what it could write until the end, and the engine's
    memory meanwhile."""
    with tempfile.TemporaryDirectory() as folder:
        written, config = pathlib.Path(folder, "written"), pathlib.Path(folder, "config.json")
        source = {"type": "command", "run": "provider", "argv": [sys.executable, str(PROVIDER), what, str(size), str(written)], "timeoutMs": 600_000}
        config.write_text(json.dumps({"sources": {"run": source}}))
        engine = Marked([binary, "--config", str(config), "--source=run"])
        engine.write(message("getState", 1))
        engine.until(b'"id":1')
        before, start = engine.status("VmHWM"), time.perf_counter_ns()
        engine.write(message("submit", query="q"))
        engine.until(b'"method":"loading"', b'"loading":false')
        took, most = time.perf_counter_ns() - start, engine.status("VmHWM")
        engine.terminate()
        return int(written.read_text()), took, before << 10, most << 10


def show(binary, size):
    """Prints the table; returns whether the memory was bounded."""
    is_well = True
    tables.begin(COLUMNS, f"of {size / 1e6:,.0f} MB that a program writes, as")
    for what, (name, limit) in WHATS.items():
        written, took, before, most = measure(binary, what, size)
        is_well = is_well and most - before < limit * 1e6
        sizes = [f"{number / 1e6:,.1f} MB" for number in (written, before, most)]
        tables.row(name, COLUMNS, dict(zip(COLUMNS, [sizes[0], tables.time(took), *sizes[1:]])))
    return is_well
