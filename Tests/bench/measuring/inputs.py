"""What strangers control, as inputs that can be made twice as large, grouped by where they come from."""

import itertools
import json
import pathlib
from typing import Callable, NamedTuple

from .operations import answered, heard, message, open_sessions

# Combining marks out of order: comparing such text as `String` does costs time quadratic in its length.
MARKS = "e\u0301\u0316"


class Input(NamedTuple):
    """An input that a stranger controls. `talk(peer, size)` sends it to a process, `reply(exchange, size)` is a
    service's answer, and `flags(size, folder)` are the process's arguments. The cost `varies` where it depends on
    threads: on how much of the cancelled work has been done by then."""

    name: str
    least: int
    talk: Callable
    source: str = "unicode"
    reply: Callable = lambda exchange, size: None
    flags: Callable = lambda size, folder: []
    varies: bool = False


def settled(peer, method="submit", **params):
    """Loads a list, and waits until that has ended."""
    peer.write(message(method, **params))
    peer.until(b'"method":"loading"', b'"loading":false')


def submit(peer, _):
    settled(peer, query="taro")


def lines(make):
    """Sends so many lines, each made from its number."""

    def talk(peer, size):
        peer.write(b"".join(make(number) for number in range(size)))
        heard(peer)

    return talk


def line(make):
    """Sends one line, which is answered, twenty times."""

    def talk(peer, size):
        for number in range(20):
            peer.write(make(size, number))
            heard(peer)

    return talk


def searches(peer, size):
    """Searches twenty times, one after the other: how far a superseded search gets would depend on timing."""
    for number in range(20):
        settled(peer, query=f"{number}" + MARKS * size)


def found_nothing(exchange, _):
    exchange.answer(b'{"query":{"search":[]}}')


def first_answer(peer, _):
    heard(peer)


# MARK: From clients


def batch(call):
    def talk(peer, size):
        peer.write(b"[" + b",".join(call(number).strip() for number in range(size)) + b"]\n")
        heard(peer)

    return talk


def members(size, number):
    return message("refresh", number, **{f"member {member}": member for member in range(size)})


def close_sessions(peer, size):
    for name in open_sessions(peer, size):
        peer.write(message("closeSession", session=name))
    heard(peer)


def fields_of_items(peer, size):
    """Supplies items with so many fields, and lists them."""
    peer.write(message("openSession", 0, source="list", session="mine"))
    for number in range(5):
        item = {"title": "x y", "fields": {f"{number}.{field}": field for field in range(size)}}
        peer.write(message("setItems", number, session="mine", items=[item]))
        settled(peer, session="mine", query="xy"[number % 2])


def shut_down(peer, size):
    names = open_sessions(peer, size, debounceMs=600_000)
    peer.write(b"".join(message("setQuery", session=name, query="swift") for name in names) + message("shutdown", 1))
    answered(peer, 1)


def local_loads(peer, size):
    """Loads from an empty list, each of which is superseded by the next: how far a search gets matters little."""
    peer.write(message("openSession", 0, source="list", session="mine"))
    # One line, because otherwise some of the loads would end, and be told, between two reads of the input.
    loads = (message("submit", session="mine", query=f"arrow {number}").strip() for number in range(size))
    peer.write(b"[" + b",".join(loads) + b"]\n" + message("cancel", session="mine"))
    heard(peer)


def framed(size, number):
    text = message("refresh", number).strip()
    return b"X-Header: %s\r\nContent-Length: %d\r\n\r\n%s" % (b"x" * size, len(text), text)


def framed_headers(peer, size):
    # An answer has no newline at its end: it is read as a line once the next one begins.
    peer.write(b"".join(framed(size, number) for number in range(101)))
    peer.until(b'"id":99,')


OF_CLIENTS = [
    Input("a query of combining marks, in a URL", 1500, searches, "wikipedia", found_nothing),
    Input("a query of short words: names of characters", 200, lambda peer, n: settled(peer, query="arrow" + " a" * n)),
    Input("the name of a session, of combining marks", 10_000, line(lambda n, i: message("openSession", session=MARKS * n + str(i)))),
    Input("an id of combining marks", 10_000, line(lambda n, i: message("refresh", MARKS * n + str(i)))),
    Input("members of params", 2000, line(members)),
    Input("fields of an item", 1000, fields_of_items),
    Input("a param in pieces: arrays in arrays", 4000, line(lambda n, i: message("refresh", i, ballast=[[[1]]] * n))),
    Input("calls in a batch, answered with states", 400, batch(lambda number: message("getState", number))),
    Input("calls in a batch that are invalid", 400, batch(lambda number: b"1")),
    Input("lines that are refused", 1000, lines(lambda number: b"%d\n" % number)),
    Input("sessions, opened and closed", 1000, close_sessions),
    Input("sessions with something to report, at the end", 1000, shut_down),
    Input("loads on this machine, superseded", 400, local_loads, varies=True),
    Input("lines of a script", 1000, lines(lambda n: message("refresh", n)), flags=lambda size, folder: ["--script"]),
    Input("header lines before messages", 3500, framed_headers, flags=lambda size, folder: ["--framing", "content-length"]),
]

# MARK: From services


def answer(make, status=200):
    return lambda exchange, size: exchange.answer(json.dumps(make(size), ensure_ascii=False).encode(), status)


def hit(number, **more):
    snippet = 'about <span class="searchmatch">taro</span> &amp; others ' * 4
    return {"pageid": number + 1, "title": f"Title {number}", "snippet": snippet, "size": 1} | more


# Makes each page differ from those before.
NUMBERS = itertools.count()


def wiki(hits, following=None):
    return {"continue": following or {"sroffset": 20}, "query": {"searchinfo": {"totalhits": 10**6}, "search": hits}}


def shop(number):
    return {"id": str(number), "name": f"Shop {number}", "address": "x" * 100, "capacity": 5, "urls": {"pc": "http://shop.test"}}


def article(number):
    return {"id": str(number), "title": "x" * 50, "url": "http://article.test", "tags": [{"name": "Swift"}], "likes_count": 1}


MARKED = {"at": "/text", "html": True, "highlight": [["<b>", "</b>"], ["<em>", "</em>"]]}


def described(origin, name="docs", snippet=MARKED):
    """Returns the settings of a source that reads rows by a description."""
    item = {"id": "/id", "title": ["/name", "/title"], "url": "https://docs.test/{/title}", "snippet": snippet,
            "fields": {"tags": {"each": "/tags", "at": "/name"}, "n": "/n"}}
    request = {"url": f"{origin}/", "query": {"q": {"$": "query"}}}
    structures = {"request": request, "item": item, "paging": {"by": "link"}}
    return [f"{name}.type=http", f"{name}.items=/rows", *(f"{name}.{key}={json.dumps(value)}" for key, value in structures.items())]


def row(number, **more):
    return {"id": number, "title": "x y " * 10, "text": "about <b>taro</b> &amp; others", "tags": [{"name": "a"}], "n": 1} | more


def links(exchange, size):
    header = "Link: " + ", ".join(f'</{number}>; title="a, <b>; c"; rel="prev"' for number in range(size))
    exchange.answer(json.dumps({"rows": [row(0)]}).encode(), headers=[header])


def pictures(exchange, size):
    page = "".join(f'<p><img src="http://images.test/{number}" alt="a &lt; b"></p>' for number in range(size))
    exchange.answer(page.encode(), headers=["Content-Type: text/html"])


def fields(exchange, size):
    exchange.answer(json.dumps(wiki([])).encode(), headers=[f"X-{number}: {'x' * 80}" for number in range(size)])


def pages(peer, _, **session):
    """Loads forty pages, each from where the previous one says."""
    settled(peer, query="taro", **session)
    for _ in range(40):
        settled(peer, "reachedBottom", **session)


def pages_of_union(peer, size):
    peer.write(message("openSession", session="both", source=["wikipedia", "unicode"]))
    pages(peer, size, session="both")


OF_SERVICES = [
    Input("an answer of a wiki: hits", 200, submit, "wikipedia", answer(lambda n: wiki([hit(i) for i in range(n)]))),
    Input("an answer of a wiki: a snippet", 20_000, submit, "wikipedia", answer(lambda n: wiki([hit(0, snippet="<b>&amp;" * n)]))),
    Input("an answer of a wiki: titles of combining marks", 5000, submit, "wikipedia", answer(lambda n: wiki([hit(0, title=MARKS * n)]))),
    Input("an answer of a wiki: an error", 50_000, submit, "wikipedia", answer(lambda n: {"error": {"code": "x", "info": MARKS * n}})),
    Input("an answer of a wiki: a cursor", 3500, pages, "wikipedia", answer(lambda n: wiki([hit(next(NUMBERS))], {"c": "x" * n}))),
    Input("an answer of a wiki in a union: a cursor", 3500, pages_of_union, "wikipedia",
          answer(lambda n: wiki([hit(next(NUMBERS))], {"c": "x" * n}))),
    Input("an answer of a wiki: header lines", 1000, submit, "wikipedia", fields),
    Input("an answer of Qiita: articles", 500, submit, "qiita", answer(lambda n: [article(i) for i in range(n)])),
    Input("an answer of Hot Pepper: shops", 300, submit, "hotpepper",
          answer(lambda n: {"results": {"results_available": 10**6, "results_returned": "1", "shop": [shop(i) for i in range(n)]}})),
    Input("a page of images", 1000, submit, "yahoo-images", pictures),
    Input("a page of tags that do not end", 20_000, submit, "yahoo-images", lambda exchange, n: exchange.answer(b"<a<!--<p x='" * n)),
    Input("an answer of a described API: rows", 300, submit, "docs", answer(lambda n: {"rows": [row(i) for i in range(n)]})),
    Input("an answer of a described API: rows left out", 2000, submit, "docs", answer(lambda n: {"rows": [{"id": 1}] * n + [row(0)]})),
    Input("an answer of a described API: matches", 20_000, submit, "docs", answer(lambda n: {"rows": [row(0, text="<b>&amp;<em>" * n)]})),
    Input("an answer of a described API: texts of a snippet", 20_000, submit, "joined", answer(lambda n: {"rows": [row(0, texts=["ab cd"] * n)]})),
    Input("an answer of a described API: links", 500, submit, "docs", links),
    Input("an answer of Firestore: a message", 50_000, submit, "account-id", answer(lambda n: {"error": {"message": MARKS * n}}, 404)),
]

# MARK: From files


def written(folder, name, text):
    path = pathlib.Path(folder, name)
    path.write_text(text)
    return str(path)


def recorded(folder, size, source, happened):
    """Returns the flags that replay these events."""
    lines = [{"ms": 0, "record": {"format": 1, "source": source}}, *happened]
    return ["--replay", written(folder, f"record-{size}.jsonl", "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))]


def record(size, folder):
    made = []
    for number in range(size):
        made.append({"ms": 1, "ask": {"number": number, "source": "wikipedia", "page": {"query": MARKS + str(number % 500), "pageSize": 20}}})
        made.append({"ms": 2, "answer": {"number": number, "page": {"items": [{"id": str(number), "title": "x"}]}}})
    return recorded(folder, size, "wikipedia", made)


def configured(make):
    return lambda size, folder: ["--config", written(folder, f"config-{size}.json", json.dumps({"sources": make(size)}, ensure_ascii=False))]


OF_FILES = [
    Input("a recording: questions and answers", 1000, first_answer, flags=record),
    Input("a configuration: sources", 1000, first_answer, flags=configured(lambda n: {f"wiki {i}": {"type": "wikipedia", "language": "en"} for i in range(n)})),
    Input("a configuration: descriptions", 300, first_answer, flags=configured(lambda n: {
        f"docs {i}": {"type": "http", "request": {"url": "http://docs.test/{query}"}, "items": "", "item": {"id": "/id", "title": "/t"}} for i in range(n)})),
    Input("a configuration: names of combining marks", 10_000, first_answer, flags=configured(lambda n: {MARKS * n: {"type": "wikipedia"}})),
    Input("a configuration: an address of combining marks", 10_000, first_answer,
          flags=configured(lambda n: {"wikipedia": {"endpoint": "http://" + MARKS * n}})),
]

ALL = [*OF_CLIENTS, *OF_SERVICES, *OF_FILES]
