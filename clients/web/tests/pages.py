"""A test case with a browser, a bridge and the services. Starting them takes seconds, so all tests share them."""

import atexit
import contextlib
import functools
import unittest

from support import Bridge, Browser, Services

WIDE = (1100, 800)


@functools.cache
def shared():
    """Returns the services, the bridge and the browser, which last until the tests are done."""
    stack = contextlib.ExitStack()
    services = stack.enter_context(Services())
    bridge = stack.enter_context(Bridge(services=services))
    browser = Browser(*WIDE)
    stack.callback(browser.quit)
    browser.listen()
    atexit.register(stack.close)
    return services, bridge, browser


class PageCase(unittest.TestCase):
    """Has `browser`, `bridge` and `services`, all reset; each test opens the pages that it needs."""

    phone = None

    def setUp(self):
        self.services, self.bridge, self.browser = shared()
        self.services.wikipedia.__init__()
        self.services.qiita.__init__(self.services.qiita.pictures)
        self.services.firestore.__init__()
        for faults in self.services.faults.values():
            faults.clear()
        for service in self.services.by_name:
            self.services.release(service)
        self.began = len(self.services.log)
        if self.phone:
            width, height = self.phone
            self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": height, "deviceScaleFactor": 2, "mobile": True})
            self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

    def tearDown(self):
        complaints = self.browser.complaints()
        self.browser.get("about:blank")
        self.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
        self.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        self.assertEqual(complaints, [])

    def asked(self, service):
        """Returns the requests to a service in this test."""
        return [request for name, request in self.services.log[self.began:] if name == service]

    def open(self, source, **query):
        """Opens the page with a source, and waits until it is connected."""
        self.browser.get(self.bridge.page(source, **query))
        return self.connected()

    def connected(self):
        self.browser.one("body:not(.away) #box[placeholder]")
        return self.browser
