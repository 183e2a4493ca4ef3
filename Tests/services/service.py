"""What the services have in common: parsing requests, building answers."""

import json


class Answer:
    """An answer of a service."""

    def __init__(self, body, status=200, headers=(), kind="application/json; charset=utf-8"):
        self.status = status
        self.headers = [f"Content-Type: {kind}", *headers]
        self.body = body if isinstance(body, bytes) else json.dumps(body, ensure_ascii=False).encode()


def number(query, name, default, bounds):
    """Returns a number from a query; None if it is not a number or out of bounds."""
    text = query.get(name, str(default))
    return int(text) if text.isascii() and text.isdigit() and int(text) in bounds else None


def fits(query, *texts):
    """Whether the texts contain all words of a query, ignoring case."""
    whole = " ".join(texts).lower()
    return all(word in whole for word in query.lower().split())
