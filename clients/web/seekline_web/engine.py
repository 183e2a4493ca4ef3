"""The engine's process: starts it, exchanges lines with it, and starts another when it dies.

    down --start--> up --death--> down (everything unanswered fails) --back-off--> up ...
                     \\--stop()--> ended

It knows nothing of browsers, or of who asked what: it passes answers to the callbacks of the requests, and notifications
to `listener`.
"""

import asyncio
import contextlib
import itertools
import json
import re
import time

# Longer than any notification, and than any answer but that to `getState` with a long list.
LINE_LIMIT = 64 << 20
LONG_ANSWER = re.compile(rb'\{"jsonrpc":"2\.0","id":(\d+),')
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 10.0
HELLO_PATIENCE = 10.0
STOP_PATIENCE = 2.0
LAST_PATIENCE = 0.5
SILENT_SECONDS = 8
GONE = {"code": -32603, "message": "Internal error: the engine has ended", "data": {"bridge": "engineDown"}}
TOO_LONG = {"code": -32603, "message": "Internal error: the answer is too long", "data": {"bridge": "tooLong"}}


class EngineError(Exception):
    """The engine could not be started, or did not answer `initialize`."""


async def next_line(output):
    """Returns the next line; of one that is too long only the beginning, without its LF; at the end nothing."""
    beginning = None
    while True:
        try:
            line = await output.readuntil(b"\n")
            return beginning or line
        except asyncio.IncompleteReadError:
            return b""
        except asyncio.LimitOverrunError as overrun:
            part = await output.readexactly(overrun.consumed)
            beginning = beginning or part[:100]


class Engine:
    """One process after another. `listener` has `engine_up(hello)`, `engine_down()` and `engine_said(session, line)`."""

    def __init__(self, command, environment=None):
        self.command = command
        self.environment = environment
        self.listener = None
        self.process = None
        self.is_up = False
        self._numbers = itertools.count(1)
        self._waiting = {}
        self._reader = None
        self._keeper = None
        self._ping = None
        self._is_ending = False

    async def start(self):
        """Starts the process and keeps one running from then on; raises EngineError if the first does not work."""
        try:
            hello = await self._launch()
        except OSError as error:
            raise EngineError(f"{self.command[0]} cannot be started: {error.strerror}") from error
        if hello is None:
            raise EngineError(f"{self.command[0]} did not answer `initialize`")
        self._keeper = asyncio.create_task(self._keep())
        return hello

    async def stop(self):
        """Ends the process, and does not start another."""
        self._is_ending = True
        self.is_up = False
        for task in (self._keeper, self._ping):
            if task:
                task.cancel()
        if self.process and self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), STOP_PATIENCE)
            except asyncio.TimeoutError:
                self.process.kill()
                await self.process.wait()
        if self._reader:
            await self._reader

    def call(self, method, params, done):
        """Sends a request and returns its number; `done` gets the members of the answer except its id, exactly once."""
        number = next(self._numbers)
        if not self.process:
            asyncio.get_running_loop().call_soon(done, {"error": GONE})
            return number
        self._write({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        self._waiting[number] = done
        return number

    def tell(self, method, params):
        """Sends a notification."""
        if self.process:
            self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def ping(self, done):
        """Asks for a sign of life. A process that gives none for eight seconds hangs: it is killed, and another started."""
        self.call("$/cancelRequest", {"id": "nothing"}, done)
        if self.process and not self._ping:
            self._ping = asyncio.create_task(self._expect_answer(self.process))

    async def drain(self):
        """Waits until the process has taken what was written."""
        if self.process:
            try:
                await self.process.stdin.drain()
            except ConnectionError:
                pass  # Its death is noticed by the reader.

    # MARK: The process

    async def _launch(self):
        """Starts a process and returns its hello; None, with the process ended, if it dies, refuses, or does not answer."""
        # In its own session: an interrupt from the terminal is for the bridge, which then ends the engine.
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LINE_LIMIT,
            start_new_session=True, env=self.environment,
        )
        self._reader = asyncio.create_task(self._read(self.process))
        answer = asyncio.get_running_loop().create_future()
        self.call("initialize", {"clientInfo": {"name": "seekline-web"}}, lambda answered: answer.set_result(answered))
        try:
            answered = await asyncio.wait_for(asyncio.shield(answer), HELLO_PATIENCE)
        except asyncio.TimeoutError:
            answered = {}
        hello = answered.get("result")
        if hello is None:
            if self.process:
                with contextlib.suppress(ProcessLookupError):
                    self.process.kill()
            await asyncio.wait([self._reader])
        self.is_up = hello is not None
        return hello

    async def _expect_answer(self, process):
        """Kills the process unless it answers a request that is sent now."""
        answer = asyncio.get_running_loop().create_future()
        self.call("$/cancelRequest", {"id": "nothing"}, lambda _: answer.done() or answer.set_result(None))
        try:
            # Second by second: if the bridge is stopped meanwhile, that counts as no more than one.
            for _ in range(SILENT_SECONDS):
                await asyncio.wait([answer], timeout=1)
                if answer.done():
                    return
            process.kill()
        except ProcessLookupError:
            pass
        finally:
            self._ping = None

    async def _keep(self):
        """Waits for the process to die and starts another, after a longer pause each time that one does not live long."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            await asyncio.wait([self._reader])
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = FIRST_PAUSE
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            try:
                hello = await self._launch()
            except OSError:
                continue  # The reader is the old one, which has ended: the next try comes after the next pause.
            if hello is not None:
                self.listener.engine_up(hello)

    async def _read(self, process):
        """Reads until the process ends or writes something unreadable, and settles everything that waits for it."""
        try:
            while line := await next_line(process.stdout):
                self._take(line)
        except (ValueError, TypeError, AttributeError):
            pass  # A line that is not JSON, or not a message: the process cannot be trusted any more.
        except Exception as error:
            # A fault in a callback or the listener. It must not leave a process that nobody reads, or calls without an
            # answer.
            fault = {"message": "A message from the engine could not be handled", "exception": error}
            asyncio.get_running_loop().call_exception_handler(fault)
        process.stdin.close()
        if not self._is_ending:
            # Usually it has ended already; one that only writes nonsense, or nothing any more, is killed.
            try:
                await asyncio.wait_for(process.wait(), LAST_PATIENCE)
            except asyncio.TimeoutError:
                process.kill()
        await process.wait()
        was_up, self.is_up, self.process = self.is_up, False, None
        waiting, self._waiting = self._waiting, {}
        for done in waiting.values():
            done({"error": GONE})
        if was_up and self.listener:
            self.listener.engine_down()

    def _take(self, line):
        if not line.endswith(b"\n") and (answer := LONG_ANSWER.match(line)):
            message = {"id": int(answer[1]), "error": TOO_LONG}
        else:
            message = json.loads(line)
        if "method" in message:
            if self.listener:
                self.listener.engine_said((message.get("params") or {}).get("session"), line.rstrip(b"\n").decode())
        elif done := self._waiting.pop(message.get("id"), None):
            del message["id"]
            done(message)

    def _write(self, message):
        # As ASCII: a lone surrogate, which JSON can express, cannot be encoded as UTF-8.
        self.process.stdin.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")
