"""The table of what strangers control: whatever gets twice as large may cost up to three times as much, but not four
times.

What a process costs without the input is subtracted. Another column has the longest that anybody else had to wait: how
long the loop worked in one go, in milliseconds of processor time, without the input and with the larger input. With a
source that asks a service, both include loading libcurl. The matcher on its own has no loop.
"""

import concurrent.futures
import pathlib
import sys
import tempfile

from . import callgrind, inputs, matched_lists, peers, programs, searched_files, tables, waiting_calls
from .processes import Peer

sys.path.append(str(peers.ROOT / "Tests" / "services"))
import web  # noqa: E402

MOST = 3
ROWS = [*inputs.ALL, *waiting_calls.ALL, *matched_lists.ALL, *searched_files.ALL, *programs.ALL]
ENVIRONMENT = callgrind.COPY_ALIKE | {"HOTPEPPER_API_KEY": "key", "FIRESTORE_EMULATOR_HOST": ""}


def command(binary, given, size, folder, origin):
    """Returns the command of the process that gets the input."""
    if given.source == matched_lists.MATCHER:
        return [peers.matcher(), *given.flags(size, folder)]
    limit = f"{given.source}.timeoutMs={callgrind.LONGEST}"
    settings = {
        "unicode": [], "lines": [], "db": [limit], "run": [limit], "account-id": ["account-id.project=demo", f"account-id.emulator={origin.removeprefix('http://')}"],
        "yahoo-images": [f"yahoo-images.endpoint={origin}/", "yahoo-images.imagePrefix=http://images.test", "http.contact=me@example.org"],
        "docs": inputs.described(origin),
        "joined": inputs.described(origin, "joined", {"each": "/texts", "at": "", "join": " … "}),
    }.get(given.source, [f"{given.source}.endpoint={origin}/api.php"])
    sets = [word for setting in [*settings, *callgrind.PATIENT] for word in ("--set", setting)]
    return [*binary, "--source", given.source, "--log-level=error", *sets, *given.flags(size, folder)]


def measure(binary, turns, given):
    """Returns how many times as much the double input costs, what the single one costs, and the longest turns of the
    loop, if `turns` is there to measure them."""
    with tempfile.TemporaryDirectory() as folder:
        def served(size, run):
            with web.Server(lambda exchange: given.reply(exchange, size)) as server:
                return run(command(binary, given, size, folder, server.origin))

        def cost(size):
            return served(size, lambda started: callgrind.instructions(started, given.talk, size, ENVIRONMENT))

        def longest_turn(size):
            def run(started):
                found = pathlib.Path(folder, f"turns-{size}")
                peer = Peer(started, env=callgrind.environment(ENVIRONMENT | {"LD_PRELOAD": str(turns), "TURNS": str(found)}))
                given.talk(peer, size)
                peer.terminate()
                return int(found.read_text()) / 1e6

            return served(size, run) if turns and given.source != matched_lists.MATCHER else 0

        nothing, single, double = (cost(size) for size in (1, given.least, 2 * given.least))
        return (double - nothing) / (single - nothing), single - nothing, longest_turn(1), longest_turn(2 * given.least)


def fairly(binary, turns, given):
    """Like `measure`, but returns the least of three measurements of an input that varies, if the first one is too
    much."""
    found = measure(binary, turns, given)
    if given.varies and found[0] > MOST:
        found = min(found, *(measure(binary, turns, given) for _ in range(2)))
    return found


def show(binary, takes_times=True):
    """Measures and prints the table; returns which rows more than triple. Two rows are measured at a time."""
    peers.matcher()  # Builds it once, not in two rows at the same time.
    turns = takes_times and peers.compiled(peers.BENCH / "turns.c", "-shared", "-fPIC", "-ldl")
    print(f"| {'what a stranger controls':55} | least size | instructions | twice as large | longest turn: without, with | |")
    print("|-|-:|-:|-:|-:|-|")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        too_much = []
        for given, (times, single, without, turn) in zip(ROWS, pool.map(lambda given: fairly(binary, turns, given), ROWS)):
            if times > MOST:
                too_much.append(f"{given.name}: × {times:.2f}")
            cells = [f"{given.least:,}", tables.amount(single), f"× {times:.1f}", f"{without:.1f}, {turn:.1f} ms", "ok" if times <= MOST else "MORE"]
            print(f"| {given.name:55} | {' | '.join(cells)} |", flush=True)
    return too_much
