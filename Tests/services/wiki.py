"""A small wiki that speaks MediaWiki's API: full-text search with `continue`, and extracts."""

import html

from service import Answer, fits, number

LANGUAGES = ["Swift", "Python", "Rust", "Ruby", "Haskell", "Erlang", "日本語プログラミング言語"]
TOPICS = [
    ("", "is a language in which programs are written"), (" compiler", "turns the text of a program into instructions"),
    (" package manager", "fetches what a program is made of"), (" in education", "is about learners and their first program"),
    (" on embedded systems", "is about a program that fits into a few kilobytes"),
    (" style guide", "says what a program should look like"), (" community", "is about the people who write a program"),
]


def pages():
    for language in LANGUAGES:
        for topic, text in TOPICS:
            title = language + topic
            yield title, f"{title} {text}. It is an article of a small wiki that is there for trying things out & nothing else."


class Wiki:
    """The service."""

    path = "/w/api.php"

    def __init__(self):
        self.pages = {identifier: page for identifier, page in enumerate(pages(), 1)}

    def answer(self, request):
        query = request.query
        if query.get("list") == "search":
            return self.search(query)
        if query.get("prop") == "extracts":
            return self.extract(query)
        return Answer({"error": {"code": "badvalue", "info": "Unrecognized value for parameter \"action\"."}})

    def search(self, query):
        words = query.get("srsearch", "")
        if not words:
            return Answer({"error": {"code": "missingparam", "info": "The \"srsearch\" parameter must be set."}})
        offset, limit = number(query, "sroffset", 0, range(10_000)), number(query, "srlimit", 10, range(1, 501))
        if offset is None or limit is None:
            return Answer({"error": {"code": "badinteger", "info": "Invalid value for an integer parameter."}})
        found = [identifier for identifier, (title, text) in self.pages.items() if fits(words, title, text)]
        answer = {
            "batchcomplete": "",
            "query": {
                "searchinfo": {"totalhits": len(found)},
                "search": [self.hit(identifier, words) for identifier in found[offset:offset + limit]],
            },
        }
        if offset + limit < len(found):
            answer["continue"] = {"sroffset": offset + limit, "continue": "-||"}
        return Answer(answer)

    def hit(self, identifier, words):
        title, text = self.pages[identifier]
        snippet = html.escape(text)
        for word in sorted(set(words.split()), key=len, reverse=True):
            place = snippet.lower().find(word.lower())
            if place >= 0 and "<" not in snippet:
                match = snippet[place:place + len(word)]
                snippet = f'{snippet[:place]}<span class="searchmatch">{match}</span>{snippet[place + len(word):]}'
        return {
            "ns": 0, "title": title, "pageid": identifier, "size": len(text.encode()), "wordcount": len(text.split()),
            "snippet": snippet + "\n", "timestamp": "2026-11-21T12:00:00Z",
        }

    def extract(self, query):
        identifier = number(query, "pageids", 0, range(1, 1 << 53))
        title, text = self.pages.get(identifier, (None, None))
        page = {"pageid": identifier, "ns": 0, "title": title, "extract": text} if title else {"pageid": identifier, "missing": ""}
        return Answer({"batchcomplete": "", "query": {"pages": {str(identifier): page}}})
