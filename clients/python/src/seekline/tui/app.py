"""The search box for all sources."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from seekline import Item, SeeklineError, Session, State
from seekline.text import trimmed
from seekline.tui.acting import Acting
from seekline.tui.chooser import SourceChooser
from seekline.tui.editor import edit
from seekline.tui.opening import open_search
from seekline.tui.status import Situation


@dataclass(frozen=True)
class Lost:
    """A list whose engine has ended."""

    query: str | None
    count: int
    """The number of its items."""
    chosen: Item | None
    """The item that was chosen by hand."""


class SearchApp(Acting[None]):
    """Searches one source at a time. Enter opens an item: in the editor if it is in a file."""

    KEYS = (
        ("Enter", "Open", "app.enter"),
        ("^Q", "Quit", "app.quit"),
        ("F5", "Refresh", "app.refresh"),
        ("^T", "Try again", "app.retry"),
        ("F2", "Sources", "app.sources"),
        ("F3", "Preview", "app.preview"),
        ("F4", "Actions", "app.actions"),
        ("Esc", "Back", "app.leave"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+r", "refresh", "Refresh", key_display="F5"),
        Binding("ctrl+t", "retry", "Try again", key_display="^T"),
        Binding("ctrl+g", "suggestion", "Did you mean", show=False),
        Binding("f2,ctrl+o", "sources", "Sources", key_display="F2"),
    ]

    _source: str | None = None
    """The name of the source for which a session was last requested."""
    _starts = False
    """Whether a session is being opened."""
    _entered: str | None = None
    """The text that was submitted, if it is still in the box: the next session is to search for it too."""
    _lost: Lost | None = None
    """The list to be shown again, until it is or something else replaces it."""
    _takes = False
    """Whether the chosen item of that list is to be opened once it is there, because Enter came first."""

    @property
    def situation(self) -> Situation:
        """The situation that the screen shows."""
        now = super().situation
        # If a detail is being opened, closing it stops that.
        closes = self.detail.is_open and (now.state.loading or now.state.opening is None)
        return replace(now, can_restart=True, escape="closes the detail" if closes else "stops")

    # The engine

    def begin(self) -> None:
        """Start the engine, or follow the session if there is one already."""
        if self.session is None:
            self._start(None)
        else:
            super().begin()

    def _start(self, source: str | None) -> None:
        """Replace the session by one on another source, or on a new engine."""
        session, self.session = self.session, None
        self._source = source
        self._starts = True
        lost = self._lost_for(self.box.value) or Lost(None, 0, None)
        self.results.go_back_to(lost.chosen, lost.query)
        self._show(State())
        self._take(session, source)

    def _lost_for(self, text: str) -> Lost | None:
        """Return the list to be shown again, if it is that of this text."""
        return self._lost if self._lost is not None and self._lost.query == trimmed(text) else None

    @work(exclusive=True, group="session")
    async def _take(self, session: Session | None, source: str | None) -> None:
        try:
            if self.engine.is_silent:
                # It would not answer the request to close the session either.
                await self.engine.close()
            if session is not None:
                await session.close()
            told = self.box.value
            self.session, self._short_by = await open_search(self.engine, source, told)
            self._heard = told
            while self.box.value != told:
                told = self.box.value
                await self._tell(self.session, told)
        except SeeklineError as error:
            self._starts = False
            if self.is_running:
                self.fail(str(error))
        else:
            self._starts, self._trouble = False, None
            self._follow()
            # Text that was only typed is not submitted to sources that require that, except to get a lost list back.
            if self._entered == told or (self.situation.submits and self._lost_for(told) is not None):
                self.submit(told)
            if self._lost is not None:
                self._call(self._restore)

    async def _restore(self, session: Session) -> None:
        """Load the list that was lost until it is as long as it was, unless something else has been typed."""
        lost = self._lost_for(self.box.value)
        if lost is not None:
            state = await session.settled()
            if state.query == lost.query and len(state.items) < lost.count:
                await session.next_page(need=lost.count)
                state = await session.settled()
            self._take_row(lost, state)
        self._lost, self._takes = None, False

    def _take_row(self, lost: Lost, state: State) -> None:
        """Open the chosen row of a restored list, if Enter came before the list did and no other row was chosen."""
        row, now = lost.chosen, self.results.chosen
        if self._takes and row is not None and state.query == lost.query and (now is None or now.id == row.id):
            for item in state.items:
                if item.id == row.id:
                    self.chosen(item)

    def fail(self, trouble: str) -> None:
        """Say that the engine has ended; a key starts it again."""
        self._trouble = trouble
        self._render_state()
        self.complain("The engine has ended", trouble)

    # What the user does

    def typed(self, text: str) -> None:
        """Forget what was to be searched for or opened: typing more replaces it."""
        self._entered, self._takes = None, False
        super().typed(text)

    def submit(self, text: str) -> None:
        """Search for `text` now, or as soon as there is a session."""
        self._entered = text
        if not self._starts:
            super().submit(text)

    def aim(self) -> tuple[Item, ...]:
        """While the list loads, aim only at what was chosen by hand: any other item may not stay the first."""
        return () if self.situation.state.loading and self.results.chosen is None else super().aim()

    def entered(self, text: str, items: tuple[Item, ...]) -> None:
        """Search for the text in the search box; if its list is shown, open the highlighted item.

        An item that was lost when the engine died is opened once it is there again.
        """
        lost = self._lost_for(text)
        if lost is not None and lost.chosen is not None and self.results.chosen is None:
            self._takes = True
        elif items:
            self.chosen(*items)
        else:
            self.submit(text)

    def chosen(self, item: Item) -> None:
        """Open an item: the file that it is in, or else the detail."""
        if item.location is None:
            self.open(item)
        elif trouble := edit(self, item.location):
            self.complain("The editor", trouble)

    def action_refresh(self) -> None:
        """Reload the list; start the engine again if it has died, or hangs."""
        if self._trouble is not None or self.engine.is_silent:
            source = self.session.source.name if self.session else self._source
            # Not the list of a failed attempt.
            self._lost = self._lost or Lost(self._shown.query, len(self._shown.items), self.results.chosen)
            self._start(source)
        else:
            self._call(lambda session: session.refresh())

    def action_retry(self) -> None:
        """Repeat what failed."""
        self._call(lambda session: session.retry())

    def action_suggestion(self) -> None:
        """Search for the suggestion."""
        suggestion = self.situation.suggestion
        if suggestion:
            self.box.value = suggestion
            self.box.cursor_position = len(suggestion)

    def action_leave(self) -> None:
        """Close the detail; else stop what runs; else clear the search box. Forgets what Enter was to do."""
        self._entered, self._takes = None, False
        if self.detail.is_open:
            self.close_detail()
        elif self.situation.state.loading or self.situation.state.pending:
            self._call(lambda session: session.cancel())
        else:
            self.box.value = ""
            self.box.focus()

    def action_sources(self) -> None:
        """Let the user choose a source."""
        session = self.session
        if session is None or self._trouble is not None:
            return
        current = session.source.name

        def chosen(name: str | None) -> None:
            if name is not None and name != current:
                self.close_detail()
                self._entered, self._lost, self._takes = None, None, False
                self._start(name)

        self.push_screen(SourceChooser(self.engine.sources, current), chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action does something now."""
        if not super().check_action(action, parameters):
            return False
        if action == "retry":
            return self.situation.state.error is not None or bool(self.situation.state.failed)
        return action != "suggestion" or bool(self.situation.suggestion)
