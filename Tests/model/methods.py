"""The engine: sessions, and what each method does."""

import json
import pathlib
from typing import Any, Callable, Dict, List, Optional, Protocol, Union

from jsontext import is_same_id
from opening import Answer
from options import Options
from params import Params, boolean, count, string
from performing import Performing
from rpc import MISSING, Problem
from session import Message, Session
from source import Source
from timeline import Timeline

PROTOCOL = "1.1"
MOST_QUERY = 10_000
OPENRPC = pathlib.Path(__file__).resolve().parents[2] / "protocol" / "openrpc.json"


class Batch(Protocol):
    """Several calls that are answered together."""

    def hold(self, session: Session) -> None:
        """Notes that a session is called: it sends nothing before the answer."""

    def look_at(self, session: Session) -> None:
        """Notes that a session's state is requested: what was unsent follows this answer, and waits for no other."""


class Open:
    """An unanswered request."""

    def __init__(self, id: str, answer: Answer, session: Session) -> None:
        self.id = id
        self.answer = answer
        self.session = session


class Engine:
    """All sessions and their sources. `send` is called with each notification."""

    def __init__(
        self, sources: List[Source], defaults: Options, timeline: Timeline, send: Callable[[Message], None],
        is_script: bool = False,
    ) -> None:
        self.sources = {source.name: source for source in sources}
        self.default_source = sources[0].name
        self.defaults = defaults
        self.timeline = timeline
        self.send = send
        self.is_script = is_script
        self.settled: Callable[[], None] = lambda: None
        self.sessions: Dict[str, Session] = {}
        self.open: List[Open] = []
        self.performing = Performing(timeline, self._has_changed, lambda: self.settled())
        self.was_default_opened = False
        self.is_shut_down = False
        self.exit_code: Optional[int] = None
        self.batch: Optional[Batch] = None
        """The batch that is being carried out."""
        self.cancel_waiting: Callable[[str], bool] = lambda id: False
        """Ends a request that waits for its turn in a script; returns whether there was one."""
        self._names = 0
        self._behind: List[Callable[[], None]] = []
        self.methods: Dict[str, Callable[[Params, Optional[str], Optional[Answer]], Any]] = {
            "initialize": self._initialize,
            "listSources": lambda *_: {"sources": self._source_list()},
            "openSession": self._open_session,
            "closeSession": self._close_session,
            "setItems": self._set_items,
            "setQuery": self._set_query,
            "submit": self._submit,
            "reachedBottom": self._reached_bottom,
            "refresh": lambda params, *_: self._session(params).box.refresh(),
            "retry": lambda params, *_: self._session(params).box.retry(),
            "cancel": lambda params, *_: self._session(params).cancel(),
            "openDetail": self._open_detail,
            "perform": self._perform,
            "getState": self._get_state,
            "rpc.discover": lambda *_: json.loads(OPENRPC.read_text(encoding="utf-8")),
            "shutdown": self._shutdown,
            "exit": self._exit,
            "$/cancelRequest": self._cancel_request,
        }

    def call(self, method: str, params: Params, id: Optional[str], answer: Optional[Answer]) -> None:
        """Carries out one call. `id` is the text of a request's id; a notification has neither `id` nor `answer`."""
        try:
            if self.exit_code is not None:
                raise Problem(-32600, "nothing may follow `exit`")
            if self.is_shut_down and method != "exit":
                raise Problem(-32600, "only `exit` may follow `shutdown`")
            if method not in self.methods:
                raise Problem(-32601, f"`{method[:80]}`")
            result = self.methods[method](params, id, answer)
            if result is not LATER and answer:
                answer(result)
        except Problem as problem:
            if answer:
                answer(problem)

    def flush(self) -> None:
        """Sends what the calls so far have caused."""
        behind, self._behind = self._behind, []
        for tell in behind:
            tell()
        for session in list(self.sessions.values()):
            session.flush()

    def is_busy(self) -> bool:
        """Whether a script must wait."""
        return bool(self.performing.running) or any(session.is_busy() for session in self.sessions.values())

    def drain(self) -> None:
        """Handles the end of the input."""
        for source in self.sources.values():
            source.end_of_input()
        for session in self.sessions.values():
            session.drain()
        self.flush()

    def source_changed(self) -> None:
        """Handles a change of what is searched."""
        for session in self.sessions.values():
            session.box.source_changed()
        self.flush()

    def _has_changed(self, session: Session) -> None:
        for other in self.sessions.values():
            if other.source is session.source:
                other.box.source_changed()
        self.flush()

    # Methods

    def _initialize(self, params: Params, *_: Any) -> Any:
        string(params, "protocolVersion", optional=True)
        if not isinstance(params.get("clientInfo", {}), dict):
            raise Problem.of_param("clientInfo", "an object", params["clientInfo"])
        info = {"name": "the model of seekline", "version": PROTOCOL}
        return {"protocolVersion": PROTOCOL, "serverInfo": info, "sources": self._source_list()}

    def _source_list(self) -> List[Dict[str, Any]]:
        return [{**source.description(), "options": vars(self.defaults)} for source in self.sources.values()]

    def _session(self, params: Params) -> Session:
        name = string(params, "session", optional=True)
        if name is None:
            name = "default"
        if name not in self.sessions:
            if name != "default":
                shown = json.dumps(name, ensure_ascii=False)
                raise Problem(-32001, f"{shown} is not open; `openSession` opens it", {"session": name})
            self._new_session(name, self.default_source, self.defaults)
        if self.batch:
            self.batch.hold(self.sessions[name])
        return self.sessions[name]

    def _new_session(self, name: str, source: str, options: Options) -> Session:
        acting = options.without_waiting() if self.is_script else options
        session = Session(name, self.sources[source], acting, self.timeline, self.send, lambda: self.settled())
        session.options = options
        self.sessions[name] = session
        return session

    def _open_session(self, params: Params, *_: Any) -> Any:
        source = string(params, "source", optional=True)
        name = string(params, "session", optional=True)
        if source is None:
            source = self.default_source
        if source not in self.sources:
            known = ", ".join(self.sources)
            raise Problem(-32002, f"{json.dumps(source, ensure_ascii=False)}; there are {known}", {"source": source})
        while name is None:
            self._names += 1
            name = f"session-{self._names}" if f"session-{self._names}" not in self.sessions else None
        if name in ("", "default") or name in self.sessions:
            raise Problem.of_param("session", "a name that is not open", name)
        options = self.defaults.with_set(params.get("options"))
        session = self._new_session(name, source, options)
        if self.batch:
            self.batch.hold(session)
        return {"session": name, "source": source, "options": vars(options), "state": session.snapshot()}

    def _close_session(self, params: Params, *_: Any) -> Any:
        session = self._session({"session": string(params, "session")})
        if self.batch:
            self.batch.close(session)
        else:
            session.let_go()
        self._end(session)
        return {}

    def _end(self, session: Session) -> None:
        if self.batch:
            self.batch.hold(session)
        del self.sessions[session.name]
        session.close()
        self._behind.append(session.tell_last)

    def _set_items(self, params: Params, *_: Any) -> Any:
        items = params.get("items")
        if not isinstance(items, list):
            raise Problem.of_param("items", "an array", items)
        for item in items:
            if not isinstance(item, str) and not isinstance(isinstance(item, dict) and item.get("title"), str):
                raise Problem.of_param("items", "strings, and objects with a title", item)
        append, done = boolean(params, "append"), boolean(params, "done")
        session = self._session(params)
        if not session.source.is_filled:
            raise Problem.of_param("session", "one on a source that takes items", session.name)
        return session.set_items(len(items), bool(append), done is not False)

    def _set_query(self, params: Params, *_: Any) -> Any:
        query = self._query(params)
        composing = boolean(params, "composing")
        session = self._session(params)
        outcome = session.box.set_query(query or "", composing is True)
        short = session.box.options.short_by(session.box.text)
        return {**outcome, "shortBy": short} if short else outcome

    def _query(self, params: Params, optional: bool = False) -> Optional[str]:
        query = string(params, "query", optional)
        if query is not None and len(query) > MOST_QUERY:
            raise Problem(-32602, f"`query` must have at most {MOST_QUERY} code points, not {len(query)}",
                          {"param": "query", "expected": f"at most {MOST_QUERY} code points"})
        return query

    def _submit(self, params: Params, *_: Any) -> Any:
        return self._session(params).box.submit(self._query(params, optional=True))

    def _reached_bottom(self, params: Params, *_: Any) -> Any:
        generation = count(params, "generation")
        need = count(params, "need")
        return self._session(params).box.reached_bottom(generation, need)

    def _open_detail(self, params: Params, id: Optional[str], answer: Optional[Answer]) -> Any:
        item = string(params, "id")
        session = self._session(params)
        if answer is None or id is None:
            session.open_detail(item or "", None)
            return LATER
        reply = answer
        request = Open(id, lambda outcome: None, session)

        def once(outcome: Union[Dict[str, Any], Problem]) -> None:
            if request in self.open:
                self.open.remove(request)
            reply(outcome)

        request.answer = once
        self.open.append(request)
        session.open_detail(item or "", once)
        return LATER

    def _perform(self, params: Params, id: Optional[str], answer: Optional[Answer]) -> Any:
        wanted, action = string(params, "id") or "", string(params, "action") or ""
        generation = count(params, "generation")
        session = self._session(params)
        self.performing.begin(session, wanted, action, generation, id, answer)
        return LATER

    def _get_state(self, params: Params, *_: Any) -> Any:
        session = self._session(params)
        session.tell()
        if self.batch:
            self.batch.look_at(session)
        else:
            session.tell_kept()
        return session.snapshot()

    def _cancel_request(self, params: Params, *_: Any) -> Any:
        if "id" not in params:
            raise Problem.of_param("id", "the id of a request", MISSING)
        wanted = params.raw["id"] if isinstance(params, RawParams) else json.dumps(params["id"])
        if self.cancel_waiting(wanted):
            return {}
        for request in list(self.open):
            if is_same_id(request.id, wanted) and request.session.opening.answer is request.answer:
                request.session.opening.cancel()
        self.performing.cancel(wanted)
        return {}

    def _shutdown(self, params: Params, id: Optional[str], answer: Optional[Answer]) -> Any:
        for session in list(self.sessions.values()):
            self._end(session)
        self.flush()
        self.is_shut_down = True
        if self.performing.running and answer:
            reply = answer
            self.performing.when_empty = lambda: reply(None)
            return LATER
        return None

    def _exit(self, *_: Any) -> Any:
        self.exit_code = 0 if self.is_shut_down else 1
        return {}


class RawParams(dict):
    """The params, and the text of each."""

    raw: Dict[str, str] = {}


LATER = object()
