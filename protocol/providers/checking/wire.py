"""Checks of what is on the wire: methods, members and lines that a provider does not know."""

from fault import Fault, brief
from rows import found, page


def unknown_method(plan):
    """an unknown method is answered with the error -32601, an unknown notification not at all"""
    talk = plan.talk()
    talk.send({"jsonrpc": "2.0", "method": "$/unheardOf", "params": {}})
    answer = talk.call("unheardOf", {})
    code = answer.get("error", {}).get("code")
    if code != -32601:
        what = "a result" if code is None else f"the error {code}"
        right = "with the error -32601: so later versions can ask for more"
        raise Fault(f"an unknown method is answered with {what}", right, answer)


def unknown_members(plan):
    """members that it does not know are passed over"""
    talk = plan.talk()
    request, message = talk.prepare("page", {"query": plan.query, "pageSize": 5, "unheardOf": {"a": [1]}})
    talk.send(message | {"unheardOf": True})
    try:
        found(talk, request)
    except Fault as fault:
        right = "what is not known is passed over: so later versions can say more"
        raise fault.when("asked with a member that it does not know", right) from None


def unreadable_line(plan):
    """a line that is no message is answered with the error -32700, or passed over, and it goes on"""
    for line in (b'{"jsonrpc":"2.0","id":', b"\xff\xfe", b"[]", b"7", b"null"):
        talk = plan.talk()
        talk.rules.unreadable += 1
        talk.send(line)
        try:
            page(talk, plan.query, 5)
        except Fault as fault:
            raise fault.when(f"behind the line {brief(line)}, which is no message") from None
