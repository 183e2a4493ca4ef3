"""Accessibility and large text: axe's rules on each look, and a phone with text at twice the size."""

import importlib.resources
import unittest

from pages import PageCase, shared
from support import Browser, wait_until

AXE = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")

LOOKS = (("wikipedia", "swift program"), ("qiita", None), ("hotpepper", "焼肉"), ("yahoo-images", "ねこ耳"), ("unicode", "snowman"), ("account-id", None))


class Axe(PageCase):
    def faults(self):
        """Returns what axe finds wrong on the page as it is: (impact, rule, the elements)."""
        self.browser.execute_script(AXE)
        result = self.browser.execute_async_script("axe.run().then(arguments[0], (error) => arguments[0]({ error: String(error) }))")
        self.assertNotIn("error", result)
        self.assertGreater(len(result["passes"]), 10)
        return [(fault["impact"], fault["id"], [node["html"][:200] for node in fault["nodes"]]) for fault in result["violations"]]

    def test_every_look_passes_axe(self):
        for phone in (None, (360, 700)):
            if phone:
                self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": phone[0], "height": phone[1], "deviceScaleFactor": 2, "mobile": True})
            for source, query in LOOKS:
                with self.subTest(source=source, phone=phone):
                    browser = self.open(source, **({"q": query} if query else {}))
                    if source == "account-id":
                        browser.type("taro")
                        browser.sees("#status", "使用されています")
                    else:
                        browser.has_options(lambda count: count > 0)
                    wait_until(lambda: not browser.execute_script("return document.body.classList.contains('loading')"), "it is settled")
                    self.assertEqual(self.faults(), [])

    def test_a_detail_an_error_and_an_empty_box_pass_axe(self):
        browser = self.open("wikipedia", q="swift")
        browser.has_options(7)
        browser.one("#option-1").click()
        browser.sees("#detail-body", "Swift")
        browser.execute_async_script("Promise.all(document.getAnimations().map((one) => one.finished)).then(arguments[0])")
        self.assertEqual(self.faults(), [], "a detail")
        browser.back()
        self.services.fail("wikipedia", status=404)
        browser.insert("rust")
        browser.one("#alert")
        self.assertEqual(self.faults(), [], "an error")
        self.open("unicode")
        self.assertEqual(self.faults(), [], "nothing typed")

    def test_a_field_without_a_list_has_no_combobox_attributes(self):
        browser = self.open("account-id")
        for name in ("role", "aria-expanded", "aria-autocomplete", "aria-controls", "aria-activedescendant"):
            self.assertIsNone(browser.one("#box").get_attribute(name), name)


class LargeText(unittest.TestCase):
    """A phone with text at twice the usual size."""

    def test_everything_fits_at_twice_the_text_size(self):
        services, bridge, _ = shared()
        for faults in services.faults.values():
            faults.clear()
        browser = Browser(500, 700, text=32)
        self.addCleanup(browser.quit)
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 700, "deviceScaleFactor": 2, "mobile": True})
        for source, query in LOOKS:
            with self.subTest(source):
                browser.get(bridge.page(source, **({"q": query} if query else {})))
                browser.one("body:not(.away) #box[placeholder]")
                if source != "account-id":
                    browser.has_options(lambda count: count > 0)
                self.assertEqual(browser.execute_script("return getComputedStyle(document.documentElement).fontSize"), "32px")
                # At least three characters fit into the search box, next to whatever else is in it.
                room = browser.execute_script("""
                    const { width, paddingLeft, paddingRight } = getComputedStyle(document.getElementById("box"))
                    return parseFloat(width) - parseFloat(paddingLeft) - parseFloat(paddingRight)""")
                self.assertGreaterEqual(room, 100)
                self.assertEqual(browser.execute_script("return [innerWidth, document.documentElement.scrollWidth]"), [360, 360])
                # When the list is scrolled, it takes up most of the window.
                if source != "account-id":
                    browser.execute_script("scrollTo(0, 500)")
                    header = browser.execute_script("return document.querySelector('header').getBoundingClientRect().bottom")
                    self.assertLess(header, 350)


if __name__ == "__main__":
    unittest.main()
