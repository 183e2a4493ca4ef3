"""Whatever dies, hangs or comes back: the engine, the bridge, the network."""

import json
import os
import pathlib
import signal
import tempfile
import unittest

from pages import PageCase
from support import Bridge, children, is_alive, wait_until


class Deaths(PageCase):
    def test_the_page_finds_its_place_again_after_the_engine_is_killed(self):
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(100)
        browser.execute_script("scrollTo(0, 1000)")
        options = browser.execute_script("return window.kept = [...document.querySelectorAll('[role=option]')].slice(0, 100)")
        self.assertEqual(len(options), 100)
        engine = self.bridge.engine
        # The alert is too brief to be waited for, so its texts are recorded.
        browser.execute_script("""
            window.said = []
            new MutationObserver(() => said.push(away.innerText)).observe(away, { attributes: true, childList: true })""")
        os.kill(engine, signal.SIGKILL)
        wait_until(lambda: self.bridge.engine != engine, "another engine")
        self.connected()
        wait_until(lambda: browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length") == 2, "a session")
        wait_until(lambda: browser.execute_script("return document.getElementById('list').ariaBusy") == "false", "the list")
        self.assertIn("The search engine has stopped. Starting it again…", "\n".join(browser.execute_script("return said")))
        self.assertGreaterEqual(browser.count(), 100)
        wait_until(lambda: browser.execute_script("return scrollY") == 1000, lambda: browser.execute_script("return scrollY"))
        self.assertTrue(browser.execute_script("return kept.every((option) => option.isConnected)"))
        browser.type("snowman")
        browser.has_options(3)

    def test_a_long_list_is_asked_for_again_a_part_at_a_time(self):
        browser = self.open("unicode", q="letter")
        browser.scroll_until(900)
        browser.execute_script("scrollTo(0, 5000)")
        wait_until(lambda: browser.execute_script("return history.state.anchor && history.state.count >= 900"), "the place is noted")
        needs = lambda: [call["params"]["need"] for call in browser.sent("reachedBottom") if "need" in call["params"]]
        for lose in (browser.refresh, lambda: browser.execute_script("got = []; sent = []; socket.close()")):
            lose()
            wait_until(lambda: browser.execute_script("return got.some((text) => JSON.parse(text).params?.count >= 900)"), "the list")
            browser.has_options(lambda count: count >= 900)
            wait_until(lambda: browser.execute_script("return scrollY") == 5000, lambda: browser.execute_script("return scrollY"))
            for had, need in zip([0, *needs()], needs()):
                self.assertLessEqual(need - had, 300)

    def open_and_hang(self):
        """Opens a page with a list and hangs its engine; returns the browser and the engine."""
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        engine = self.bridge.engine
        self.addCleanup(self.let_go_on, engine)
        os.kill(engine, signal.SIGSTOP)
        # The page waits for a number of its own beats, however long they take on a slow machine.
        browser.execute_script("""
            window.beats = 0
            window.shownAt = null
            setInterval(() => beats += 1, 1000)
            new MutationObserver(() => { if (away.innerText.includes("does not answer")) shownAt ??= beats })
                .observe(away, { attributes: true, childList: true })""")
        return browser, engine

    def kill(self):
        """Kills the engine, and waits until the page has a session of the next one."""
        opened = lambda: self.browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length")
        before = opened()
        os.kill(self.bridge.engine, signal.SIGKILL)
        wait_until(lambda: opened() > before, "a session")
        self.connected()

    def test_a_step_back_completes_after_a_hung_engine_is_killed(self):
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(100)
        browser.execute_script("scrollTo(0, 1000)")
        wait_until(lambda: browser.execute_script("return history.state.anchor"), "the place is noted")
        browser.insert("snowman")
        browser.has_options(3)
        wait_until(lambda: "q=snowman" in browser.current_url, "the entry")
        browser.execute_script("""
            window.said = []
            new MutationObserver(() => said.push(toast.textContent)).observe(toast, { childList: true, subtree: true })""")
        engine = self.bridge.engine
        self.addCleanup(self.let_go_on, engine)
        os.kill(engine, signal.SIGSTOP)
        browser.back()
        wait_until(lambda: any("need" in call["params"] for call in browser.sent("reachedBottom")), "the calls")
        self.kill()
        browser.has_options(lambda count: count >= 100)
        wait_until(lambda: browser.execute_script("return scrollY") == 1000, lambda: browser.execute_script("return scrollY"))
        self.assertIn("q=arrow", browser.current_url)
        self.assertEqual(browser.execute_script("return said"), [])
        browser.forward()
        browser.has_options(3)

    def test_a_submitted_query_is_sent_again_if_the_engine_is_killed_while_it_loads(self):
        browser = self.open("hotpepper", q="焼肉")
        browser.has_options(18)
        self.services.fail("hotpepper", hang=120)
        browser.type("銀座")
        wait_until(browser.one("#submit").is_enabled, "the button")
        browser.one("#submit").click()
        wait_until(lambda: len(self.asked("hotpepper")) == 2, "the question")
        self.kill()
        browser.has_options(lambda count: count >= 20)
        wait_until(lambda: "q=%E9%8A%80%E5%BA%A7" in browser.current_url, lambda: browser.current_url)
        self.assertEqual([call["params"]["query"] for call in browser.sent("submit")], ["焼肉", "銀座", "銀座"])
        # Its list has arrived: from now on, that is what is requested again, at its full length.
        browser.scroll_until(21)
        calls = len(browser.sent("reachedBottom"))
        self.kill()
        wait_until(lambda: "need" in str(browser.sent("reachedBottom")[calls:]), "as many as before")
        self.assertEqual(browser.sent("submit")[-1]["params"], {"query": "銀座"})

    def test_a_new_engine_is_sent_a_text_that_is_too_short_and_not_the_old_query(self):
        with tempfile.TemporaryDirectory() as place:
            config = pathlib.Path(place) / "seekline" / "config.json"
            config.parent.mkdir()
            once = {"type": "command", "argv": ["echo", "snowman"], "run": "once", "options": {"minLength": 3}}
            config.write_text(json.dumps({"sources": {"once": once}}))
            with Bridge(env={"XDG_CONFIG_HOME": place}) as self.bridge:
                browser = self.open("once", q="snowman")
                browser.has_options(1)
                browser.insert("sn")
                browser.has_options(0)
                submits, texts = len(browser.sent("submit")), len(browser.sent("setQuery"))
                self.kill()
                wait_until(lambda: len(browser.sent("setQuery")) > texts, "the text")
                self.assertEqual(len(browser.sent("submit")), submits)
                browser.sees("#status", "Type")
                browser.get("about:blank")

    def test_a_hung_engine_is_shown_until_it_answers_again(self):
        browser, engine = self.open_and_hang()
        browser.type("arrow")
        browser.sees("#away", "^The search engine does not answer. Waiting for it…$")
        self.assertLess(browser.execute_script("return shownAt"), 8)
        self.assertEqual(browser.css("#away button"), [])
        os.kill(engine, signal.SIGCONT)
        browser.has_options(lambda count: count >= 20)
        wait_until(lambda: not browser.css("#away"), "all is well")
        self.assertEqual(self.bridge.engine, engine)

    def test_a_hung_engine_is_shown_to_an_idle_user_and_replaced(self):
        browser, engine = self.open_and_hang()
        browser.sees("#away", "The search engine does not answer")
        self.assertLess(browser.execute_script("return shownAt"), 12)
        wait_until(lambda: not is_alive(engine), "the end of the engine")
        wait_until(lambda: browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length") == 2, "a session")
        self.connected()
        browser.type("arrow")
        browser.has_options(lambda count: count >= 20)

    def test_a_hung_engine_is_replaced_when_the_user_types_or_reloads_the_page(self):
        for what, count in ((lambda browser: browser.type("arrow"), lambda count: count >= 20), (lambda browser: browser.refresh(), 3)):
            with self.subTest(count):
                browser, engine = self.open_and_hang()
                what(browser)
                wait_until(lambda: not is_alive(engine), "the end of the engine")
                browser.has_options(count)

    def test_an_internal_error_of_a_live_engine_is_shown(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        # Nothing that the page sends arrives: its calls are answered here.
        browser.execute_script("socket.send = (text) => sent.push(text)")
        browser.type("arrow")
        browser.fail(browser.sent("setQuery")[-1]["id"], code=-32603, message="Internal error: a fault")
        browser.sees("#toast", "^Internal error: a fault$")

    def test_a_lost_connection_is_noticed_even_while_the_engine_is_down(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        # Nothing that the page sends arrives, and it gets nothing but this.
        browser.execute_script("socket.send = () => {}")
        browser.hear("bridge/engineDown", message="The engine has ended; another one is being started.")
        browser.sees("#away", "Starting it again")
        wait_until(lambda: not browser.css("#away"), "another connection")
        self.connected()
        browser.type("arrow")
        browser.has_options(lambda count: count >= 20)

    def test_a_step_back_to_no_search_empties_the_list_even_without_a_connection(self):
        token = {"SEEKLINE_WEB_TOKEN": "a-token-that-stays-the-same"}
        with Bridge(env=token) as bridge:
            browser = self.browser
            browser.get(bridge.page("unicode"))
            browser.insert("snowman")
            browser.has_options(3)
            wait_until(lambda: "q=snowman" in browser.current_url, "the entry")
            bridge.end()
            browser.sees("#away", "The connection is lost")
            browser.back()
            browser.has_options(0)
            with Bridge(env=token, port=bridge.port):
                wait_until(lambda: not browser.css("#away"), "a session")
                self.assertEqual((browser.count(), browser.one("#box").get_attribute("value")), (0, ""))

    def test_a_step_back_before_there_is_a_session_takes_effect(self):
        browser = self.open("unicode", q="arrow")
        browser.has_options(lambda count: count >= 20)
        browser.insert("snowman")
        browser.has_options(3)
        wait_until(lambda: "q=snowman" in browser.current_url, "the entry")
        engine = self.bridge.engine
        self.addCleanup(self.let_go_on, engine)
        os.kill(engine, signal.SIGSTOP)
        browser.refresh()
        browser.back()
        wait_until(lambda: "q=arrow" in browser.current_url, "the step back")
        os.kill(engine, signal.SIGCONT)
        browser.has_options(lambda count: count >= 20)
        self.assertEqual(browser.one("#box").get_attribute("value"), "arrow")
        self.assertIn("q=arrow", browser.current_url)

    @staticmethod
    def let_go_on(engine):
        if is_alive(engine):
            os.kill(engine, signal.SIGCONT)

    def test_a_detail_still_opens_if_the_engine_is_killed_in_the_meantime(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        self.services.fail("wikipedia", hang=120)
        browser.one("#option-0").click()
        wait_until(lambda: len(self.asked("wikipedia")) == 2, "the question for the detail")
        os.kill(self.bridge.engine, signal.SIGKILL)
        browser.sees("#detail-body", "turns the text")

    def test_the_page_reconnects_when_the_bridge_is_restarted(self):
        self.bridge_comes_again(signal.SIGTERM, lambda: None)

    def test_a_button_reconnects_at_once_when_the_bridge_is_restarted(self):
        # Without a timer the page does not reconnect automatically.
        def hold():
            self.browser.execute_script("window.setTimeout = () => 1")

        self.bridge_comes_again(signal.SIGKILL, hold, lambda: self.browser.one("#away button").click())

    def bridge_comes_again(self, number, before, after=lambda: None):
        token = {"SEEKLINE_WEB_TOKEN": "a-token-that-stays-the-same"}
        with Bridge(env=token) as bridge:
            browser = self.browser
            browser.get(bridge.page("unicode", q="snowman"))
            browser.has_options(3)
            before()
            engine = bridge.engine
            bridge.end(number)
            wait_until(lambda: not is_alive(engine), "the end of the engine")
            browser.sees("#away", "The connection is lost. Trying to connect again…")
            self.assertEqual(browser.count(), 3)
            browser.type("arrow")
            with Bridge(env=token, port=bridge.port):
                after()
                browser.has_options(lambda count: count >= 20)
                self.assertEqual(browser.css("#away"), [])
                browser.get("about:blank")

    def test_the_page_reconnects_automatically(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        browser.execute_script("socket.close()")
        wait_until(lambda: browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length") == 2, "a session")
        self.connected()

    def test_a_page_whose_connections_do_not_last_reconnects_less_and_less_often(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        browser.execute_script("""
            window.pauses = []
            window.setTimeout = new Proxy(setTimeout, { apply: (target, self, [does, pause]) => {
                if (String(does).includes("open()")) pauses.push(pause)
                return target.call(self, does, pause)
            } })
            const Socket = WebSocket
            window.WebSocket = class extends Socket {
                constructor(...all) {
                    super(...all)
                    this.addEventListener("message", () => this.close())
                }
            }
            socket.close()""")
        pauses = wait_until(lambda: len(found := browser.execute_script("return pauses")) >= 4 and found, "four attempts")
        for earlier, later in zip(pauses, pauses[1:]):
            self.assertGreater(later, earlier)

    def test_an_address_with_a_wrong_token_or_an_unknown_source_is_reported(self):
        self.browser.get(self.bridge.page("unicode").replace(self.bridge.token, "another"))
        self.browser.sees("#away", "This page cannot search: this needs the address that seekline-web printed")
        self.assertEqual(self.browser.css("#away button"), [])
        self.browser.get("about:blank")
        self.browser.get(self.bridge.page("bing"))
        self.browser.sees("#away", "This page cannot search: there is no source 'bing' here; there are unicode, wikipedia, .*account-id.$")


class Leftovers(PageCase):
    def test_no_process_is_left_of_a_bridge_that_ends_with_open_pages(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            with self.subTest(number), Bridge() as bridge:
                self.browser.get(bridge.page("unicode", q="arrow"))
                self.browser.has_options(lambda count: count >= 20)
                processes = [bridge.process.pid, *children(bridge.process.pid)]
                self.assertEqual(len(processes), 2)
                status, errors = bridge.end(number)
                self.assertEqual((status, errors), (0 if number == signal.SIGTERM else -number, ""))
                wait_until(lambda: not any(map(is_alive, processes)), "the end of all")


if __name__ == "__main__":
    unittest.main()
