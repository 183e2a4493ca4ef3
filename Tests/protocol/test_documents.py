"""The documents of the protocol are what the engine declares, are valid, and break no promise."""

import copy
import json
import os
import pathlib
import subprocess
import unittest

import jsonschema
import openrpc
from compatible import breaks
from openrpc_rules import DOCUMENT

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "protocol"
DRAFTS = [jsonschema.Draft7Validator, jsonschema.Draft202012Validator]


def read(name):
    return json.loads((PROTOCOL / name).read_text(encoding="utf-8"))


class Documents(unittest.TestCase):
    def test_every_generated_file_is_up_to_date(self):
        binary = os.environ.get("SEEKLINE", str(ROOT / ".build/release/seekline"))
        done = subprocess.run([PROTOCOL / "generate", "--check", binary], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_an_outdated_file_is_named(self):
        path = PROTOCOL / "schema" / "client.json"
        text = path.read_bytes()
        try:
            path.write_bytes(text.replace(b'"query"', b'"text"', 1))
            done = subprocess.run([PROTOCOL / "generate", "--check"], capture_output=True, text=True)
        finally:
            path.write_bytes(text)
        self.assertEqual((done.returncode, done.stdout), (1, "not up to date: protocol/schema/client.json\n"))

    def test_the_openrpc_document_follows_the_rules(self):
        document = read("openrpc.json")
        jsonschema.Draft7Validator.check_schema(DOCUMENT)
        jsonschema.Draft7Validator(DOCUMENT).validate(document)
        names = [method["name"] for method in document["methods"]]
        self.assertEqual(len(names), len(set(names)))
        for method in document["methods"]:
            required = [param["required"] for param in method["params"]]
            self.assertEqual(required, sorted(required, reverse=True), f"{method['name']}: required params come first")
        for draft in DRAFTS:
            for schema in document["components"]["schemas"].values():
                draft.check_schema(schema)

    def test_a_document_that_breaks_the_rules_is_detected(self):
        for spoil in (
            lambda document: document.pop("info"), lambda document: document["methods"][0].pop("params"),
            lambda document: document["methods"][0].update(kind="x"), lambda document: document.update(openrpc="1.2.6"),
            lambda document: document["components"]["errors"]["ParseError"].pop("code"),
        ):
            document = read("openrpc.json")
            spoil(document)
            self.assertFalse(jsonschema.Draft7Validator(DOCUMENT).is_valid(document))

    def test_every_reference_in_the_openrpc_document_can_be_resolved(self):
        document = read("openrpc.json")

        def references(value):
            if isinstance(value, dict):
                yield from [value["$ref"]] if "$ref" in value else []
                value = list(value.values())
            for member in value if isinstance(value, list) else []:
                yield from references(member)

        found = set(references(document))
        self.assertGreater(len(found), 20)
        for reference in found:
            place = document
            for step in reference.removeprefix("#/").split("/"):
                place = place[step]

    def test_a_third_party_library_can_read_the_openrpc_document(self):
        document = openrpc.OpenRPC.model_validate(read("openrpc.json"))
        self.assertEqual([method.name for method in document.methods][:2], ["initialize", "listSources"])

    def test_the_schemas_are_valid_in_both_drafts(self):
        for path in sorted((PROTOCOL / "schema").glob("**/*.json")):
            for draft in DRAFTS:
                draft.check_schema(json.loads(path.read_text(encoding="utf-8")))


class Versions(unittest.TestCase):
    """The schemas of 1.0 are kept as they were: what a client of 1.0 could not read, or not send, is not 1.x."""

    def test_nothing_that_1_0_promised_is_broken(self):
        for name, ours in (("engine", True), ("client", False)):
            self.assertEqual(breaks(read(f"schema/1.0/{name}.json"), read(f"schema/{name}.json"), ours), [])

    def test_breaking_changes_are_detected(self):
        def item(schema):
            return schema["definitions"]["Item"]

        def params(schema):
            return schema["definitions"]["SetQueryParams"]

        for name, spoil in (
            ("engine", lambda schema: item(schema)["properties"].pop("url")),
            ("engine", lambda schema: item(schema)["properties"].pop("title")),
            ("engine", lambda schema: item(schema)["properties"]["title"].update(type="integer")),
            ("engine", lambda schema: item(schema)["required"].remove("title")),
            ("engine", lambda schema: item(schema)["required"].append("badge")),
            ("engine", lambda schema: item(schema)["properties"]["id"].update(type="integer")),
            ("engine", lambda schema: schema["definitions"].pop("Snapshot")),
            ("engine", lambda schema: schema["definitions"]["Status"]["anyOf"].pop(0)),
            ("engine", lambda schema: schema["definitions"]["Notification"]["allOf"].pop()),
            ("client", lambda schema: params(schema)["required"].append("composing")),
            ("client", lambda schema: params(schema)["properties"].pop("composing")),
            ("client", lambda schema: schema["definitions"]["Call"]["properties"]["method"]["enum"].remove("retry")),
            ("client", lambda schema: params(schema)["properties"]["query"].update(minLength=1, type="string")),
        ):
            old = read(f"schema/1.0/{name}.json")
            new = copy.deepcopy(old)
            spoil(new)
            self.assertNotEqual(breaks(old, new, name == "engine"), [])

    def test_compatible_changes_are_allowed(self):
        for name, add in (
            ("engine", lambda schema: schema["definitions"]["Item"]["properties"].update(badge={"type": "string"})),
            ("engine", lambda schema: schema["definitions"]["Item"]["properties"].update(pattern={"type": "string"})),
            ("engine", lambda schema: schema["definitions"]["Status"]["anyOf"].insert(0, {"const": "paused"})),
            ("client", lambda schema: schema["definitions"]["SetQueryParams"]["properties"].update(cursor={})),
            ("client", lambda schema: schema["definitions"]["Call"]["properties"]["method"]["enum"].append("pin")),
        ):
            old = read(f"schema/1.0/{name}.json")
            new = copy.deepcopy(old)
            add(new)
            self.assertEqual(breaks(old, new, name == "engine"), [])


if __name__ == "__main__":
    unittest.main()
