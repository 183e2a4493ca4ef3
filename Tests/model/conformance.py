"""What the model shares with `protocol/conformance`: what a scenario's replies mean, and how messages are compared."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "protocol" / "conformance"))

from contract import Contract  # noqa: E402
from engine import Frames  # noqa: E402
from mediawiki import body_of, ids  # noqa: E402
from scenario import difference, text  # noqa: E402
from schema import is_same  # noqa: E402
from texts import elements, members  # noqa: E402

__all__ = ["ROOT", "Contract", "Frames", "body_of", "difference", "elements", "ids", "is_same", "members", "text"]
