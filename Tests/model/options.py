"""The options of a session: their ranges and defaults, as in the table of `protocol/README.md`."""

import dataclasses
from typing import Any, Dict, Optional

from rpc import Problem
from text import is_dense, length

RANGES = {
    "debounceMs": (0, 600_000),
    "minLength": (0, 1000),
    "minLengthDense": (0, 1000),
    "throttleMs": (0, 600_000),
    "pageSize": (1, 500),
    "maxPages": (1, 100_000),
    "stalledMs": (1, 600_000),
    "backOffMs": (0, 600_000),
}
CHOICES = {
    "trigger": ("incremental", "submit"),
    "onInput": ("keep", "cancel", "clear"),
    "belowMinLength": ("clear", "keep"),
}
# No source of this engine does its own matching.
CHOSEN_BY_THE_SOURCE = ("matching", "syntax")


@dataclasses.dataclass(frozen=True)
class Options:
    """The options in force. Times are in milliseconds."""

    debounceMs: int = 300
    minLength: int = 3
    minLengthDense: int = 3
    throttleMs: int = 300
    pageSize: int = 20
    maxPages: int = 100
    trigger: str = "incremental"
    onInput: str = "keep"
    belowMinLength: str = "clear"
    stalledMs: int = 500
    backOffMs: int = 1000

    def with_set(self, given: Any) -> "Options":
        """Returns these options with those that a client has set. Raises a `Problem` for a bad value; ignores unknown
        options."""
        if given is None:
            return self
        if not isinstance(given, dict):
            raise Problem.of_param("options", "an object", given)
        changes: Dict[str, Any] = {}
        for name, value in given.items():
            if value is None:
                continue
            if name in RANGES:
                least, most = RANGES[name]
                number = whole(value)
                if number is None or not least <= number <= most:
                    raise Problem.of_param(f"options.{name}", f"a whole number from {least} to {most}", value)
                changes[name] = number
            elif name in CHOICES:
                if value not in CHOICES[name]:
                    expected = " or ".join(f'"{choice}"' for choice in CHOICES[name])
                    raise Problem.of_param(f"options.{name}", expected, value)
                changes[name] = value
            elif name in CHOSEN_BY_THE_SOURCE:
                raise Problem.of_param(f"options.{name}", "left out: this source leaves no choice", value)
        if "minLength" in changes:
            changes.setdefault("minLengthDense", changes["minLength"])
        return dataclasses.replace(self, **changes)

    def without_waiting(self) -> "Options":
        """Returns the options for a script: debounces, throttles and back-offs elapse at once."""
        return dataclasses.replace(self, debounceMs=0, throttleMs=0, backOffMs=0)

    def short_by(self, text: str) -> int:
        """Returns how many grapheme clusters a text is too short to be searched for; 0 if it is long enough."""
        least = self.minLengthDense if is_dense(text) else self.minLength
        return max(0, least - length(text))


def whole(value: Any) -> Optional[int]:
    """Returns an external value as a whole number, if it is one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return int(value) if value == value and abs(value) < 2**53 and value == int(value) else None
