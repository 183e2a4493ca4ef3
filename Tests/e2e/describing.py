"""Any JSON API by its description: writes a file that describes one, and starts an engine with it."""

import contextlib
import json
import os
import pathlib
import tempfile
import unittest

from support import BINARY, Engine

REQUEST = {"url": "/search", "query": {"q": {"$": "query"}, "p": {"$": "page"}}}


class Descriptions(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "docs.json"

    def describe(self, *servers, **members):
        """Writes a description; returns its file."""
        docs = {
            "type": "http", "servers": [server.origin for server in servers], "request": REQUEST, "items": "/hits",
            "item": {"id": "/id", "title": "/title", "url": "https://docs.test/{/id}"}, "paging": {"by": "page"}, **members,
        }
        self.path.write_text(json.dumps({"sources": {"docs": docs}}, indent=1))
        return str(self.path)

    @contextlib.contextmanager
    def engine(self, *servers, flags=(), env=None, **members):
        command = [BINARY, "--source", "docs", "--config", self.describe(*servers, **members), *flags]
        with Engine(command, env={**os.environ, **(env or {})}) as engine:
            yield engine

    @staticmethod
    def hits(*names):
        return json.dumps({"hits": [{"id": name, "title": name.upper()} for name in names]}).encode()
