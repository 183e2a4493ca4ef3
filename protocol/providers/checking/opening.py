"""Checks of `detail` and `perform`. Nothing is ever performed that a provider offers."""

from fault import Fault, Unchecked, brief
from rows import id_of, page

NO_ID = "there is no such thing \0\n\""


def detail(plan):
    """`detail` opens what is shown, and an unknown id is an error"""
    talk = plan.talk()
    if _is_refused(talk, "detail", {"id": "x"}):
        return
    _must_fail(talk, "detail", {"id": NO_ID}, "a `detail` of an id that there is not")
    shown = _shown(plan)
    answer = talk.call("detail", {"id": shown})
    if "error" in answer:
        raise Fault(f"the `detail` of a row that was shown, {brief(shown)!r}, is an error", "what is shown can be opened", answer)


def perform(plan):
    """an unknown action is an error"""
    talk = plan.talk()
    if _is_refused(talk, "perform", {"id": "x", "action": NO_ID}):
        return
    _must_fail(talk, "perform", {"id": _shown(plan), "action": NO_ID}, "a `perform` of an action that there is not")


def _shown(plan):
    """The id of a row."""
    for row in page(plan.talk(), plan.query, 1)[0]:
        return id_of(row)
    raise Unchecked(f"nothing is found with {plan.query!r}; --query TEXT says what finds something")


def _is_refused(talk, method, params):
    """Whether the provider does not offer a method, and says so."""
    if method in talk.can:
        return False
    answer = talk.call(method, params)
    if answer.get("error", {}).get("code") != -32601:
        raise Fault(f"`{method}` is not in `can`, and is not answered with the error -32601",
                    f"what the provider cannot do is answered with -32601; if it can, `can` has `{method}`", answer)
    return True


def _must_fail(talk, method, params, what):
    answer = talk.call(method, params)
    if "error" not in answer:
        raise Fault(f"{what} is answered with a result", "it is answered with an error", answer)
