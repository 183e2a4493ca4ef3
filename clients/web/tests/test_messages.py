"""What gets through the bridge, what does not, and who sees what."""

import asyncio
import unittest
from unittest import mock

import aiohttp
from bridges import BridgeCase


def nested(levels):
    """Returns a request that consists of that many nested arrays and objects."""
    return '{"jsonrpc":"2.0","id":1,"method":"cancel","params":{"unknown":' + "[" * (levels - 2) + "]" * (levels - 2) + "}}"


class Messages(BridgeCase):
    async def test_a_search_gets_through(self):
        client = await self.opened()
        self.assertEqual(client.welcome["source"]["name"], "unicode")
        self.assertEqual(client.welcome["state"]["items"], [])
        answer = await client.ask(1, "submit", query="snowman")
        self.assertEqual(answer["result"]["outcome"], "started")
        items = (await client.note("items"))["params"]
        self.assertEqual(items["items"][0]["insert"], "☃")

    async def test_only_the_methods_of_a_session_get_through(self):
        client = await self.opened()
        for method in ("openSession", "closeSession", "shutdown", "exit", "initialize", "rpc.discover", "listSources", "setItems", "perform", "no"):
            answer = await client.ask(method, method, session="default")
            self.assertEqual(answer["error"]["code"], -32601, method)
        # A notification is not answered.
        for message in ({"method": "exit"}, {"method": "no"}, {"method": "setQuery", "params": ["a"]}, {"method": "perform"}):
            await client.send(**message)
        await client.send(id=2, method="getState")
        self.assertEqual((await client.next())["id"], 2)

    async def test_a_browser_can_use_only_its_own_session(self):
        one, two = await self.opened(), await self.opened()
        await one.ask(1, "submit", query="snowman")
        name = (await one.note("items"))["params"]["session"]
        state = (await two.ask(1, "getState", session=name))["result"]
        self.assertEqual(state["items"], [])
        await two.ask(2, "submit", query="arrow", session=name)
        self.assertEqual((await two.note("items"))["params"]["query"], "arrow")
        self.assertEqual((await one.ask(2, "getState"))["result"]["query"], "snowman")

    async def test_each_browser_has_its_own_request_ids(self):
        one, two = await self.opened(), await self.opened()
        for client in (one, two):
            for number in (1, "1", -7, 2**60, "日本", "", "\ud83d, half a surrogate pair"):
                await client.send(id=number, method="getState")
        for client in (one, two):
            for number in (1, "1", -7, 2**60, "日本", "", "\ud83d, half a surrogate pair"):
                answer = await client.next()
                self.assertEqual([type(answer["id"]), answer["id"]], [type(number), number])

    async def test_an_invalid_request_is_answered_with_what_is_wrong_with_it(self):
        client = await self.opened()
        for text, code in (
            ("not JSON", -32700), ("[" * 30000, -32700), ('{"jsonrpc":"2.0","id":NaN,"method":"getState"}', -32700),
            ("[]", -32600), ("7", -32600), ("{}", -32600), ('{"jsonrpc":"2.0","id":null,"method":"getState"}', -32600),
            ('{"jsonrpc":"2.0","id":1.5,"method":"getState"}', -32600), ('{"jsonrpc":"2.0","id":true,"method":"x"}', -32600),
            ('{"jsonrpc":"2.0","id":1,"method":["getState"]}', -32600), ('{"id":1,"method":"getState"}', -32600),
            ('{"jsonrpc":"2.0","id":1,"method":"getState","params":[1]}', -32602),
            ('{"jsonrpc":"2.0","id":1,"method":"setQuery"}', -32602), ("9" * 5000, -32600),
            *((nested(levels), -32700) for levels in (129, *range(900, 1000))),
        ):
            await client.socket.send_str(text)
            self.assertEqual((await client.next())["error"]["code"], code, text[:60])
        await client.socket.send_str('{"jsonrpc":"2.0","id":1,"method":"submit","params":{"query":"\\ud800"}}')
        self.assertIn("result", await client.answer(1))

    async def test_a_request_gets_through_with_the_deepest_nesting_and_the_largest_numbers(self):
        client = await self.opened()
        for value in ("1e400", "-1e400", "1" + "0" * 5000):
            await client.socket.send_str(f'{{"jsonrpc":"2.0","id":1,"method":"reachedBottom","params":{{"need":{value}}}}}')
            self.assertEqual((await client.next())["error"]["data"]["param"], "need", value[:60])
            await client.socket.send_str(f'{{"jsonrpc":"2.0","id":1,"method":"cancel","params":{{"unknown":{value}}}}}')
            self.assertIn("result", await client.next(), value[:60])
        await client.socket.send_str(nested(128))
        self.assertIn("result", await client.answer(1))

    async def test_a_message_that_is_too_long_or_not_text_closes_the_connection(self):
        for send, code in ((lambda socket: socket.send_str("x" * ((1 << 20) + 1)), 1009), (lambda socket: socket.send_bytes(b"{}"), 1003)):
            client = await self.opened()
            await send(client.socket)
            message = await client.socket.receive(timeout=60)
            self.assertEqual((message.type, client.socket.close_code), (aiohttp.WSMsgType.CLOSE, code))
        self.assertIn("result", await (await self.opened()).ask(1, "getState"))

    async def test_the_session_of_a_browser_that_leaves_is_closed(self):
        for leave in (lambda client: client.socket.close(), lambda client: client.socket._response.connection.transport.abort()):
            client = await self.opened()
            await client.ask(1, "submit", query="arrow")
            name = (await client.note("items"))["params"]["session"]
            self.assertIn("result", await self.state_of(name))
            if (waiting := leave(client)) is not None:
                await waiting
            while self.bridge.channels:
                await asyncio.sleep(0.005)
            self.assertEqual((await self.state_of(name))["error"]["code"], -32001)

    async def state_of(self, session):
        """Returns what the engine itself says about a session."""
        answer = asyncio.get_running_loop().create_future()
        self.engine.call("getState", {"session": session}, answer.set_result)
        return await asyncio.wait_for(answer, 60)

    # However slow: it answers no ping of the bridge's, either, while it does not read.
    @mock.patch("seekline_web.bridge.HEARTBEAT", 3600)
    async def test_a_slow_browser_delays_no_others_and_misses_nothing(self):
        slow, quick = await self.opened(), await self.opened()
        await slow.ask(0, "submit", query="arrow")
        await slow.note("items")
        count = 1500

        async def flood():
            for number in range(1, count + 1):
                await slow.send(id=number, method="getState")

        flooding = asyncio.create_task(flood())
        # One client has more coming than the bridge queues for it, and does not read. The other one keeps typing.
        channel = self.bridge.channels["web-1"]
        while channel._room.is_set():
            await asyncio.sleep(0.005)
        for number in range(50):
            await asyncio.wait_for(quick.ask(number, "getState"), 60)
        self.assertLess(channel._unsent, 2 << 20)
        self.assertFalse(slow.socket.closed)
        for number in range(1, count + 1):
            self.assertEqual(len((await slow.answer(number))["result"]["items"]), 20)
        await flooding


class Waiting(BridgeCase):
    services = True

    async def test_a_browser_can_cancel_only_its_own_requests(self):
        one, two = await self.opened("wikipedia"), await self.opened("wikipedia")
        self.services.fail("wikipedia", hang=30)
        await one.send(id=1, method="openDetail", params={"id": "1"})
        await asyncio.to_thread(self.services.requests, "wikipedia", 1)
        for number in (1, 2, 3, True, 1.0, "1", None, [], {}):
            await two.send(method="$/cancelRequest", params={"id": number})
        self.assertEqual((await two.ask(9, "$/cancelRequest", id=1))["result"], {})
        await two.ask(10, "cancel")
        self.assertTrue((await one.ask(2, "getState"))["result"]["opening"])
        await one.send(method="$/cancelRequest", params={"id": 1})
        self.assertEqual((await one.answer(1))["error"]["code"], -32800)

    async def test_the_id_of_a_pending_request_cannot_be_reused(self):
        client = await self.opened("wikipedia")
        self.services.fail("wikipedia", hang=30)
        await client.send(id=1, method="openDetail", params={"id": "1"})
        self.assertEqual((await client.ask(1, "getState"))["error"]["code"], -32600)
        await client.send(method="cancel")
        self.assertEqual((await client.answer(1))["error"]["code"], -32800)

if __name__ == "__main__":
    unittest.main()
