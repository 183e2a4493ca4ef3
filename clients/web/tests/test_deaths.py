"""An engine that dies, hangs, or does not work, as the bridge sees it."""

import asyncio
import json
import pathlib
import signal
import sys
import tempfile
import time
import unittest
import unittest.mock

from bridges import TOKEN, BridgeCase
from support import SEEKLINE

from seekline_web.engine import Engine, EngineError


class Deaths(BridgeCase):
    services = True

    async def test_a_killed_engine_is_reported_to_all_pages_and_replaced(self):
        one, two = await self.opened("wikipedia"), await self.opened("unicode")
        self.services.fail("wikipedia", hang=30)
        await one.send(id=1, method="openDetail", params={"id": "1"})
        await asyncio.to_thread(self.services.requests, "wikipedia", 1)
        self.engine.process.kill()
        gone = {"code": -32603, "message": "Internal error: the engine has ended", "data": {"bridge": "engineDown"}}
        self.assertEqual((await one.answer(1))["error"], gone)
        for client in (one, two):
            await client.note("bridge/engineDown")
        await two.send(method="setQuery", params={"query": "a notification is not answered"})
        await two.send(id=1, method="getState")
        starting = {"code": -32603, "message": "Internal error: the engine is being started", "data": {"bridge": "noSession"}}
        self.assertEqual(await two.next(), {"jsonrpc": "2.0", "id": 1, "error": starting})
        for client in (one, two):
            welcome = (await client.note("bridge/opened"))["params"]
            self.assertEqual(welcome["state"]["items"], [])
        await two.ask(2, "submit", query="snowman")
        self.assertEqual((await two.note("items"))["params"]["items"][0]["insert"], "☃")
        self.assertEqual((await self.opened("unicode")).welcome["source"]["name"], "unicode")

    async def test_a_hung_engine_is_replaced_but_an_idle_one_is_not(self):
        client = await self.opened()
        first = self.engine.process
        self.assertEqual((await client.ask(1, "bridge/ping"))["result"], {})
        while self.engine._ping:
            await asyncio.sleep(0.005)
        self.assertIn("result", await client.ask(2, "getState"))
        first.send_signal(signal.SIGSTOP)
        # Only now: an engine that works may be slow.
        with unittest.mock.patch("seekline_web.engine.SILENT_SECONDS", 1):
            await client.send(id=3, method="bridge/ping")
            self.assertEqual((await client.answer(3))["error"]["code"], -32603)
        await client.note("bridge/opened")
        self.assertIsNot(self.engine.process, first)
        self.assertEqual((await client.ask(4, "bridge/ping"))["result"], {})

    async def test_a_hung_engine_is_replaced_when_a_page_connects(self):
        await self.opened()
        while self.engine._ping:
            await asyncio.sleep(0.005)
        first = self.engine.process
        first.send_signal(signal.SIGSTOP)
        with unittest.mock.patch("seekline_web.engine.SILENT_SECONDS", 1):
            client = await self.connect()
            await asyncio.wait_for(first.wait(), 60)
        await client.note("bridge/opened")
        self.assertIsNot(self.engine.process, first)

    async def test_a_page_whose_session_is_being_opened_when_the_engine_ends_is_not_refused(self):
        self.engine.process.send_signal(signal.SIGSTOP)
        client = await self.connect()
        while not [channel for channel in self.bridge.channels.values() if channel.is_open]:
            await asyncio.sleep(0)
        self.engine.process.kill()
        await client.note("bridge/opened")
        self.assertEqual([note["method"] for note in client.notes], ["bridge/engineDown"])

    async def test_an_engine_that_sends_nonsense_is_replaced(self):
        client = await self.opened()
        first = self.engine.process.pid
        self.engine._take = lambda line: json.loads("nonsense")
        await client.send(id=1, method="getState")
        await client.note("bridge/engineDown")
        del self.engine._take
        await client.note("bridge/opened")
        self.assertNotEqual(self.engine.process.pid, first)

    async def test_the_engine_is_replaced_after_its_listener_raises(self):
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


class LongLines(BridgeCase):
    async def asyncSetUp(self):
        limit = unittest.mock.patch("seekline_web.engine.LINE_LIMIT", 1 << 14)
        limit.start()
        self.addCleanup(limit.stop)
        await super().asyncSetUp()

    async def test_an_answer_that_is_too_long_is_an_error_and_disturbs_nobody(self):
        one, two = await self.opened(), await self.opened()
        process = self.engine.process
        await one.ask(1, "submit", query="arrow")
        await one.ask(2, "reachedBottom", need=400)
        await one.until(lambda message: message.get("method") == "items" and message["params"]["count"] >= 400)
        too_long = {"code": -32603, "message": "Internal error: the answer is too long", "data": {"bridge": "tooLong"}}
        for number in (3, 4):
            self.assertEqual((await one.ask(number, "getState"))["error"], too_long)
        await one.ask(5, "submit", query="snowman")
        await one.note("items")
        for client in (one, two):
            self.assertIn("result", await client.ask(6, "getState"))
        self.assertIs(self.engine.process, process)

    async def test_an_engine_that_ends_in_the_middle_of_a_long_answer_has_not_answered(self):
        ending = """import json, sys
answer = {"jsonrpc": "2.0", "id": json.loads(sys.stdin.readline())["id"], "result": {"sources": []}}
print(json.dumps(answer), flush=True)
answer |= {"id": json.loads(sys.stdin.readline())["id"], "result": "x" * (1 << 15)}
print(json.dumps(answer, separators=(",", ":")), end="", flush=True)"""
        engine = Engine([sys.executable, "-c", ending])
        await engine.start()
        answer = asyncio.get_running_loop().create_future()
        engine.call("getState", {}, answer.set_result)
        self.assertEqual((await asyncio.wait_for(answer, 60))["error"]["data"], {"bridge": "engineDown"})
        await engine.stop()


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
        error = (await gone.ask(1, "submit", query="arrow"))["error"]
        self.assertEqual(error, {"code": -32603, "message": f"Internal error: {refusal}", "data": {"bridge": "noSession"}})
        welcome = (await other.note("bridge/opened"))["params"]
        self.assertNotIn("lines", [source["name"] for source in welcome["sources"]])
        await other.ask(1, "submit", query="snowman")
        self.assertEqual((await other.note("items"))["params"]["items"][0]["insert"], "☃")
        # The source is back.
        self.configure({"lines": {"path": str(self.config)}})
        self.engine.process.kill()
        await gone.note("bridge/opened")

    async def test_a_request_that_names_no_source_is_refused_when_none_is_left(self):
        mine = {"type": "lines", "path": str(self.config)}
        self.configure({"mine": mine})
        self.bridge.wanted = ["mine"]
        client = await self.opened("lines")
        self.engine.process.kill()
        await client.note("bridge/refused")
        gone = await self.opened("mine")
        self.configure({})
        self.engine.process.kill()
        await gone.note("bridge/refused")
        for token, status, words in ((TOKEN, 404, "there is no source here any more\n"), ("wrong", 403, "this needs the address")):
            async with self.web.get(f"{self.base}/session?token={token}") as answer:
                self.assertEqual(answer.status, status)
                self.assertTrue((await answer.text()).startswith(words))


# Counts its starts in a file. The first time it says hello and exits, the third time it says hello, else it refuses.
REFUSING = """import json, sys
with open(sys.argv[1], "a+") as starts:
    starts.write(".")
    starts.seek(0)
    number = len(starts.read())
answer = {"error": {"code": -32603, "message": "no"}} if number not in (1, 3) else {"result": {"sources": []}}
print(json.dumps({"jsonrpc": "2.0", "id": json.loads(sys.stdin.readline())["id"]} | answer), flush=True)
if number != 1:
    sys.stdin.read()"""


class BrokenEngines(unittest.IsolatedAsyncioTestCase):
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

    async def test_an_engine_that_refuses_to_initialize_is_replaced(self):
        # The first one exits, the second one refuses and keeps running.
        with tempfile.TemporaryDirectory() as folder:
            starts = pathlib.Path(folder, "starts")
            command = [sys.executable, "-c", REFUSING, str(starts)]
            engine = Engine(command)
            ups = asyncio.Queue()
            engine.listener = unittest.mock.Mock(engine_up=ups.put_nowait)
            await engine.start()
            await asyncio.wait_for(ups.get(), 60)
            self.assertEqual(starts.read_text(), "...")
            await engine.stop()

    async def test_an_engine_that_does_not_work_at_all_is_an_error(self):
        # It is missing, exits, sends nonsense, never answers (`cat`), or refuses and keeps running.
        refuses = [sys.executable, "-c", REFUSING, "/dev/null"]
        for command in (["/nowhere"], ["true"], ["echo", "hello"], ["echo", "7"], ["cat"], refuses):
            patience = 0.1 if command == ["cat"] else 60
            with self.subTest(command), unittest.mock.patch("seekline_web.engine.HELLO_PATIENCE", patience):
                engine = Engine(command)
                with self.assertRaises(EngineError):
                    await engine.start()
                self.assertIsNone(engine.process)
                await engine.stop()


if __name__ == "__main__":
    unittest.main()
