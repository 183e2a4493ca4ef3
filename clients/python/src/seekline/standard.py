"""The standard streams of a command that may have been started without some of them."""

from __future__ import annotations

import os
import sys

# Using a stream that was closed for what it is there for fails; what is said on standard error is lost.
STREAMS = (("stdin", "r", os.O_WRONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY))


def open_standard() -> None:
    """Open the standard streams that are closed, before something else is opened under their numbers.

    Python has None for them, and Textual uses them without asking.
    """
    for name, mode, flags in STREAMS:
        if getattr(sys, f"__{name}__") is None:
            # The lowest free number is that of the stream.
            stream = os.fdopen(os.open(os.devnull, flags), mode, closefd=False)
            setattr(sys, f"__{name}__", stream)
    if sys.stderr is None:
        sys.stderr = sys.__stderr__
