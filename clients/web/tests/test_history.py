"""Where the user is in the browser's history: searches, details and sources."""

import unittest
from urllib.parse import parse_qs, urlsplit

from places import FRAMES, SHOW, Places
from selenium.webdriver.common.keys import Keys
from support import wait_until


class History(Places):
    def shows(self, query, count):
        """Waits until the list of a query is shown, and the search box and the address agree."""
        self.browser.has_options(count)
        wait_until(lambda: self.browser.one("#box").get_attribute("value") == query, "the text in the box")
        address = lambda: parse_qs(urlsplit(self.browser.current_url).query).get("q", [""])
        wait_until(lambda: address() == [query], lambda: self.browser.current_url)

    def test_back_leads_to_the_previous_search(self):
        browser = self.open("unicode")
        for query, count in (("snowman", 3), ("wheel of dharma", 1)):
            browser.insert(query)
            self.shows(query, count)
        self.settle()
        browser.back()
        self.shows("snowman", 3)
        self.assertEqual(browser.title, "snowman – Unicode characters – seekline")
        browser.back()
        browser.one("#empty")
        self.shows("", 0)
        browser.forward()
        self.shows("snowman", 3)
        browser.forward()
        browser.has_options(1)
        # The search box, the engine and the address agree.
        browser.type("snowman")
        self.shows("snowman", 3)

    def test_the_address_has_the_box_text_despite_too_many_recent_history_entries(self):
        browser = self.open("unicode")
        browser.type("snow")
        self.shows("snow", 11)
        # Chromium takes 200 in ten seconds, and silently drops the rest.
        browser.execute_script("for (let n = 0; n < 300; n++) history.replaceState(history.state, '', location.href)")
        browser.type("snowman")
        self.shows("snowman", 3)

    def test_a_text_typed_again_after_a_step_back_is_searched_for_again(self):
        browser = self.open("unicode")
        box = browser.type("snow")
        self.shows("snow", 11)
        # The list was looked at for a long time.
        browser.execute_script("performance.now = () => Infinity")
        box.send_keys("m")
        self.shows("snowm", 3)
        self.settle()
        browser.back()
        self.shows("snow", 11)
        box.send_keys("m")
        self.shows("snowm", 3)

    def test_back_leads_to_the_previous_search_when_a_button_searches(self):
        browser = self.open("hotpepper")
        for query, count in (("焼肉", 18), ("銀座", 20)):
            browser.type(query)
            wait_until(browser.one("#submit").is_enabled, "the button")
            browser.one("#submit").click()
            browser.has_options(lambda number: number >= count)
            wait_until(lambda: query[0] in browser.text("#option-0 .body"), "the list")
            self.settle()
        browser.back()
        browser.has_options(18)
        browser.back()
        browser.one("#empty")
        self.assertEqual(browser.one("#box").get_attribute("value"), "")

    def test_continued_typing_and_deleting_make_one_history_entry(self):
        browser = self.browser
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")  # The history of the other tab is full.
        self.open("unicode")
        before = browser.execute_script("return history.length")
        box = browser.one("#box")
        # No list counts as having been looked at for two seconds, however long this takes.
        browser.execute_script("performance.now = () => 0")
        for letter in "snow":
            box.send_keys(letter)
            wait_until(lambda: f"q={box.get_attribute('value')}#" in browser.current_url, lambda: browser.current_url)
        self.assertEqual(browser.execute_script("return history.length"), before + 1)
        box.send_keys("man")
        self.shows("snowman", 3)
        for _ in "snowman":
            box.send_keys(Keys.BACKSPACE)
        browser.one("#empty")
        browser.type("wheel of dharma")
        browser.has_options(1)
        self.settle()
        self.assertEqual(browser.execute_script("return history.length"), before + 2)
        browser.back()
        self.shows("snowman", 3)
        browser.close()
        browser.switch_to.window(first)

    def test_a_failed_search_stays_in_the_address(self):
        self.services.fail("wikipedia", times=9, status=404)
        browser = self.open("wikipedia", q="swift")
        browser.sees("#alert", "404")
        wait_until(lambda: "q=swift#" in browser.current_url, lambda: browser.current_url)
        browser.insert("rust")
        wait_until(lambda: "q=rust#" in browser.current_url, lambda: browser.current_url)
        self.services.faults["wikipedia"].clear()
        browser.refresh()
        browser.sees("#option-0", "^Rust")
        self.shows("rust", 7)
        browser.back()
        browser.sees("#option-0", "^Swift")
        self.shows("swift", 7)
        # Likewise a query for which Enter was pressed, whatever has been typed into the search box since.
        browser = self.open("yahoo-images")
        self.services.fail("yahoo-images", status=404)
        browser.type("neko" + Keys.ENTER)
        browser.sees("#alert", "404")
        browser.type("inu")
        wait_until(lambda: "q=neko#" in browser.current_url, lambda: browser.current_url)
        browser.refresh()
        browser.has_options(60)
        self.assertEqual(browser.one("#box").get_attribute("value"), "neko")

    def test_a_step_back_while_a_page_loads_shows_the_previous_list(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.insert("program")
        browser.has_options(20)
        self.services.fail("wikipedia", hold=1)
        browser.scroll_to_end()
        wait_until(lambda: len(self.asked("wikipedia")) == 3, "the next page")
        browser.back()
        self.services.release("wikipedia")
        self.shows("swift", 7)
        self.settle()
        self.assertEqual((browser.count(), browser.execute_script("return scrollY")), (7, 0))

    def test_a_list_loaded_behind_a_detail_gets_its_entry_when_that_is_closed(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        for close in (lambda: browser.one("#detail-close").click(), browser.back):
            self.services.fail("wikipedia", hold=1)
            asked = len(self.asked("wikipedia"))
            browser.insert("rust")
            wait_until(lambda: len(self.asked("wikipedia")) > asked, "the question")
            browser.one("#option-0").click()
            browser.sees("#detail-title", "^Swift$")
            self.services.release("wikipedia")
            browser.sees("#option-0", "^Rust")
            self.assertIn("q=swift", browser.current_url)
            close()
            wait_until(lambda: "q=rust" in browser.current_url, lambda: browser.current_url)
            browser.back()
            self.shows("swift", 7)
            browser.sees("#option-0", "^Swift")


class DetailsInHistory(Places):
    def test_back_closes_a_detail(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.one("#option-2").click()
        browser.sees("#detail-title", "^Swift package manager$")
        browser.back()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        self.assertEqual(browser.count(), 7)
        browser.forward()
        browser.sees("#detail-title", "^Swift package manager$")
        browser.refresh()
        browser.sees("#detail-title", "^Swift package manager$")
        browser.has_options(7)
        browser.back()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        self.assertEqual(browser.count(), 7)

    def test_closing_a_detail_leaves_no_history_entry(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        close = (
            lambda: browser.one("#detail-close").click(),
            lambda: browser.switch_to.active_element.send_keys(Keys.ESCAPE),
            # Twice, before the browser has reported the first.
            lambda: browser.execute_script("for (const _ of [1, 2]) detail.dispatchEvent(new Event('cancel', { cancelable: true }))"),
            lambda: browser.execute_script("detail.close()"),
        )
        for index, way in enumerate(close):
            with self.subTest(index):
                browser.one(f"#option-{index}").click()
                browser.sees("#detail-body", "Swift")
                way()
                wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
                wait_until(lambda: "item=" not in browser.current_url, lambda: browser.current_url)
                self.assertIn("q=swift", browser.current_url)
                self.assertEqual(browser.count(), 7)
        browser.insert("rust")
        wait_until(lambda: "q=rust" in browser.current_url, "the other search")
        browser.back()
        wait_until(lambda: "q=swift" in browser.current_url, lambda: browser.current_url)
        self.assertEqual(browser.css("#detail"), [])

    def test_a_result_is_a_link_to_its_detail(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        option = browser.one("#option-1")
        self.assertEqual((option.tag_name, option.get_attribute("role"), option.get_attribute("tabindex")), ("a", "option", "-1"))
        address = option.get_attribute("href")
        first = browser.current_window_handle
        # The page leaves the click that opens a link in another tab to the browser.
        browser.execute_script("""
            window.isLeft = null
            addEventListener("click", (event) => { isLeft = !event.defaultPrevented; event.preventDefault() })
            document.getElementById("option-1").dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }))""")
        self.assertTrue(browser.execute_script("return isLeft"))
        self.assertEqual(browser.css("#detail"), [])
        browser.switch_to.new_window("tab")
        browser.get(address)
        browser.sees("#detail-title", "^Swift compiler$")
        browser.has_options(7)
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        self.shows_no_detail()
        browser.close()
        browser.switch_to.window(first)

    def test_a_text_of_any_length_survives_a_reload(self):
        browser = self.open("unicode")
        # Each takes nine bytes of the address.
        text = "雪" * 1000
        browser.type(text)
        wait_until(lambda: len(browser.current_url) > 9000, "the address has it")
        browser.sees("#status", "Nothing found")
        browser.refresh()
        self.connected()
        self.assertEqual(browser.one("#box").get_attribute("value"), text)
        # The same goes for the query of a link, as long as a query can be.
        text = "☃" * 9999 + "!"
        browser.get("about:blank")
        self.open("unicode", q=text)
        self.assertEqual(browser.one("#box").get_attribute("value"), text)
        browser.sees("#status", "Nothing found")

    def test_a_link_with_too_long_a_text_searches_for_its_beginning(self):
        # As long as it may be in characters, each of which is two UTF-16 code units for JavaScript.
        browser = self.open("unicode", q="🎌" * 10_000 + "!" * 2)
        browser.sees("#status", "Nothing found")
        self.assertEqual(browser.one("#box").get_attribute("value"), "🎌" * 10_000)
        wait_until(lambda: browser.current_url.endswith(f"{'%F0%9F%8E%8C' * 3}#{self.bridge.token}"), lambda: browser.current_url[-100:])

    def test_the_page_works_even_if_the_browser_refuses_history_entries(self):
        browser = self.browser
        browser.switch_to.new_window("tab")
        # As browsers do after too many entries in a short time, or if a page may not add any.
        script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.refused = 0
            for (const name of ["pushState", "replaceState"])
                history[name] = () => { refused += 1; throw new DOMException("too often", "SecurityError") }"""})
        try:
            self.open("unicode")
            browser.insert("snowman")
            browser.has_options(3)
            wait_until(lambda: browser.execute_script("return refused") > 0, "the history is asked")
            browser.sees("#status", "3")
            for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.SHIFT + Keys.ENTER):
                browser.one("#box").send_keys(key)
            browser.sees("#detail-title", "SNOWMAN WITHOUT SNOW")
            browser.one("#detail-close").click()
            wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
            browser.type("wheel of dharma")
            browser.has_options(1)
        finally:
            browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script["identifier"]})
            browser.close()
            browser.switch_to.window(browser.window_handles[0])

    def shows_no_detail(self):
        wait_until(lambda: "item=" not in self.browser.current_url, lambda: self.browser.current_url)

    def test_the_page_behind_a_detail_stays_where_it_is(self):
        browser = self.open("wikipedia", q="program")
        browser.has_options(20)
        browser.execute_script(SHOW, 5, -5)
        before = browser.execute_script("return scrollY")
        self.assertGreater(before, 0)
        browser.one("#option-6").click()
        browser.sees("#detail-body", "program")
        wheel = lambda: browser.execute_cdp_cmd(
            "Input.dispatchMouseEvent", {"type": "mouseWheel", "x": 550, "y": 400, "deltaX": 0, "deltaY": 300})
        for _ in range(3):
            wheel()
        browser.execute_async_script(FRAMES)
        self.assertEqual(browser.execute_script("return scrollY"), before)
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        self.assertEqual(browser.execute_script("return scrollY"), before)
        wait_until(lambda: wheel() or browser.execute_script("return scrollY") > before, "the page scrolls again")


class Sources(Places):
    def test_a_link_to_another_source_keeps_the_query(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.type("rust")
        link = lambda title: next(link for link in browser.css("#sources a") if link.text == title)
        # Links have the text that was typed, whether it has been searched for yet or not.
        self.assertIn("q=rust", link("Qiita").get_attribute("href"))
        link("Qiita").click()
        browser.one("body.feed")
        browser.sees("#option-0", "Rust")
        self.assertEqual(browser.one("#box").get_attribute("value"), "rust")
        # An ID is not a query.
        self.assertNotIn("q=", link("Account IDs").get_attribute("href"))


if __name__ == "__main__":
    unittest.main()
