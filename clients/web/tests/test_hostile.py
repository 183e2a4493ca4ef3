"""Texts and addresses that sources should not send do no harm; and what assistive technology is given."""

import unittest

from pages import PageCase
from selenium.webdriver.common.keys import Keys
from support import wait_until

TITLES = [
    "<img src=x onerror=alert(1)>needle", "</div><script>alert(1)</script>needle", "needle &lt;b&gt; &amp; \\u003cb\\u003e",
    "\u202eneedle backwards\u202d", "عربي needle עברית", "needle 👩‍👩‍👧‍👦🏳️‍🌈" + "e" + "\u0301" * 200, "needle" + "x" * 10_000,
    "needle \x1b[2J\x07 \u2028 \u2029 \ufeff", "javascript:alert(1)//needle", "needle " + "\u200b" * 500, "'\" onmouseover=alert(1) needle",
]


class Hostile(PageCase):
    def setUp(self):
        super().setUp()
        self.services.wikipedia.pages = dict(enumerate(((title, f"{title} needle & more") for title in TITLES), 1))

    def test_titles_are_text(self):
        browser = self.open("wikipedia")
        browser.execute_script("window.alert = () => { window.harmed = true }")
        browser.type("needle")
        browser.has_options(len(TITLES))
        self.assertEqual(browser.text("#option-0 .title"), TITLES[0])
        self.assertEqual(browser.text("#option-1 .title"), TITLES[1])
        self.assertEqual(browser.text("#option-2 .title"), TITLES[2])
        strange = "return document.querySelectorAll('#list script, #list img, #list b, #list [onmouseover], #list [onerror]').length"
        self.assertEqual(browser.execute_script(strange), 0)
        lengths = browser.execute_script("return [...document.querySelectorAll('[role=option]')].map((option) => option.textContent.length)")
        self.assertLess(max(lengths), 1000)
        heights = browser.execute_script("return [...document.querySelectorAll('[role=option]')].map((option) => option.offsetHeight)")
        self.assertLess(max(heights), 250)
        self.assertEqual(browser.execute_script("return document.documentElement.scrollWidth <= innerWidth"), True)
        for index in (0, 3, 6):
            browser.one(f"#option-{index}").click()
            browser.sees("#detail-body", "needle")
            self.assertEqual(browser.execute_script("return document.querySelectorAll('#detail-body img, #detail-body script').length"), 0)
            box = browser.execute_script("const { left, right } = detail.getBoundingClientRect(); return left >= 0 && right <= innerWidth")
            self.assertTrue(box)
            browser.one("#detail-close").click()
        self.assertFalse(browser.execute_script("return window.harmed ?? false"))

    def test_queries_are_text(self):
        browser = self.open("wikipedia", q="<img src=x onerror=alert(1)>none")
        browser.sees("#status", "Nothing found for “<img src=x onerror=alert")
        browser.type("</p><script>none")
        browser.sees("#status", "Nothing found for “</p><script>none”")

    def test_only_web_addresses_become_links(self):
        browser = self.open("unicode")
        found = browser.execute_async_script("""
            const finish = arguments[0]
            import("./safe.js").then(({ link, picture, webAddress }) => finish([
                ...["javascript:alert(1)", " javascript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "file:///etc/passwd", "//x", "x",
                    "", null, "blob:http://x/y", "view-source:http://x", "http://"].map((text) => webAddress(text) ?? link(text, "x") ?? 0),
                picture("data:image/svg+xml,x", "", null).querySelector("img"),
                webAddress("https://example.org/a b"), link("http://example.org", "x").rel]))""")
        self.assertEqual(found, [0] * 12 + [None, "https://example.org/a%20b", "noopener noreferrer"])

    def test_the_page_runs_no_injected_script(self):
        browser = self.open("unicode")
        browser.execute_script("""
            window.blocked = []
            document.addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective))
            const script = document.createElement("script")
            script.textContent = "window.harmed = true"
            document.body.append(script)
            document.body.insertAdjacentHTML("beforeend", "<p onclick='window.harmed = true' id=trap></p><iframe src='https://example.org'></iframe>")
            document.getElementById("trap").click()""")
        wait_until(lambda: browser.execute_script("return blocked.length") >= 3, "three violations")
        self.assertFalse(browser.execute_script("return window.harmed ?? false"))
        browser.get_log("browser")


class Accessibility(PageCase):
    def roles(self, role):
        return [(name, properties) for kind, name, properties in self.browser.tree() if kind == role]

    def test_a_list_is_a_listbox_with_its_options(self):
        browser = self.open("wikipedia", q="program")
        browser.has_options(lambda count: count >= 20)
        browser.sees("#status", "of 49 results")
        browser.one("#box").send_keys(Keys.ARROW_DOWN)
        ((name, box),) = self.roles("combobox")
        self.assertEqual((name, box["expanded"], box["focused"]), ("Search articles", True, True))
        ((name, _),) = self.roles("listbox")
        self.assertEqual(name, "Results")
        options = self.roles("option")
        self.assertEqual(len(options), browser.count())
        self.assertRegex(options[0][0], "^Swift Swift is a language in which programs")
        self.assertEqual([properties["selected"] for _, properties in options[:2]], [True, False])
        self.assertIn("results", "".join(name for kind, name, _ in browser.tree() if kind == "StaticText" and "results" in name))
        self.assertEqual(len(self.roles("status")), 1)
        self.assertEqual(self.roles("alert"), [])
        self.assertEqual([name for name, _ in self.roles("search")], [""])
        names = [name for name, _ in self.roles("button")]
        self.assertEqual(sorted(names), ["Clear", "Refresh"])
        self.assertNotIn("", names + [name for name, _ in self.roles("link")])
        size = browser.one("#option-0").get_attribute("aria-setsize"), browser.one("#option-0").get_attribute("aria-posinset")
        self.assertEqual(size, ("49", "1"))

    def test_an_error_is_an_alert(self):
        browser = self.open("wikipedia")
        self.services.fail("wikipedia", status=404)
        browser.insert("swift")
        browser.one("#alert")
        self.assertEqual(len(self.roles("alert")), 1)
        self.assertIn("Try again", [name for name, _ in self.roles("button")])

    def test_a_detail_is_a_modal_dialog(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        browser.one("#option-0").click()
        browser.sees("#detail-body", ".")
        ((name, properties),) = self.roles("dialog")
        self.assertEqual((name, properties["modal"]), ("Swift compiler", True))
        self.assertEqual(self.roles("option"), [])

    def test_an_account_id_is_a_field_with_a_status(self):
        browser = self.open("account-id")
        browser.type("taro")
        browser.sees("#status", "使用されています")
        ((name, properties),) = self.roles("textbox")
        self.assertEqual((name, properties["invalid"]), ("Account ID", "true"))
        self.assertEqual(self.roles("listbox"), [])

    def test_text_has_enough_contrast(self):
        contrast = """
            const luminance = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
                .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0)
            const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true })
            const rgba = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data] }
            const ground = (element) => {
                for (let node = element; node; node = node.parentElement) {
                    const colour = rgba(getComputedStyle(node).backgroundColor)
                    if (colour[3] > 200) return colour
                }
                return rgba("Canvas")
            }
            return arguments[0].map((selector) => {
                const element = document.querySelector(selector)
                const [one, two] = [rgba(getComputedStyle(element).color), ground(element)].map(luminance)
                return [selector, (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05)]
            }).filter(([, ratio]) => ratio < 4.5)"""
        for scheme in ("light", "dark"):
            self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for source, query, selectors in (
                ("wikipedia", "swift program", ["#option-0 .title", "#option-0 .text", "#option-0 .facts", "mark"]),
                ("qiita", None, ["#option-0 .title", "#option-0 .facts", "#option-0 .tag", "#option-0 .likes", "#option-0 .initial"]),
                ("hotpepper", "焼肉", ["#option-0 .genre", "#option-0 .fact", "#submit", "#credit"]),
                ("unicode", "arrow", ["#option-0 .title", "#option-0 .code", "mark", "[aria-current]"]),
            ):
                with self.subTest(source=source, scheme=scheme):
                    self.services.fail("images", times=100, body="none")  # The fallback for pictures is text.
                    browser = self.open(source, **({"q": query} if query else {}))
                    browser.has_options(lambda count: count > 0)
                    wait_until(lambda: not browser.execute_script("return document.body.classList.contains('loading')"), "it is settled")
                    if source == "hotpepper":
                        wait_until(browser.one("#submit").is_enabled, "the button")
                    self.assertEqual(browser.execute_script(contrast, ["#status", "#sources a:not([aria-current])", *selectors]), [])


if __name__ == "__main__":
    unittest.main()
