"""Takes the README's screenshots again, with the services of Tests/services: `../in-venv python screens.py`."""

import base64
import contextlib
import pathlib

from selenium.webdriver.common.keys import Keys
from support import Bridge, Browser, Services, wait_until

IMAGES = pathlib.Path(__file__).resolve().parents[1] / "images"


def show(browser, bridge, source, query, size, scheme="light", is_phone=True):
    """Opens the page and waits until nothing loads."""
    width, height = size
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
    browser.get(bridge.page(source, **({"q": query} if query else {})))
    browser.one("body:not(.away) #box[placeholder]")
    if source == "account-id":
        browser.type("jiro")
        browser.sees("#status", "使用できます")
    else:
        browser.has_options(lambda count: count > 0)
    settle(browser)


def settle(browser):
    """Waits until nothing loads or moves, and all visible pictures have loaded."""
    wait_until(lambda: browser.execute_script("""
        return list.ariaBusy === "false" && !document.body.classList.contains("loading")
            && [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)
            && document.getAnimations().every((one) => one.playState !== "running")"""), browser.body)


def picture(browser, *shots):
    """Returns the shots side by side, as one picture."""
    tags = "".join(f'<img src="data:image/png;base64,{base64.b64encode(shot).decode()}">' for shot in shots)
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.get("about:blank")
    browser.execute_script("document.write(arguments[0])", f'<body style="margin: 0"><div style="display: flex; gap: 12px; width: max-content">{tags}')
    wait_until(lambda: browser.execute_script("return [...document.images].every((image) => image.complete)"), "the shots")
    return browser.one("div").screenshot_as_png


def main():
    with contextlib.ExitStack() as stack:
        services = stack.enter_context(Services())
        bridge = stack.enter_context(Bridge(services=services))
        browser = Browser(1100, 1000)
        stack.callback(browser.quit)

        def phone(source, query, scheme="light"):
            show(browser, bridge, source, query, (320, 560), scheme)
            return browser.get_screenshot_as_png()

        show(browser, bridge, "wikipedia", "swift program", (720, 512), is_phone=False)
        browser.one("#box").send_keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        (IMAGES / "articles.png").write_bytes(browser.get_screenshot_as_png())

        show(browser, bridge, "wikipedia", "swift program", (320, 560))
        browser.one("#option-1").click()
        browser.sees("#detail-body", "turns the text")
        settle(browser)
        detail = browser.get_screenshot_as_png()
        browser.get("about:blank")
        systems = phone("qiita", None, "dark"), phone("hotpepper", "焼肉"), phone("yahoo-images", "ねこ耳", "dark")
        fields = phone("unicode", "snow"), phone("account-id", None), detail
        for name, shots in (("systems", systems), ("fields", fields)):
            (IMAGES / f"{name}.png").write_bytes(picture(browser, *shots))


if __name__ == "__main__":
    main()
