"""Recorded sessions: what an engine and a provider have said, to be said again."""

import json

from rules import read
from fault import Fault, brief
from process import Process

ANYTHING = "…"


def load(path):
    """The header of a session, and its messages: `-->` or `<--`, and the message."""
    with open(path, encoding="utf-8") as file:
        header, *lines = [json.loads(line) for line in file if line.strip()]
    return header, [next(iter(line.items())) for line in lines]


def replay(path, command, limits, show=None):
    """Says to a provider what the engine has said; answers a Fault if it does not say what it has said then."""
    _, messages = load(path)
    process = Process(command)
    unsent = b""
    try:
        for number, (way, message) in enumerate(messages, 2):
            if show:
                show(way, json.dumps(message))
            if way == "-->":
                unsent += json.dumps(message).encode() + b"\n"
            else:
                # What an engine says in one go is there in one go: a cancel stands behind its request.
                process.send(unsent)
                unsent = b""
                _expect(process, message, f"line {number}", limits)
        process.send(unsent)
        process.close_input()
        line = process.line(limits.end)
        if line is not None:
            raise Fault("more is said behind the end of the session", "it says nothing more", line)
        if process.wait(limits.end) is None:
            raise Fault("it does not end with its input", "a provider ends when its input does")
    except Fault as fault:
        return fault
    finally:
        process.kill()
    return None


def _expect(process, message, place, limits):
    line = process.line(limits.answer)
    if line is None:
        raise Fault(f"{place}: nothing is said{process.last_words()}", f"it says {brief(message)}")
    try:
        said = read(line)
    except ValueError as error:
        raise Fault(f"{place}: what is said is no message: {error}", f"it says {brief(message)}", line) from None
    if not is_like(message, said):
        raise Fault(f"{place}: something else is said", f"it says {brief(message, 2000)}", brief(line, 2000))


def is_like(expected, said):
    """Whether a value is the expected one, where `…` in a text stands for anything."""
    if isinstance(expected, str) and isinstance(said, str):
        return _is_like_text(expected.split(ANYTHING), said)
    if isinstance(expected, dict) and isinstance(said, dict):
        return expected.keys() == said.keys() and all(is_like(value, said[name]) for name, value in expected.items())
    if isinstance(expected, list) and isinstance(said, list):
        return len(expected) == len(said) and all(map(is_like, expected, said))
    return type(expected) is type(said) and expected == said


def _is_like_text(parts, said):
    first, *others = parts
    if not others:
        return first == said
    if not said.startswith(first):
        return False
    at = len(first)
    for part in others[:-1]:
        at = said.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return said.endswith(others[-1]) and len(said) - len(others[-1]) >= at
