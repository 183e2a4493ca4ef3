"""The application: what a person does goes to the engine, and what the engine says is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import ClassVar

from textual import events, on, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from seekline import Engine, Failure, SeeklineError, Session, State
from seekline.tui.chooser import SourceChooser
from seekline.tui.detail import DetailPane
from seekline.tui.keys import keys_line
from seekline.tui.opening import open_search
from seekline.tui.plain import one_line
from seekline.tui.results import Results
from seekline.tui.status import FRAMES, STILL, Situation, empty_text, status_line


class SearchBox(Input):
    """Where the text stands. Its keys act in the order in which they are pressed.

    Textual types a character at once, but lets a key with a binding go up to the app first: of keys that come in a
    burst, what stands behind such a key would be typed before it acts.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.leave", show=False)]

    _ACTIONS: ClassVar[dict[str, str]] = {
        binding.key: binding.action for binding in Binding.make_bindings([*Input.BINDINGS, *BINDINGS])
    }

    async def on_key(self, event: events.Key) -> None:
        """Do what a key is bound to, here and now."""
        action = self._ACTIONS.get(event.key)
        if action is not None:
            event.stop()
            event.prevent_default()
            await self.app.run_action(action, self)


class SearchApp(App[None]):
    """A search box, a list and a detail.

    The text goes to `set_query` at each change, and what is shown is made of `State` alone: there is nothing here that
    the engine does not know, but for what is highlighted and how far is scrolled.
    """

    CSS_PATH = "styles.tcss"
    TITLE = "seekline"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (70, "-wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+r", "refresh", "Refresh", key_display="F5"),
        Binding("ctrl+t", "retry", "Try again", key_display="^T"),
        Binding("ctrl+g", "suggestion", "Did you mean", show=False),
        Binding("f2,ctrl+o", "sources", "Sources", key_display="F2"),
        Binding("escape", "leave", "Back", key_display="Esc"),
        Binding("ctrl+q", "quit", "Quit", key_display="^Q"),
        Binding("ctrl+c", "quit", show=False, priority=True),
        Binding("down", "move('cursor_down')", show=False),
        Binding("up", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
    ]

    def __init__(self, engine: Engine, *, query: str = "", opened: tuple[Session | None, int] = (None, 0)) -> None:
        """Search with `engine`; `opened` is what `open_search` has answered for `query`, if it was asked already."""
        super().__init__()
        self.theme = "tokyo-night"
        self.engine = engine
        self.session, self._short_by = opened
        self._first_query = query
        self._trouble: str | None = None
        self._told: Failure | None = None
        self._shown = State()
        self._texts: dict[str, tuple[object, ...]] = {}
        self._frame = 0
        self._waits = False
        self._turns = False

    # Parts

    def compose(self) -> ComposeResult:
        """The box on top, the list and the detail beside each other, the status and the keys below."""
        with Horizontal(id="box"):
            yield SearchBox(
                self._first_query, id="query", placeholder="Type to search", compact=True, select_on_focus=False
            )
            yield Static(id="spinner", markup=False)
            yield Button("Search", id="submit", variant="primary", compact=True, disabled=True)
        with Horizontal(id="body"):
            yield Results(id="results", markup=False)
            yield Static(id="empty", markup=False)
            yield DetailPane(id="detail")
        with Horizontal(id="bottom"):
            yield Static(id="status", markup=False)
            yield Static(id="credit", markup=False)
        yield Static(id="keys", markup=False)

    @property
    def results(self) -> Results:
        """The list."""
        return self.screen_stack[0].query_one(Results)

    @property
    def detail(self) -> DetailPane:
        """The detail."""
        return self.screen_stack[0].query_one(DetailPane)

    @property
    def box(self) -> Input:
        """The search box."""
        return self.screen_stack[0].query_one(Input)

    def _part(self, name: str) -> Static:
        return self.screen_stack[0].query_one(f"#{name}", Static)

    @property
    def situation(self) -> Situation:
        """How things stand, as far as they are on the screen."""
        source = None if self.session is None else self.session.source
        return Situation(source, self._shown, self.box.value, self._trouble, self._short_by)

    # The engine

    async def on_mount(self) -> None:
        """Start the engine once the screen is there."""
        self._spinner = self.set_interval(0.1, self._spin, pause=True)
        self._render_state()
        if self.session is None:
            self._start(None)
        else:
            self._follow()

    async def on_unmount(self) -> None:
        """End the engine."""
        await self.engine.close()

    @work(exclusive=True, group="session")
    async def _start(self, source: str | None) -> None:
        """Take a session on another source, or on a new engine, in the place of the one that is there."""
        session, self.session = self.session, None
        self._show(State())
        try:
            if session is not None:
                await session.close()
            text = self.box.value
            self.session, self._short_by = await open_search(self.engine, source, text)
            if self.box.value != text:
                await self._tell(self.session, self.box.value)
        except SeeklineError as error:
            self._fail(str(error))
        else:
            self._trouble = None
            self._follow()

    @work(exclusive=True, group="session")
    async def _follow(self) -> None:
        """Show the states of the session until there is another one."""
        assert self.session is not None
        try:
            async for state in self.session.changes():
                self._show(state)
        except SeeklineError as error:
            self._fail(str(error))

    def _fail(self, trouble: str) -> None:
        if not self.is_running:
            return
        self._trouble = trouble
        self._render_state()
        self.notify(one_line(trouble), title="The engine has ended", severity="error", markup=False)

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
            message = one_line(state.error.message)
            self.notify(message, title=f"{state.error.scope} failed".capitalize(), severity="error", markup=False)
        self._told = state.error
        self._render_state()

    def _render_state(self) -> None:
        if not self.is_running:
            return  # Who leaves ends the calls that are under way, when there is no screen any more.
        now = self.situation
        root = self.screen_stack[0]
        box, body, button = root.query_one("#box"), root.query_one("#body"), root.query_one("#submit", Button)
        title = one_line(now.source.title) if now.source else "seekline"
        if box.border_title != title:
            box.border_title = title
        if self._turns or not self._is_busy or now.trouble is not None:
            # What is over at once is not worth a word: the line about the list before stays.
            self._put("status", status_line(now))
        self._put("credit", Content(one_line((now.source and now.source.attribution) or "")), moves=True)
        self._put("empty", empty_text(now))
        self._put("keys", keys_line(can_retry=now.state.error is not None))
        body.set_class(not now.state.items, "-nothing")
        body.set_class(self.detail.is_open, "-detail")
        box.set_class(now.submits, "-submits")
        button.disabled = not (now.submits and now.state.can_submit)
        if not self._is_busy:
            self._spinner.pause()
            self._waits = self._turns = False
            self._put("spinner", Content(""))
        elif not self._waits:
            self._waits = True
            self._spinner.reset()

    def _put(self, name: str, content: Content, *, moves: bool = False) -> None:
        """Show a text, if it is another one than before: what is shown is drawn, and what `moves` laid out, anew."""
        text = (content.plain, *content.spans)
        if self._texts.get(name) != text:
            self._texts[name] = text
            self._part(name).update(content, layout=moves)

    @property
    def _is_busy(self) -> bool:
        state = self._shown
        return state.loading or state.opening is not None or (self.session is None and self._trouble is None)

    def _spin(self) -> None:
        """Turn the spinner, where something takes longer than a turn of it."""
        self._frame += 1
        if not self._turns:
            self._turns = True
            self._render_state()
        self._put("spinner", Content(STILL if self.animation_level == "none" else FRAMES[self._frame % len(FRAMES)]))

    # What a person does

    @on(Input.Changed, "#query")
    def _typed(self, event: Input.Changed) -> None:
        text = event.value
        self._call(lambda session: self._tell(session, text))
        self._render_state()

    async def _tell(self, session: Session, text: str) -> None:
        """Say what stands in the box, and show how much it lacks."""
        outcome = await session.set_query(text)
        if text == self.box.value:
            self._short_by = outcome.short_by or 0
            self._render_state()

    @on(Input.Submitted, "#query")
    def _entered(self, event: Input.Submitted) -> None:
        """Search for what stands in the box; if that is what is shown, open the item that is highlighted."""
        text = event.value
        now = replace(self.situation, text=text)
        item = self.results.item
        if item is None or now.differs or now.state.loading:
            self._call(lambda session: session.submit(text))
        else:
            self._open(item.id, item.title)

    @on(Button.Pressed, "#submit")
    def _pressed(self) -> None:
        self._call(lambda session: session.submit())
        self.box.focus()

    @on(Results.NearEnd)
    def _near_end(self) -> None:
        self._call(lambda session: session.next_page())

    @on(Results.Chosen)
    def _chosen(self, event: Results.Chosen) -> None:
        self._open(event.item.id, event.item.title)

    @work(exclusive=True, group="detail")
    async def _open(self, item_id: str, title: str) -> None:
        if self.session is None:
            return
        self.detail.opening(title)
        self._render_state()
        try:
            self.detail.show(await self.session.detail(item_id))
        except SeeklineError as error:
            if not self.is_running:
                return
            self.detail.fail(title, str(error))
            if self._trouble is None:
                self.notify(one_line(str(error)), title="Detail failed", severity="error", markup=False)

    async def action_enter(self) -> None:
        """Do what Enter does in the box."""
        await self.box.action_submit()

    def action_refresh(self) -> None:
        """Reload the list; start the engine again if it has died."""
        if self._trouble is not None:
            source = self.session.source.name if self.session else None
            self._start(source)
        else:
            self._call(lambda session: session.refresh())

    def action_retry(self) -> None:
        """Repeat what failed."""
        self._call(lambda session: session.retry())

    def action_suggestion(self) -> None:
        """Search for what may have been meant."""
        suggestion = self.situation.state.suggestion
        if suggestion:
            self.box.value = suggestion
            self.box.cursor_position = len(suggestion)

    def action_leave(self) -> None:
        """Close the detail; else stop what runs; else empty the box."""
        if self.detail.is_open:
            self.workers.cancel_group(self, "detail")
            self.detail.close()
            self.box.focus()
            self._render_state()
        elif self.situation.state.loading or self.situation.state.pending:
            self._call(lambda session: session.cancel())
        else:
            self.box.value = ""
            self.box.focus()

    def action_move(self, action: str) -> None:
        """Move in the list while the box has the focus."""
        getattr(self.results, f"action_{action}")()

    @work(group="sources")
    async def action_sources(self) -> None:
        """Let the person choose a source."""
        if self.session is None or self._trouble is not None:
            return
        current = self.session.source.name
        chosen = await self.push_screen_wait(SourceChooser(await self.engine.list_sources(), current))
        if chosen is not None and chosen != current:
            self.detail.close()
            self._start(chosen)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Which keys do something now; the footer shows those."""
        if isinstance(self.screen, ModalScreen):
            return action in ("quit", "dismiss")
        if action == "retry":
            return self.situation.state.error is not None
        return action != "suggestion" or bool(self.situation.state.suggestion)

    def on_key(self, event: events.Key) -> None:
        """What is typed goes to the box, wherever the focus is."""
        if event.is_printable and event.character and self.focused is not self.box and len(self.screen_stack) == 1:
            self.box.focus()
            self.box.insert_text_at_cursor(event.character)
            event.stop()
