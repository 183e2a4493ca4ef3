"""Who may perform actions on an item, and how."""

import asyncio
import os
import signal
import tempfile
import unittest

from bridges import BridgeCase
from folders import Folder
from support import SEEKLINE, Bridge, wait_until


class FolderCase(BridgeCase):
    """Has a bridge to an engine that lists a folder."""

    async def asyncSetUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Folder(place.name)
        self.command = [SEEKLINE, "--config", str(self.folder.config)]
        await super().asyncSetUp()

    async def listed(self):
        """Returns a client that sees the list, and the list's generation."""
        client = await self.opened(source="files")
        await client.send(id="list", method="submit", params={"query": ""})
        items = (await client.note("items"))["params"]
        self.assertEqual([action["name"] for action in items["items"][0]["actions"]], ["remove", "hold", "fail"])
        return client, items["generation"]


class Forbidden(FolderCase):
    async def test_without_the_flag_no_page_can_perform_an_action(self):
        client, generation = await self.listed()
        self.assertNotIn("performs", client.welcome)
        for params in ({"id": "one", "action": "remove"}, {"id": "one", "action": "remove", "generation": generation},
                       {"id": "one", "action": "remove", "session": "default"}):
            answer = await client.ask("p", "perform", **params)
            self.assertEqual(answer["error"]["code"], -32601)
            self.assertIn("--perform", answer["error"]["message"])
            await client.send(method="perform", params=params)
        # Had anything got through, it would be done before this is answered, since only one action runs at a time.
        self.bridge.performs = True
        allowed, _ = await self.listed()
        self.assertEqual((await allowed.ask(1, "perform", id="two", action="remove"))["result"]["message"], "removed 'two'")
        self.assertEqual(self.folder.names(), ["one"])


class Allowed(FolderCase):
    performs = True

    async def test_with_the_flag_an_action_is_performed_and_the_list_is_updated(self):
        client, generation = await self.listed()
        self.assertIs(client.welcome["performs"], True)
        answer = await client.ask(1, "perform", id="one", action="remove", generation=generation)
        self.assertEqual(answer["result"], {"message": "removed 'one'", "changed": True})
        self.assertEqual([item["id"] for item in (await client.note("items"))["params"]["items"]], ["two"])
        error = (await client.ask(2, "perform", id="two", action="remove", generation=generation))["error"]
        self.assertEqual(error["code"], -32003)
        self.assertEqual(self.folder.names(), ["two"])

    async def test_a_browser_can_act_only_on_its_own_list(self):
        one, _ = await self.listed()
        two = await self.opened(source="files")
        error = (await two.ask(1, "perform", id="one", action="remove", session="web-1"))["error"]
        self.assertEqual(error["code"], -32003)
        self.assertEqual(self.folder.names(), ["one", "two"])

    async def test_an_action_whose_engine_dies_is_answered_with_an_error(self):
        client, _ = await self.listed()
        await client.send(id="p", method="perform", params={"id": "one", "action": "hold"})
        gate = await asyncio.to_thread(self.folder.begun)
        self.engine.process.send_signal(signal.SIGKILL)
        self.assertEqual((await client.answer("p"))["error"]["code"], -32603)
        gate.close()


class OnThePage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from pages import shared  # noqa: PLC0415
        _, _, cls.browser = shared()

    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = Folder(place.name)

    def opened(self, *flags):
        """Opens the page with the detail of the first item."""
        env = {**os.environ, "XDG_CONFIG_HOME": str(self.folder.config.parent)}
        (self.folder.config.parent / "seekline").mkdir()
        self.folder.config.rename(self.folder.config.parent / "seekline" / "config.json")
        self.bridge = self.enterContext(Bridge("--source", "files", *flags, env=env))
        self.addCleanup(self.browser.get, "about:blank")
        self.browser.get(self.bridge.page("files", q=""))
        self.browser.has_options(2)
        self.browser.one("#option-0").click()
        self.browser.sees("#detail-title", "^one$")
        return self.browser

    def test_a_button_performs_its_action_and_shows_the_outcome(self):
        browser = self.opened("--perform")
        self.assertEqual([button.text for button in browser.css("#detail-acts button")], ["Remove it", "Hold it", "Fail with it"])
        names = [(role, name) for role, name, _ in browser.tree() if role in ("group", "button")]
        self.assertIn(("group", "Actions"), names)
        self.assertIn(("button", "Remove it"), names)
        fail, hold, remove = browser.css("#detail-acts button")[::-1]
        fail.send_keys("\n")
        browser.sees("#detail-done", "Fail with it: .*no such one")
        hold.send_keys("\n")
        gate = self.folder.begun()
        browser.sees("#detail-done", "Hold it…")
        self.assertEqual([button.get_attribute("aria-disabled") for button in (remove, hold)], ["true", "true"])
        remove.click()
        self.folder.release(gate, "it went on")
        browser.sees("#detail-done", "^it went on$")
        self.assertEqual(self.folder.names(), ["one", "two"])
        remove.click()
        browser.sees("#detail-done", "^removed 'one'$")
        browser.has_options(1)
        # The detail is still from the previous list.
        remove.click()
        browser.sees("#detail-done", "nothing was done, the list has changed meanwhile")

    def test_an_outcome_is_shown_even_if_the_detail_was_closed(self):
        browser = self.opened("--perform")
        browser.css("#detail-acts button")[1].click()
        gate = self.folder.begun()
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        self.folder.release(gate, "it went on")
        browser.sees("#toast", "it went on")

    def test_the_buttons_of_another_item_are_disabled_until_the_action_ends(self):
        browser = self.opened("--perform")
        browser.css("#detail-acts button")[1].click()
        gate = self.folder.begun()
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        browser.one("#option-1").click()
        browser.sees("#detail-title", "^two$")
        waiting = lambda: [button.get_attribute("aria-disabled") for button in browser.css("#detail-acts button")]
        self.assertEqual(waiting(), ["true"] * 3)
        self.folder.release(gate, "it went on")
        wait_until(lambda: waiting() == ["false"] * 3, waiting)

    def test_if_the_engine_dies_the_outcome_is_shown_as_unknown(self):
        browser = self.opened("--perform")
        browser.css("#detail-acts button")[1].click()
        gate = self.folder.begun()
        os.kill(self.bridge.engine, signal.SIGKILL)
        browser.sees("#detail-done", "the outcome is unknown")
        gate.close()

    def test_an_internal_error_of_a_live_engine_is_shown_as_such(self):
        browser = self.opened("--perform")
        browser.css("#detail-acts button")[1].click()
        gate = self.folder.begun()
        browser.fail(browser.sent("perform")[-1]["id"], code=-32603, message="Internal error: a fault")
        browser.sees("#detail-done", "^Hold it: Internal error: a fault$")
        self.folder.release(gate, "it went on")

    def test_an_action_that_reached_no_engine_is_shown_as_not_done(self):
        browser = self.opened("--perform")
        browser.css("#detail-acts button")[1].click()
        gate = self.folder.begun()
        starting = "Internal error: the engine is being started"
        browser.fail(browser.sent("perform")[-1]["id"], code=-32603, message=starting, data={"bridge": "noSession"})
        browser.sees("#detail-done", f"^Hold it: nothing was done, {starting}$")
        self.folder.release(gate, "it went on")

    def test_without_the_flag_there_is_no_button(self):
        browser = self.opened()
        browser.sees("#detail-actions", "Copy")
        self.assertEqual(browser.css("#detail-acts button"), [])


if __name__ == "__main__":
    unittest.main()
