"""The outcome of a call."""

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
    """The immediate effect of a call. Being busy is an outcome, never an error."""

    name: str
    """`started`, `scheduled`, `composing`, `tooShort`, `unchanged`, `held`, `loading`, `full`, `idle`, `throttled`,
    `backingOff`, `stale`, `disabled` or `cancelled`; the protocol says what each means."""
    generation: int
    retry_after_ms: int | None = None
    """When a page is retried automatically, if the name is `backingOff`."""
    short_by: int | None = None
    """How many characters a text lacks to be searched for, if it is too short; only for `Session.set_query`."""

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Outcome:
        """Read a result. An unknown name counts as `idle`, as the protocol requires."""
        name = value["outcome"]
        known = name if name in _KNOWN else "idle"
        return cls(known, value["generation"], value.get("retryAfterMs"), value.get("shortBy"))

    @property
    def is_under_way(self) -> bool:
        """Whether something is still to come of the call."""
        return self.name in _UNDER_WAY
