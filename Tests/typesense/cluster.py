"""A Typesense cluster on this machine, whose nodes can be stopped and killed, and are running again afterwards.

`SEEKLINE_TYPESENSE` are the URLs of its nodes, with spaces between them, `SEEKLINE_TYPESENSE_HOME` the folder in which
`1.pid`, … have the numbers of their processes. The key is `$TS_KEY`, or `loopback-key`.
"""

import json
import os
import pathlib
import signal
import time
import urllib.error
import urllib.parse
import urllib.request

URLS = os.environ["SEEKLINE_TYPESENSE"].split()
HOME = pathlib.Path(os.environ["SEEKLINE_TYPESENSE_HOME"])
KEY = os.environ.get("TS_KEY", "loopback-key")


class Node:
    """One node, and its process."""

    def __init__(self, number):
        self.url = URLS[number - 1]
        self.file = HOME / f"{number}.pid"
        process = pathlib.Path("/proc", self.file.read_text().strip())
        self.command = [word.decode() for word in (process / "cmdline").read_bytes().split(b"\0") if word]

    def get(self, path, **query):
        """Returns the node's answer, parsed as JSON; an empty object if it does not answer."""
        request = urllib.request.Request(f"{self.url}{path}?{urllib.parse.urlencode(query)}", headers={"X-TYPESENSE-API-KEY": KEY})
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return json.load(answer)
        except (OSError, urllib.error.URLError, ValueError):
            return {}

    @property
    def is_leader(self):
        return self.get("/debug").get("state") == 1

    @property
    def is_well(self):
        return self.get("/health").get("ok") is True

    @property
    def count(self):
        """Returns how many pages it finds; None if it does not say. It reports to have them all before it finds
        them."""
        return self.get("/collections/pages/documents/search", q="*", query_by="title", per_page=1).get("found")

    def signal(self, number):
        os.kill(int(self.file.read_text()), number)

    @property
    def is_dead(self):
        """Whether its process has ended, even if it is a zombie."""
        try:
            return pathlib.Path("/proc", self.file.read_text().strip(), "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    def kill(self):
        self.signal(signal.SIGKILL)
        wait(lambda: self.is_dead)

    def start(self):
        """Restarts it as it was started before."""
        log = os.open(HOME / "restarted.log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        null = os.open(os.devnull, os.O_RDONLY)
        files = [(os.POSIX_SPAWN_DUP2, file, number) for file, number in ((null, 0), (log, 1), (log, 2))]
        process = os.posix_spawn(self.command[0], self.command, os.environ, file_actions=files, setsid=True)
        os.close(log)
        os.close(null)
        self.file.write_text(str(process))


def nodes():
    return [Node(number + 1) for number in range(len(URLS))]


def wait(what, timeout=120):
    """Waits until `what()` returns something true; returns that."""
    deadline = time.monotonic() + timeout
    while not (found := what()):
        if time.monotonic() > deadline:
            raise TimeoutError("the cluster is not as it should be")
        time.sleep(0.05)
    return found


def settle(cluster, count=None):
    """Waits until all nodes are well and one leads, and each has as many pages; returns that one, and the others. A
    node that comes back is healthy before it has read them all."""
    wait(lambda: all(node.is_well for node in cluster))
    wait(lambda: all((count or cluster[0].count) == node.count for node in cluster))
    leader = wait(lambda: next((node for node in cluster if node.is_leader), None))
    return leader, [node for node in cluster if node is not leader]


def walk(node, query):
    """Returns all ids that a search finds, page by page, by the API itself."""
    found = []
    while True:
        page = node.get(
            "/collections/pages/documents/search", q=query, query_by="title,text", sort_by="_text_match:desc,pageid:desc",
            per_page=20, page=len(found) // 20 + 1)
        found += [hit["document"]["id"] for hit in page["hits"]]
        if len(found) >= page["found"] or not page["hits"]:
            return found
