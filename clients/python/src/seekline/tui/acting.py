"""A search box that can perform actions on items."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual import on, work
from textual.binding import Binding, BindingType

from seekline import EngineClosed, EngineDied, Item, ItemAction, NoSuchItem, SeeklineError, Session
from seekline.tui.base import Answer, BoxApp
from seekline.tui.menu import ActionMenu
from seekline.tui.plain import one_line
from seekline.tui.results import Results
from seekline.tui.status import Situation


class Acting(BoxApp[Answer]):
    """Offers the actions of the highlighted item, and reports the result of the chosen one.

    Item and list are those for which the menu was opened, whatever is shown when the choice is made. Nothing typed
    meanwhile stops the action; the list follows the engine by itself.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4,alt+enter", "actions", "Actions", key_display="F4"),
    ]
    _doing: ItemAction | None = None
    """The action that is running."""
    _leaves = False
    """Whether the app is to end once that is done."""

    @property
    def situation(self) -> Situation:
        """The situation that the screen shows."""
        item = self.results.item
        doing = None if self._doing is None else self._doing.title
        return replace(super().situation, can_act=item is not None and bool(item.actions), doing=doing)

    @on(Results.Highlighted)
    def _offer(self) -> None:
        """Show the key if the item has actions."""
        self._render_state()

    def action_actions(self) -> None:
        """Let the user choose an action for the highlighted item."""
        session, item, generation = self.session, self.meant(), self.results.list_generation
        if session is None or item is None:
            return
        if self._doing is not None:
            self.remark(f"{self._doing.title} has not finished yet")
        elif not item.actions:
            self.remark(f"There are no actions on {item.title}")
        else:

            def chosen(action: ItemAction | None) -> None:
                if action is not None:
                    self._perform(session, item, action, generation)

            self.push_screen(ActionMenu(item), chosen)

    @work(group="perform")
    async def _perform(self, session: Session, item: Item, action: ItemAction, generation: int) -> None:
        self._doing = action
        self._render_state()
        is_asked = session.is_open
        try:
            done = await session.perform(item.id, action.name, generation=generation)
        except NoSuchItem:
            self._failed(action, f"Nothing was done with {item.title}: the list has changed meanwhile")
        except (EngineDied, EngineClosed) as error:
            what = "the outcome is unknown" if is_asked else "nothing was done"
            self._failed(action, f"{error}; {what}")
        except SeeklineError as error:
            self._failed(action, str(error))
        else:
            self.notify(one_line(done.message or "Done"), title=one_line(action.title), markup=False)
        finally:
            self._doing = None
            self._render_state()
            if self._leaves:
                self.exit()

    def _failed(self, action: ItemAction, message: str) -> None:
        if self.is_running:
            self.complain(action.title, message)

    async def action_quit(self) -> None:
        """Leave; while an action runs, only once it is over or when asked again."""
        if self._doing is None or self._leaves:
            self.exit()
        else:
            self._leaves = True
            self.remark(f"{self._doing.title} has not finished yet. Ctrl+C again leaves at once, and stops it")
