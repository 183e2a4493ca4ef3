"""Where the user is in a list: what is visible of it, and a test case that checks it."""

from pages import PageCase
from support import wait_until

# The first option that is visible below the header: its text, and how far it is from the header. (What the browser has
# not drawn yet has no `innerText`.)
FIRST = """
    const line = document.querySelector("header").getBoundingClientRect().bottom
    const option = [...document.querySelectorAll("[role=option]")].find((option) => option.getBoundingClientRect().bottom > line + 1)
    return [option.textContent, Math.round(option.getBoundingClientRect().top - line)]"""

# Scrolls an option to a number of pixels below the header.
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
        """Waits until nothing loads, and then for some frames, in which the page would ask for more if it wanted to."""
        wait_until(lambda: self.browser.execute_script(
            "return document.getElementById('list').ariaBusy === 'false' && !document.body.classList.contains('loading')"), "it settles")
        self.browser.execute_async_script(FRAMES)
