"""Pages and their rows, as every check of them wants them to be."""

from fault import Fault, brief


def page(talk, query, size, cursor=None):
    """The rows of a page, and its `next`."""
    request = talk.request("page", {"query": query, "pageSize": size} | ({} if cursor is None else {"cursor": cursor}))
    result = found(talk, request)
    check_ids(request.rows, set())
    _check_actions(request.rows, talk)
    return request.rows, result.get("next")


def found(talk, request):
    """The result of a `page`, which must have one."""
    answer = talk.answer(request)
    if "error" in answer:
        right = "a search that finds nothing has no rows: `items: []`"
        raise Fault(f"a `page` for {brief(request.params['query'])!r} is answered with an error", right, answer)
    return answer["result"]


def id_of(item):
    """What an item is known by."""
    given = item.get("id")
    return item["title"] if given is None else given


def check_ids(rows, known):
    """No row is known by what another one is; `known` has those of the pages before, and then these."""
    for row in rows:
        if id_of(row) in known:
            right = "each row of a list has an `id` of its own, on all pages; one without is known by its title"
            raise Fault(f"the id {brief(id_of(row))!r} is there twice", right, row)
        known.add(id_of(row))


def _check_actions(rows, talk):
    declared = {each["name"] for each in talk.about.get("actions", [])}
    for row in rows:
        for action in row.get("actions") or []:
            if "perform" not in talk.can:
                raise Fault("an item has actions, and `can` has no `perform`", "who has actions can `perform`", row)
            if isinstance(action, str) and action not in declared:
                raise Fault(f"an item names the action {brief(action)!r}, which `initialize` has not told",
                            "`actions` of `initialize` has the name and the title of each; or the item has both", row)
