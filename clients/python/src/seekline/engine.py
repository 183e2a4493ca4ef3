"""The engine: a process that searches, and the sessions in it."""

from __future__ import annotations

import asyncio
import dataclasses
import itertools
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any

from seekline.connection import Connection
from seekline.errors import EngineClosed, ProtocolError, SeeklineError
from seekline.filling import GivenItems
from seekline.latest import Latest
from seekline.locate import Path, command_line, find_engine
from seekline.pick import Pick
from seekline.session import Session
from seekline.state import State
from seekline.types import Options, Source

PATIENCE_AT_THE_START = 10
"""How long an engine may take to introduce itself, in seconds."""


class Engine:
    """A seekline process. `async with Engine() as engine:` starts it, and ends it whatever happens inside.

    The binary is `path`, or else what `find_engine` finds. `source` is what `open` opens by default;
    `settings` are the command line's `--set`, such as `{"wikipedia.language": "en"}`; `config` is a configuration file;
    `arguments` are passed on as they are, and `env` is added to the environment.

    If the process dies, every waiting call and iterator raises `EngineDied`, and so does every later call.
    `restart` starts it again; its sessions must then be opened again.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        source: str | None = None,
        settings: Mapping[str, str | int | bool] | None = None,
        config: Path | None = None,
        arguments: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._path = path
        self._source = source
        self._settings = settings or {}
        self._config = config
        self._arguments = arguments
        self._env = env or {}
        self._connection: Connection | None = None
        self._starting: Connection | None = None
        self._closings = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._lock = asyncio.Lock()
        self._silence = Latest(False)
        self._sessions = _Sessions(self._silence.set)
        self._names = itertools.count(1)
        self.version = ""
        """The version of the engine."""
        self.protocol_version = ""
        """The version of the protocol that it speaks."""
        self.sources: tuple[Source, ...] = ()
        """What can be searched."""

    async def __aenter__(self) -> Engine:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    @property
    def is_running(self) -> bool:
        """Whether there is an engine to call."""
        return self._connection is not None and self._connection.is_open

    @property
    def pid(self) -> int | None:
        """The id of the process, while it runs."""
        return self._connection.pid if self._connection is not None and self._connection.is_open else None

    @property
    def is_silent(self) -> bool:
        """Whether it hangs: for three seconds it has not answered what it answers at once, however slow a server is."""
        return self._silence.value

    async def silences(self) -> AsyncIterator[bool]:
        """Iterate over `is_silent`: its current value, then each change, including those of a process started later."""
        async for is_silent in self._silence.watch():
            yield is_silent

    async def start(self) -> None:
        """Start the process and initialize it. Does nothing if it is running.

        Raises `EngineClosed` if `close` is called meanwhile.
        """
        closings = self._closings
        async with self._turn():
            await self._start(closings)

    async def _start(self, closings: int) -> None:
        self._check_open(closings)
        if self.is_running:
            return
        env = {**os.environ, **self._env}
        binary = find_engine(self._path, env)
        command = command_line(binary, self._source, self._settings, self._config, self._arguments)
        sessions = _Sessions(self._silence.set)
        connection = self._starting = await Connection.start(command, env, sessions)
        try:
            self._check_open(closings)
            hello = connection.request("initialize", {"clientInfo": {"name": "seekline-python"}}, self._initialized)
            await asyncio.wait_for(hello, PATIENCE_AT_THE_START)
        except BaseException as error:
            await connection.close()
            if isinstance(error, asyncio.TimeoutError):
                raise ProtocolError(f"{binary} does not answer like an engine") from error
            raise
        finally:
            self._starting = None
        self._connection, self._sessions = connection, sessions

    def _check_open(self, closings: int) -> None:
        if self._closings != closings:
            raise EngineClosed("the engine has been closed")

    def _initialized(self, result: Any) -> None:
        self.protocol_version = result["protocolVersion"]
        self.version = result["serverInfo"]["version"]
        self.sources = _sources(result)

    async def close(self) -> None:
        """End the process, even one that is still being started. It is gone when this returns.

        An action that is being performed comes to its end first, unless the process is silent or this is cancelled.
        """
        self._closings += 1
        if self._starting is not None:
            await self._starting.close()
        async with self._turn():
            await self._close()

    async def _close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def restart(self) -> None:
        """End the process, if it is running, and start another one. Sessions must be opened again.

        If several tasks call this at the same time, the first does it for all.
        """
        before, closings = self._connection, self._closings
        async with self._turn():
            if self._connection is before or not self.is_running:
                await self._close()
                await self._start(closings)

    def _turn(self) -> asyncio.Lock:
        """Return the lock under which one task at a time starts or ends the process; each event loop gets a new one."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._lock = loop, asyncio.Lock()
        return self._lock

    async def open(self, source: str | Sequence[str] | None = None, **options: int | str) -> Session:
        """Open a session on a source, or on several at once; by default on the engine's `source`.

        The options are those of the protocol, in snake case: `open("wikipedia", debounce_ms=100, page_size=50)`.
        """
        known = {field.name for field in dataclasses.fields(Options)}
        if not known.issuperset(options):
            raise TypeError(f"there is no option {', '.join(sorted(set(options) - known))}; there are {sorted(known)}")
        params: dict[str, Any] = {"options": {_camel(name): value for name, value in options.items()}}
        if source is not None:
            params["source"] = source if isinstance(source, str) else list(source)
        connection, sessions = self._running()
        name = f"python-{next(self._names)}"
        params |= {"session": name}

        def opened(result: Any) -> Session:
            # Registered before anything else is read: its first notification may be the next message.
            session = sessions.by_name[name] = Session(
                connection,
                name,
                self._opened_on(result, source),
                Options.from_json(result["options"]),
                State.from_snapshot(result["state"]),
                forget=lambda: sessions.by_name.pop(name, None),
            )
            return session

        try:
            return await connection.request("openSession", params, opened)
        except asyncio.CancelledError:
            # The session has been opened, and registered, before this is answered.
            connection.post("closeSession", {"session": name}, lambda _: sessions.by_name.pop(name, None))
            raise

    def pick(self, items: GivenItems, *, query: str | None = "", **options: int | str) -> Pick:
        """Search a list of your own: `async with engine.pick(names) as session:`.

        The items are as for `Session.set_items`. They are sent in the background, while `query` is already being
        searched for (an empty one shows the list; None searches for nothing yet); the options are those of `open`.
        """
        return Pick(lambda: self.open("list", **options), items, query)

    async def list_sources(self) -> tuple[Source, ...]:
        """Ask what can be searched, and what each source still needs."""
        connection, _ = self._running()
        self.sources = await connection.request("listSources", {}, _sources)
        return self.sources

    def _opened_on(self, opened: Any, wanted: str | Sequence[str] | None) -> Source:
        """Return the source that a session has been opened on; for several, one that stands for all."""
        if wanted is None or isinstance(wanted, str):
            return next(source for source in self.sources if source.name == opened["source"])
        sources = [source for name in wanted for source in self.sources if source.name == name]
        return Source(
            opened["source"],
            ", ".join(source.title for source in sources),
            "several sources at once",
            any(source.configured for source in sources),
            Options.from_json(opened["options"]),
            type="union",
        )

    def _running(self) -> tuple[Connection, _Sessions]:
        if self._connection is None:
            raise EngineClosed("the engine does not run: it has not been started, or is closed")
        return self._connection, self._sessions


class _Sessions:
    """The sessions of one process. Passes each notification to the session that it is about."""

    def __init__(self, silence_changed: Callable[[bool], None]) -> None:
        self.by_name: dict[str, Session] = {}
        self.silence_changed = silence_changed

    @property
    def waits(self) -> bool:
        return any(not session.state.settled for session in self.by_name.values())

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        session = self.by_name.get(params.get("session", ""))
        if session is not None:
            session.notified(method, params)

    def ended(self, reason: SeeklineError) -> None:
        for session in list(self.by_name.values()):
            session.ended(reason)


def _sources(result: Any) -> tuple[Source, ...]:
    return tuple(Source.from_json(source) for source in result["sources"])


def _camel(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)
