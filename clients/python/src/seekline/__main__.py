"""`python -m seekline` runs the engine, whether or not it is in the `PATH`."""

import os
import sys

from seekline.errors import EngineNotFound
from seekline.locate import find_engine


def main() -> int:
    """Become the engine; returns only if that fails."""
    try:
        engine = find_engine()
        os.execv(engine, ["seekline", *sys.argv[1:]])  # noqa: S606
    except EngineNotFound as error:
        sys.stderr.write(f"seekline: {error}\n")
    except OSError as error:
        sys.stderr.write(f"seekline: {engine} cannot be executed: {error.strerror}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main())
