"""The JSON Schemas of all messages, from an OpenRPC document. They mean the same in draft-07 and in 2020-12."""

ID = {"type": ["string", "number", "null"], "description": "comes back byte for byte"}
VERSION = {"const": "2.0"}


def local(value):
    """Returns a schema that refers to the definitions in its own file instead of those in an OpenRPC document."""
    if isinstance(value, dict):
        return {
            name: member.replace("#/components/schemas/", "#/definitions/") if name == "$ref" else local(member)
            for name, member in value.items()
        }
    return [local(member) for member in value] if isinstance(value, list) else value


def or_null(schema):
    """Returns a schema that allows null, too: a param that is null counts as missing."""
    choices = schema["anyOf"] if list(schema) == ["anyOf"] else [schema]
    return {"anyOf": [*choices, {"type": "null"}]}


def capitalized(name):
    """Returns the prefix of the names of a method's definitions: `rpc.discover` → `RpcDiscover`."""
    words = name.replace("$/", "").replace(".", " ").split()
    return "".join(word[0].upper() + word[1:] for word in words)


def batch_of(name):
    return {"type": "array", "minItems": 1, "items": {"$ref": f"#/definitions/{name}"}}


def reachable(schema, definitions):
    """Returns the definitions that a schema refers to, directly or indirectly, by name."""
    found, waiting = {}, [schema]
    while waiting:
        value = waiting.pop()
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            waiting += value.values()
            name = value.get("$ref", "").removeprefix("#/definitions/")
            if name in definitions and name not in found:
                found[name] = definitions[name]
                waiting.append(definitions[name])
    return {name: definition for name, definition in definitions.items() if name in found}


def schema_file(title, description, own, document, top):
    shared = {name: local(schema) for name, schema in document["components"]["schemas"].items()}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": title,
        "description": description,
        "anyOf": [{"$ref": f"#/definitions/{top}"}, batch_of(top)],
        "definitions": {**own, **reachable(own, shared)},
    }


def client(document):
    """Returns the schema of what a client may send."""
    calls, params_of = [], {}
    for method in document["methods"]:
        name = capitalized(method["name"]) + "Params"
        properties, required = {}, []
        for param in method["params"]:
            schema = local(param["schema"])
            if param["required"]:
                required.append(param["name"])
            else:
                schema = or_null(schema)
            properties[param["name"]] = {"allOf": [schema], "description": param["summary"]}
        params_of[name] = {"type": "object", "description": f"the params of `{method['name']}`", "properties": properties}
        if required:
            params_of[name]["required"] = required
        reference = {"$ref": f"#/definitions/{name}"}
        none = {"anyOf": [reference, {"type": "null"}, {"type": "array", "maxItems": 0}]}
        calls.append({
            "if": {"properties": {"method": {"const": method["name"]}}},
            "then": {"properties": {"params": reference}, "required": ["params"]} if required else {"properties": {"params": none}},
        })
    call = {
        "type": "object",
        "description": "a request, or, without an id, a notification",
        "properties": {
            "jsonrpc": VERSION, "id": ID,
            "method": {"type": "string", "enum": [method["name"] for method in document["methods"]]},
            "params": True,
        },
        "required": ["jsonrpc", "method"],
        "allOf": calls,
    }
    document = nullable_members(document, ["OptionChanges", "ClientInfo"])
    return schema_file("From the client", "a message that a client sends", {"Call": call, **params_of}, document, "Call")


def nullable_members(document, names):
    """Returns the document with all members of these objects allowed to be null."""
    schemas = dict(document["components"]["schemas"])
    for name in names:
        properties = {member: or_null(schema) for member, schema in schemas[name]["properties"].items()}
        schemas[name] = {**schemas[name], "properties": properties}
    return {**document, "components": {**document["components"], "schemas": schemas}}


def engine(document):
    """Returns the schema of what the engine may send."""
    results = {
        capitalized(method["name"]) + "Result": local(method["result"]["schema"]) for method in document["methods"]
    }
    codes = [error["code"] for error in document["components"]["errors"].values()]
    notifications = [
        {
            "if": {"properties": {"method": {"const": notification["name"]}}},
            "then": {"properties": {"params": local(notification["params"])}},
        }
        for notification in document["x-notifications"]
    ]
    own = {
        "Message": {"anyOf": [{"$ref": f"#/definitions/{name}"} for name in ("Response", "ErrorResponse", "Notification")]},
        "Response": {
            "type": "object",
            "description": "a success; which of the `…Result`s it has depends on the method of the request",
            "properties": {
                "jsonrpc": VERSION, "id": ID, "error": False,
                "result": {"anyOf": [{"$ref": f"#/definitions/{name}"} for name in results]},
            },
            "required": ["jsonrpc", "id", "result"],
        },
        "ErrorResponse": {
            "type": "object",
            "description": "why a request has no result",
            "properties": {
                "jsonrpc": VERSION, "id": ID, "result": False,
                "error": {
                    "type": "object",
                    "properties": {
                        "code": {"type": "integer", "description": f"one of {', '.join(map(str, codes))}, or a later version's"},
                        "message": {"type": "string"},
                        "data": {"type": "object"},
                    },
                    "required": ["code", "message"],
                },
            },
            "required": ["jsonrpc", "id", "error"],
        },
        "Notification": {
            "type": "object",
            "description": "what the engine says by itself; a method that a client does not know is to be passed over",
            "properties": {"jsonrpc": VERSION, "id": False, "method": {"type": "string"}, "params": {"type": "object"}},
            "required": ["jsonrpc", "method", "params"],
            "allOf": notifications,
        },
        **results,
    }
    return schema_file("From the engine", "a message that the engine sends", own, document, "Message")
