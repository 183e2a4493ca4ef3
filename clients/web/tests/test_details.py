"""A detail on the page: opened, failed, closed."""

import unittest

from pages import PageCase
from selenium.webdriver.common.action_chains import ActionChains
from support import wait_until


class Details(PageCase):
    def test_a_detail(self):
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

    def test_a_click_beside_a_detail_closes_it_and_nothing_else_does(self):
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

    def test_closing_gives_a_detail_up(self):
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



if __name__ == "__main__":
    unittest.main()


if __name__ == "__main__":
    unittest.main()
