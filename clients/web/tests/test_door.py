"""Who may connect to the bridge, and which headers the page's files are served with."""

import asyncio
import unittest

import aiohttp.web
from bridges import TOKEN, BridgeCase

from seekline_web import bridge as bridge_module
from seekline_web.gate import origin_of


class Door(BridgeCase):
    origins = ["https://app.example.org"]

    async def test_only_the_pages_files_are_served_and_with_security_headers(self):
        async with self.web.get(self.base + "/") as answer:
            self.assertEqual(answer.status, 200)
            self.assertIn("<title>seekline", await answer.text())
            policy = answer.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertIn("script-src 'self';", policy)
            self.assertIn("frame-ancestors 'self' https://app.example.org", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(answer.headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")
            tag = answer.headers["ETag"]
        async with self.web.get(self.base + "/", headers={"If-None-Match": tag}) as answer:
            self.assertEqual(answer.status, 304)
        async with self.web.get(self.base + "/main.js") as answer:
            self.assertEqual(answer.content_type, "text/javascript")
        for path in ("/nothing", "/..%2fbridge.py", "/%2e%2e/bridge.py", "/static/main.js"):
            async with self.web.get(self.base + path) as answer:
                self.assertEqual(answer.status, 404, path)
                self.assertIn("nosniff", answer.headers.get("X-Content-Type-Options", "nosniff"))

    async def test_a_token_is_needed(self):
        for token in ("", "wrong", TOKEN[:-1], TOKEN + "x", "%ff%fe", "日本"):
            await self.refused(403, token=token)
        await self.opened()

    async def test_a_plain_http_request_shows_whether_the_address_is_right(self):
        for query, status in ((f"token={TOKEN}", 426), ("token=wrong", 403), (f"token={TOKEN}&source=bing", 404)):
            async with self.web.get(f"{self.base}/session?{query}") as answer:
                self.assertEqual(answer.status, status)

    async def test_pages_of_other_origins_are_refused(self):
        for origin in ("https://evil.example", "null", None, "http://127.0.0.1:1", self.base + ".evil.example"):
            await self.refused(403, origin=origin)
        await self.opened(origin="https://app.example.org")

    async def test_a_host_name_rebound_to_this_machine_is_refused(self):
        await self.refused(403, host="evil.example", origin="http://evil.example")
        async with self.web.get(self.base, headers={"Host": "evil.example"}) as answer:
            self.assertEqual(answer.status, 403)
        port = self.base.rpartition(":")[2]
        await self.opened(host=f"localhost:{port}", origin=f"http://localhost:{port}")

    async def test_an_unknown_source_is_refused(self):
        await self.refused(404, source="bing")

    async def test_the_bridge_can_be_part_of_another_application(self):
        application = aiohttp.web.Application()
        application.add_subapp("/search/", self.bridge.application())
        runner = aiohttp.web.AppRunner(application, access_log=None)
        await runner.setup()
        self.stack.push_async_callback(runner.cleanup)
        await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
        self.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with self.web.get(self.base + "/search/") as answer:
            self.assertIn('src="main.js"', await answer.text())
        async with self.web.get(self.base + "/search/main.js") as answer:
            self.assertEqual(answer.status, 200)
        self.base += "/search"
        await self.opened(origin=self.base.removesuffix("/search"))

    async def test_pages_beyond_the_limit_are_refused_until_one_closes(self):
        limit, bridge_module.CHANNEL_LIMIT = bridge_module.CHANNEL_LIMIT, 2
        try:
            first, _ = await self.opened(), await self.opened()
            await self.refused(503)
            await first.socket.close()
            while len(self.bridge.channels) == 2:
                await asyncio.sleep(0.005)
            await self.opened()
        finally:
            bridge_module.CHANNEL_LIMIT = limit


class Origins(unittest.TestCase):
    def test_an_origin_becomes_what_browsers_send(self):
        for text, origin in (
            ("https://Example.org", "https://example.org"), ("https://example.org:443", "https://example.org"),
            ("http://example.org:80", "http://example.org"), ("http://example.org:443", "http://example.org:443"),
            ("https://bücher.example:8443", "https://xn--bcher-kva.example:8443"), ("https://faß.de", "https://xn--fa-hia.de"),
            ("http://[0:0::1]:8080", "http://[::1]:8080"), ("http://192.0.2.1", "http://192.0.2.1"), ("http://a_b", "http://a_b"),
        ):
            self.assertEqual(origin_of(text), origin)

    def test_what_no_browser_sends_is_no_origin(self):
        for text in ("https://*.example.org", "https://a:b", "https://a:99999", "https://a;b", "https://a b", "https://a..b", "https://127.1",
                     "https://[a]", "https://[::1", "https://a@b", "https://a/", "https://", "ftp://a", "a", "null", "*", ""):
            with self.assertRaises(ValueError, msg=text) as caught:
                origin_of(text)
            self.assertEqual(str(caught.exception), text)


if __name__ == "__main__":
    unittest.main()
