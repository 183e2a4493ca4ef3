"""The user keeps their place in a list, whatever happens in the meantime."""

import unittest

from places import FRAMES, SHOW, Places
from support import wait_until


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

    def test_a_shorter_list_replaces_the_old_one(self):
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

    def test_a_first_page_that_arrives_early_does_not_shorten_the_list(self):
        # The call for the other pages is delayed until the first page has arrived and nothing loads.
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
    def test_a_slow_new_list_is_shown_from_its_top(self):
        browser = self.open("wikipedia", q="program")
        browser.has_options(20)
        browser.scroll_until(49)
        self.services.fail("wikipedia", hold=1)
        browser.insert("article")
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

    def test_a_new_list_that_arrives_at_once_is_shown_from_its_top(self):
        browser = self.open("unicode", q="arrow")
        browser.scroll_until(200)
        browser.type("letter")
        browser.sees("#option-0", "letter")
        self.settle()
        self.assertEqual(browser.execute_script("return scrollY"), 0)
        self.assertLessEqual(browser.count(), 60)

    def test_a_refreshed_list_keeps_its_place(self):
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
            "return [...document.querySelectorAll('[role=option]')].findIndex((option) => option.textContent === arguments[0])", before[0]), 10)


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

    def test_a_resize_and_a_reload_show_the_same_item(self):
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

    def test_items_that_are_not_drawn_have_their_true_height(self):
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

    def test_the_place_is_not_restored_once_the_user_has_scrolled(self):
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


if __name__ == "__main__":
    unittest.main()
