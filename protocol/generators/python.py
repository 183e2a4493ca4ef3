"""The types of the Python client, from an OpenRPC document: frozen dataclasses, and plain strings for words."""

import keyword
import re

HEADER = '''"""The objects of the protocol. Generated from its declarations by `protocol/generate`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
'''

def snake(name):
    name = re.sub(r"([A-Z])", lambda match: "_" + match[1].lower(), name)
    return name + "_" if keyword.iskeyword(name) else name


class Type:
    """The annotation for a schema in Python, and the template of an expression that reads its values from JSON."""

    def __init__(self, schema, schemas):
        self.schemas = schemas
        self.annotation, self.template = self.read(schema)

    def read(self, schema):
        if "allOf" in schema:
            return self.read(schema["allOf"][0])
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            if self.schemas[name]["type"] == "string":
                return "str", "{0}"
            return name, name + ".from_json({0})"
        if "anyOf" in schema and {"type": "null"} in schema["anyOf"]:
            annotation, template = self.read(schema["anyOf"][0])
            return f"{annotation} | None", template if template == "{0}" else f"None if {{0}} is None else {template}"
        kind = schema["type"]
        if kind == "array":
            annotation, template = self.read(schema["items"])
            read = "tuple({0})" if template == "{0}" else f"tuple({template.format('element')} for element in {{0}})"
            return f"tuple[{annotation}, ...]", read
        if kind == "object":
            values = schema.get("additionalProperties")
            return (f"Mapping[str, {self.read(values)[0]}]" if values else "Mapping[str, Any]"), "dict({0})"
        names = {"string": "str", "integer": "int", "boolean": "bool"}
        return " | ".join(names[one] for one in (kind if isinstance(kind, list) else [kind])), "{0}"


def documented(summary):
    return summary[0].upper() + summary[1:] + "."


def one_class(name, schema, schemas):
    members = schema["properties"]
    required = schema.get("required", [])
    lines = ["@dataclass(frozen=True, slots=True)", f"class {name}:", f'    """{documented(schema["description"])}"""', ""]
    reads = []
    for member in sorted(members, key=lambda member: member not in required):
        kind = Type(members[member], schemas)
        lines.append(f"    #: {documented(members[member]['description'])}")
        if member in required:
            lines.append(f"    {snake(member)}: {kind.annotation}")
            read = kind.template.format(f'value["{member}"]')
        else:
            lines.append(f"    {snake(member)}: {kind.annotation.removesuffix(' | None')} | None = None")
            read = f'value.get("{member}")'
            if kind.template != "{0}":
                subscript = f'value["{member}"]'
                read = f'{kind.template.format(subscript)} if {read} is not None else None'
        reads.append(wrapped(f"            {snake(member)}={read},"))
    lines += ["", "    @classmethod", f"    def from_json(cls, value: Mapping[str, Any]) -> {name}:"]
    lines += ['        """Reads it from the wire; members of later versions are passed over."""', "        return cls("]
    return "\n".join(lines + reads + ["        )"]) + "\n"


def wrapped(line):
    """Returns a line as the formatter writes it: a conditional expression that is too long takes three lines."""
    if len(line) <= 120:
        return line
    return line.replace(" if value.get", "\n            if value.get").replace(" else None,", "\n            else None,")


def types(document):
    schemas = document["components"]["schemas"]
    classes = [
        one_class(name, schema, schemas) for name, schema in schemas.items()
        if schema["type"] == "object" and schema["properties"]
    ]
    return HEADER + "\n\n" + "\n\n".join(classes)
