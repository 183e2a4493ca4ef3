"""What the end-to-end tests share: the binary, and a web server in place of a wiki."""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "protocol" / "conformance"), str(ROOT / "Tests" / "services")]

import web  # noqa: E402
from engine import Ended, Engine, Transcript  # noqa: E402
from services import Services  # noqa: E402

BINARY = os.environ.get("SEEKLINE", str(ROOT / ".build" / "release" / "seekline"))

__all__ = [
    "BINARY", "Ended", "Engine", "FOUND", "PROVIDERS", "ROOT", "SHIPPED", "SNOWMEN", "SOURCES", "Server", "Services", "TYPES", "Transcript", "best", "error_of",
    "library", "line", "measures_time", "most_memory", "note", "run", "seekline", "takes_long", "titles", "wait_until",
]

# Child processes inherit ignored signals, as after `nohup` or in the background of a shell.
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.SIG_DFL)


def line(method, number=None, **params):
    """Returns the line of a request or, without a number, of a notification."""
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message | ({} if number is None else {"id": number})).encode() + b"\n"


# The sources that exist without configuration.
SOURCES = ["unicode", "wikipedia", "qiita", "hotpepper", "yahoo-images", "account-id", "list", "lines"]
# The types of sources: some have no instance without configuration.
TYPES = [*SOURCES, "http", "sqlite", "command", "union"]
# The types that the shipped descriptions define.
SHIPPED = [
    "typesense", "opensearch", "elasticsearch", "groonga", "github-repositories", "github-issues", "stack-exchange", "hacker-news",
    "crates-io", "nominatim",
]
# The shipped types that run programs.
PROVIDERS = ["ripgrep", "fd", "find", "locate", "git-grep", "git-log", "man", "apt", "systemd", "processes", "wordnet", "calculator"]

# A script of four calls: a search, its next page, a detail and the state.
SNOWMEN = b"".join(
    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"
    for number, (method, params) in enumerate(
        [
            ("setQuery", {"query": "snowman"}), ("reachedBottom", {}), ("openDetail", {"id": "U+2603"}),
            ("getState", {}),
        ]
    )
)


def seekline(*arguments, **options):
    """Starts the binary under test, without the configuration of whoever runs the tests."""
    env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **options.pop("env", {})}
    return Engine([BINARY, *arguments], env=env, **options)


def note(sent, received):
    """Notes the lines that went in and out of an engine that was not driven by `Engine`."""
    transcript = Transcript()
    transcript.note("in", sent)
    transcript.note("out", received)
    transcript.close()


def run(*arguments, stdin=b"", env=None):
    """Runs the binary until it ends."""
    env = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **(env or {})}
    done = subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, timeout=60, env=env)
    if stdin and b"\r\n\r\n" not in done.stdout:
        note(stdin, done.stdout)
    return done


def library(folder, name):
    """Compiles one of the tests' libraries for LD_PRELOAD; returns its path."""
    source = pathlib.Path(__file__).parent / f"{name}.c"
    path = os.path.join(folder, source.stem + ".so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, source, "-ldl"], check=True)
    return path


class Turns:
    """Measures how long the loop of an engine that is started with `environment` may have kept others waiting."""

    def __init__(self, case):
        folder = case.enterContext(tempfile.TemporaryDirectory())
        self._found = os.path.join(folder, "longest")
        self.environment = {"LD_PRELOAD": library(folder, "../bench/turns"), "TURNS": self._found}

    @property
    def longest(self):
        """The longest that the loop worked between two waits, in milliseconds of processor time, whatever else runs."""
        with open(self._found) as file:
            return int(file.read()) / 1e6


def wait_until(holds, what, timeout=60):
    """Waits until `holds()` is true."""
    deadline = time.monotonic() + timeout
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what}")
        time.sleep(0.002)


def write_all(pipe, data):
    """Writes all of it to an unbuffered pipe, where an interrupted write may write only a part."""
    left = memoryview(data)
    while left:
        left = left[pipe.write(left):]


def most_memory(process):
    """Returns the peak resident size of a process, in bytes."""
    with open(f"/proc/{process}/status") as status:
        return next(int(text.split()[1]) << 10 for text in status if text.startswith("VmHWM"))


def processor_seconds(process):
    """Returns the processor time of a process so far, to a hundredth of a second, whatever else runs."""
    with open(f"/proc/{process}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measures_time(test):
    """Marks a test or a class of tests: `Tests/run` runs nothing else alongside it."""
    test.measures_time = True
    return test


def takes_long(case):
    """Marks a class of tests: `Tests/run` starts with it."""
    case.takes_long = True
    return case


def best(measure, limit, seconds=30):
    """Returns the least of some measurements. As other programs may occupy the processor, it repeats them until one is
    below the limit, or for `seconds`."""
    found, began = [], time.monotonic()
    while min(found, default=limit) >= limit and time.monotonic() - began < seconds:
        found.append(measure())
    return min(found)


# A page with one item, as a wiki sends it.
FOUND = json.dumps(
    {
        "continue": {"sroffset": 1, "continue": "-||"},
        "query": {"searchinfo": {"totalhits": 2}, "search": [{"pageid": 1, "title": "One"}]},
    }
).encode()


def error_of(messages):
    """Returns the params of the only error in `messages`."""
    (error,) = [message["params"] for message in messages if message.get("method") == "error"]
    return error


def titles(messages):
    return [item["title"] for message in messages if message.get("method") == "items" for item in message["params"]["items"]]


class Server(web.Server):
    """A web server on loopback in place of a wiki."""

    @property
    def settings(self):
        """The flags that make `wikipedia` ask this server."""
        return ["--source", "wikipedia", "--set", f"wikipedia.endpoint={self.origin}/w/api.php"]
