"""The screen of a search box."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Button, Static

from seekline.tui.detail import DetailPane
from seekline.tui.keys import Key, keys_line
from seekline.tui.plain import one_line
from seekline.tui.results import Results
from seekline.tui.searchbox import SearchBox
from seekline.tui.status import FRAMES, STILL, Situation, empty_text, status_line


class SearchScreen(Screen[None]):
    """The box on top, the list and the detail beside each other, the status and the keys below.

    The box, the list and the detail hold what they show. Everything else is derived from the `Situation` given.
    """

    class Ready(Message):
        """All parts are there."""

    def __init__(self, text: str, keys: tuple[Key, ...], *, can_mark: bool = False) -> None:
        """Start with `text` in the box; `keys` are listed below, and `can_mark` says whether rows can be marked."""
        super().__init__()
        self._keys_said = keys
        self._text = text
        self._can_mark = can_mark
        self._title = ""
        self._texts: dict[str, tuple[object, ...]] = {}
        self._turn = 0
        self._waits = False
        self._turns = False

    def compose(self) -> ComposeResult:
        """Make the parts, from top to bottom."""
        self.box = SearchBox(self._text, can_mark=self._can_mark, id="query")
        self.results = Results(lambda: self.box.value, id="results")
        # If Tab marks rows, the box has to keep the focus.
        self.results.can_focus = not self._can_mark
        self.detail = DetailPane(id="detail")
        self._submit = Button("Search", id="submit", variant="primary", compact=True, disabled=True)
        names = ("spinner", "empty", "status", "credit", "keys")
        self._parts = {name: Static(id=name, markup=False) for name in names}
        self._head = Horizontal(self.box, self._parts["spinner"], self._submit, id="box")
        self._body = Horizontal(self.results, self._parts["empty"], self.detail, id="body")
        yield self._head
        yield self._body
        yield Horizontal(self._parts["status"], self._parts["credit"], id="bottom")
        yield self._parts["keys"]

    def on_mount(self) -> None:
        """Focus the box and post that the screen is ready."""
        # At once: Textual would do so only after keys that have already been pressed.
        self.set_focus(self.box)
        self._spinner = self.set_interval(0.1, self._spin, pause=True)
        self.post_message(self.Ready())

    def show(self, now: Situation) -> None:
        """Show this situation."""
        self._now = now
        if self._title != now.title:
            self._title = now.title
            self._head.border_title = Content(now.title)
        if self._turns or not now.is_busy:
            # What is over at once is not worth mentioning: the line about the previous list stays.
            self._put("status", status_line(now))
        self._put("credit", Content(one_line((now.source and now.source.attribution) or "")), moves=True)
        self._put("empty", empty_text(now))
        self._put("keys", keys_line(self._keys_said, now.idle))
        self._body.set_class(not now.state.items, "-nothing")
        self._body.set_class(self.detail.is_open, "-detail")
        self._head.set_class(now.submits, "-submits")
        self._submit.disabled = not (now.submits and now.state.can_submit)
        if not now.is_busy:
            self._spinner.pause()
            self._waits = self._turns = False
            self._put("spinner", Content(""))
        elif not self._waits:
            self._waits = True
            self._spinner.reset()

    def _put(self, name: str, content: Content, *, moves: bool = False) -> None:
        """Show a text if it has changed: redraws it and, if it `moves` others, updates the layout."""
        text = (content.plain, *content.spans)
        if self._texts.get(name) != text:
            self._texts[name] = text
            self._parts[name].update(content, layout=moves)

    def _spin(self) -> None:
        """Turn the spinner, if something takes longer than one turn."""
        self._turn += 1
        if not self._turns:
            self._turns = True
            self.show(self._now)
        still = self.app.animation_level == "none"
        self._put("spinner", Content(STILL if still else FRAMES[self._turn % len(FRAMES)]))
