"""Transient failures, and how often they are retried unseen."""

from typing import Optional

from source import Failure

TRIES = 3
PATIENCE = 2000
STATUSES = (429, 502, 503, 504)
PAUSE = 300


def pause_before(tries: int, failure: Failure) -> Optional[float]:
    """Returns how many milliseconds to wait before the next try, after so many tries; None if the failure is final."""
    if tries >= TRIES or not (failure.kind == "offline" or failure.httpStatus in STATUSES):
        return None
    pause = PAUSE if failure.retryAfterMs is None else failure.retryAfterMs
    return pause if pause <= PATIENCE else None
