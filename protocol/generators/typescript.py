"""The types of the Node client, from an OpenRPC document: interfaces, and open unions for words."""

HEADER = "// The objects of the protocol. Generated from its declarations by `protocol/generate`: do not edit.\n"


def annotation(schema, schemas):
    """Returns the TypeScript type for a schema."""
    if "allOf" in schema:
        return annotation(schema["allOf"][0], schemas)
    if "$ref" in schema:
        return schema["$ref"].rpartition("/")[2]
    if "anyOf" in schema and {"type": "null"} in schema["anyOf"]:
        return annotation(schema["anyOf"][0], schemas) + " | null"
    if "enum" in schema:
        return " | ".join(f"'{word}'" for word in schema["enum"])
    kind = schema["type"]
    if kind == "array":
        element = annotation(schema["items"], schemas)
        return f"readonly ({element})[]" if " " in element else f"readonly {element}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Readonly<Record<string, {annotation(values, schemas) if values else 'unknown'}>>"
    names = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return " | ".join(names[one] for one in (kind if isinstance(kind, list) else [kind]))


def documented(summary):
    return f"/** {summary[0].upper()}{summary[1:]}. */"


def interface(name, schema, schemas):
    required = schema.get("required", [])
    lines = [documented(schema["description"]), f"export interface {name} {{"]
    for member, value in schema["properties"].items():
        lines.append(f"  {documented(value['description'])}")
        lines.append(f"  readonly {member}{'' if member in required else '?'}: {annotation(value, schemas)};")
    return "\n".join([*lines, "}"]) + "\n"


def vocabulary(name, schema):
    lines = [documented(schema["description"]), f"export type {name} ="]
    for word in schema["anyOf"]:
        if "const" in word:
            lines += [f"  {documented(word['description'])}", f"  | '{word['const']}'"]
    return "\n".join([*lines, "  | (string & {});"]) + "\n"


def types(document):
    schemas = document["components"]["schemas"]
    parts = [
        interface(name, schema, schemas) if schema["type"] == "object" else vocabulary(name, schema)
        for name, schema in schemas.items() if schema["type"] == "string" or schema["properties"]
    ]
    return HEADER + "\n" + "\n".join(parts)
