"""A detail on the page: opened, failed, closed."""

import pathlib
import tempfile
import unittest

from pages import PageCase
from selenium.webdriver.common.action_chains import ActionChains
from support import Bridge, wait_until


class Details(PageCase):
    def test_a_detail_opens_with_its_text_and_link_and_closes(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        browser.one("#option-0").click()
        browser.sees("#detail-title", "^Swift compiler$")
        browser.sees("#detail-body", "turns the text of a program into instructions")
        link = browser.one("#detail-actions a")
        self.assertEqual((link.get_attribute("rel"), link.get_attribute("target")), ("noopener noreferrer", "_blank"))
        self.assertTrue(link.get_attribute("href").startswith("http://127.0.0.1"))
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")

    def test_a_detail_that_fails_can_be_tried_again(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        self.services.fail("wikipedia", times=1, status=500)
        browser.one("#option-0").click()
        browser.sees("#detail-alert", "500")
        browser.one("#detail-alert button").click()
        browser.sees("#detail-body", "turns the text")
        self.assertEqual(browser.css("#detail-alert"), [])

    def test_a_click_outside_a_detail_closes_it_but_a_drag_out_of_it_does_not(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.double_click("#option-0")
        browser.sees("#detail-body", "language")
        sheet = browser.one("#detail-body")
        ActionChains(browser).click_and_hold(sheet).move_by_offset(0, 250).release().perform()
        browser.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        self.assertTrue(browser.one("#detail").is_displayed())
        ActionChains(browser).move_to_element(sheet).move_by_offset(0, 250).click().perform()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")

    def test_closing_a_detail_cancels_its_request(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        self.services.fail("wikipedia", hang=30)
        browser.one("#option-0").click()
        browser.sees("#detail-status", "Loading")
        wait_until(lambda: len(self.asked("wikipedia")) == 2, "the question for the detail")
        browser.one("#detail-close").click()
        wait_until(lambda: browser.sent("$/cancelRequest"), "a cancel")
        browser.one("#option-0").click()
        browser.sees("#detail-body", "turns the text")



class LongIds(PageCase):
    """The id of a line of a file is its text, and a line may be very long, as in minified programs."""

    def test_a_line_of_any_length_opens_and_is_still_open_after_a_reload(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        path = pathlib.Path(place.name, "long.txt")
        # In a message it is longer than the text itself, and in the address each of its bytes takes up three.
        path.write_text("needle" + '"\x1b' * 50_000, encoding="utf-8")
        self.bridge = self.enterContext(Bridge("--source", "lines", "--set", f"lines.path={path}"))
        self.addCleanup(self.browser.get, "about:blank")
        browser = self.open("lines", q="needle")
        browser.one("#option-0").click()
        browser.sees("#detail-body .place", r"long\.txt:1")
        browser.refresh()
        browser.sees("#detail-body .place", r"long\.txt:1")
        self.connected()

    def test_an_id_too_long_to_request_is_reported_and_the_connection_stays(self):
        browser = self.open("wikipedia", q="program")
        browser.has_options(20)
        state = {"session": "", "seq": 10_000, "generation": 1, "query": "program", "from": 0, "count": 1, "more": False}
        # Too long in bytes, not in characters.
        browser.hear("items", **state, items=[{"id": "雪" * 349_525, "title": "long", "fields": {}}])
        browser.has_options(1)
        browser.one("#option-0").click()
        browser.sees("#detail-alert", "^Its id is too long")
        browser.one("#detail-close").click()
        browser.type("swift compiler")
        browser.sees("#option-0", "Swift compiler")
        self.assertEqual(len([text for text in browser.execute_script("return got") if "bridge/opened" in text]), 1)


if __name__ == "__main__":
    unittest.main()
