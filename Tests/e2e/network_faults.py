"""Everything that a server, or the network in front of it, can do wrong, and what the engine says about it.

Each fault is a function that gets the exchange in which it is to happen. The table made from them is in
`protocol/failures.md`; `test_network.py` compares it with what happens.
"""

import gzip
import select
import socket
import struct
import time
import zlib
from dataclasses import dataclass

from support import FOUND

OK = b"HTTP/1.1 200 OK\r\n"


@dataclass(frozen=True)
class When:
    """When the client is notified: between `least` and `most` seconds after its request."""

    words: str
    least: float
    most: float


# The upper bounds leave room for a busy machine.
AT_ONCE, REPEATED = When("at once", 0, 14), When("after two retries", 0.25, 14)
CONNECTING, WHOLE = When("5 s", 4.9, 30), When("15 s", 14.9, 60)


@dataclass(frozen=True)
class Fault:
    """A fault: its name, what the server does, when the client is notified, and at which of `network_places.Places`
    it happens."""

    name: str
    does: object = None
    when: When = AT_ONCE
    place: str = "plain"


def length(count):
    return OK + b"Content-Length: %d\r\n\r\n" % count


def sends(*pieces):
    """Sends these bytes, and closes the connection properly."""
    def do(exchange):
        for piece in pieces:
            exchange.write(piece)
        exchange.close()
    return do


def resets(*pieces):
    """Sends these bytes, and resets the connection."""
    def do(exchange):
        for piece in pieces:
            exchange.write(piece)
        # Lets the client read what was sent first.
        time.sleep(0.05 if pieces else 0)
        exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        exchange.connection.close()
    return do


def hangs(*pieces):
    """Sends these bytes, and then nothing."""
    def do(exchange):
        for piece in pieces:
            exchange.write(piece)
        exchange.wait_for_end()
    return do


def endless(beginning, piece, seconds=0.0):
    """Sends a piece again and again, as long as the client reads."""
    def do(exchange):
        try:
            exchange.connection.sendall(beginning)
            while not select.select([exchange.connection], [], [], seconds)[0]:
                exchange.connection.sendall(piece)
        except OSError:
            pass
        exchange.close()
    return do


def answers(body=FOUND, status=200, *headers):
    def do(exchange):
        exchange.answer(body, status, headers, close=True)
    return do


def moves(location, *headers):
    """Redirects the request. `{port}` is the server's port."""
    def do(exchange):
        port = exchange.connection.getsockname()[1]
        exchange.answer(b"", 302, ["Location: " + location.format(port=port), *headers], close=True)
    return do


def once(first):
    """Goes wrong the first time only."""
    done = []

    def do(exchange):
        done.append(exchange)
        (first if len(done) == 1 else answers())(exchange)
    return do


BOMB = zlib.compress(b" " * (64 << 20), 1)


# MARK: HTTP/2

DATA, HEADERS, RESET, SETTINGS, GOAWAY = 0, 1, 3, 4, 7


def frame(kind, stream=0, payload=b"", flags=0):
    """A frame (RFC 9113, section 4.1)."""
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def begins(stream):
    """The headers of an answer: `:status: 200` from the static table (RFC 7541, appendix A)."""
    return frame(HEADERS, stream, b"\x88", flags=4)


def found(stream):
    return begins(stream) + frame(DATA, stream, FOUND, flags=1)


def reset(stream):
    return frame(RESET, stream, struct.pack(">I", 2))


# MARK: All of them

WITH_CHUNKS = OK + b"Transfer-Encoding: chunked\r\n\r\n"
RIGHT = length(len(FOUND)) + FOUND
AT_THIS_MACHINE = "http://127.0.0.1:{port}/w/api.php?srsearch=after"
DATES = ["Date: Sun, 22 Nov 2026 10:00:00 GMT", "Retry-After: Sun, 22 Nov 2026 11:00:00 GMT"]


def odd(header):
    return sends(OK + header + b"\r\nContent-Length: %d\r\n\r\n" % len(FOUND) + FOUND)


SECTIONS = {
    "The connection": [
        Fault("nothing listens on the port", None, REPEATED, "closed"),
        Fault("the name of the server does not exist", None, REPEATED, "nameless"),
        Fault("the connection is not accepted", None, CONNECTING, "full"),
        Fault("the connection is reset before an answer", resets()),
        Fault("… inside the headers", resets(OK + b"Content-Le")),
        Fault("… after the headers", resets(length(1000) + FOUND)),
        Fault("it is closed before an answer", sends()),
        Fault("… inside the headers", sends(OK)),
        Fault("… in a body with a length", sends(length(1000) + FOUND)),
        Fault("… in a chunked body", sends(WITH_CHUNKS + b"ff\r\n" + FOUND)),
        Fault("… in a body without a length", sends(OK + b"\r\n" + FOUND[:40])),
        Fault("no answer arrives", hangs(), WHOLE),
        Fault("half a header arrives, and nothing more", hangs(OK + b"Content-Le"), WHOLE),
        Fault("half a body arrives, and nothing more", hangs(length(len(FOUND)) + FOUND[:40]), WHOLE),
        Fault("the body arrives at one byte a second", endless(length(1000), b" ", 1), WHOLE),
        Fault("the server speaks IPv6 only", answers(), place="ipv6"),
    ],
    "The body": [
        Fault("the length is too small", sends(length(40) + FOUND)),
        Fault("the length is too large", hangs(length(len(FOUND) + 1) + FOUND), WHOLE),
        Fault("the length is negative", sends(OK + b"Content-Length: -1\r\n\r\n" + FOUND)),
        Fault("a chunk has an invalid length", sends(WITH_CHUNKS + b"zz\r\n" + FOUND)),
        Fault("the length of a chunk overflows", sends(WITH_CHUNKS + b"f" * 17 + b"\r\n" + FOUND)),
        Fault("a line after the chunks is not a header", sends(WITH_CHUNKS + b"%x\r\n%s\r\n0\r\nX-Odd\r\n\r\n" % (len(FOUND), FOUND))),
        Fault("a compressed body ends early", answers(gzip.compress(FOUND, 0)[:50], 200, "Content-Encoding: gzip")),
        Fault("it claims to be compressed, but is not", answers(FOUND, 200, "Content-Encoding: gzip")),
        Fault("a small compressed body expands to 64 MiB", answers(BOMB, 200, "Content-Encoding: deflate")),
        Fault("a body of 1 GB", endless(length(1 << 30), b" " * (1 << 16))),
        Fault("a web page", answers(b"<!DOCTYPE html>", 200, "Content-Type: text/html")),
        Fault("an empty body", answers(b"")),
        Fault("the right body with the wrong type", answers(FOUND, 200, "Content-Type: image/png; charset=utf-7")),
        Fault("Latin-1", answers(FOUND.replace(b"One", b"\xe9"))),
        Fault("UTF-16", answers(FOUND.decode().encode("utf-16"))),
        Fault("600,000 numbers", answers(b"[" + b"1," * 599_999 + b"1]")),
    ],
    "The headers": [
        Fault("endless headers", endless(OK, b"X-More: of this\r\n" * 64)),
        Fault("an endless header", endless(OK + b"X-More: ", b"and more" * 512)),
        Fault("an endless series of 100", endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 64)),
        Fault("invalid bytes in a header", odd(b"X-Odd: \xff\xfe\x01")),
        Fault("a NUL in a header", odd(b"X-Odd: a\0b")),
        Fault("a header without a colon", odd(b"X-Odd")),
        Fault("a header on two lines", odd(b"X-Odd: a\r\n b")),
        Fault("HTTP/0.9", sends(FOUND)),
        Fault("a protocol other than HTTP", sends(b"\x16\x03\x01 rubbish\r\n\r\n")),
    ],
    "The status": [
        Fault("100 before the answer", sends(b"HTTP/1.1 100 Continue\r\n\r\n" + RIGHT)),
        Fault("103 before the answer", sends(b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + RIGHT)),
        *(Fault(str(code), answers(FOUND[:40], code)) for code in (206, 400, 401, 403, 404, 500)),
        *(Fault(str(code), sends(b"HTTP/1.1 %d X\r\n\r\n" % code)) for code in (204, 304)),
        Fault("503", answers(b"", 503), REPEATED),
        Fault("503 once", once(answers(b"", 503))),
        Fault("999", answers(b"", 999)),
        Fault("a status that is not a number", sends(b"HTTP/1.1 abc X\r\n\r\n")),
        Fault("429", answers(b"", 429), REPEATED),
        Fault("429, `Retry-After` in seconds", answers(b"", 429, "Retry-After: 3600")),
        Fault("429, `Retry-After` as a date", answers(b"", 429, *DATES)),
        Fault("429, `Retry-After` of 20 digits", answers(b"", 429, "Retry-After: " + "9" * 20)),
        Fault("429, negative `Retry-After`", answers(b"", 429, "Retry-After: -1"), REPEATED),
        Fault("429, malformed `Retry-After`", answers(b"", 429, "Retry-After: soon"), REPEATED),
    ],
    "Redirects": [
        Fault("to another server", moves(AT_THIS_MACHINE.replace("127.0.0.1", "localhost"))),
        Fault("to itself, endlessly", moves("?srsearch=fault")),
        Fault("to `file:`", moves("file:///etc/passwd")),
        Fault("to an invalid address", moves("http://[:1/")),
        Fault("to a port on which nothing listens", moves("http://127.0.0.1:1/"), REPEATED),
        Fault("with a body that does not end", hangs(b"HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 9\r\n\r\n"), WHOLE),
        Fault("from a public server to this machine", moves(AT_THIS_MACHINE), place="public"),
        Fault("… to a name of this machine", moves(AT_THIS_MACHINE.replace("127.0.0.1", "inside.test")), place="public"),
        Fault("… to a private network", moves("http://10.0.0.1:{port}/w/api.php?srsearch=after"), place="public"),
        Fault("… to this machine over IPv6", moves(AT_THIS_MACHINE.replace("127.0.0.1", "[::ffff:127.0.0.1]")), place="public"),
        Fault("… after headers that could be read as two answers", moves(AT_THIS_MACHINE, "HTTP/1.1: another"), place="public"),
        Fault("… to another public server", moves(AT_THIS_MACHINE.replace("127.0.0.1", "203.0.113.9")), place="public"),
    ],
    "TLS and HTTP/2": [
        Fault("the certificate of another server", place="elsewhere"),
        Fault("a certificate that has expired", place="expired"),
        Fault("a certificate of an unknown issuer", place="unknown"),
        Fault("no TLS", place="no TLS"),
        Fault("HTTP/2", found, place="h2"),
        Fault("a stream that is reset before an answer", reset, place="h2"),
        Fault("… after the headers", lambda stream: begins(stream) + frame(DATA, stream, FOUND[:40]) + reset(stream), place="h2"),
        Fault("a connection that the server abandons (GOAWAY)", lambda stream: frame(GOAWAY, 0, struct.pack(">II", 0, 2)), place="h2"),
        Fault("malformed frames", lambda stream: b"\xff" * 64, place="h2"),
    ],
}

ALL = [fault for faults in SECTIONS.values() for fault in faults]
