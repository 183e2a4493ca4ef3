"""The rules of an OpenRPC 1.3 document, as a JSON Schema: which objects there are, what each must and may have."""


def thing(required=(), /, **members):
    """An object with these members, and extensions."""
    return {
        "type": "object", "required": list(required), "properties": members, "patternProperties": {"^x-": True},
        "additionalProperties": False,
    }


def reference(kind):
    return {"type": "object", "required": ["$ref"], "additionalProperties": False,
            "properties": {"$ref": {"type": "string", "pattern": f"^#/components/{kind}/[A-Za-z0-9._-]+$"}}}


def either(kind, definition):
    return {"anyOf": [reference(kind), {"$ref": f"#/definitions/{definition}"}]}


TEXT = {"type": "string", "minLength": 1}
SCHEMA = {"type": ["object", "boolean"]}

DOCUMENT = {
    "definitions": {
        "contentDescriptor": thing(
            ["name", "schema"], name=TEXT, summary=TEXT, description=TEXT, required={"type": "boolean"},
            deprecated={"type": "boolean"}, schema=SCHEMA,
        ),
        "error": thing(["code", "message"], code={"type": "integer"}, message=TEXT, data=True),
        "method": thing(
            ["name", "params"], name=TEXT, summary=TEXT, description=TEXT, tags={"type": "array"},
            params={"type": "array", "items": either("contentDescriptors", "contentDescriptor")},
            result=either("contentDescriptors", "contentDescriptor"),
            errors={"type": "array", "uniqueItems": True, "items": either("errors", "error")},
            paramStructure={"enum": ["by-name", "by-position", "either"]}, links={"type": "array"},
            examples={"type": "array"}, servers={"type": "array"}, externalDocs={"type": "object"},
            deprecated={"type": "boolean"},
        ),
    },
    **thing(
        ["openrpc", "info", "methods"],
        openrpc={"type": "string", "pattern": r"^1\.3\.[0-9]+$"},
        info=thing(
            ["title", "version"], title=TEXT, version=TEXT, description=TEXT, termsOfService=TEXT,
            contact={"type": "object"}, license=thing([], name=TEXT, url=TEXT),
        ),
        servers={"type": "array"}, externalDocs={"type": "object"},
        methods={"type": "array", "items": {"$ref": "#/definitions/method"}},
        components=thing(
            [],
            schemas={"type": "object", "additionalProperties": SCHEMA},
            errors={"type": "object", "additionalProperties": {"$ref": "#/definitions/error"}},
            contentDescriptors={"type": "object"}, examples={"type": "object"}, links={"type": "object"},
            examplePairings={"type": "object"}, tags={"type": "object"},
        ),
    ),
}
