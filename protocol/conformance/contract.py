"""What an engine may send, according to the schemas in `../schema`."""

import json
import pathlib

from schema import Schema

ENGINE = pathlib.Path(__file__).resolve().parent.parent / "schema" / "engine.json"


class Schemas:
    """The schemas of a message and of the result of each method. They are the same for every conversation."""

    def __init__(self):
        whole = json.loads(ENGINE.read_text(encoding="utf-8"))
        definitions = whole["definitions"]
        parts = ["ErrorResponse", "Notification", *(name for name in definitions if name.endswith("Result"))]
        self.message = Schema(whole, definitions)
        self.parts = {name: Schema(definitions[name], definitions) for name in parts}


class Contract:
    """One conversation: which method was called with which id, and whether the answers are valid."""

    schemas = Schemas()

    def __init__(self):
        self.methods = {}

    def sent(self, text):
        """Notes the methods that a message calls, if the text is a message."""
        try:
            message = json.loads(text)
        except (ValueError, RecursionError):
            return
        for call in message if isinstance(message, list) else [message]:
            if isinstance(call, dict) and "id" in call and isinstance(call.get("method"), str):
                self.methods.setdefault(json.dumps(call["id"]), []).append(call["method"])

    def fault(self, message):
        """Returns what is wrong with a message of the engine; None if nothing is."""
        if isinstance(message, list):
            faults = (self._fault(each) for each in message) if message else ("an empty batch",)
            return next((fault for fault in faults if fault), None)
        return self._fault(message)

    def _fault(self, message):
        if not isinstance(message, dict):
            return f"{json.dumps(message)[:60]} is not a message"
        if "id" not in message:
            return self.schemas.parts["Notification"].fault(message)
        if "error" in message:
            # An answer with the id `null` may refuse a message rather than answer a call with that id.
            if message["id"] is not None:
                self._method(message["id"])
            return self.schemas.parts["ErrorResponse"].fault(message)
        method = self._method(message["id"])
        if method is None:
            return f"there was no request that {json.dumps(message['id'])} answers"
        return self.schemas.message.fault(message) or self.schemas.parts[self._definition(method)].fault(message["result"])

    def _method(self, id):
        calls = self.methods.get(json.dumps(id))
        return calls.pop(0) if calls else None

    @staticmethod
    def _definition(method):
        """Returns the name of the definition of a method's result: `rpc.discover` → `RpcDiscoverResult`."""
        words = method.replace("$/", "").replace(".", " ").split()
        return "".join(word[0].upper() + word[1:] for word in words) + "Result"
