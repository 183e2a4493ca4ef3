"""Requests, answers and notifications between this process and an engine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from seekline.errors import EngineClosed, EngineDied, ProtocolError, SeeklineError, request_failure
from seekline.process import PATIENCE, PATIENCE_WITH_ACTION, EngineProcess
from seekline.silence import Silence

T = TypeVar("T")

SLOW = frozenset(["openDetail", "perform"])
"""The requests that take as long as the source does. The engine answers all others at once."""


class Listener(Protocol):
    """Receives what the engine sends without being asked."""

    def notified(self, method: str, params: Mapping[str, Any]) -> None:
        """Handle a notification."""

    def ended(self, reason: SeeklineError) -> None:
        """Handle the end: nothing more will come."""

    @property
    def waits(self) -> bool:
        """Whether notifications are expected soon."""

    def silence_changed(self, is_silent: bool) -> None:
        """Handle that the engine has fallen silent, as if it hung, or is heard again."""


@dataclass(slots=True)
class _Request:
    method: str
    future: asyncio.Future[Any] | None
    answered: Callable[[Any], Any]

    @property
    def is_slow(self) -> bool:
        return self.method in SLOW


class Connection:
    """The connection to an engine process.

    open --(its output ends | it makes no sense | `close`)--> ended, for good: every waiting call raises the reason,
    and so does every later one. Whether a session is open is the engine's business and not known here.
    """

    def __init__(self, process: EngineProcess, listener: Listener) -> None:
        self._process = process
        self._listener = listener
        self._requests: dict[int, _Request] = {}
        self._number = 0
        self._patience: float = PATIENCE
        self._reason: SeeklineError | None = None
        self._silence = Silence(self._waits, self._ask_for_life, listener.silence_changed)
        self._reader = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str], listener: Listener) -> Connection:
        """Start an engine."""
        return cls(await EngineProcess.start(command, env), listener)

    @property
    def pid(self) -> int:
        """The id of the engine's process."""
        return self._process.pid

    @property
    def is_open(self) -> bool:
        """Whether calls may still succeed."""
        return self._reason is None

    # Sending

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        """Send a notification; once the connection has ended, it is dropped."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def post(self, method: str, params: Mapping[str, Any], answered: Callable[[Any], object]) -> None:
        """Send a request without waiting for the answer; once the connection has ended, it is dropped."""
        if self.is_open:
            self._send(method, params, None, answered)

    async def request(
        self,
        method: str,
        params: Mapping[str, Any],
        answered: Callable[[Any], T],
        *,
        withdraw: bool = False,
    ) -> T:
        """Send a request, and return what `answered` makes of its result.

        `answered` is called before anything else is read, even if nobody is waiting any more. With `withdraw`,
        cancelling the waiting task cancels the request in the engine too.
        """
        if self._reason is not None:
            raise self._reason.with_traceback(None)
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        number = self._send(method, params, future, answered)
        try:
            await self._process.drained()
            return await future
        except asyncio.CancelledError:
            if withdraw and number in self._requests:
                self.notify("$/cancelRequest", {"id": number})
            raise
        finally:
            if not future.cancel() and not future.cancelled():
                future.exception()  # Marks it as retrieved, even if a cancellation came first.

    def _send(
        self,
        method: str,
        params: Mapping[str, Any],
        future: asyncio.Future[Any] | None,
        answered: Callable[[Any], object],
    ) -> int:
        self._number += 1
        self._requests[self._number] = _Request(method, future, answered)
        if method in SLOW:
            self._silence.awaited()
        else:
            self._silence.asked()
        self._write({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        return self._number

    def _write(self, message: Mapping[str, Any]) -> None:
        # As ASCII: a lone surrogate, which a Python string can hold but UTF-8 cannot, becomes an escape.
        self._process.write(json.dumps(message, separators=(",", ":"), allow_nan=False).encode("ascii") + b"\n")

    # Receiving

    async def _read(self) -> None:
        try:
            async for line in self._process.lines():
                if self._reason is None:
                    self._receive(line)
                    self._silence.heard()
                # Lets waiting tasks see each change before the next one is read.
                await asyncio.sleep(0)
        except ProtocolError as error:
            self._reason = error
            self._process.kill()
        finally:
            exit_code: int | None = None
            try:
                exit_code = await self._process.end()
            finally:
                self._end(self._reason or EngineDied(exit_code, self._process.stderr))

    def _receive(self, line: bytes) -> None:
        if not line.strip():
            return
        try:
            message = json.loads(line.decode("utf-8"))
            if "method" in message:
                self._listener.notified(message["method"], message.get("params") or {})
            else:
                self._answer(message)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
            said = line[:200].decode("utf-8", "replace")
            raise ProtocolError(f"the engine sent an invalid message ({error!r}): {said}") from error

    def _answer(self, message: Mapping[str, Any]) -> None:
        number = message["id"]
        request = self._requests.get(number)
        if request is None:
            return
        # A malformed answer raises here, while the request is still registered, so that it fails with all the others.
        failure = request_failure(message["error"]) if "error" in message else None
        result = None if failure else request.answered(message["result"])
        del self._requests[number]
        if not request.is_slow:
            self._silence.answered()
        if request.future is None or request.future.done():
            return
        if failure:
            request.future.set_exception(failure)
        else:
            request.future.set_result(result)

    def _waits(self) -> bool:
        return any(request.is_slow for request in self._requests.values()) or self._listener.waits

    def _ask_for_life(self) -> None:
        """Make the engine say something, by a request that does nothing."""
        self.post("$/cancelRequest", {"id": "nothing"}, lambda _: None)

    # Ending

    async def close(self) -> None:
        """End the engine, once it has finished its actions. It is gone when this returns, even if this is cancelled."""
        if self._reason is None:
            if not self._silence.is_silent and any(each.method == "perform" for each in self._requests.values()):
                self._patience = PATIENCE_WITH_ACTION
            self.notify("shutdown", {})
            self.notify("exit", {})
            self._process.close_input()
            # At once: what an engine reports as it ends, such as that nothing is under way any more, answers no call.
            self._end(EngineClosed("the engine has been closed"))
        try:
            await asyncio.wait([self._reader], timeout=self._patience)
        finally:
            # Even if this is cancelled. A killed process is gone in a moment, but a child process that inherited its
            # output may keep that open.
            self._process.kill()
            await asyncio.wait([self._reader], timeout=PATIENCE)
            self._reader.cancel()
            await asyncio.wait([self._reader])

    def _end(self, reason: SeeklineError) -> None:
        self._reason = reason
        self._silence.end()
        requests, self._requests = self._requests, {}
        for request in requests.values():
            if request.future is not None and not request.future.done():
                request.future.set_exception(reason)
        self._listener.ended(reason)
