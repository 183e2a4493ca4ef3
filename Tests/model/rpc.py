"""Errors of calls: their codes, phrases and data."""

import json
from typing import Any, Dict, Optional

PHRASES = {
    -32700: "Parse error",
    -32600: "Invalid Request",
    -32601: "Method not found",
    -32602: "Invalid params",
    -32603: "Internal error",
    -32800: "Request cancelled",
    -32000: "Source failed",
    -32001: "Unknown session",
    -32002: "Unknown source",
    -32003: "No such item",
}

MISSING = object()


class Problem(Exception):
    """Why a call is answered with an error."""

    def __init__(self, code: int, text: str = "", data: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(text)
        self.code = code
        self.message = PHRASES[code] + (f": {text}" if text else "")
        self.data = data

    @staticmethod
    def of_param(name: str, expected: str, found: Any) -> "Problem":
        """Returns the problem of a param that is not what it should be."""
        shown = "but it is missing" if found is MISSING else f"not {json.dumps(found, ensure_ascii=False)[:80]}"
        return Problem(-32602, f"`{name}` must be {expected}, {shown}", {"param": name, "expected": expected})

    def members(self) -> Dict[str, Any]:
        """Returns the member `error` of an answer."""
        members: Dict[str, Any] = {"code": self.code, "message": self.message}
        if self.data is not None:
            members["data"] = self.data
        return members
