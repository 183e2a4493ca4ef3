"""What the services have in common: a request that is taken apart, an answer that is put together."""

import json


class Answer:
    """What a service says."""

    def __init__(self, body, status=200, headers=(), kind="application/json; charset=utf-8"):
        self.status = status
        self.headers = [f"Content-Type: {kind}", *headers]
        self.body = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()


def number(query, name, default, bounds):
    """A number of a query; None if it is none or out of bounds."""
    text = query.get(name, str(default))
    return int(text) if text.isascii() and text.isdigit() and int(text) in bounds else None


def fits(query, *texts):
    """Whether all words of a query stand in the texts, in any case."""
    whole = " ".join(texts).lower()
    return all(word in whole for word in query.lower().split())
