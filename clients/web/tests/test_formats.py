"""Details in their formats, with the lines that were searched for, and locations."""

import unittest

from pages import PageCase
from support import wait_until

MARKDOWN = """\
# Head

A *slanted*, **bold**, `code` [link](https://a.example/x) to
https://b.example/y. and snake_case_name \\*kept\\*

- one
  - nested
- two

3. three

> quoted

```swift
let x = "<b>"
```

| a | b |
|---|---|
| c | d |

***
"""
SHAPE = """
    const shape = (node) => node.nodeType === 3 ? node.data.trim()
      : `${node.localName}(${[...node.childNodes].map(shape).filter(Boolean).join(" ")})`
    return [...document.querySelector("#detail-body .written").children].map(shape)"""
HOSTILE = [
    "<img src=x onerror='window.owned = 1'><script>window.owned = 1</script>",
    "[a](javascript:window.owned=1) ![b](javascript:window.owned=1) <javascript:window.owned=1>",
    "![a](https://evil.example/pixel.png)",
    "[<img src=x onerror=window.owned=1>](https://a.example/\"onmouseover=window.owned=1)",
    "```<img src=x>\n<script>window.owned=1</script>",
    "| <img src=x> |\n|---|\n| <script>window.owned=1</script> |",
]
LONG = ["*" * 60_000, "[" * 60_000, "`a" * 30_000, "- " * 30_000, "> " * 30_000, "_a " * 20_000, "|" * 60_000, " " * 60_000 + "x",
        "**a " * 15_000, "![](" * 15_000, "https://" * 7_000, "| - " * 15_000, "- x\n" * 15_000, "[a](b " * 10_000, "* " * 30_000]


class Formats(PageCase):
    def detail(self, **members):
        """Opens a detail whose answer has these members."""
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        self.services.fail("wikipedia", hang=60, times=9)
        browser.one("#option-0").click()
        return self.answered(**members)

    def answered(self, **members):
        browser = self.browser
        (*_, request) = wait_until(lambda: browser.sent("openDetail"), "the question for the detail")
        browser.answer(request["id"], {"id": "1", "title": "T", "text": "", "fields": {}, **members})
        wait_until(lambda: browser.text("#detail-status") == "", "the detail is there")
        return browser

    def test_a_detail_shows_the_first_of_very_many_fields(self):
        browser = self.detail(text="x" * 1_000_000, fields={f"f{number}": f"value {number}" for number in range(30_000)})
        self.assertEqual(browser.execute_script("return document.querySelectorAll('#detail-body dd').length"), 100)

    def test_markdown_is_rendered(self):
        browser = self.detail(text=MARKDOWN, format="markdown")
        self.assertEqual(browser.execute_script(SHAPE), [
            "h3(Head)",
            "p(A em(slanted) , strong(bold) , code(code) a(link) to a(https://b.example/y) . and snake_case_name * kept *)",
            "ul(li(one ul(li(nested))) li(two))",
            "ol(li(three))",
            "blockquote(p(quoted))",
            'pre(code(let x = "<b>"))',
            "table(thead(tr(th(a) th(b))) tbody(tr(td(c) td(d))))",
            "hr()",
        ])
        link = browser.one("#detail-body a")
        self.assertEqual((link.get_attribute("rel"), link.get_attribute("target")), ("noopener noreferrer", "_blank"))

    def test_hostile_markdown_runs_no_script_and_loads_nothing(self):
        browser = self.detail(text="\n\n".join(HOSTILE), format="markdown")
        names = "return [...new Set([...document.querySelectorAll('#detail-body .written *')].map((element) => element.localName))].sort()"
        self.assertEqual(browser.execute_script(names), ["a", "code", "p", "pre"])
        targets = "return [...document.querySelectorAll('#detail-body a')].map((link) => link.protocol)"
        self.assertEqual(set(browser.execute_script(targets)), {"https:"})
        browser.sees("#detail-body", "<script>window.owned = 1</script>")
        self.assertIsNone(browser.execute_script("return window.owned ?? null"))

    def test_long_pathological_markdown_is_rendered_in_time(self):
        browser = self.detail(text="short", format="markdown")
        took = browser.execute_async_script("""
            const [texts, done] = arguments
            import("/markdown.js").then(({ markdown }) => done(texts.map((text) => {
                const begun = performance.now()
                markdown(text)
                return performance.now() - begun
            })), (error) => done(String(error)))""", LONG)
        self.assertEqual(len(took), len(LONG), took)
        self.assertLess(max(took), 20_000, dict(zip([text[:8] for text in LONG], took)))

    def test_each_line_of_a_diff_has_its_kind_and_code_has_its_language(self):
        browser = self.detail(text="--- a\n+++ b\n@@ -1 +1 @@\n-old\n+new\n same", format="diff")
        kinds = "return [...document.querySelectorAll('#detail-body .line-of')].map((line) => [line.classList[1] ?? '', line.textContent.trim()])"
        self.assertEqual(browser.execute_script(kinds), [
            ["head", "--- a"], ["head", "+++ b"], ["hunk", "@@ -1 +1 @@"], ["removed", "-old"], ["added", "+new"], ["", "same"]])
        browser.one("#detail-close").click()
        wait_until(lambda: not browser.css("#detail"), "the dialog is closed")
        browser.one("#option-0").click()
        wait_until(lambda: len(browser.sent("openDetail")) == 2, "another question")
        self.answered(text="let <b>x</b>\n\tnext", format="code", language="swift")
        self.assertEqual(browser.execute_script("return document.querySelector('#detail-body pre').textContent"), "let <b>x</b>\n\tnext\n")
        self.assertEqual(browser.one("#detail-body pre").get_attribute("data-language"), "swift")

    def test_changed_lines_that_look_like_file_headers_are_shown_as_changes(self):
        lines = ["--- a", "+++ b", "@@ -1,2 +1,2 @@", "--- a comment of Lua's", "+++ i", " same", "\\ No newline at end of file",
                 "--- c", "+++ d", "@@ -1 +1 @@", "-old", "+new", "@@ -7,9 +7,9 @@", "-cut off", "diff --git e f", "--- e"]
        browser = self.detail(text="\n".join(lines), format="diff")
        kinds = "return [...document.querySelectorAll('#detail-body .line-of')].map((line) => line.classList[1] ?? '')"
        self.assertEqual(browser.execute_script(kinds), ["head", "head", "hunk", "removed", "added", "", "", "head",
                                                         "head", "hunk", "removed", "added", "hunk", "removed", "head", "head"])

    def test_an_unknown_format_is_shown_as_plain_text(self):
        browser = self.detail(text="**as it is**", format="something new")
        self.assertEqual(browser.text("#detail-body"), "**as it is**")

    def test_the_matching_lines_are_marked_and_scrolled_into_view(self):
        text = "\n".join(f"row {number}" for number in range(1, 301))
        browser = self.detail(text=text, range={"first": 200, "last": 201})
        marked = "return [...document.querySelectorAll('#detail-body mark')].map((line) => line.textContent)"
        self.assertEqual(browser.execute_script(marked), ["row 200\n", "row 201\n"])
        seen = """
            const [line, pane] = [document.querySelector("#detail-body mark"), document.querySelector("#detail-body pre")]
            const [inner, outer] = [line.getBoundingClientRect(), pane.getBoundingClientRect()]
            return inner.top >= outer.top && inner.bottom <= outer.bottom"""
        self.assertTrue(browser.execute_script(seen))

    def test_a_location_is_shown_and_can_be_copied(self):
        browser = self.detail(text="x", location={"path": "/a b/c.swift", "line": 12, "column": 3})
        self.assertEqual(browser.text("#detail-body .place"), "/a b/c.swift:12:3")
        self.assertEqual(browser.css("#detail-body a"), [])
        browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
        def buttons():
            return [found for found in browser.css("#detail-actions button") if found.text == "Copy the place"]

        wait_until(buttons, lambda: f"a button to copy the place in: {browser.body()}")[0].click()
        read = "navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))"
        wait_until(lambda: browser.execute_async_script(read) == "/a b/c.swift:12:3", "it is copied")

    def test_a_location_is_shown_in_the_list(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        state = {"session": "", "seq": 10_000, "generation": 1, "query": "swift compiler", "from": 0, "count": 1, "more": False}
        browser.hear("items", **state, items=[{"id": "7", "title": "here", "fields": {}, "location": {"path": "a.c", "line": 3}}])
        browser.sees("#option-0", r"here\na\.c:3")

    def test_only_a_timestamp_in_iso_format_is_shown_as_a_date(self):
        browser = self.open("wikipedia", q="swift compiler")
        browser.has_options(1)
        state = {"session": "", "seq": 10_000, "query": "swift compiler", "from": 0, "count": 1, "more": False}
        for generation, (timestamp, shown) in enumerate((
            ("2026-03-04T05:06:07Z", r"^0\n7 words · Mar 4, 2026$"), (1_772_600_767, r"^1\n7 words$"), (True, r"^2\n7 words$"),
            ("lately", r"^3\n7 words · lately$"),
        )):
            fields = {"wordcount": 7, "timestamp": timestamp}
            browser.hear("items", **state, generation=90 + generation, items=[{"id": "7", "title": str(generation), "fields": fields}])
            browser.sees("#option-0", shown)


if __name__ == "__main__":
    unittest.main()
