"""A test case with a bridge in this process, and clients that are not browsers."""

import asyncio
import contextlib
import json
import unittest

import aiohttp
import aiohttp.web
from support import SEEKLINE, Services

from seekline_web.bridge import Bridge
from seekline_web.engine import Engine
from seekline_web.gate import Gate

TOKEN = "a-token-for-the-tests"


class Client:
    """A WebSocket to the bridge that records what it receives."""

    def __init__(self, socket):
        self.socket = socket
        self.notes = []

    async def send(self, **message):
        await self.socket.send_str(json.dumps({"jsonrpc": "2.0", **message}))

    async def next(self):
        """Returns the next message."""
        return json.loads(await asyncio.wait_for(self.socket.receive_str(), 60))

    async def until(self, fits):
        """Returns the next message that fits; those before it are recorded."""
        while not fits(message := await self.next()):
            self.notes.append(message)
        return message

    async def answer(self, number):
        return await self.until(lambda message: "method" not in message and message.get("id") == number)

    async def note(self, method):
        return await self.until(lambda message: message.get("method") == method)

    async def ask(self, number, method, **params):
        await self.send(id=number, method=method, params=params)
        return await self.answer(number)


class BridgeCase(unittest.IsolatedAsyncioTestCase):
    """Has a bridge in this process, and clients in place of browsers."""

    command = [SEEKLINE]
    performs = False
    origins = ()
    services = None

    async def asyncSetUp(self):
        self.stack = contextlib.AsyncExitStack()
        self.addAsyncCleanup(self.stack.aclose)
        environment = {"XDG_CONFIG_HOME": "/nonexistent"}
        if self.services:
            self.services = self.stack.enter_context(Services())
            environment = self.stack.enter_context(self.services.environment())
        self.engine = Engine(self.command, environment)
        self.bridge = Bridge(self.engine, Gate("127.0.0.1", TOKEN, self.origins), performs=self.performs)
        self.bridge.engine_up(await self.engine.start())
        self.stack.push_async_callback(self.engine.stop)
        self.runner = aiohttp.web.AppRunner(self.bridge.application(), access_log=None, shutdown_timeout=1)
        await self.runner.setup()
        self.stack.push_async_callback(self.runner.cleanup)
        await aiohttp.web.TCPSite(self.runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{self.runner.addresses[0][1]}"
        self.web = await self.stack.enter_async_context(aiohttp.ClientSession())

    async def connect(self, source="unicode", token=TOKEN, origin=..., host=None):
        headers = {"Origin": self.base if origin is ... else origin} if origin else {}
        if host:
            headers["Host"] = host
        address = f"{self.base}/session?token={token}&source={source}"
        socket = await self.stack.enter_async_context(self.web.ws_connect(address, headers=headers, max_msg_size=0))
        return Client(socket)

    async def opened(self, *arguments, **options):
        client = await self.connect(*arguments, **options)
        client.welcome = (await client.note("bridge/opened"))["params"]
        return client

    async def refused(self, status, **options):
        with self.assertRaises(aiohttp.WSServerHandshakeError) as caught:
            await self.connect(**options)
        self.assertEqual(caught.exception.status, status)
