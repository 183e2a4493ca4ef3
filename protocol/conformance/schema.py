"""Checks values against the JSON Schemas in `../schema`. Only the keywords that are used there are supported."""

import json

ANNOTATIONS = {"$schema", "title", "description", "definitions"}
TYPES = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: is_number(value) and value == value // 1,
    "number": lambda value: is_number(value),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


class UnknownKeyword(Exception):
    """A schema uses a keyword that is not checked here, so that invalid values might pass."""


class Schema:
    """A schema, and the definitions that it refers to."""

    def __init__(self, schema, definitions):
        self.schema = schema
        self.definitions = definitions
        every_keyword_is_known(schema)

    def fault(self, value):
        """Returns what is wrong with a value, and where; None if nothing is."""
        return self._fault(self.schema, value, "")

    def _fault(self, schema, value, place):
        if schema is True:
            return None
        if schema is False:
            return f"{place or 'it'} must not be there"
        for keyword, said in schema.items():
            if keyword in ANNOTATIONS or keyword == "then":
                continue
            fault = getattr(self, "_" + keyword.replace("$", ""))(said, value, place, schema)
            if fault is not None:
                return fault
        return None

    def _ref(self, said, value, place, _):
        return self._fault(self.definitions[said[len("#/definitions/"):]], value, place)

    @staticmethod
    def _type(said, value, place, _):
        names = [said] if isinstance(said, str) else said
        if any(TYPES[name](value) for name in names):
            return None
        return f"{place or 'it'} must be {' or '.join(names)}, not {brief(value)}"

    @staticmethod
    def _const(said, value, place, _):
        return None if is_same(said, value) else f"{place} must be {brief(said)}, not {brief(value)}"

    @staticmethod
    def _enum(said, value, place, _):
        is_one = any(is_same(each, value) for each in said)
        return None if is_one else f"{place} must be one of {brief(said)}, not {brief(value)}"

    @staticmethod
    def _minimum(said, value, place, _):
        return f"{place} must not be below {said}, as {value}" if is_number(value) and value < said else None

    @staticmethod
    def _maximum(said, value, place, _):
        return f"{place} must not be above {said}, as {value}" if is_number(value) and value > said else None

    @staticmethod
    def _minItems(said, value, place, _):
        is_short = isinstance(value, list) and len(value) < said
        return f"{place or 'it'} must have {said} elements at least" if is_short else None

    @staticmethod
    def _maxItems(said, value, place, _):
        is_long = isinstance(value, list) and len(value) > said
        return f"{place or 'it'} must have {said} elements at most" if is_long else None

    @staticmethod
    def _required(said, value, place, _):
        missing = [name for name in said if isinstance(value, dict) and name not in value]
        return f"{place}.{missing[0]} is missing" if missing else None

    def _properties(self, said, value, place, _):
        members = [name for name in said if isinstance(value, dict) and name in value]
        return self._first((said[name], value[name], f"{place}.{name}") for name in members)

    def _additionalProperties(self, said, value, place, schema):
        known = schema.get("properties", {})
        members = [name for name in value if name not in known] if isinstance(value, dict) else []
        return self._first((said, value[name], f"{place}.{name}") for name in members)

    def _items(self, said, value, place, _):
        elements = value if isinstance(value, list) else []
        return self._first((said, each, f"{place}[{number}]") for number, each in enumerate(elements))

    def _allOf(self, said, value, place, _):
        return self._first((each, value, place) for each in said)

    def _anyOf(self, said, value, place, _):
        faults = [self._fault(each, value, place) for each in said]
        return None if None in faults else " and ".join(faults)

    def _if(self, said, value, place, schema):
        return None if self._fault(said, value, place) else self._fault(schema["then"], value, place)

    def _first(self, checks):
        faults = (self._fault(*check) for check in checks)
        return next((fault for fault in faults if fault is not None), None)


def every_keyword_is_known(schema):
    """Raises an UnknownKeyword if a schema uses a keyword that is not checked."""
    if isinstance(schema, bool):
        return
    for keyword, said in schema.items():
        if keyword in ("properties", "definitions"):
            parts = list(said.values())
        elif keyword in ("anyOf", "allOf"):
            parts = said
        elif keyword in ("items", "additionalProperties", "if", "then"):
            parts = [said]
        elif keyword in ANNOTATIONS or hasattr(Schema, "_" + keyword.replace("$", "")):
            parts = []
        else:
            raise UnknownKeyword(keyword)
        for part in parts:
            every_keyword_is_known(part)


def is_number(value):
    """Whether a value is a JSON number: in Python, True and False are numbers, too."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_same(one, other):
    """Whether two JSON values are equal: in Python, True equals 1."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def brief(value):
    """Returns the beginning of a value's text."""
    return json.dumps(value, ensure_ascii=False)[:60]
