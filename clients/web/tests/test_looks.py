"""The five systems, each with its look and its use cases, and the characters."""

import os
import signal
import unittest

from pages import PageCase
from selenium.webdriver.common.keys import Keys
from support import Bridge, wait_until


class Looks(PageCase):
    def test_wikipedia_is_a_list_of_articles(self):
        browser = self.open("wikipedia")
        browser.one("body.articles")
        # All in one go, so that a busy machine does not pause between them.
        browser.execute_script("""
            const box = document.getElementById("box")
            for (const letter of "swift program") {
                box.value += letter
                box.dispatchEvent(new InputEvent("input", { bubbles: true }))
            }""")
        self.assertEqual(len(browser.sent("setQuery")), len("swift program"))
        browser.has_options(7)
        # The search waited for a pause in typing: the first text was never searched for.
        self.assertEqual([request.query["srsearch"] for request in self.asked("wikipedia")], ["swift program"])
        self.assertEqual(browser.one("#option-0 mark").text, "program")
        browser.sees("#option-0", r"Swift\n.*is a language.*\n127\.0\.0\.1:\d+ · 27 words · Nov 2\d, 2026")
        browser.one("#option-1").click()
        browser.sees("#detail-body", "Swift compiler turns the text")

    def test_a_source_of_any_name_looks_like_its_type(self):
        with Bridge("--source", "friends", "--set", "friends.type=account-id", services=self.services) as bridge:
            self.browser.get(bridge.page("friends"))
            self.connected().one("body.account")
            self.browser.get("about:blank")

    def test_qiita_is_a_feed_with_avatars(self):
        browser = self.open("qiita")
        browser.one("body.feed")
        browser.has_options(20)
        first = browser.one("#option-0")
        self.assertRegex(first.text, r"@\w+ · Nov 2\d, 2026")
        loaded = "return document.querySelector('#option-0 .avatar img')?.naturalWidth"
        wait_until(lambda: browser.execute_script(loaded) == 180, "the picture of who wrote it")
        browser.scroll_to_end()
        browser.has_options(40)
        # A post that is published in the meantime shifts the pages, but nothing is shown twice.
        self.services.qiita.publish(1)
        browser.scroll_until(45)
        titles = browser.execute_script("return [...document.querySelectorAll('.title')].map((title) => title.textContent)")
        self.assertEqual(len(set(titles)), 45)
        browser.type("rust")
        wait_until(lambda: browser.execute_script("return [...document.querySelectorAll('.tag')].every((tag) => tag.textContent === 'Rust')"), "only Rust")
        browser.type("")
        browser.one("#clear").click()
        browser.has_options(20)

    def test_an_author_without_a_picture_gets_an_initial(self):
        self.services.fail("images", times=100, body="none")
        browser = self.open("qiita")
        browser.has_options(20)
        user = browser.text("#option-0 .facts b")
        wait_until(lambda: not browser.css("#option-0 .avatar img"), "the picture is given up")
        self.assertEqual(browser.one("#option-0 .avatar").text.lower(), user[1])

    def test_hot_pepper_is_cards_with_a_button(self):
        browser = self.open("hotpepper")
        browser.one("body.cards")
        browser.sees("#credit", "Powered by ホットペッパーグルメ")
        button = browser.one("#submit")
        self.assertFalse(button.is_enabled())
        browser.type("焼肉")
        wait_until(button.is_enabled, "the button")
        self.assertEqual(self.asked("hotpepper"), [])
        button.click()
        browser.has_options(18)
        browser.sees("#option-0", "焼肉・ホルモン\n焼肉 たけ 銀座店\n3500円\n11席\n銀座2−2\n月～日")
        browser.sees("#status", "^18 results$")
        browser.one("#option-0").click()
        browser.sees("#detail-body", "ジャンル: 焼肉")
        self.assertEqual(browser.one("#detail-actions a").get_attribute("href"), "https://www.hotpepper.jp/strJ000000001/")

    def test_a_suggestion_is_searched_for_even_when_the_box_is_empty(self):
        browser = self.open("hotpepper", q="yakiniku")
        browser.sees("#status", "^Nothing found for “yakiniku”.$")
        browser.hear("items", generation=90, query="yakiniku", **{"from": 0}, items=[], count=0, more=False, suggestion="焼肉")
        browser.hear("loading", generation=90, loading=False, refreshing=False, pending=None, status="full", stalled=False,
                     canSubmit=False, opening=None)
        browser.type(Keys.BACKSPACE)
        wait_until(lambda: not browser.one("#submit").is_enabled(), "an empty box, of which nothing can be searched for")
        browser.one("#suggestion").click()
        browser.has_options(lambda count: count > 0)
        self.assertEqual(browser.sent("submit")[-1]["params"]["query"], "焼肉")
        browser.one("#clear").click()
        self.assertEqual(browser.one("#box").get_attribute("value"), "")

    def test_enter_submits_before_the_engine_has_reported_that_it_can(self):
        browser = self.open("yahoo-images")
        for text, end in (("ねこ耳", signal.SIGCONT), ("いぬ耳", signal.SIGKILL)):
            engine = self.bridge.engine
            os.kill(engine, signal.SIGSTOP)
            try:
                browser.type(text + Keys.ENTER)
                # And again, while the query is already being searched for.
                browser.one("#box").send_keys(Keys.ENTER)
            finally:
                os.kill(engine, end)
            browser.sees("#option-0", text)
            browser.has_options(60)
        browser.type("ね" + Keys.ENTER)
        browser.sees("#status", "^Type 2 more characters.$")
        self.assertEqual(browser.count(), 60)

    def test_yahoo_is_a_grid_of_pictures(self):
        browser = self.open("yahoo-images")
        browser.one("body.pictures")
        button = browser.one("#submit")
        browser.type("ねこ")
        browser.sees("#status", "^Type 1 more character.$")
        self.assertFalse(button.is_enabled())
        browser.type("ねこ耳")
        wait_until(button.is_enabled, "the button")
        browser.one("#box").send_keys(Keys.ENTER)
        browser.has_options(60)
        loaded = "return [...document.querySelectorAll('#option-0 img, #option-1 img')].filter((image) => image.naturalWidth === 180).length"
        wait_until(lambda: browser.execute_script(loaded) == 2, "two pictures")
        self.assertEqual(browser.text("#option-0"), "ねこ耳 ①")
        browser.type("nothing here")
        wait_until(button.is_enabled, "the button")
        button.click()
        browser.sees("#status", "Nothing found for “nothing here”")

    def test_an_account_id_gets_a_spinner_then_a_tick_or_a_cross(self):
        browser = self.open("account-id")
        browser.one("body.account")
        state = lambda: browser.execute_script("return document.getElementById('mark').dataset.state")
        box = browser.one("#box")
        browser.execute_script("""
            window.states = []
            const mark = document.getElementById("mark")
            new MutationObserver(() => states.push(mark.dataset.state)).observe(mark, { attributeFilter: ["data-state"] })""")
        for name, mark, message in (("taro", "bad", "現在使用されています"), ("jiro", "good", "使用できます")):
            self.services.fail("account-id", hold=1)
            browser.execute_script("states.length = 0")
            browser.insert(name)
            wait_until(lambda: state() == "busy", "a spinner")
            self.services.release("account-id")
            browser.sees("#status", message)
            wait_until(lambda: state() == mark, "the verdict")
            # No mark while it was being typed, then a spinner, and then this mark.
            self.assertEqual([one for one in browser.execute_script("return states") if one != "quiet"], ["busy", mark])
            self.assertEqual(box.get_attribute("aria-invalid"), str(mark == "bad").lower())
        browser.type("a/b")
        browser.sees("#alert", "cannot be an account ID")
        self.assertEqual(state(), "bad")
        self.assertNotIn("q=", browser.current_url)

    def test_characters_are_copied_by_a_click(self):
        browser = self.open("unicode", q="snowman")
        browser.one("body.characters")
        browser.has_options(3)
        browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        # The message stays, however long this takes.
        browser.execute_script("window.setTimeout = () => 1")
        browser.one("#option-0").click()
        browser.sees("#toast", "Copied ☃ SNOWMAN")
        copied = browser.execute_async_script("navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))")
        self.assertEqual(copied, "☃")
        browser.one("#toast button").click()
        browser.sees("#detail-body", r"Code point: U\+2603")

    def test_a_link_leads_to_each_source(self):
        browser = self.open("unicode")
        titles = [link.text for link in browser.css("#sources a")]
        self.assertEqual(len(titles), 6)
        browser.css("#sources a")[2].click()
        browser.one("body.feed")
        browser.has_options(20)
        self.assertEqual(browser.one("#sources [aria-current]").text, titles[2])
        browser.back()
        browser.one("body.characters:not(.away)")


if __name__ == "__main__":
    unittest.main()
