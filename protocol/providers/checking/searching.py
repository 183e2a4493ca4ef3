"""Checks of `page`: what is found, how it is paged, and that any text may be asked for."""

from fault import Fault, brief
from rows import check_ids, found, page

SIZE = 5
MOST_PAGES = 50
MOST_EMPTY = 5


def first_page(plan):
    """`page` is answered with rows, and what --query names is found"""
    if not page(plan.talk(), plan.query, 20)[0] and plan.must_find:
        raise Fault(f"nothing is found with {plan.query!r}", "--query names a text that finds something")


def paging(plan):
    """`next` leads from page to page, to an end, and no row comes twice"""
    known, cursor, empty = set(), None, 0
    for _ in range(MOST_PAGES):
        rows, cursor = page(plan.talk(), plan.query, SIZE, cursor)
        check_ids(rows, known)
        empty = 0 if rows else empty + 1
        if not cursor:
            return
        if empty == MOST_EMPTY:
            right = "at the end of the list, `next` is left out, or null"
            raise Fault(f"{MOST_EMPTY} pages one after the other are empty, and each has a `next`", right)


def other_queries(plan):
    """any text may be asked for: nothing, quotes, line ends, a dash in front, 10,000 characters"""
    texts = {
        "nothing": "", "a dash in front": "-x", "an option": "--help", "quotes": "'\"`\\", "line ends": "a\nb\r\nc",
        "a NUL": "a\0b",
        "what shells read": "$(exit 1); `exit 1` & | > * ~ !", "what patterns are made of": "[(*?+{^$.|\\",
        "JSON": '{"id":1}',
        "other scripts": "雪だるま ñ שלום \U0001F50D\u2028", "blanks": "a  b\tc",
        "10,000 letters": "x" * 10_000, "10,000 characters beyond U+FFFF": "\U0001F50D" * 10_000,
    }
    for what, text in texts.items():
        request, message = plan.talk().prepare("page", {"query": text, "pageSize": SIZE})
        plan.talk().send(message)
        try:
            plan.talk().answer(request)
        except Fault as fault:
            raise fault.when(f"asked for a query of {what}") from None


def one_after_the_other(plan):
    """request after request is answered, each under its own id, and as many at a time as `concurrent` says"""
    for number in range(10):
        page(plan.talk(), plan.query[:number] or plan.query, 1 + number)
    talk = plan.talk()
    many = talk.about.get("concurrent", 1)
    prepared = [talk.prepare("page", {"query": plan.query, "pageSize": SIZE}) for _ in range(many)]
    talk.send(*(message for _, message in prepared))
    for request, _ in prepared:
        found(talk, request)
