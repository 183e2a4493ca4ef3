"""Checks of `$/cancelRequest`."""

import time

from fault import Fault
from rows import page


def cancelling(plan):
    """what is cancelled is answered within 500 ms, once, and the next request as ever"""
    talk = plan.talk()
    request, message = talk.prepare("page", {"query": plan.query, "pageSize": 20})
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": request.id}}
    talk.send(message, cancel)
    began = time.monotonic()
    try:
        answer = talk.answer(request, plan.limits.cancel)
    except Fault as fault:
        is_late = time.monotonic() - began >= plan.limits.cancel
        right = "what is cancelled is answered within 500 ms, with its result or the error -32800"
        raise fault.when("after a cancel", right if is_late else None) from None
    code = answer.get("error", {}).get("code")
    if code not in (None, -32800):
        right = "with its result, or with the error -32800"
        raise Fault(f"a `page` that is cancelled is answered with the error {code}", right, answer)
    # Of one that is answered, and of one that never was, there is nothing to say.
    talk.send(cancel, cancel | {"params": {"id": 999_999}})
    try:
        page(talk, plan.query, 20)
        talk.quiet(plan.limits.quiet, "after a cancel and its answer")
    except Fault as fault:
        right = "`$/cancelRequest` itself has no answer, and nothing comes behind that of the request"
        raise fault.when("after a cancel", right) from None
