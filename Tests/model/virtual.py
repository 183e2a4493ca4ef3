"""The model in virtual time, with a source that answers when it is told to."""

import json
from typing import Any, Dict, List, Optional, Tuple

from framing import Stream
from methods import Engine
from madeup import MadeUp
from options import Options
from several import Several
from source import Source
from timeline import Timeline
from wire import Wire


class Virtual:
    """An engine, its client and its source. `messages` holds what was sent, with its time."""

    def __init__(self, source: Optional[Dict[str, Any]] = None, is_script: bool = False) -> None:
        self.timeline = Timeline()
        kind = source or {}
        self.source = MadeUp(
            "wikipedia" if source is None else "made", self.timeline, bool(kind.get("local")), bool(kind.get("filled")))
        searched: Source = self.source
        options = Options()
        if "of" in kind:
            searched = Several("made", [self._one_of(each) for each in kind["of"]], self.timeline, is_script)
            options = searched.options()
        self.messages: List[Tuple[Any, Optional[str]]] = []
        """What was sent, and its text as it was written."""
        self.engine = Engine([searched], options, self.timeline, self._tell, is_script)
        self.wire = Wire(self.engine, lambda text: self.messages.append((json.loads(text), text)))
        self.stream = Stream(self.wire)

    def _one_of(self, described: Any) -> Tuple[Source, Options]:
        given = {"name": described} if isinstance(described, str) else dict(described)
        source = MadeUp(given.pop("name"), self.timeline, self.source.is_local, of=self.source)
        return source, Options().with_set(given)

    def _tell(self, message: Dict[str, Any]) -> None:
        self.messages.append((message, None))

    def send(self, message: Dict[str, Any]) -> None:
        """Sends a message from the client."""
        self.stream.feed(self.stream.frame(json.dumps(message)))

    def exit_code(self) -> Optional[int]:
        """Returns the code with which the process would have exited; None if it would not have."""
        if self.engine.exit_code is not None and not self.engine.performing.running:
            return self.engine.exit_code
        return self.wire.exit_code if self.wire.has_ended and not self.engine.is_busy() else None
