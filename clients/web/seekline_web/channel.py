"""A browser's WebSocket, and its session in the engine.

    browser --text--> take() --id mapped, session set--> engine
    browser <--queue-- send() <--line / answer-- engine

A slow browser holds up nobody but itself: while much is unsent to it or many of its requests are unanswered, nothing is
read from it; when more is unsent than that can explain, it is cut off. It may connect again, and finds its place.

    open --too much unread--> farewell --said, or not within a second--> over
      +---the browser leaves, or its connection breaks------------------> over

From the farewell on, its session is closed, what it has already sent is ignored, and nothing is queued for it.
"""

import asyncio
import json
import re
import sys

from aiohttp import WSCloseCode, WSMsgType

from .engine import GONE

# An item's id can be a whole line of a file, of which 64 KiB are read, and some bytes take six in JSON.
MESSAGE_LIMIT = 1 << 20
NESTING_LIMIT = 128
UNSENT_PAUSE = 256 << 10
UNSENT_LIMIT = 4 << 20
REQUEST_LIMIT = 64
HEARTBEAT = 20
FAREWELL_PATIENCE = 1.0
METHODS = {"setQuery", "submit", "reachedBottom", "refresh", "retry", "cancel", "openDetail", "getState"}
PING = "bridge/ping"
STARTING = "the engine is being started"
SURROGATE = re.compile("[\ud800-\udfff]")


class Refused(Exception):
    """A message that is not passed on. `error` is that of its answer, `number` its id, if that could be read."""

    def __init__(self, code, message, number=None, **more):
        self.error = {"code": code, "message": message, **more}
        self.number = number


def impossible(word):
    raise ValueError(f"{word} is not JSON")


def fitting(word):
    """Parses a number; one that does not fit a double, and that Python could not write as JSON, becomes the largest."""
    return max(-sys.float_info.max, min(float(word), sys.float_info.max))


def whole(word):
    """Parses a whole number; one of thousands of digits, which Python refuses, does not fit a double either."""
    try:
        return int(word)
    except ValueError:
        return fitting(word)


def nesting(value):
    """Returns how many arrays and objects are nested in each other."""
    levels, inside = 0, [value]
    while outer := [one for one in inside if isinstance(one, (dict, list))]:
        levels += 1
        inside = [one for each in outer for one in (each.values() if isinstance(each, dict) else each)]
    return levels


def read(text):
    """Parses a browser's message into (id, method, params); the id is None for a notification."""
    try:
        message = json.loads(text, parse_constant=impossible, parse_float=fitting, parse_int=whole)
    except (ValueError, RecursionError) as error:
        raise Refused(-32700, f"Parse error: {error}") from error
    if nesting(message) > NESTING_LIMIT:
        raise Refused(-32700, f"Parse error: nested deeper than {NESTING_LIMIT}")
    if not isinstance(message, dict):
        raise Refused(-32600, "Invalid Request: one object at a time")
    number = message.get("id")
    if "id" in message and type(number) not in (int, str):
        raise Refused(-32600, "Invalid Request: `id` must be a string or a whole number")
    method, params = message.get("method"), message.get("params") or {}
    if message.get("jsonrpc") != "2.0" or not isinstance(method, str):
        raise Refused(-32600, "Invalid Request: a request of JSON-RPC 2.0 has `jsonrpc` and `method`", number)
    return number, method, params


def written(message):
    """Serializes a message. A lone surrogate, which JSON can express and a WebSocket cannot carry, is escaped."""
    text = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False)
    return SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class Channel:
    """One WebSocket, with a session named `name` on `source`; `performs` says whether it may perform actions."""

    def __init__(self, socket, transport, engine, name, source, performs=False):
        self.socket = socket
        self.transport = transport
        self.engine = engine
        self.name = name
        self.source = source
        self.performs = performs
        self.is_open = False
        self._why_none = STARTING
        self._is_over = False
        self._writer = None
        self._farewell = None
        self._asked = {}
        self._queue = asyncio.Queue()
        self._unsent = 0
        self._room = asyncio.Event()
        self._room.set()

    async def run(self):
        """Passes messages on until the browser leaves."""
        self._writer = asyncio.create_task(self._write())
        try:
            async for message in self.socket:
                if self._is_over:
                    break
                if message.type is not WSMsgType.TEXT:
                    await self.socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"text only")
                    break
                self.take(message.data)
                await self.engine.drain()
                await self._room.wait()
                await asyncio.sleep(0)  # A browser that sends without a pause takes turns with the others.
        finally:
            self._close()
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
            if self._farewell:
                await self._farewell

    def open(self, opened):
        """Opens the session in the engine; `opened` turns the result into the browser's message."""
        def done(answer):
            if "result" in answer:
                self.notify("bridge/opened", opened(answer["result"]))
            elif self.is_open and answer["error"] is not GONE:
                self.refuse(answer["error"]["message"])

        self.is_open = True
        self.engine.call("openSession", {"session": self.name, "source": self.source}, done)
        # A page asks for a sign of life only after some seconds.
        self.engine.ping(lambda answer: None)

    def refuse(self, message):
        """Tells the browser why there is no session."""
        self.is_open = False
        self._why_none = message
        self.notify("bridge/refused", {"message": message})

    def engine_down(self):
        """Tells the browser that there is no session, but there will be one."""
        self.is_open = False
        self._why_none = STARTING
        self.notify("bridge/engineDown", {"message": "The engine has ended; another one is being started."})

    async def leave(self):
        """Says farewell to the browser."""
        await self.socket.close(code=WSCloseCode.GOING_AWAY, message=b"the bridge ends")

    # MARK: From the browser

    def take(self, text):
        """Passes one message on, or answers why not, unless it is a notification."""
        try:
            number, method, params = read(text)
        except Refused as refusal:
            self._answer(refusal.number, {"error": refusal.error})
            return
        try:
            self._pass_on(number, method, params)
        except Refused as refusal:
            if number is not None:
                self._answer(number, {"error": refusal.error})

    def _pass_on(self, number, method, params):
        if not isinstance(params, dict):
            raise Refused(-32602, "Invalid params: they must be an object")
        if method == "$/cancelRequest":
            # A browser can cancel only its own requests.
            asked = params.get("id")
            if type(asked) in (int, str) and asked in self._asked:
                self.engine.tell(method, {"id": self._asked[asked]})
            if number is not None:
                self._answer(number, {"result": {}})
            return
        if method == "perform" and not self.performs:
            raise Refused(-32601, "Method not found: seekline-web performs no actions unless it is started with --perform")
        if method not in METHODS | {PING, "perform"}:
            raise Refused(-32601, f"Method not found: the bridge passes on {', '.join(sorted(METHODS))}")
        if not self.is_open:
            raise Refused(-32603, f"Internal error: {self._why_none}", data={"bridge": "noSession"})
        if method == PING:
            if number is not None:
                self.engine.ping(lambda answer: self._answer(number, answer))
            return
        params = {**params, "session": self.name}
        if number is None:
            self.engine.tell(method, params)
            return
        if number in self._asked:
            raise Refused(-32600, "Invalid Request: this `id` is not answered yet")

        def done(answer):
            del self._asked[number]
            self._answer(number, answer)

        self._asked[number] = self.engine.call(method, params, done)
        self._make_room()

    # MARK: To the browser

    def send(self, text):
        """Queues a message; a browser that leaves too much unread is cut off."""
        if self._is_over:
            return
        size = len(text.encode())
        self._unsent += size
        self._queue.put_nowait((text, size))
        self._make_room()
        if self._unsent > UNSENT_LIMIT:
            self._close()
            self._farewell = asyncio.create_task(self._say_farewell())

    def notify(self, method, params):
        """Queues one of the bridge's own notifications."""
        self.send(written({"method": method, "params": params}))

    def _answer(self, number, members):
        self.send(written({"id": number, **members}))

    def _make_room(self):
        if not self._is_over and (self._unsent > UNSENT_PAUSE or len(self._asked) >= REQUEST_LIMIT):
            self._room.clear()
        else:
            self._room.set()

    async def _write(self):
        try:
            while True:
                text, size = await self._queue.get()
                await self.socket.send_str(text)
                self._unsent -= size
                self._make_room()
        except ConnectionError:
            self._close()

    def _close(self):
        """Closes the session. From now on nothing is read or queued, and `run` stops waiting for room."""
        self._is_over = True
        if self.is_open:
            self.is_open = False
            self.engine.tell("closeSession", {"session": self.name})
        self._queue = asyncio.Queue()
        self._room.set()

    async def _say_farewell(self):
        """Tells the browser why, if it reads that within a second, and ends the connection."""
        self._writer.cancel()
        await asyncio.gather(self._writer, return_exceptions=True)
        try:
            # After what is in the connection's own buffer, and before everything that was queued.
            farewell = self.socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"too much is unread", drain=False)
            await asyncio.wait_for(farewell, FAREWELL_PATIENCE)
        except asyncio.TimeoutError:
            pass
        finally:
            if self.transport:
                self.transport.abort()
