"""Where the person is in a list and in the browser's history, whatever happens meanwhile."""

import unittest

from pages import PageCase
from selenium.webdriver.common.keys import Keys
from support import wait_until

# The first option that can be seen below the header: its text, and how far it is from the header.
FIRST = """
    const line = document.querySelector("header").getBoundingClientRect().bottom
    const option = [...document.querySelectorAll("[role=option]")].find((option) => option.getBoundingClientRect().bottom > line + 1)
    return [option.innerText, Math.round(option.getBoundingClientRect().top - line)]"""

# Scrolls an option to so many pixels below the header.
SHOW = """
    const line = document.querySelector("header").getBoundingClientRect().bottom
    const option = document.getElementById(`option-${arguments[0]}`)
    scrollBy(0, option.getBoundingClientRect().top - line - arguments[1])"""

FRAMES = """
    const finish = arguments[0]
    const step = (left) => left ? requestAnimationFrame(() => step(left - 1)) : finish()
    step(10)"""


class Places(PageCase):
    def first(self):
        return self.browser.execute_script(FIRST)

    def settle(self):
        """Waits until nothing loads; and then for some frames, in which the page would ask for more if it had a mind to."""
        wait_until(lambda: self.browser.execute_script(
            "return document.getElementById('list').ariaBusy === 'false' && !document.body.classList.contains('loading')"), "it settles")
        self.browser.execute_async_script(FRAMES)


class Reconnected(Places):
    def shorter(self, before=lambda: None):
        browser = self.open("wikipedia", q="program")
        browser.has_options(20)
        browser.scroll_until(49)
        pages = self.services.wikipedia.pages
        self.services.wikipedia.pages = {identifier: pages[identifier] for identifier in list(pages)[:5]}
        before()
        browser.execute_script("socket.close()")
        return browser

    def test_a_list_that_has_become_shorter_takes_the_place_of_the_old_one(self):
        browser = self.shorter()
        browser.has_options(5)
        browser.sees("#status", "^5 results$")

    def test_the_old_list_stays_until_the_answer_comes(self):
        browser = self.shorter(lambda: self.services.fail("wikipedia", hold=1))
        self.connected()
        wait_until(lambda: browser.sent("submit"), "the search")
        browser.execute_async_script(FRAMES)
        self.assertEqual(browser.count(), 49)
        self.services.release("wikipedia")
        browser.has_options(5)

    def test_a_first_page_that_is_there_at_once_is_not_the_whole_list(self):
        # The call for the others is delayed until the first page has come and nothing loads.
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(100)
        browser.execute_script(SHOW, 70, 10)
        before = self.first()
        browser.execute_script("""
            window.least = 1e9
            new MutationObserver(() => {
                least = Math.min(least, document.querySelectorAll("[role=option]").length)
            }).observe(list, { childList: true, subtree: true })
            const send = WebSocket.prototype.send
            WebSocket.prototype.send = function (text) {
                if (!text.includes("reachedBottom")) return send.call(this, text)
                this.addEventListener("message", (event) => {
                    if (event.data.includes('"loading":false')) queueMicrotask(() => send.call(this, text))
                }, { once: false })
                WebSocket.prototype.send = send
            }
            socket.close()""")
        wait_until(lambda: browser.execute_script("return got.filter((text) => text.includes('bridge/opened')).length") == 2, "a session")
        browser.has_options(lambda count: count >= 100)
        self.settle()
        self.assertEqual(self.first(), before)
        self.assertGreaterEqual(browser.execute_script("return least"), 100)


class NewQueries(Places):
    def test_another_list_is_seen_from_its_top(self):
        browser = self.open("wikipedia", q="program")
        browser.has_options(20)
        browser.scroll_until(49)
        self.services.fail("wikipedia", hold=1)
        browser.type("article")
        wait_until(lambda: "article" in [request.query.get("srsearch") for request in self.asked("wikipedia")], "the question")
        # The old list stays where it is while the answer is awaited.
        self.assertGreater(browser.execute_script("return scrollY"), 1000)
        self.services.release("wikipedia")
        browser.sees("#status", "^20 of 49 results$")
        self.settle()
        self.assertEqual(browser.execute_script("return scrollY"), 0)
        self.assertEqual(browser.count(), 20)
        asked = [request for request in self.asked("wikipedia") if request.query.get("srsearch") == "article"]
        self.assertEqual(len(asked), 1)

    def test_also_if_it_comes_at_once(self):
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(200)
        browser.type("letter")
        browser.sees("#option-0", "letter")
        self.settle()
        self.assertEqual(browser.execute_script("return scrollY"), 0)
        self.assertLessEqual(browser.count(), 60)

    def test_the_same_list_read_anew_stays_where_it_is(self):
        browser = self.open("qiita")
        browser.has_options(20)
        browser.execute_script(SHOW, 7, -5)
        before = self.first()
        self.services.qiita.publish(3)
        browser.one("#refresh").click()
        wait_until(lambda: browser.execute_script("return got.join('').includes('\"total\":48')"), "new posts")
        self.settle()
        self.assertEqual(self.first(), before)
        self.assertEqual(browser.execute_script(
            "return [...document.querySelectorAll('[role=option]')].findIndex((option) => option.innerText === arguments[0])", before[0]), 10)


class Restored(Places):
    def test_a_reload_shows_the_same_item(self):
        browser = self.open("unicode", q="letter")
        browser.scroll_until(680)
        self.settle()
        browser.execute_script(SHOW, 666, -5)
        before = self.first()
        wait_until(lambda: browser.execute_script("return history.state.anchor?.id ?? '-'") in before[0], "the place is noted")
        browser.refresh()
        self.connected()
        browser.has_options(lambda count: count >= 680)
        wait_until(lambda: self.first() == before, lambda: f"{before}, but {self.first()}")
        self.settle()
        self.assertEqual(self.first(), before)

    def test_so_it_does_in_another_width(self):
        browser = self.open("wikipedia", q="program")
        browser.scroll_until(49)
        browser.execute_script(SHOW, 30, -5)
        text, _ = self.first()
        wait_until(lambda: browser.execute_script("return history.state.anchor?.index") == 30, "the place is noted")
        self.addCleanup(browser.set_window_size, *browser.get_window_size().values())
        browser.set_window_size(500, 800)
        wait_until(lambda: browser.execute_script("return innerWidth") == 500, "the width")
        wait_until(lambda: self.first()[0] == text, lambda: f"{text}, but {self.first()}")
        browser.refresh()
        self.connected()
        browser.has_options(49)
        wait_until(lambda: self.first()[0] == text, lambda: f"{text}, but {self.first()}")

    def test_what_was_not_drawn_has_its_true_height(self):
        for source, query, count in (("unicode", "letter", 200), ("wikipedia", "program", 49), ("qiita", None, 45)):
            with self.subTest(source):
                browser = self.open(source, **({"q": query} if query else {}))
                browser.scroll_until(count)
                browser.execute_script("scrollTo(0, 0)")
                wait_until(lambda: browser.execute_script("return history.state.anchor === null"), "the place is noted")
                browser.refresh()
                self.connected()
                browser.has_options(lambda number: number >= count)
                before, after = browser.execute_script("""
                    const height = () => document.documentElement.scrollHeight
                    const before = height()
                    for (const part of document.querySelectorAll("#list *")) part.style.contentVisibility = "visible"
                    return [before, height()]""")
                self.assertEqual(before, after)

    def test_who_scrolls_meanwhile_is_left_alone(self):
        browser = self.open("wikipedia", q="program")
        browser.scroll_until(49)
        browser.execute_script(SHOW, 40, -5)
        self.services.fail("wikipedia", times=3, hold=1)
        wait_until(lambda: browser.execute_script("return history.state.anchor?.index") == 40, "the place is noted")
        browser.refresh()
        wait_until(lambda: len(self.asked("wikipedia")) == 4, "the first page is asked for")
        browser.execute_script("dispatchEvent(new WheelEvent('wheel'))")
        self.services.release("wikipedia")
        browser.has_options(49)
        self.settle()
        self.assertEqual(browser.execute_script("return scrollY"), 0)


class History(Places):
    def shows(self, query, count):
        """Waits until the list of a query is shown, and says so everywhere."""
        self.browser.has_options(count)
        wait_until(lambda: self.browser.one("#box").get_attribute("value") == query, "the text in the box")
        wait_until(lambda: ("q=" + query in self.browser.current_url) == bool(query), lambda: self.browser.current_url)

    def test_back_leads_to_the_search_before(self):
        browser = self.open("unicode")
        for query, count in (("snowman", 3), ("wheel of dharma", 1)):
            browser.type(query)
            browser.has_options(count)
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
        # The box, the engine and the address are of one mind.
        browser.type("snowman")
        self.shows("snowman", 3)

    def test_back_leads_to_the_search_before_also_where_a_button_searches(self):
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

    def test_typing_on_and_deleting_are_one_search(self):
        browser = self.browser
        first = browser.current_window_handle
        browser.switch_to.new_window("tab")  # The history of the other one is full.
        self.open("unicode")
        before = browser.execute_script("return history.length")
        box = browser.one("#box")
        # Nothing was looked at for two seconds, however long this takes.
        browser.execute_script("performance.now = () => 0")
        for letter in "snow":
            box.send_keys(letter)
            wait_until(lambda: f"q={box.get_attribute('value')}#" in browser.current_url, lambda: browser.current_url)
        self.assertEqual(browser.execute_script("return history.length"), before + 1)
        box.send_keys("man")
        browser.has_options(3)
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

    def test_a_step_back_comes_while_an_answer_is_held(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.type("program")
        browser.has_options(20)
        self.services.fail("wikipedia", hold=1)
        browser.scroll_to_end()
        wait_until(lambda: len(self.asked("wikipedia")) == 3, "the next page")
        browser.back()
        self.services.release("wikipedia")
        self.shows("swift", 7)
        self.settle()
        self.assertEqual((browser.count(), browser.execute_script("return scrollY")), (7, 0))


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

    def test_closing_leaves_no_step_behind(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        close = (
            lambda: browser.one("#detail-close").click(),
            lambda: browser.switch_to.active_element.send_keys(Keys.ESCAPE),
            # Twice, before the browser has told of the first.
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
        browser.type("rust")
        wait_until(lambda: "q=rust" in browser.current_url, "the other search")
        browser.back()
        wait_until(lambda: "q=swift" in browser.current_url, lambda: browser.current_url)
        self.assertEqual(browser.css("#detail"), [])

    def test_a_result_is_a_link_to_itself(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        option = browser.one("#option-1")
        self.assertEqual((option.tag_name, option.get_attribute("role"), option.get_attribute("tabindex")), ("a", "option", "-1"))
        address = option.get_attribute("href")
        first = browser.current_window_handle
        # The click that opens a link in another tab is the browser's.
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
    def test_another_source_is_asked_the_same(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.type("rust")
        link = lambda title: next(link for link in browser.css("#sources a") if link.text == title)
        # What is typed, whether it was searched for already or not.
        self.assertIn("q=rust", link("Qiita").get_attribute("href"))
        link("Qiita").click()
        browser.one("body.feed")
        browser.sees("#option-0", "Rust")
        self.assertEqual(browser.one("#box").get_attribute("value"), "rust")
        # An ID is no text to search for.
        self.assertNotIn("q=", link("Account IDs").get_attribute("href"))


if __name__ == "__main__":
    unittest.main()
