"""A wiki that answers as servers do: at once, late, in drips, wrongly, never. Its correct answers are known
in advance."""

import json
import random
import socket
import struct
import threading
import time
import zlib
from urllib.parse import parse_qsl, urlsplit

from support import Server

# How often each mood occurs, in percent.
MOODS = {
    "fast": 62, "slow": 10, "drip": 3, "overlap": 5, "hollow": 2, "elsewhere": 2, "busy": 3, "status": 3, "fault": 2,
    "nonsense": 2, "cut": 2, "reset": 2, "silent": 2,
}


def hits(query):
    """Returns how many pages are found."""
    return zlib.crc32(query.encode()) % 120


def title(query, number):
    """The title of a hit says what was searched for."""
    return f"{query}|{number}"


def identifier(query, number):
    return (zlib.crc32(query.encode()) % 1_000_000 + 1) * 1000 + number


class Moody(Server):
    """The server. Once told to be calm, it is fast and correct."""

    def __init__(self, seed):
        self.random, self.lock = random.Random(seed), threading.Lock()
        self.is_calm = False
        super().__init__(self._reply)

    def calm(self):
        """From now on every answer is fast and correct; requests that would never be answered are abandoned."""
        self.is_calm = True

    def _mood(self):
        with self.lock:
            return "fast" if self.is_calm else self.random.choices(list(MOODS), list(MOODS.values()))[0]

    def _reply(self, exchange):
        query = dict(parse_qsl(urlsplit(exchange.target).query, keep_blank_values=True))
        getattr(self, f"_{self._mood()}")(exchange, query)

    # MARK: Right

    def _page(self, query, overlap=0):
        """Returns a page of hits from the requested offset, or from a little before it."""
        if query.get("prop") == "extracts":
            page = {"pageid": int(query["pageids"]), "title": "A page", "extract": "Its text."}
            return json.dumps({"query": {"pages": {query["pageids"]: page}}}).encode()
        text, offset, limit = query["srsearch"], int(query["sroffset"]), int(query["srlimit"])
        count, start = hits(text), max(0, offset - overlap)
        found = [{"pageid": identifier(text, n), "title": title(text, n)} for n in range(start, min(offset + limit, count))]
        answer = {"query": {"searchinfo": {"totalhits": count}, "search": found}}
        if offset + limit < count:
            answer["continue"] = {"sroffset": offset + limit, "continue": "-||"}
        return json.dumps(answer).encode()

    def _fast(self, exchange, query):
        exchange.answer(self._page(query))

    def _slow(self, exchange, query):
        time.sleep(self.random.uniform(0.005, 0.25))
        exchange.answer(self._page(query))

    def _drip(self, exchange, query):
        body = self._page(query)
        exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body))
        for start in range(0, len(body), 1 + len(body) // 10):
            exchange.write(body[start:start + 1 + len(body) // 10])
            time.sleep(0.005)

    def _overlap(self, exchange, query):
        exchange.answer(self._page(query, overlap=3))

    def _hollow(self, exchange, query):
        """Answers with a page that is empty though more pages follow."""
        answer = json.loads(self._page(query))
        if "continue" in answer:
            answer["query"]["search"] = []
        exchange.answer(json.dumps(answer).encode())

    def _elsewhere(self, exchange, query):
        exchange.answer(b"moved", 302, [f"Location: {exchange.target}&again=1"])

    # MARK: Wrong

    def _busy(self, exchange, query):
        exchange.answer(b"busy", self.random.choice([502, 503, 504]))

    def _status(self, exchange, query):
        exchange.answer(b"<p>no</p>", self.random.choice([400, 403, 404, 500]))

    def _fault(self, exchange, query):
        exchange.answer(b'{"error":{"code":"internal_api_error","info":"It is ill."}}')

    def _nonsense(self, exchange, query):
        exchange.answer(self.random.choice([b"", b"null", b"[1, {}", b"[[]]", b"{}", b"<p>", b'{"query":{"search":7}}', b"\xff"]))

    def _cut(self, exchange, query):
        body = self._page(query)
        exchange.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:len(body) // 2])
        exchange.close()

    def _reset(self, exchange, query):
        exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        exchange.connection.close()

    def _silent(self, exchange, query):
        exchange.wait_for_end(30)
        exchange.close()
