"""Checks of the end."""

from fault import Fault


def end_of_input(plan):
    """when its input ends it ends within 500 ms, and leaves no process of its group behind"""
    plan.talk().call("page", {"query": plan.query, "pageSize": 5})
    _end(plan.talk(), "at the end of its input")
    plan.drop()


def end_while_busy(plan):
    """it ends so too when it is in the middle of something"""
    plan.talk().request("page", {"query": plan.query, "pageSize": 20})
    _end(plan.talk(), "at the end of its input, behind a page that was asked for")
    plan.drop()


def _end(talk, when):
    try:
        left = talk.end()
    except Fault as fault:
        raise fault.when(when) from None
    if left:
        numbers = ", ".join(map(str, left))
        right = "what it has started, it ends; the engine would, by SIGKILL"
        raise Fault(f"{when}: it leaves processes of its group behind: {numbers}", right)
