"""What all search boxes share: text, a list and a detail, on the screen and in step with the engine."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import ClassVar, TypeVar

from textual import events, on, work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Button, Input

from seekline import Engine, Failure, Item, SeeklineError, Session, State
from seekline.tui.detail import DetailPane
from seekline.tui.excerpt import Unreadable, read_excerpt
from seekline.tui.keys import Key
from seekline.tui.plain import one_line
from seekline.tui.results import Results
from seekline.tui.screen import SearchScreen
from seekline.tui.searchbox import SearchBox
from seekline.tui.status import Situation
from seekline.tui.typed_ahead import hand_over

Answer = TypeVar("Answer")


class BoxApp(App[Answer]):
    """A search box, a list and a detail. Subclasses define what Enter and Esc do.

    The text goes to `set_query` at each change, and the display is derived from `State` alone: only the highlighted row
    and the scroll position are not known to the engine.
    """

    CSS_PATH = "styles.tcss"
    TITLE = "seekline"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012
    KEYS: ClassVar[tuple[Key, ...]] = ()
    """The keys listed in the last line."""
    can_mark = False
    """Whether rows can be marked."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3,ctrl+p", "preview", "Preview", key_display="F3"),
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("ctrl+q", "quit", "Quit", key_display="^Q", priority=True),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("down", "move('cursor_down')", show=False),
        Binding("up", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
    ]

    def __init__(self, engine: Engine, *, query: str = "", opened: tuple[Session | None, int] = (None, 0)) -> None:
        """Search with `engine`; `opened` is what `open_search` returned for `query`, if it has been called."""
        super().__init__()
        self.theme = "tokyo-night"
        self.engine = engine
        self.session, self._short_by = opened
        self._first_query = query
        self._heard = query
        """The text in the box that was last reported to the session."""
        self._trouble: str | None = None
        self._told: Failure | None = None
        self._shown = State()

    def on_load(self) -> None:
        """Take over the keys that have been pressed so far."""
        hand_over()

    # What is on the screen

    def get_default_screen(self) -> SearchScreen:
        """Create the screen, on top of which there may be a choice of sources."""
        self.view = SearchScreen(self._first_query, self.KEYS, can_mark=self.can_mark)
        return self.view

    @property
    def results(self) -> Results:
        """The list."""
        return self.view.results

    @property
    def detail(self) -> DetailPane:
        """The detail."""
        return self.view.detail

    @property
    def box(self) -> SearchBox:
        """The search box."""
        return self.view.box

    @property
    def situation(self) -> Situation:
        """The situation that the screen shows."""
        source = None if self.session is None else self.session.source
        silent = self.engine.is_silent
        return Situation(source, self._shown, self.box.value, self._trouble, self._short_by, is_silent=silent)

    # The engine

    @on(SearchScreen.Ready)
    def _begin(self) -> None:
        self._render_state()
        self._heed_silence()
        self.begin()

    def begin(self) -> None:
        """Follow the session, now that there is a screen."""
        self._follow()

    async def on_unmount(self) -> None:
        """End the engine."""
        await self.engine.close()

    @work(exclusive=True, group="session")
    async def _follow(self) -> None:
        """Show the states of the session until another one replaces it."""
        assert self.session is not None
        try:
            async for state in self.session.changes():
                self._show(state)
        except SeeklineError as error:
            if self.is_running:
                self.fail(str(error))

    @work(group="silence")
    async def _heed_silence(self) -> None:
        """Show whether the engine hangs."""
        async for _ in self.engine.silences():
            self._render_state()

    def fail(self, trouble: str) -> None:
        """Handle the end of the engine: nothing works any more."""
        raise NotImplementedError

    @work(group="calls")
    async def _call(self, call: Callable[[Session], Awaitable[object]]) -> None:
        """Call the engine. If it has died, the task that follows the states reports that."""
        if self.session is not None and self._trouble is None:
            try:
                await call(self.session)
            except SeeklineError as error:
                self.log.error(error)

    # Showing

    def _show(self, state: State) -> None:
        if not self.is_running:
            return
        self._shown = state
        self.results.show(state)
        if state.error is not None and state.error is not self._told:
            self.complain(f"{state.error.scope} failed".capitalize(), state.error.message)
        self._told = state.error
        self._render_state()

    def _render_state(self) -> None:
        if not self.is_running:
            return  # Leaving ends the calls that are under way, when there is no screen any more.
        self.view.show(self.situation)

    def complain(self, title: str, message: str) -> None:
        """Say what went wrong, in a corner."""
        self.notify(one_line(message), title=one_line(title), severity="error", markup=False)

    def remark(self, text: str) -> None:
        """Say why a key does nothing, in a corner."""
        self.notify(one_line(text), severity="warning", markup=False)

    # What the user does

    @on(Input.Changed, "#query")
    def _changed(self, event: Input.Changed) -> None:
        self.typed(event.value)

    def typed(self, text: str) -> None:
        """Handle a change of the text in the search box."""
        self._call(lambda session: self._tell(session, text))
        self._render_state()

    async def _tell(self, session: Session, text: str) -> None:
        """Report the text in the search box, and show how many characters it lacks."""
        self._heard = text
        outcome = await session.set_query(text)
        if text == self.box.value:
            self._short_by = outcome.short_by or 0
            self._render_state()

    @on(SearchBox.Entered)
    def _submitted(self, event: SearchBox.Entered) -> None:
        self.entered(event.text, event.items)

    def entered(self, text: str, items: tuple[Item, ...]) -> None:
        """Handle Enter with this text in the search box, for these items, or for what is still to be found if none."""
        raise NotImplementedError

    def aim(self) -> tuple[Item, ...]:
        """Return what Enter is about now: the highlighted item, if it was found for the text in the search box."""
        item = self.results.item
        return () if item is None or self.situation.differs else (item,)

    @on(Results.Chosen)
    def _chosen(self, event: Results.Chosen) -> None:
        self.chosen(event.item)

    def chosen(self, item: Item) -> None:
        """Handle a click on an item of the list."""
        raise NotImplementedError

    @on(Button.Pressed, "#submit")
    def _pressed(self) -> None:
        self.submit(self.box.value)
        self.box.focus()

    def submit(self, text: str) -> None:
        """Search for `text` now."""
        self._call(lambda session: session.submit(text))

    @on(Results.NearEnd)
    def _near_end(self) -> None:
        self._call(lambda session: session.next_page())

    def action_enter(self) -> None:
        """Post what Enter is about, after what was typed."""
        self.box.post_message(SearchBox.Entered(self.box.value, self.aim()))

    def action_leave(self) -> None:
        """Go back, or away."""
        raise NotImplementedError

    def action_move(self, action: str) -> None:
        """Move in the list while the box has the focus."""
        getattr(self.results, f"action_{action}")()

    # The detail

    @on(Results.Highlighted)
    def _highlighted(self) -> None:
        """Let an open preview follow the highlighted item, if that takes no request to a server."""
        item = self.results.item
        if item is not None and self.detail.is_open and not self._is_shown(item) and self._is_here(item):
            self.open(item)

    def _is_shown(self, item: Item) -> bool:
        """Whether the detail is about this item at its current place: the same line may have moved."""
        shown = self.detail.shown
        return shown is not None and (shown.id, shown.location) == (item.id, item.location)

    def _is_here(self, item: Item) -> bool:
        return item.location is not None or (self.session is not None and bool(self.session.source.takes_items))

    @work(exclusive=True, group="detail")
    async def open(self, item: Item) -> None:
        """Show the detail of an item; for one with a location, the file around that."""
        session = self.session
        if session is None:
            return
        self.detail.opening(item)
        self._render_state()
        excerpt = None if item.location is None else await read_excerpt(item.location)
        if excerpt is not None and not isinstance(excerpt, Unreadable):
            self.detail.show_file(item, excerpt)
            return
        try:
            self.detail.show(await session.detail(item.id), excerpt)
        except SeeklineError as error:
            if not self.is_running:
                return
            self.detail.fail(item, str(error))
            if self._trouble is None:
                self.complain("Detail failed", str(error))

    def close_detail(self) -> None:
        """Close the detail, which makes room for the list."""
        self.workers.cancel_group(self, "detail")
        self.detail.close()
        self.box.focus()
        self._render_state()

    def action_preview(self) -> None:
        """Open the detail of the highlighted item, or close the detail if it is open."""
        if self.detail.is_open:
            self.close_detail()
        elif item := self.meant():
            self.open(item)

    def meant(self) -> Item | None:
        """Return the item that a key is about; if the list is not that of the text, only one that was chosen knowingly.

        That is one chosen by hand, after the text was typed and while no list for it is to come.
        """
        is_settled = self.session is not None and self.session.is_settled and self._heard == self.box.value
        knowingly = self.results.is_chosen_for_text and is_settled
        if self.results.item is not None and self.situation.differs and not knowingly:
            self.remark("What is highlighted was found for another text")
            return None
        return self.results.item

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action does something now."""
        return not isinstance(self.screen, ModalScreen) or action in ("quit", "dismiss")

    def on_key(self, event: events.Key) -> None:
        """Send typed text to the search box, wherever the focus is."""
        if event.is_printable and event.character and len(self.screen_stack) == 1:
            self.box.focus()
            self.box.insert_text_at_cursor(event.character)
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Send pasted text there too."""
        if len(self.screen_stack) == 1:
            self.box.focus()
            self.box.take_pasted(event.text)
            event.stop()
