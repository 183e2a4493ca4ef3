"""The web server: the page's files, and one channel to the engine for each WebSocket."""

import asyncio
import hashlib
import importlib.resources
import itertools
import mimetypes

from aiohttp import web

from .channel import HEARTBEAT, MESSAGE_LIMIT, Channel

CHANNEL_LIMIT = 256
# The maximum length of an address, in bytes: a query has at most 10,000 characters, each of which takes up to twelve;
# the line of a file that identifies an item has at most 64 KiB, each byte of which takes three.
ADDRESS_LIMIT = 1 << 19


def page_headers(origins):
    """Returns the headers that limit the page to running its own scripts, showing pictures and connecting to its server."""
    policy = {
        "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'",
        "img-src": "'self' http: https:", "base-uri": "'none'", "form-action": "'none'",
        "frame-ancestors": " ".join(["'self'", *origins]),
    }
    return {
        "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in policy.items()),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
        # Not `no-store`: that would keep the page out of the browser's back/forward cache.
        "Cache-Control": "no-cache",
    }


class Bridge:
    """One engine for all browsers. `sources` are the names that may be searched; None means all that work.

    Browsers may perform the actions that items offer, which run programs, only if it `performs`.
    """

    def __init__(self, engine, gate, sources=None, performs=False):
        self.engine = engine
        self.gate = gate
        self.wanted = sources
        self.performs = performs
        self.sources = []
        self.channels = {}
        self._names = itertools.count(1)
        self._headers = page_headers(gate.origins)
        self._files = {
            file.name: (file.read_bytes(), mimetypes.guess_type(file.name)[0] or "application/octet-stream")
            for file in importlib.resources.files(__package__).joinpath("static").iterdir() if file.is_file()
        }
        engine.listener = self

    def application(self):
        """Returns the web application, which can be part of another one."""
        application = web.Application()
        application.router.add_get("/session", self.session)
        application.router.add_get("/", self.file)
        application.router.add_get("/{name}", self.file)
        application.on_shutdown.append(self._leave)
        return application

    # MARK: The engine

    def engine_up(self, hello):
        """Notes which sources there are, and gives every browser a session."""
        found = {source["name"]: source for source in hello["sources"]}
        names = self.wanted or [
            # A source that a program must fill first is not offered.
            name for name, source in found.items() if source["configured"] and not source.get("takesItems")
        ]
        self.sources = [found[name] for name in names if name in found]
        for channel in self.channels.values():
            self._open(channel)

    def engine_down(self):
        """Tells every browser that the engine has ended."""
        for channel in self.channels.values():
            channel.engine_down()

    def engine_said(self, session, line):
        """Passes a notification on to the browser whose session it is about."""
        if channel := self.channels.get(session):
            channel.send(line)

    def _open(self, channel):
        source = next((source for source in self.sources if source["name"] == channel.source), None)
        if source is None:
            # The configuration has changed since the page was loaded.
            channel.refuse(f"there is no source {channel.source!r} here any more")
            return

        def opened(result):
            offered = [{name: source[name] for name in ("name", "title", "type") if name in source} for source in self.sources]
            told = {"source": source, "sources": offered, "options": result["options"], "state": result["state"]}
            return told | ({"performs": True} if self.performs else {})

        channel.open(opened)

    # MARK: The browsers

    async def session(self, request):
        """Serves a WebSocket; without an upgrade, only says whether there would be one."""
        if not self.gate.admits_host(request) or not self.gate.admits_token(request):
            raise web.HTTPForbidden(text="this needs the address that seekline-web printed\n", headers=self._headers)
        if not self.sources:
            # The configuration has changed since the bridge was started.
            raise web.HTTPNotFound(text="there is no source here any more\n", headers=self._headers)
        names = [known["name"] for known in self.sources]
        source = request.query.get("source") or names[0]
        if source not in names:
            text = f"there is no source {source[:100]!r} here; there are {', '.join(names)}\n"
            raise web.HTTPNotFound(text=text, headers=self._headers)
        socket = web.WebSocketResponse(max_msg_size=MESSAGE_LIMIT, heartbeat=HEARTBEAT)
        if not socket.can_prepare(request):
            raise web.HTTPUpgradeRequired(text="this is for WebSockets\n", headers=self._headers)
        if not self.gate.admits_origin(request):
            raise web.HTTPForbidden(text="pages of this origin are not allowed to connect\n", headers=self._headers)
        if len(self.channels) >= CHANNEL_LIMIT:
            raise web.HTTPServiceUnavailable(text="too many pages are open\n", headers=self._headers)
        await socket.prepare(request)
        name = f"web-{next(self._names)}"
        channel = Channel(socket, request.transport, self.engine, name, source, self.performs)
        self.channels[name] = channel
        try:
            if self.engine.is_up:
                self._open(channel)
            else:
                channel.engine_down()
            await channel.run()
        finally:
            del self.channels[name]
        return socket

    async def file(self, request):
        """Serves one of the page's files."""
        name = request.match_info.get("name") or "index.html"
        if not self.gate.admits_host(request):
            raise web.HTTPForbidden(text="this is not a name of this server\n", headers=self._headers)
        if name not in self._files:
            raise web.HTTPNotFound(text="there is no such page\n", headers=self._headers)
        content, kind = self._files[name]
        tag = hashlib.sha256(content).hexdigest()[:16]
        headers = {**self._headers, "ETag": f'"{tag}"'}
        if any(known.value == tag for known in request.if_none_match or []):
            return web.Response(status=304, headers=headers)
        return web.Response(body=content, content_type=kind, charset="utf-8", headers=headers)

    async def _leave(self, _):
        closing = [asyncio.create_task(channel.leave()) for channel in self.channels.values()]
        if closing:
            # A browser that does not answer the farewell is not waited for.
            await asyncio.wait(closing, timeout=1)
