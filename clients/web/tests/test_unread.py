"""A browser that does not read: it costs little memory, is cut off and told why, and is no longer served."""

import asyncio
import os
import pathlib
import re
import unittest

from aiohttp import WSMsgType
from bridges import BridgeCase


def resident(pid):
    """Returns how much memory a process has now, in MiB."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(re.search(r"^VmRSS:\s+(\d+) kB", status, re.MULTILINE).group(1)) >> 10


class Unread(BridgeCase):
    async def test_three_thousand_unread_answers_cost_next_to_nothing(self):
        client, other = await self.opened(), await self.opened()
        channel = self.bridge.channels["web-1"]
        await client.send(id=0, method="submit", params={"query": "letter"})
        await client.send(method="reachedBottom", params={"need": 1000})
        await client.until(lambda message: message.get("method") == "items" and message["params"]["count"] >= 1000)
        processes = [os.getpid(), self.engine.process.pid]
        before = [resident(pid) for pid in processes]
        most = before
        client.socket._response.connection.transport.pause_reading()
        answered = []
        self.engine.call = lambda *call, passing=self.engine.call: answered.append(call[0]) or passing(*call)

        async def flood():
            try:
                for number in range(1, 3001):
                    await client.send(id=number, method="getState")
            except ConnectionError:
                pass

        flooding = asyncio.create_task(flood())
        while channel.name in self.bridge.channels:
            most = [max(pair) for pair in zip(most, map(resident, processes))]
            await asyncio.sleep(0.005)
        await flooding
        # Once the engine answers this, it has dealt with everything it was asked before.
        self.assertIn("result", await other.ask(1, "getState"))
        most = [max(pair) for pair in zip(most, map(resident, processes))]
        grown = [after - earlier for earlier, after in zip(before, most)]
        print("3,000 unread answers, MiB more for bridge and engine:", grown, "asked for:", answered.count("getState"))
        self.assertLess(max(grown), 100)
        self.assertLess(answered.count("getState"), 200)

    async def test_a_browser_that_does_not_read_is_told_why_and_can_reconnect(self):
        slow, quick = await self.opened(), await self.opened()
        # More than it can have asked for: this is the only bound on what the engine sends unasked.
        channel = self.bridge.channels["web-1"]
        for _ in range(5):
            channel.send("x" * (1 << 20))
        while (message := await slow.socket.receive(timeout=60)).type is WSMsgType.TEXT:
            pass  # What was already in flight.
        self.assertEqual((message.type, slow.socket.close_code, message.extra), (WSMsgType.CLOSE, 1008, "too much is unread"))
        while "web-1" in self.bridge.channels:
            await asyncio.wait_for(quick.ask(1, "getState"), 60)
        self.assertEqual((await self.opened()).welcome["state"]["items"], [])

    async def test_what_is_unread_is_counted_in_bytes(self):
        client = await self.opened()
        channel = self.bridge.channels["web-1"]
        channel.send("雪" * (1 << 19))
        self.assertEqual(channel._unsent, 3 << 19)
        await client.socket.receive_str()
        while channel._unsent > 0:
            await asyncio.sleep(0.005)
        self.assertEqual(channel._unsent, 0)

    async def test_nothing_is_queued_for_a_cut_off_browser_and_its_session_is_closed(self):
        slow, quick = await self.opened(), await self.opened()
        slow.socket._response.connection.transport.pause_reading()
        channel = self.bridge.channels["web-1"]
        for _ in range(20):
            channel.send("x" * (1 << 20))
        self.assertTrue(channel._queue.empty())
        answer = asyncio.get_running_loop().create_future()
        self.engine.call("getState", {"session": channel.name}, answer.set_result)
        self.assertEqual((await asyncio.wait_for(answer, 60))["error"]["code"], -32001)
        while channel.name in self.bridge.channels:
            await asyncio.wait_for(quick.ask(1, "getState"), 60)


if __name__ == "__main__":
    unittest.main()
