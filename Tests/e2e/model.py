"""A client as the protocol describes it: it folds notifications, knows nothing else, and fails on what must not
happen."""

LOADING = ["loading", "refreshing", "pending", "status", "stalled", "canSubmit", "opening", "growing"]
LIST = ["query", "count", "more", "total", "suggestion", "partial", "failed"]


class Broken(AssertionError):
    """A promise of the protocol was broken."""


def must(holds, what):
    if not holds:
        raise Broken(what)


class Model:
    """What one session's notifications add up to, from its first snapshot on."""

    def __init__(self, snapshot):
        self.sequence = snapshot["seq"]
        self.loading = {name: snapshot.get(name) for name in [*LOADING, "generation"]}
        self.list = {name: snapshot[name] for name in LIST if name in snapshot}
        self.items = snapshot["items"]
        self.list_error = self.detail_error = None
        self.generation = snapshot["generation"]
        # The generation that an answer has named: earlier ones are no longer reported.
        self.named = self.generation
        # Whether the list was emptied outside of a load.
        self.was_cleared = False

    def fold(self, method, params):
        """Handles a notification."""
        must(params["seq"] == self.sequence + 1, f"seq goes from {self.sequence} to {params['seq']}")
        self.sequence = params["seq"]
        must(params["generation"] >= self.generation, f"generation {self.generation} has been superseded")
        must(not self.was_cleared or method == "loading", "the list is emptied, and nothing says why")
        self.generation = params["generation"]
        getattr(self, f"_{method}")(params)
        # Clearing the list on a keystroke, before the search, is its own generation; superseded parts are reported as
        # complete.
        is_end = method == "items" and not params["items"] and params.get("partial") and not params["more"]
        must(is_end or self.was_cleared or self.generation >= self.named, f"generation {self.named} has superseded this one")

    def _loading(self, params):
        members = {name: params.get(name) for name in [*LOADING, "generation"]}
        must(members != self.loading, "`loading` repeats itself")
        must(not self.was_cleared or params["status"] in ("initial", "fetching"), "the list is emptied, but not the status")
        must(params["loading"] == (params["status"] == "fetching"), "the status does not say whether it loads")
        self.was_cleared = False
        self.loading = members
        if params["status"] != "error":
            self.list_error = None
        if params["opening"] is not None:
            self.detail_error = None

    def _items(self, params):
        start, items = params["from"], params["items"]
        must(start <= len(self.items), "`from` is past the end of the list")
        is_of_load = self.loading["loading"] and params["generation"] == self.loading["generation"]
        must(is_of_load or start == 0 and not items, "a list is reported outside of its load")
        self.was_cleared = not is_of_load
        must(start == 0 or params["query"] == self.list["query"], "a page is appended to the list of another query")
        self.items = self.items[:start] + items
        self.list = {name: params[name] for name in LIST if name in params}
        must(params["count"] == len(self.items), "`count` is not that of the list")
        identifiers = [item["id"] for item in self.items]
        must(len(set(identifiers)) == len(identifiers), "an item is in the list twice")

    def _error(self, params):
        if params["scope"] == "detail":
            self.detail_error = params
        else:
            self.list_error = params

    def _detail(self, params):
        pass

    def compare(self, snapshot):
        """Checks a snapshot, which must match the notifications before it."""
        must(snapshot["seq"] == self.sequence, f"seq is {self.sequence} here, and {snapshot['seq']} there")
        must(snapshot["items"] == self.items, f"{len(self.items)} items here, {len(snapshot['items'])} others there")
        for name, value in self.loading.items():
            must(snapshot.get(name) == value, f"{name} is {value} here, and {snapshot.get(name)} there")
        for name in LIST:
            must(snapshot.get(name) == self.list.get(name), f"{name} is {self.list.get(name)} here, {snapshot.get(name)} there")
        error, standing = snapshot.get("error"), self.list_error or self.detail_error
        for name in ("scope", "kind", "message", "source", "retryable"):
            here, there = (standing or {}).get(name), (error or {}).get(name)
            must(here == there, f"error.{name} is {here} here, and {there} there")

    @property
    def is_settled(self):
        return not self.loading["loading"] and self.loading["pending"] is None and self.loading["opening"] is None
