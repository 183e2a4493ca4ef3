"""The params of a call, each checked."""

from typing import Any, Dict, Optional

from options import whole
from rpc import MISSING, Problem

Params = Dict[str, Any]


def string(params: Params, name: str, optional: bool = False) -> Optional[str]:
    """Returns a param that must be a string."""
    value = params.get(name)
    if isinstance(value, str):
        return value
    if value is None and optional:
        return None
    raise Problem.of_param(name, "a string", MISSING if value is None else value)


def boolean(params: Params, name: str) -> Optional[bool]:
    """Returns a param that must be true or false, if present."""
    value = params.get(name)
    if value is not None and not isinstance(value, bool):
        raise Problem.of_param(name, "true or false", value)
    return value


def count(params: Params, name: str) -> Optional[int]:
    """Returns a param that must be a whole number, if present."""
    value = params.get(name)
    if value is None:
        return None
    number = whole(value)
    if number is None or number < 0:
        raise Problem.of_param(name, "a whole number of at least 0", value)
    return number
