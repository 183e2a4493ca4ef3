"""The parts of a JSON text as they are written: `1`, `1.0` and `1e0` are the same value, but different texts."""

import json
import re

DECODER = json.JSONDecoder()
SPACE = re.compile(r"[ \t\r\n]*")


def members(text):
    """Returns the text of each member of an object."""
    found = {}
    at = behind_space(text, text.index("{") + 1)
    while text[at] != "}":
        name, at = DECODER.raw_decode(text, at)
        start = behind_space(text, text.index(":", at) + 1)
        _, end = DECODER.raw_decode(text, start)
        found[name] = text[start:end]
        at = behind_comma(text, end)
    return found


def elements(text):
    """Returns the texts of the elements of an array."""
    found = []
    at = behind_space(text, text.index("[") + 1)
    while text[at] != "]":
        _, end = DECODER.raw_decode(text, at)
        found.append(text[at:end])
        at = behind_comma(text, end)
    return found


def behind_space(text, at):
    return SPACE.match(text, at).end()


def behind_comma(text, at):
    at = behind_space(text, at)
    return behind_space(text, at + 1) if text[at] == "," else at
