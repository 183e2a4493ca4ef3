"""What every search box is: a text, a list and a detail, on the screen and in step with the engine."""

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
from seekline.tui.searchbox import MOVES, SearchBox
from seekline.tui.status import Situation
from seekline.tui.typed_ahead import hand_over

Answer = TypeVar("Answer")


class BoxApp(App[Answer]):
    """A search box, a list and a detail. What Enter and Esc come to is the business of those that are made of it.

    The text goes to `set_query` at each change, and what is shown is made of `State` alone: there is nothing here that
    the engine does not know, but for what is highlighted and how far is scrolled.
    """

    CSS_PATH = "styles.tcss"
    TITLE = "seekline"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012
    KEYS: ClassVar[tuple[Key, ...]] = ()
    """What the line of keys says."""
    can_mark = False
    """Whether rows can be marked."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f3,ctrl+p", "preview", "Preview", key_display="F3"),
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("ctrl+q", "quit", "Quit", key_display="^Q"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        *MOVES,
    ]

    def __init__(self, engine: Engine, *, query: str = "", opened: tuple[Session | None, int] = (None, 0)) -> None:
        """Search with `engine`; `opened` is what `open_search` has answered for `query`, if it was asked already."""
        super().__init__()
        self.theme = "tokyo-night"
        self.engine = engine
        self.session, self._short_by = opened
        self._first_query = query
        self._heard = query
        """What the session was told last of what stands in the box."""
        self._trouble: str | None = None
        self._told: Failure | None = None
        self._shown = State()

    def on_load(self) -> None:
        """Take over the keys that were pressed until now."""
        hand_over()

    # What is on the screen

    def get_default_screen(self) -> SearchScreen:
        """The screen, on which there may be a choice of sources."""
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
        """How things stand, as far as they are on the screen."""
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
        """Show the states of the session until there is another one."""
        assert self.session is not None
        try:
            async for state in self.session.changes():
                self._show(state)
        except SeeklineError as error:
            if self.is_running:
                self.fail(str(error))

    @work(group="silence")
    async def _heed_silence(self) -> None:
        """Say that the engine hangs, as long as it does."""
        async for _ in self.engine.silences():
            self._render_state()

    def fail(self, trouble: str) -> None:
        """Nothing goes on: the engine has ended."""
        raise NotImplementedError

    @work(group="calls")
    async def _call(self, call: Callable[[Session], Awaitable[object]]) -> None:
        """Tell the engine something. If it has died, whoever follows the states says so."""
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
            return  # Who leaves ends the calls that are under way, when there is no screen any more.
        self.view.show(self.situation)

    def complain(self, title: str, message: str) -> None:
        """Say what went wrong, in a corner."""
        self.notify(one_line(message), title=one_line(title), severity="error", markup=False)

    def remark(self, text: str) -> None:
        """Say why a key does nothing, in a corner."""
        self.notify(one_line(text), severity="warning", markup=False)

    # What a person does

    @on(Input.Changed, "#query")
    def _changed(self, event: Input.Changed) -> None:
        self.typed(event.value)

    def typed(self, text: str) -> None:
        """The text in the box has become another one."""
        self._call(lambda session: self._tell(session, text))
        self._render_state()

    async def _tell(self, session: Session, text: str) -> None:
        """Say what stands in the box, and show how much it lacks."""
        self._heard = text
        outcome = await session.set_query(text)
        if text == self.box.value:
            self._short_by = outcome.short_by or 0
            self._render_state()

    @on(SearchBox.Entered)
    def _submitted(self, event: SearchBox.Entered) -> None:
        self.entered(event.text, event.items)

    def entered(self, text: str, items: tuple[Item, ...]) -> None:
        """Enter was pressed, with this text in the box, and about these items; or they are still to be found."""
        raise NotImplementedError

    def aim(self) -> tuple[Item, ...]:
        """What Enter is about as things stand: what is highlighted, if it was found for what stands in the box."""
        item = self.results.item
        return () if item is None or self.situation.differs else (item,)

    @on(Results.Chosen)
    def _chosen(self, event: Results.Chosen) -> None:
        self.chosen(event.item)

    def chosen(self, item: Item) -> None:
        """An item of the list was clicked, or Enter was pressed in the list."""
        raise NotImplementedError

    @on(Button.Pressed, "#submit")
    def _pressed(self) -> None:
        self.submit(self.box.value)
        self.box.focus()

    def submit(self, text: str) -> None:
        """Search for a text now."""
        self._call(lambda session: session.submit(text))

    @on(Results.NearEnd)
    def _near_end(self) -> None:
        self._call(lambda session: session.next_page())

    def action_enter(self) -> None:
        """Say what Enter is about, behind what was typed."""
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
        """A preview goes along with what is highlighted, where that asks no server."""
        item = self.results.item
        if item is not None and self.detail.is_open and not self._is_shown(item) and self._is_here(item):
            self.open(item)

    def _is_shown(self, item: Item) -> bool:
        """Whether the detail is about this item, as it stands now: a line may be the same and stand elsewhere."""
        shown = self.detail.shown
        return shown is not None and (shown.id, shown.location) == (item.id, item.location)

    def _is_here(self, item: Item) -> bool:
        return item.location is not None or (self.session is not None and bool(self.session.source.takes_items))

    @work(exclusive=True, group="detail")
    async def open(self, item: Item) -> None:
        """Show an item at full length: of one with a location, the file around it."""
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
        """Make room for the list."""
        self.workers.cancel_group(self, "detail")
        self.detail.close()
        self.box.focus()
        self._render_state()

    def action_preview(self) -> None:
        """Show what is highlighted at full length; or, if that is there, no more."""
        if self.detail.is_open:
            self.close_detail()
        elif item := self.meant():
            self.open(item)

    def meant(self) -> Item | None:
        """The item that a key is about; of a list that is not that of the text, one that was chosen knowingly.

        That is by hand, since the text was typed, and while no list of it is on its way.
        """
        is_settled = self.session is not None and self.session.is_settled and self._heard == self.box.value
        knowingly = self.results.is_chosen_for_text and is_settled
        if self.results.item is not None and self.situation.differs and not knowingly:
            self.remark("What is highlighted was found for another text")
            return None
        return self.results.item

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now."""
        return not isinstance(self.screen, ModalScreen) or action in ("quit", "dismiss")

    def on_key(self, event: events.Key) -> None:
        """What is typed goes to the box, wherever the focus is."""
        if event.is_printable and event.character and len(self.screen_stack) == 1:
            self.box.focus()
            self.box.insert_text_at_cursor(event.character)
            event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """So does what is pasted."""
        if len(self.screen_stack) == 1:
            self.box.focus()
            self.box.take_pasted(event.text)
            event.stop()
