"""What the tests share: the services, a bridge, a browser."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests" / "services"))

from selenium import webdriver  # noqa: E402
from selenium.common.exceptions import StaleElementReferenceException  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from services import Services  # noqa: E402

SEEKLINE = os.environ["SEEKLINE"]
COMMAND = str(pathlib.Path(sys.executable).parent / "seekline-web")

__all__ = ["Bridge", "Browser", "COMMAND", "ROOT", "SEEKLINE", "Services", "children", "is_alive", "wait_until"]


def wait_until(holds, what, timeout=60):
    """Waits until `holds()` is truthy, and returns that value."""
    deadline = time.monotonic() + timeout
    while True:
        with contextlib.suppress(StaleElementReferenceException):
            if result := holds():
                return result
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what() if callable(what) else what}")
        time.sleep(0.05)


def is_alive(pid):
    """Whether a process runs; a zombie does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid):
    """Returns the child processes of a process."""
    try:
        return [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


class Bridge:
    """A running `seekline-web`."""

    def __init__(self, *arguments, services=None, env=None, port=0):
        with contextlib.ExitStack() as stack:
            base = stack.enter_context(services.environment()) if services else dict(os.environ)
            self.process = subprocess.Popen(
                [COMMAND, "--port", str(port), *arguments], env={**base, **(env or {})}, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True,
            )
            # The next engine reads the configuration again, so it stays as long as the bridge does.
            self._stack = stack.pop_all()
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            raise RuntimeError(self.process.stderr.read())
        self.base, _, self.token = self.url.partition("#")
        self.port = int(re.search(r":(\d+)/", self.base).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    @property
    def engine(self):
        """The engine's process id, once there is one."""
        return wait_until(lambda: children(self.process.pid), "an engine")[0]

    def page(self, source, **query):
        """Returns the address of the page."""
        return f"{self.base}?{urllib.parse.urlencode({'source': source, **query})}#{self.token}"

    def end(self, number=signal.SIGTERM):
        """Ends it with a signal; returns its exit status and what it wrote to standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=60)
        self._stack.close()
        return self.process.returncode, errors


class Browser(webdriver.Chrome):
    """A headless Chromium with its own profile. `text` is the font size that its user has set, in pixels."""

    def __init__(self, width=1100, height=800, text=16):
        self.profile = tempfile.mkdtemp()
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for flag in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage", "no-first-run",
                     f"user-data-dir={self.profile}", f"window-size={width},{height}", "lang=en-US",
                     "hide-scrollbars", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding",
                     "disable-background-networking", "disable-component-update",
                     "disable-features=DialMediaRouteProvider,MediaRouter,Translate"):
            options.add_argument(f"--{flag}")
        options.add_experimental_option("prefs", {"webkit.webprefs.default_font_size": text})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # Otherwise it would keep its crash reports beside the user's own profiles.
        environment = {**os.environ, "XDG_CONFIG_HOME": self.profile}
        super().__init__(options=options, service=Service(shutil.which("chromedriver"), env=environment))
        self.set_script_timeout(120)

    def quit(self):
        super().quit()
        shutil.rmtree(self.profile, ignore_errors=True)

    # MARK: What a user sees

    def css(self, selector):
        """Returns the visible elements of a selector."""
        return [found for found in self.find_elements(By.CSS_SELECTOR, selector) if found.is_displayed()]

    def one(self, selector):
        """Returns the element, once it is visible."""
        return wait_until(lambda: self.css(selector), lambda: f"{selector} in: {self.body()}")[0]

    def text(self, selector):
        """Returns the text of an element, or an empty string."""
        return self.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector).strip()

    def body(self):
        """Returns all text on the page, truncated."""
        return self.execute_script("return document.body.innerText")[:2000]

    def sees(self, selector, pattern):
        """Waits until the text of an element matches."""
        def holds():
            found = self.css(selector)
            return found and re.search(pattern, found[0].text)

        return wait_until(holds, lambda: f"{pattern!r} in {selector}: {self.body()}")

    def count(self):
        """Returns how many options the list has."""
        return self.execute_script("return document.querySelectorAll('#list [role=option]').length")

    def has_options(self, count):
        """Waits until the list has that many options, or as many as `count` says are enough."""
        fits = count if callable(count) else lambda number: number == count
        return wait_until(lambda: fits(self.count()) and (self.count() or True), lambda: f"{self.count()}: {self.body()}")

    # MARK: What a user does

    def type(self, text, into="#box"):
        """Types into the search box, replacing what is there."""
        box = self.one(into)
        self.execute_script("arguments[0].focus(); arguments[0].select()", box)
        box.send_keys(text)
        return box

    def insert(self, text, into="#box"):
        """Puts a text into the search box at once, replacing what is there. (If it were typed, and slowly, its
        prefixes would be searched for as well.)"""
        self.execute_script("arguments[0].focus(); arguments[0].select()", self.one(into))
        self.execute_cdp_cmd("Input.insertText", {"text": text})

    def double_click(self, selector):
        """Double-clicks an element. The events carry the click count, so this works however slow the machine is."""
        where = self.execute_script("""
            const { left, top, width, height } = document.querySelector(arguments[0]).getBoundingClientRect()
            return { x: left + width / 2, y: top + height / 2 }""", selector)
        for number in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.execute_cdp_cmd(
                    "Input.dispatchMouseEvent", {**where, "type": kind, "button": "left", "clickCount": number})

    def scroll_to_end(self):
        """Scrolls down as far as it goes."""
        self.execute_script("scrollTo(0, document.documentElement.scrollHeight)")

    def scroll_until(self, count):
        """Scrolls down again and again, until there are that many options."""
        wait_until(lambda: self.scroll_to_end() or self.count() >= count,
                   lambda: f"{count} options, but {self.count()}; {self.text('header')}; {self.sent()[-3:]}")

    def listen(self):
        """Records what pages send and get, in `window.sent` and `window.got`. Call it before opening the page."""
        self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            window.sent = []; window.got = []
            window.WebSocket = class extends WebSocket {
                constructor(...all) {
                    super(...all)
                    window.socket = this
                    this.addEventListener("message", (event) => window.got.push(event.data))
                }
                send(text) { window.sent.push(text); super.send(text) }
            }"""})

    def hear(self, method, **params):
        """Passes the page a notification as if the engine had sent it."""
        self._receive(method=method, params=params)

    def answer(self, number, result):
        """Passes the page the answer to a request as if the engine had sent it."""
        self._receive(id=number, result=result)

    def fail(self, number, **error):
        """Passes the page an error as the answer to a request as if the engine had sent it."""
        self._receive(id=number, error=error)

    def _receive(self, **message):
        text = json.dumps({"jsonrpc": "2.0", **message})
        self.execute_script("socket.dispatchEvent(new MessageEvent('message', { data: arguments[0] }))", text)

    def sent(self, method=None):
        """Returns the messages that the page has sent."""
        messages = [json.loads(text) for text in self.execute_script("return window.sent")]
        return [message for message in messages if method in (None, message["method"])]

    def complaints(self):
        """Returns the errors in the browser's console, except those about failed network requests."""
        return [entry["message"] for entry in self.get_log("browser")
                if entry["level"] == "SEVERE" and not re.search(r"net::ERR_|WebSocket connection|Failed to load resource", entry["message"])]

    def tree(self):
        """Returns the accessibility tree: (role, name, properties) of every node that is not ignored."""
        nodes = self.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        return [
            (node["role"]["value"], node.get("name", {}).get("value", ""),
             {property["name"]: property["value"].get("value") for property in node.get("properties", [])})
            for node in nodes if not node.get("ignored")
        ]
