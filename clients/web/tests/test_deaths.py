"""An engine that dies, does not work, or is ill, as the bridge sees it."""

import asyncio
import json
import pathlib
import signal
import sys
import tempfile
import time
import unittest
import unittest.mock

from bridges import BridgeCase
from support import SEEKLINE

from seekline_web.engine import Engine, EngineError


class Deaths(BridgeCase):
    services = True

    async def test_the_engine_is_killed(self):
        one, two = await self.opened("wikipedia"), await self.opened("unicode")
        self.services.fail("wikipedia", hang=30)
        await one.send(id=1, method="openDetail", params={"id": "1"})
        await asyncio.to_thread(self.services.requests, "wikipedia", 1)
        self.engine.process.kill()
        self.assertEqual((await one.answer(1))["error"]["code"], -32603)
        for client in (one, two):
            await client.note("bridge/engineDown")
        self.assertEqual((await two.ask(1, "getState"))["error"]["code"], -32603)
        for client in (one, two):
            welcome = (await client.note("bridge/opened"))["params"]
            self.assertEqual(welcome["state"]["items"], [])
        await two.ask(2, "submit", query="snowman")
        self.assertEqual((await two.note("items"))["params"]["items"][0]["insert"], "☃")
        self.assertEqual((await self.opened("unicode")).welcome["source"]["name"], "unicode")

    async def test_an_engine_that_hangs_is_ended_and_one_that_only_waits_is_not(self):
        client = await self.opened()
        with unittest.mock.patch("seekline_web.engine.SILENT_SECONDS", 1):
            self.assertEqual((await client.ask(1, "bridge/ping"))["result"], {})
            while self.engine._ping:
                await asyncio.sleep(0.005)
            first = self.engine.process.pid
            self.engine.process.send_signal(signal.SIGSTOP)
            await client.send(id=2, method="bridge/ping")
            self.assertEqual((await client.answer(2))["error"]["code"], -32603)
            await client.note("bridge/opened")
            self.assertNotEqual(self.engine.process.pid, first)
            self.assertEqual((await client.ask(3, "bridge/ping"))["result"], {})

    async def test_an_engine_that_hangs_is_ended_when_a_page_comes(self):
        with unittest.mock.patch("seekline_web.engine.SILENT_SECONDS", 1):
            await self.opened()
            while self.engine._ping:
                await asyncio.sleep(0.005)
            first = self.engine.process.pid
            self.engine.process.send_signal(signal.SIGSTOP)
            await (await self.connect()).note("bridge/opened")
            self.assertNotEqual(self.engine.process.pid, first)

    async def test_an_engine_that_talks_nonsense_is_ended(self):
        client = await self.opened()
        first = self.engine.process.pid
        self.engine._take = lambda line: json.loads("nonsense")
        await client.send(id=1, method="getState")
        await client.note("bridge/engineDown")
        del self.engine._take
        await client.note("bridge/opened")
        self.assertNotEqual(self.engine.process.pid, first)

    async def test_the_engine_is_replaced_after_a_fault_of_who_listens(self):
        client = await self.opened()
        first = self.engine.process.pid
        told = []
        asyncio.get_running_loop().set_exception_handler(lambda _, fault: told.append(fault["exception"]))
        fault = RuntimeError("a fault")
        with unittest.mock.patch.object(self.bridge, "engine_said", side_effect=fault):
            await client.send(id=1, method="openDetail", params={"id": "1"})
            await client.send(id=2, method="submit", params={"query": "arrow"})
            await client.note("bridge/engineDown")
        await client.note("bridge/opened")
        self.assertNotEqual(self.engine.process.pid, first)
        self.assertEqual(told, [fault])


class Changes(BridgeCase):
    async def asyncSetUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.config = pathlib.Path(place.name) / "config.json"
        self.configure({"lines": {"path": str(self.config)}})
        self.command = [SEEKLINE, "--config", str(self.config)]
        await super().asyncSetUp()

    def configure(self, sources):
        self.config.write_text(json.dumps({"sources": sources}))

    async def test_only_pages_of_a_source_that_is_gone_are_refused(self):
        gone, other = await self.opened("lines"), await self.opened("unicode")
        self.configure({})
        self.engine.process.kill()
        refusal = (await gone.note("bridge/refused"))["params"]["message"]
        self.assertEqual(refusal, "there is no source 'lines' here any more")
        self.assertEqual((await gone.ask(1, "submit", query="arrow"))["error"]["code"], -32603)
        welcome = (await other.note("bridge/opened"))["params"]
        self.assertNotIn("lines", [source["name"] for source in welcome["sources"]])
        await other.ask(1, "submit", query="snowman")
        self.assertEqual((await other.note("items"))["params"]["items"][0]["insert"], "☃")
        # It is there again.
        self.configure({"lines": {"path": str(self.config)}})
        self.engine.process.kill()
        await gone.note("bridge/opened")


class Illness(unittest.IsolatedAsyncioTestCase):
    async def test_an_engine_that_keeps_dying_is_started_less_and_less_often(self):
        dying = """import json, sys
number = json.loads(sys.stdin.readline())["id"]
print(json.dumps({"jsonrpc": "2.0", "id": number, "result": {"sources": []}}), flush=True)"""
        engine = Engine([sys.executable, "-c", dying])
        ups = asyncio.Queue()
        engine.listener = unittest.mock.Mock(engine_up=lambda hello: ups.put_nowait(time.monotonic()))
        began = time.monotonic()
        await engine.start()
        times = [began] + [await asyncio.wait_for(ups.get(), 60) for _ in range(3)]
        await engine.stop()
        self.assertGreaterEqual(times[-1] - began, 0.1 + 0.2 + 0.4)
        self.assertIsNone(engine.process)

    async def test_an_engine_that_does_not_work_at_all_is_an_error(self):
        # It is missing, ends, says nonsense, or (`cat`) never answers.
        with unittest.mock.patch("seekline_web.engine.HELLO_PATIENCE", 0.1):
            for command in (["/nowhere"], ["true"], ["echo", "hello"], ["echo", "7"], ["cat"]):
                engine = Engine(command)
                with self.assertRaises(EngineError):
                    await engine.start()
                await engine.stop()

if __name__ == "__main__":
    unittest.main()
