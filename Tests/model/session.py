"""A session: a search box and a detail, and what a client is told about them."""

from typing import Any, Callable, Dict, List, Optional

from opening import Answer, Opening
from options import Options
from searchbox import Outcome, SearchBox
from source import Source
from timeline import Timeline

Message = Dict[str, Any]


class Session:
    """A session. After each event it reports what has changed, once: `items`, `error`, `detail`, then `loading`."""

    def __init__(
        self, name: str, source: Source, options: Options, timeline: Timeline,
        send: Callable[[Message], None], settled: Callable[[], None],
    ) -> None:
        self.name = name
        self.source = source
        self.options = options
        self._send = send
        self._settled = settled
        self.seq = 0
        self.box = SearchBox(source, options, timeline, self._happened)
        self.opening = Opening(source, self._happened)
        self._held = 0
        self.is_growing = False
        self._told = self._loading()
        self._holds = 0
        self._is_let_go = False
        self._kept: List[Message] = []

    def open_detail(self, id: str, answer: Optional[Answer]) -> None:
        """Opens a detail."""
        self.opening.open(id, answer)

    def set_items(self, count: int, append: bool, done: bool) -> Dict[str, int]:
        """Handles items that the client supplies to be searched (rule 19)."""
        self._held = count + (self._held if append else 0)
        self.is_growing = not done
        self.box.source_changed()
        return {"held": self._held, "dropped": 0}

    def drain(self) -> None:
        """Handles the end of the input."""
        self.is_growing = False
        self.box.drain()

    def cancel(self) -> Outcome:
        """Stops what is pending, running or opening."""
        was_opening = self.opening.cancel()
        was_busy = self.box.cancel()
        outcome = "cancelled" if was_busy or was_opening else "idle"
        if outcome == "cancelled":
            self.box.own.drop_look()
        return {"outcome": outcome, "generation": self.box.generation}

    def close(self) -> None:
        """Ends it: its last message says that nothing is under way."""
        self.box.close()
        self.opening.cancel()

    def tell_last(self) -> None:
        """Reports what a client must know about an ended session: that nothing is under way in it."""
        loading = self._loading()
        if self._told["loading"] or self._told["pending"] or self._told["opening"] is not None:
            self._told = loading
            self._notify("loading", loading)

    def is_busy(self) -> bool:
        """Whether a script must wait for it. Text that is composed or too short counts as settled."""
        return bool(self.box.load or self.box.debounce or self.opening.id is not None or self.box.back_off.has_wish)

    def hold(self) -> None:
        """Holds notifications back until an answer has been sent."""
        self._holds += 1

    def release(self) -> None:
        """Releases the notifications after the answer."""
        self._holds -= 1
        if self._holds == 0:
            self.tell_kept()
            self.flush()

    def let_go(self) -> None:
        """Closes it: its end waits for no answer to an older batch."""
        self._is_let_go = True
        self.tell_kept()

    def tell_kept(self) -> None:
        """Sends what waits for an answer."""
        kept, self._kept = self._kept, []
        for message in kept:
            self._send(message)

    def flush(self) -> None:
        """Reports what has changed, unless an answer comes first: then, what is true after it."""
        if self._holds == 0:
            self.tell()

    def tell(self) -> None:
        """Reports what has changed; after the answer, if one comes first."""
        box, opening = self.box, self.opening
        if box.items_to_tell is not None:
            start, box.items_to_tell = box.items_to_tell, None
            self._notify("items", box.list.members(start))
        if box.error_to_tell:
            box.error_to_tell = False
            if error := box.standing_error():
                self._notify("error", error)
        if opening.detail_to_tell is not None:
            detail, opening.detail_to_tell = opening.detail_to_tell, None
            self._notify("detail", detail)
        if opening.error_to_tell:
            opening.error_to_tell = False
            if opening.failure:
                self._notify("error", opening.failure.members("detail"))
        loading = self._loading()
        if loading != self._told:
            self._told = loading
            self._notify("loading", loading)
        if box.own.is_due:
            box.own.consider()
            if self._loading() != self._told:
                self.flush()

    def snapshot(self) -> Dict[str, Any]:
        """Returns what the notifications up to `seq` add up to."""
        snapshot = {**self.box.list.members(0), **self._loading(), "seq": self.seq}
        del snapshot["from"]
        error = self.box.standing_error()
        if self.opening.failure:
            snapshot["detailError"] = self.opening.failure.members("detail")
            error = error or snapshot["detailError"]
        if error:
            snapshot["error"] = error
        return snapshot

    def _happened(self) -> None:
        self.flush()
        self._settled()

    def _loading(self) -> Dict[str, Any]:
        growing = {"growing": True} if self.is_growing else {}
        return {**self.box.members(), "opening": self.opening.id, "generation": self.box.generation, **growing}

    def _notify(self, method: str, members: Dict[str, Any]) -> None:
        self.seq += 1
        params = {"session": self.name, "seq": self.seq, "generation": self.box.generation, **members}
        send = self._kept.append if self._holds and not self._is_let_go else self._send
        send({"jsonrpc": "2.0", "method": method, "params": params})
