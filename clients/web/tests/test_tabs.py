"""Where the page can be: in tabs, in the history, in a frame."""

import pathlib
import tempfile
import unittest

from pages import PageCase
from support import Bridge, wait_until


class Tabs(PageCase):
    def test_two_tabs_do_not_see_each_other(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")
        browser.listen()
        browser.get(self.bridge.page("unicode", q="wheel of dharma"))
        browser.has_options(1)
        second = browser.execute_script("return got")
        self.assertFalse([text for text in second if "SNOWMAN" in text])
        browser.close()
        browser.switch_to.window(first)
        self.assertEqual(browser.count(), 3)
        self.assertFalse([text for text in browser.execute_script("return got") if "DHARMA" in text])

    def test_closing_a_tab_cancels_its_search(self):
        browser = self.browser
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")
        self.open("wikipedia")
        self.services.fail("wikipedia", hang=120)
        ended = []
        reply = self.services.web.reply

        def noting(exchange):
            reply(exchange)
            ended.append(exchange.target)

        self.services.web.reply = noting
        self.addCleanup(setattr, self.services.web, "reply", reply)
        browser.insert("rust")
        wait_until(lambda: len(self.asked("wikipedia")) == 1, "the question")
        self.assertEqual(ended, [])
        browser.close()
        browser.switch_to.window(first)
        # The session is closed, and with it its request in flight.
        wait_until(lambda: ended, "the end of the request")


class History(PageCase):
    def test_back_forward_and_reload_lead_to_the_same_place(self):
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(100)
        browser.execute_script("scrollTo(0, 1200)")
        browser.get(self.bridge.page("qiita"))
        browser.has_options(20)
        browser.back()
        self.is_there()
        wait_until(lambda: browser.execute_script("return Boolean(history.state.anchor)"), "the place is noted")
        browser.refresh()
        self.is_there()
        browser.forward()
        self.connected()
        browser.has_options(20)

    def is_there(self):
        self.connected()
        self.browser.has_options(lambda count: count >= 100)
        wait_until(lambda: self.browser.execute_script("return scrollY") == 1200, lambda: self.browser.execute_script("return scrollY"))
        self.assertEqual(self.browser.one("#box").get_attribute("value"), "arrow")
        # The same text as before is sent again, so the session works. (In one go: on a busy machine, retyping it may be
        # so slow that another search replaces the entries before this one.)
        self.browser.execute_script(
            "const box = document.querySelector('#box'); box.value += ' '; box.dispatchEvent(new InputEvent('input', {bubbles: true}))")
        wait_until(lambda: self.browser.sent("setQuery"), "a call")

    def test_a_page_restored_from_the_cache_gets_a_new_session(self):
        browser = self.open("unicode", q="snowman")
        browser.has_options(3)
        browser.execute_script("window.isKept = true")
        browser.get(self.bridge.page("qiita"))
        browser.has_options(20)
        browser.back()
        self.connected()
        self.assertTrue(browser.execute_script("return window.isKept ?? false"), "it did not come out of the cache")
        wait_until(lambda: browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length") == 2, "a session")
        browser.type("wheel of dharma")
        browser.has_options(1)


class Opening(PageCase):
    def test_the_file_that_a_browser_is_given_leads_to_the_page(self):
        with tempfile.TemporaryDirectory() as folder, Bridge("--open", env={"BROWSER": "true", "HOME": folder}) as bridge:
            page, = wait_until(lambda: [file for file in pathlib.Path(folder).glob("*.html") if file.stat().st_size], "the file")
            self.browser.get(page.as_uri())
            self.connected()
            self.assertEqual(self.browser.current_url, bridge.url)
            self.browser.get("about:blank")


class Frames(PageCase):
    def test_only_an_allowed_origin_can_show_the_page_in_a_frame(self):
        origin, browser = self.services.origin, self.browser
        with Bridge("--allow-origin", origin) as bridge:
            frame = f'<!doctype html><iframe width=600 height=600 src="{bridge.page("unicode", q="snowman")}"></iframe>'
            for host, is_shown in ((origin, True), (origin.replace("127.0.0.1", "localhost"), False)):
                self.services.fail("account-id", body=frame, kind="text/html; charset=utf-8")
                browser.get(host + self.services.firestore.path)
                browser.switch_to.frame(0)
                if is_shown:
                    browser.has_options(3)
                else:
                    self.assertEqual(browser.css("#box"), [])
                browser.switch_to.default_content()
            browser.get_log("browser")


if __name__ == "__main__":
    unittest.main()
