"""The process of an engine: lines in, lines out, and an end that is certain."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import weakref
from collections.abc import AsyncIterator, Mapping, Sequence

from seekline.errors import EngineNotFound, ProtocolError
from seekline.framing import LineSplitter

log = logging.getLogger("seekline.engine")

CHUNK = 1 << 16
LONGEST = 256 << 20
"""The longest line that is read from its output, in bytes."""
LONGEST_NOTE = 1 << 20
"""The longest line that is read from its standard error, in bytes: a longer one is passed on in parts."""
PATIENCE = 0.4
"""How long the process may take to end by itself, in seconds."""
PATIENCE_WITH_ACTION = 20
"""How long it may take if it has to finish an action first. An action takes at most 15 s."""
TURNS = 40
"""For at least how many turns of the loop its last output is waited for."""
TAIL = 4096
"""How much of the end of its standard error is kept, in bytes."""


_running: weakref.WeakSet[EngineProcess] = weakref.WeakSet()


def _let_go() -> None:
    # A forked process inherits all pipes, and an engine sees the end of its input only once no process has it open.
    null = os.open(os.devnull, os.O_WRONLY)
    for process in list(_running):
        process.let_go(null)
    os.close(null)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _reason(error: OSError, binary: str) -> str:
    # For a program that exists, "no such file" means that its loader does not, as where the C library is musl.
    if isinstance(error, FileNotFoundError) and os.path.exists(binary):
        return "its dynamic loader is not on this machine; a packaged engine needs Linux with glibc 2.34 or newer"
    return error.strerror or str(error)


class EngineProcess:
    """A running engine. Its output is read all the time, so that it never blocks and always continues to read."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self._process = process
        self._stdin = process.stdin
        self._stdout = process.stdout
        self._stderr = process.stderr
        self._tail = bytearray()
        self._log_reader = asyncio.create_task(self._read_log())
        _running.add(self)

    @classmethod
    async def start(cls, command: Sequence[str], env: Mapping[str, str]) -> EngineProcess:
        """Start it in its own session: an interrupt from the terminal is for the client to handle."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=pipe, env=dict(env), start_new_session=True
            )
        except OSError as error:
            raise EngineNotFound(f"{command[0]} cannot be executed: {_reason(error, command[0])}") from error
        return cls(process)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    @property
    def stderr(self) -> str:
        """The end of what it wrote to standard error."""
        return self._tail.decode("utf-8", "replace")

    def write(self, line: bytes) -> None:
        """Write a whole line, now or as soon as the engine reads. Never waits, and never drops part of the line."""
        if not self._stdin.is_closing():
            self._stdin.write(line)

    async def drained(self) -> None:
        """Wait until most of what was written is in the pipe."""
        with contextlib.suppress(ConnectionError):
            await self._stdin.drain()

    async def lines(self) -> AsyncIterator[bytes]:
        """Iterate over the lines that it writes. What follows the last line end is dropped.

        Raises `ProtocolError` for a line that is longer than any message.
        """
        splitter = LineSplitter(limit=LONGEST)
        while chunk := await self._stdout.read(CHUNK):
            try:
                lines = splitter.feed(chunk)
            except ValueError as error:
                raise ProtocolError(f"the engine sent an invalid message: {error}") from error
            for line in lines:
                yield line

    async def _read_log(self) -> None:
        splitter = LineSplitter()
        while chunk := await self._stderr.read(CHUNK):
            self._tail = (self._tail + chunk)[-TAIL:]
            lines = splitter.feed(chunk)
            if len(rest := splitter.rest()) > LONGEST_NOTE:
                lines, splitter = [*lines, rest], LineSplitter()
            for line in lines:
                log.info("%s", line.decode("utf-8", "replace"))

    def close_input(self) -> None:
        """Close its input, which asks it to end."""
        self._stdin.close()

    def let_go(self, other: int) -> None:
        """Replace its input by another descriptor, in a forked process, which has inherited it."""
        pipe = self._stdin.transport.get_extra_info("pipe")
        if pipe is not None and not pipe.closed:
            os.dup2(other, pipe.fileno(), inheritable=False)

    def kill(self) -> None:
        """Kill it, whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def end(self) -> int | None:
        """Wait for it to end, and kill it if it does not end soon. Returns the exit code."""
        ended = asyncio.create_task(self._process.wait())
        try:
            await asyncio.wait([ended], timeout=PATIENCE)
            self.kill()
            # A killed process is gone in a moment, but a child process that inherited its pipes may keep them open.
            # They are waited for in turns, each of which reads what is there: time also passes while others run.
            turns = 0
            while turns < TURNS or self._process.returncode is None:
                turns += 1
                await asyncio.wait([ended, self._log_reader], timeout=PATIENCE / TURNS)
        finally:
            self.kill()
            for task in (ended, self._log_reader):
                task.cancel()
            self.close_input()
        return self._process.returncode
