"""What a provider may send, and when: the schemas of `../schema`, and what of a talk they cannot say."""

import difflib
import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "conformance"))

from fault import Fault, brief  # noqa: E402
from schema import Schema  # noqa: E402

CAN = ("page", "stream", "detail", "perform")
RESULTS = {"initialize": "InitializeResult", "page": "PageResult", "detail": "DetailResult", "perform": "PerformResult"}


def read(line):
    """The JSON value of a line; raises a ValueError with the reason if it is none."""

    def refuse(word):
        raise ValueError(f"{word} is no JSON")

    try:
        return json.loads(line.decode("utf-8"), parse_constant=refuse)
    except UnicodeDecodeError as error:
        raise ValueError(f"byte {error.start + 1} is no UTF-8") from None
    except RecursionError:
        raise ValueError("it is nested too deep") from None


class Request:
    """A request that was sent, and what has come for it."""

    def __init__(self, id, method, params):
        self.id, self.method, self.params = id, method, params
        self.rows = []
        self.answer = None


class Rules:
    """One talk: what was asked, and whether what comes may come."""

    def __init__(self):
        whole = json.loads((HERE.parent / "schema" / "provider.json").read_text(encoding="utf-8"))
        definitions = whole["definitions"]
        self._schemas = {name: Schema(definitions[name], definitions) for name in
                         ("ErrorResponse", "Notification", *RESULTS.values())}
        self._options = tuple(definitions["Options"]["properties"])
        self.requests = {}
        self.can = []
        self.unreadable = 0

    def asked(self, id, method, params):
        """Notes a request that goes out."""
        self.requests[id] = Request(id, method, params)
        return self.requests[id]

    def came(self, line):
        """Notes a line that has come; answers the message, or raises a Fault."""
        try:
            message = read(line)
        except ValueError as error:
            right = "each line of stdout is one JSON object and nothing else; what is meant for people goes to stderr"
            raise Fault(f"what stands on its stdout is no message: {error}", right, line) from None
        if not isinstance(message, dict):
            raise Fault("a message is an array or a bare value", "each line is one JSON object; there are no batches", line)
        if message.get("jsonrpc") != "2.0":
            raise Fault('`jsonrpc` is not "2.0"', 'each message has `"jsonrpc": "2.0"`', line)
        if "method" in message and "id" in message:
            raise Fault("it sends a request", "a provider sends answers and notifications: nobody would answer it", line)
        if "id" in message:
            self._answered(message, line)
        elif message.get("method") == "$/items":
            self._notified(message, line)
        elif "method" not in message:
            raise Fault("a message has neither an `id` nor a `method`", "an answer has the `id` of its request", line)
        return message

    def _check(self, name, value, line, what):
        fault = self._schemas[name].fault(value)
        if fault:
            raise Fault(f"{what}: {fault}", f"what `{name}` in schema/provider.json says", line)

    def _notified(self, message, line):
        self._check("Notification", message, line, "`$/items`")
        if "stream" not in self.can:
            right = 'who streams says so in `initialize`: `"can": ["page", "stream"]`'
            raise Fault("`$/items` comes without `stream` in `can`", right, line)
        request = self._open(message["params"]["id"], line, "`$/items`")
        if request.method != "page":
            raise Fault(f"`$/items` comes for a `{request.method}`", "`$/items` names the id of a `page`", line)
        self._rows(request, message["params"]["items"], line)

    def _open(self, id, line, what):
        request = self.requests.get(id) if isinstance(id, int) and not isinstance(id, bool) else None
        if request is None:
            raise Fault(f"{what} has the id {json.dumps(id)[:60]}, which nothing was asked with",
                        "the id is that of the request, as it came: a number stays a number", line)
        if request.answer is not None:
            raise Fault(f"{what} comes for the `{brief(request.method)}` (id {id}) that is answered already",
                        "a request has one answer, and nothing comes behind it", line)
        return request

    def _answered(self, message, line):
        if message["id"] is None and "error" in message and self.unreadable:
            self._check("ErrorResponse", message, line, "the answer to a line that is no message")
            self.unreadable -= 1
            return
        request = self._open(message["id"], line, "an answer")
        what = f"the answer to `{request.method}`"
        if ("result" in message) == ("error" in message):
            right = "success is a `result`, failure an `error`; an answer has one of them"
            raise Fault(f"{what} must have either `result` or `error`", right, line)
        if "error" in message:
            self._check("ErrorResponse", message, line, what)
        elif request.method in RESULTS:
            self._check(RESULTS[request.method], message["result"], line, what)
            self._read(request, message["result"], line)
        request.answer = message

    def _read(self, request, result, line):
        if request.method == "page":
            self._rows(request, result["items"], line)
        elif request.method == "initialize":
            self.can = result["can"]
            if not re.fullmatch(r"1\.[0-9]+", result["protocolVersion"]):
                version = brief(result["protocolVersion"])
                raise Fault(f"it speaks version {version}", 'this is version 1: `protocolVersion` is "1.0"', line)
            if "page" not in result["can"]:
                raise Fault("`can` has no `page`", "`can` has `page`, which every provider can, and what else this one can", line)
            if result.get("actions") and "perform" not in result["can"]:
                raise Fault("`initialize` tells actions, and `can` has no `perform`", "who has actions can `perform`", line)
            _spelled("can", result["can"], CAN, line)
            _spelled("options", result.get("options") or (), self._options, line)

    def _rows(self, request, items, line):
        request.rows += items
        if len(request.rows) > request.params["pageSize"]:
            raise Fault(f"a page of {request.params['pageSize']} has {len(request.rows)} rows",
                        "a page has `pageSize` rows at most, those of `$/items` with them; `next` leads to the others", line)


def _spelled(member, words, known, line):
    """Other words are passed over, so that there can be more one day; one that is nearly a known one is a slip."""
    folded = {word.lower(): word for word in known}
    for word in set(words) - set(known):
        near = difflib.get_close_matches(word.lower(), folded, 1, 0.8)
        if near:
            raise Fault(f"`{member}` has `{brief(word)}`, which is nothing; is `{folded[near[0]]}` meant?",
                        f"`{member}` can have {', '.join(f'`{one}`' for one in known)}; what else it has is passed over", line)
