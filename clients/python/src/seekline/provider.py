"""A source of your own for the engine to run: functions that take a query and yield items.

from collections.abc import Iterator

from seekline.provider import Item, Provider

provider = Provider("greetings")

@provider.page
def search(query: str) -> Iterator[Item]:
    yield Item(f"Hello, {query}!")

provider.run()
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from seekline.provided import Detail, Done, Failure, Item, Location, Range
from seekline.serving import Input, Refused, Serving

__all__ = ["Detail", "Done", "Failure", "Item", "Location", "Provider", "Range"]

Search = Callable[[str], "Iterable[Item | str]"]
Open = Callable[[str], "Detail | str | None"]
Perform = Callable[[str], "Done | str | None"]


class Provider:
    """A source: a function that finds items (`page`), and optionally others (`detail`, `action`)."""

    def __init__(
        self, name: str, *, debounce_ms: int | None = None, min_length: int | None = None, trigger: str | None = None
    ) -> None:
        self.name = name
        #: The `settings` of the configuration, once the engine has sent them.
        self.settings: Mapping[str, Any] = {}
        options = {"debounceMs": debounce_ms, "minLength": min_length, "trigger": trigger}
        self._options = {key: value for key, value in options.items() if value is not None}
        self._search: Search | None = None
        self._open: Open | None = None
        self._actions: dict[str, tuple[str, Perform]] = {}

    def page(self, function: Search) -> Search:
        """Decorate the function that yields the items for a query; a string is an item with that title.

        What a generator yields is shown at once, and no more is taken from it than is asked for. When something else
        is searched for, it is closed wherever it is.
        """
        self._search = function
        return function

    def detail(self, function: Open) -> Open:
        """Decorate the function that returns the detail for an id: a `Detail`, its text, or None for no such item."""
        self._open = function
        return function

    def action(self, name: str, title: str) -> Callable[[Perform], Perform]:
        """Decorate the function that performs an action on the item with an id and returns a `Done`, a message or None.

        Items that offer it have `name` in their `actions`; the user sees `title`.
        """

        def decorate(function: Perform) -> Perform:
            self._actions[name] = (title, function)
            return function

        return decorate

    def run(self) -> None:
        """Answer the engine until its input ends. What is printed meanwhile goes to standard error."""
        if self._search is None:
            raise TypeError("a provider needs a function that is decorated with `page`")
        # Neither printed text nor child processes may interfere with the messages.
        source, sink = os.dup(0), os.dup(1)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        with os.fdopen(source, "rb", buffering=0) as lines, os.fdopen(sink, "wb", buffering=0) as output:
            methods = {"initialize": self._initialize, "detail": self._detail, "perform": self._perform}
            Serving(methods, self._search, Input(lines.fileno()), output).run()

    def _initialize(self, params: Mapping[str, Any]) -> dict[str, Any]:
        self.settings = params.get("settings") or {}
        can = ["page", "stream", *(["detail"] if self._open else []), *(["perform"] if self._actions else [])]
        actions = [{"name": name, "title": title} for name, (title, _) in self._actions.items()]
        return {"protocolVersion": "1.0", "name": self.name, "can": can, "options": self._options, "actions": actions}

    def _detail(self, params: Mapping[str, Any]) -> dict[str, Any]:
        if self._open is None:
            raise Refused(-32601, f"{self.name} has no details")
        found = self._open(params["id"])
        if found is None:
            raise Refused(-32003, "there is no such item")
        return {"text": found} if isinstance(found, str) else found.to_json()

    def _perform(self, params: Mapping[str, Any]) -> dict[str, Any]:
        if not self._actions:
            raise Refused(-32601, f"{self.name} has no actions")
        if params["action"] not in self._actions:
            raise Refused(-32602, "there is no such action")
        done = self._actions[params["action"]][1](params["id"])
        return done.to_json() if isinstance(done, Done) else {} if done is None else {"message": done}
