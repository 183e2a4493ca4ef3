"""What a call came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_KNOWN = frozenset([
    "started", "scheduled", "composing", "tooShort", "unchanged", "held", "loading", "full", "idle", "throttled",
    "backingOff", "stale", "disabled", "cancelled",
])  # fmt: skip
_UNDER_WAY = frozenset(["started", "scheduled", "composing", "loading"])


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is true when a call is made. Being busy is an outcome, never an error."""

    name: str
    """`started`, `scheduled`, `composing`, `tooShort`, `unchanged`, `held`, `loading`, `full`, `idle`, `throttled`,
    `backingOff`, `stale`, `disabled` or `cancelled`; the protocol has what each means."""
    generation: int
    retry_after_ms: int | None = None
    """When a page is tried again by itself, where the name is `backingOff`."""
    short_by: int | None = None
    """How many characters a text that is too short lacks to be searched for; of `Session.set_query` only."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Outcome:
        """Read an answer. A name that is not known counts as `idle`, as the protocol wants it."""
        name = value["outcome"]
        known = name if name in _KNOWN else "idle"
        return cls(known, value["generation"], value.get("retryAfterMs"), value.get("shortBy"))

    @property
    def is_under_way(self) -> bool:
        """Whether there is something to come of it."""
        return self.name in _UNDER_WAY
