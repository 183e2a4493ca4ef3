"""What is wrong with a provider, in words."""

import json


class Fault(Exception):
    """Something that a provider does and must not do, or the other way round."""

    def __init__(self, wrong, right, said=None):
        super().__init__(wrong)
        self.wrong = wrong
        self.right = right
        self.said = said
        # What is the same in two faults that have one reason.
        self.reason = wrong

    def when(self, circumstances, right=None):
        """The same fault, with what was being done when it was found."""
        fault = Fault(f"{circumstances}: {self.wrong}", right or self.right, self.said)
        fault.reason = self.reason
        return fault


class Unchecked(Exception):
    """Nothing can be said about it here; the text says why."""


def brief(value, most=160):
    """The beginning of a value, or of a line, on one line and without anything that steers a terminal."""
    if isinstance(value, (bytes, bytearray)):
        value = bytes(value[:most * 4]).decode("utf-8", "backslashreplace")
    text = value if isinstance(value, str) else json.dumps(value)
    shown = "".join(one if one.isprintable() else f"\\x{ord(one):02x}" for one in text[:most])
    return shown + ("…" if len(text) > most else "")
