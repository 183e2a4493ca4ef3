"""Times: medians of interleaved rounds, so that other load on the machine affects all that are compared."""

import statistics
import subprocess
import tempfile
import time

from .processes import Peer

ROUNDS = 5


def interleaved(measure, commands, rounds=ROUNDS):
    """Returns the median of what each of the commands takes, measured in turns; commands that are None are left out."""
    values = {peer: [] for peer, command in commands.items() if command}
    for _ in range(rounds):
        for peer, found in values.items():
            found.append(measure(commands[peer]))
    return {peer: statistics.median(found) for peer, found in values.items()}


def of_all(talk, count):
    """Measures the nanoseconds from a process's start until it has done something so many times."""

    def measure(command):
        began = time.perf_counter_ns()
        peer = Peer(command)
        talk(peer, count)
        took = time.perf_counter_ns() - began
        peer.terminate()
        return took

    return measure


def of_one_more(talk, few, many):
    """Measures the nanoseconds that one more operation takes."""

    def measure(command):
        low, high = (of_all(talk, count)(command) for count in (few, many))
        return (high - low) / (many - few)

    return measure


def of_each(message, last, count):
    """Measures the median nanoseconds from a message to the last line that it causes, one message after the other."""

    def measure(command):
        peer, times = Peer(command), []
        for number in range(count):
            line = message(number)
            began = time.perf_counter_ns()
            peer.write(line)
            peer.until(last)
            times.append(time.perf_counter_ns() - began)
        peer.terminate()
        return statistics.median(times[count // 6:])

    return measure


def rate(line, count):
    """Measures how many lines per second are handled if they are sent without waiting."""

    def measure(command):
        with tempfile.TemporaryFile() as source:
            source.write(line * count)
            source.seek(0)
            began = time.perf_counter()
            subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, check=True)
            return count / (time.perf_counter() - began)

    return measure


def of_parts(commands, rounds=15):
    """Returns the median nanoseconds that each of the peers of a part takes for it, in samples of 20 ms or more."""
    peers = {name: Peer(command) for name, command in commands.items() if command}
    runs = {}
    for name, peer in peers.items():
        runs[name] = 1
        while peer.ask(runs[name]) < 20_000_000:
            runs[name] *= 2
    values = interleaved(lambda name: peers[name].ask(runs[name]) / runs[name], {name: name for name in peers}, rounds)
    for peer in peers.values():
        peer.terminate()
    return values
