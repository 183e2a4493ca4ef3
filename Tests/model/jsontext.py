"""JSON as it was written: values, and the text of each member."""

import json
import re
from typing import Any, Dict, NoReturn, Tuple

MOST_DEPTH = 128
SPACE = " \t\r\n"
SURROGATE = re.compile("[\ud800-\udfff]")


def refuse(name: str) -> NoReturn:
    """Refuses NaN and Infinity, which are not JSON."""
    raise ValueError(f"{name} is no JSON")


DECODER = json.JSONDecoder(parse_constant=refuse, parse_int=float)


def value_of(text: str) -> Any:
    """The value of a text that is JSON. Raises a ValueError if it is not, or is nested too deeply."""
    if too_deep(text):
        raise ValueError(f"nested deeper than {MOST_DEPTH}")
    value, end = DECODER.raw_decode(text, behind_space(text, 0))
    if behind_space(text, end) != len(text):
        raise ValueError("something stands behind the value")
    return mended(value)


def behind_space(text: str, at: int) -> int:
    """The first place from `at` on that is not white space."""
    while at < len(text) and text[at] in SPACE:
        at += 1
    return at


def too_deep(text: str) -> bool:
    """Whether brackets outside strings are nested too deeply."""
    depth = 0
    for found in re.finditer(r'"(?:[^"\\]|\\.)*"?|[\[{]|[\]}]', text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > MOST_DEPTH:
            return True
    return False


def mended(value: Any) -> Any:
    """A value without lone surrogates."""
    if isinstance(value, str):
        return SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [mended(each) for each in value]
    if isinstance(value, dict):
        return {mended(name): mended(each) for name, each in value.items()}
    return value


def texts_of(text: str) -> Dict[str, str]:
    """The text of each member of an object; of one that is cut off or broken, of those before that."""
    texts: Dict[str, str] = {}
    try:
        at = skip(text, 0, "{")
        while text[at] == '"':
            name, at = DECODER.raw_decode(text, at)
            start = skip(text, at, ":")
            _, at = DECODER.raw_decode(text, start)
            end = behind_space(text, at)
            if end == len(text):
                break  # A number there may continue.
            texts[name] = text[start:at]
            at = skip(text, at, ",")
    except (ValueError, IndexError, RecursionError):
        pass
    return texts


def skip(text: str, at: int, mark: str) -> int:
    """The place after a mark and the white space around it."""
    at = behind_space(text, at)
    if text[at] != mark:
        raise ValueError(mark)
    return behind_space(text, at + 1)


def split(text: str) -> Tuple[str, ...]:
    """The texts of the elements of an array that is well-formed."""
    parts = []
    at = skip(text, 0, "[")
    while text[at] != "]":
        _, end = DECODER.raw_decode(text, at)
        parts.append(text[at:end])
        at = behind_space(text, end)
        if text[at] == ",":
            at = behind_space(text, at + 1)
    return tuple(parts)


def is_same_id(one: str, other: str) -> bool:
    """Whether two ids, as they are written, are the same: strings by what they contain, others by their text."""
    return one == other or (one[:1] == other[:1] == '"' and json.loads(one) == json.loads(other))
