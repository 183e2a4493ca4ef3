"""JSON-RPC clients that were not made for seekline drive it as they are: from `setQuery` to `items`."""

import asyncio
import os
import pathlib
import queue
import subprocess
import threading
import unittest

import acp.connection
import mcp.client.stdio
import mcp_types
import pylsp_jsonrpc.endpoint
import pylsp_jsonrpc.exceptions
import pylsp_jsonrpc.streams
from mcp.shared.message import SessionMessage

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("SEEKLINE", str(ROOT / ".build/release/seekline"))
PATIENCE = 20


class Found:
    """What notifications add up to: the one rule for lists, and the end of loading."""

    def __init__(self):
        self.items = []
        self.settled = False

    def take(self, method, params):
        if method == "items":
            self.items = self.items[:params["from"]] + params["items"]
        elif method == "loading":
            self.settled = not params["loading"] and params["pending"] is None

    @property
    def titles(self):
        return [item["title"] for item in self.items]


class AgentClientProtocol(unittest.IsolatedAsyncioTestCase):
    """The connection of `agent-client-protocol`: lines of JSON, asyncio."""

    async def test_typing_leads_to_items(self):
        process = await asyncio.create_subprocess_exec(
            BINARY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20
        )
        found, settled = Found(), asyncio.Event()

        async def handle(method, params, is_notification):
            found.take(method, params)
            if found.settled and found.items:
                settled.set()

        async with asyncio.timeout(PATIENCE), acp.connection.Connection(handle, process.stdin, process.stdout) as connection:
            answer = await connection.send_request("setQuery", {"query": "snowman"})
            self.assertEqual(answer, {"outcome": "scheduled", "generation": 0})
            await settled.wait()
            self.assertIn("SNOWMAN", found.titles)
            with self.assertRaises(acp.RequestError) as raised:
                await connection.send_request("openDetail", {"id": "U+FFFF"})
            self.assertEqual(raised.exception.code, -32003)
            detail = await connection.send_request("openDetail", {"id": "U+2603"})
            self.assertEqual(detail["title"], "SNOWMAN")
        process.stdin.close()
        self.assertEqual(await asyncio.wait_for(process.wait(), PATIENCE), 0)


class ModelContextProtocol(unittest.IsolatedAsyncioTestCase):
    """The stdio transport of `mcp`, which checks every message with its own models."""

    async def test_typing_leads_to_items(self):
        server = mcp.client.stdio.StdioServerParameters(command=BINARY, args=["--source", "unicode"])
        found = Found()
        async with asyncio.timeout(PATIENCE), mcp.client.stdio.stdio_client(server) as (incoming, outgoing):
            call = mcp_types.JSONRPCRequest(jsonrpc="2.0", id=7, method="setQuery", params={"query": "snowman"})
            await outgoing.send(SessionMessage(call))
            answers = []
            while not (found.settled and found.items):
                message = await incoming.receive()
                if isinstance(message, Exception):
                    raise message
                message = message.message
                if isinstance(message, mcp_types.JSONRPCNotification):
                    found.take(message.method, message.params)
                else:
                    answers.append((message.id, message.result))
        self.assertEqual(answers, [(7, {"outcome": "scheduled", "generation": 0})])
        self.assertIn("SNOWMAN", found.titles)


class LanguageServerProtocol(unittest.TestCase):
    """`pylsp-jsonrpc`, which speaks the framing of language servers: Content-Length, threads and futures."""

    def test_typing_leads_to_items(self):
        process = subprocess.Popen([BINARY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        found, settled = Found(), queue.Queue()

        class Dispatcher(dict):
            def __missing__(self, method):
                def handle(params):
                    found.take(method, params)
                    if found.settled and found.items:
                        settled.put(True)

                return handle

            def __contains__(self, method):
                return True

        writer = pylsp_jsonrpc.streams.JsonRpcStreamWriter(process.stdin)
        reader = pylsp_jsonrpc.streams.JsonRpcStreamReader(process.stdout)
        endpoint = pylsp_jsonrpc.endpoint.Endpoint(Dispatcher(), writer.write)
        listener = threading.Thread(target=reader.listen, args=[endpoint.consume], daemon=True)
        listener.start()
        answer = endpoint.request("setQuery", {"query": "snowman"}).result(PATIENCE)
        self.assertEqual(answer, {"outcome": "scheduled", "generation": 0})
        settled.get(timeout=PATIENCE)
        self.assertIn("SNOWMAN", found.titles)
        with self.assertRaises(pylsp_jsonrpc.exceptions.JsonRpcException) as raised:
            endpoint.request("setQuery", {"text": "snowman"}).result(PATIENCE)
        self.assertEqual(raised.exception.code, -32602)
        self.assertIsNone(endpoint.request("shutdown").result(PATIENCE))
        endpoint.notify("exit")
        self.assertEqual(process.wait(PATIENCE), 0)
        listener.join(PATIENCE)
        endpoint.shutdown()
        writer.close()


if __name__ == "__main__":
    unittest.main()
