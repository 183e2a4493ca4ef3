"""Search engines on this machine, each in its own process on a free loopback port, which ends with the tests."""

import contextlib
import ctypes
import importlib.resources
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request

# After how many seconds a server that does not answer or start is considered dead.
PATIENCE = 60


def ask(url, body=None, method=None, kind="application/json"):
    """Returns a server's answer, parsed as JSON; raises an error if it is not JSON."""
    request = urllib.request.Request(url, data=body, method=method, headers={"Content-Type": kind} if body is not None else {})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def _end_with_parent():
    """Has the kernel end this process with its parent (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(command_on, path="/"):
    """Runs the server `command_on(port)`; yields its URL once it answers at `path`. A free port may be taken before the
    server has it: then the server ends, and another port is tried."""
    for _ in range(5):
        port = _free_port()
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen(
                command_on(port), stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=_end_with_parent)
            try:
                if _answers(process, f"http://127.0.0.1:{port}{path}"):
                    yield f"http://127.0.0.1:{port}"
                    return
                log.seek(0)
                said = log.read().decode(errors="replace")
            finally:
                process.kill()
                process.wait()
    raise RuntimeError(f"{command_on(port)[0]} does not run: {said}")


def _answers(process, url):
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE):
                # The answer may be another server's, if ours could not get the port.
                return process.poll() is None
        except urllib.error.HTTPError:
            return process.poll() is None
        except OSError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
    return False


@contextlib.contextmanager
def opensearch():
    """PyPI's osmem-server: a double of OpenSearch."""
    import osmem_server

    with osmem_server.OsmemServer.start(japanese=False, startup_timeout=PATIENCE) as server, server.process.stdout:
        yield server.url


@contextlib.contextmanager
def elasticsearch():
    """PyPI's noida-db: a double of Elasticsearch."""
    program = str(importlib.resources.files("noida_db") / "noida-db")
    os.chmod(program, 0o755)
    with tempfile.TemporaryDirectory() as folder:
        only = ["--only", "elasticsearch", "--host", "127.0.0.1", "--data-dir", folder]
        with running(lambda port: [program, "start", *only, "--elasticsearch-port", str(port)]) as url:
            yield url


@contextlib.contextmanager
def groonga():
    """Debian's groonga: the real one."""
    with tempfile.TemporaryDirectory() as folder:
        def command(port):
            # A separate database for each try.
            return ["groonga", "-s", "--protocol", "http", "--bind-address", "127.0.0.1", "-p", str(port), "-n", f"{folder}/{port}"]

        with running(command, "/d/status") as url:
            yield url


def fill(url, books):
    """Adds books to an index by OpenSearch's API; they can be found when this returns."""
    text, keyword = {"type": "text"}, {"type": "keyword"}
    mappings = {"properties": {"title": text, "text": text, "isbn": keyword}}
    ask(f"{url}/books", json.dumps({"mappings": mappings}).encode(), "PUT")
    add(url, books)


def add(url, books):
    """Adds more books to it."""
    lines = [line for book in books for line in ({"index": {"_index": "books", "_id": book["isbn"]}}, book)]
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    answer = ask(f"{url}/_bulk?refresh=true", body, "POST", "application/x-ndjson")
    if answer["errors"]:
        raise RuntimeError(answer)


def fill_groonga(url, books):
    """Adds books to a groonga table."""
    def command(what, **parameters):
        ask(f"{url}/d/{what}?{urllib.parse.urlencode(parameters)}")

    command("table_create", name="Books", flags="TABLE_HASH_KEY", key_type="ShortText")
    command("column_create", table="Books", name="title", type="ShortText")
    command("column_create", table="Books", name="text", type="Text")
    command(
        "table_create", name="Terms", flags="TABLE_PAT_KEY", key_type="ShortText", default_tokenizer="TokenBigram",
        normalizer="NormalizerAuto")
    for column in ("title", "text"):
        command("column_create", table="Terms", name=column, flags="COLUMN_INDEX|WITH_POSITION", type="Books", source=column)
    rows = [{"_key": book["isbn"], "title": book["title"], "text": book["text"]} for book in books]
    ask(f"{url}/d/load?table=Books", json.dumps(rows).encode(), "POST")
