"""What the tests of shipped providers share: an engine with one of them, in its own folder."""

import json
import os
import pathlib
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e")]

from programs import ProgramCase  # noqa: E402
from support import BINARY, Engine, error_of, run, titles, wait_until  # noqa: E402, F401

# Names that trouble no user, but some programs.
NAMES = ["plain.txt", "a b.txt", "-dash.txt", "quo'te\".txt", "x:1:2.txt", "tab\there.txt", "日本.txt", "$(id);`id`&.txt", "*.txt", "--", "sub/deep.txt"]
# Without the configuration of whoever runs this, and without a repository around the test's folder.
ENV = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "RIPGREP_CONFIG_PATH": "", "XDG_CONFIG_HOME": "/dev/null", "LC_ALL": "C.UTF-8"}


class ProviderCase(ProgramCase):
    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        self.tree.mkdir()

    def write(self, name, text):
        path = self.tree / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def write_odd_names(self):
        for name in NAMES:
            self.write(name, f"first\n\té needle in {name.encode('unicode_escape').decode()}\n")

    def provider(self, kind, env=None, **settings):
        """Starts an engine that searches the tree with a provider."""
        config = self.folder / "config.json"
        config.write_text(json.dumps({"sources": {"p": {"type": kind, "cwd": str(self.tree)} | settings}}))
        env = {**os.environ, **ENV, "GIT_CEILING_DIRECTORIES": str(self.folder), **(env or {})}
        return self.enterContext(Engine([BINARY, "--config", str(config), "--source=p"], env=env))

    def items(self, engine, query):
        """Returns the items of the page that a query results in, which must not be an error."""
        engine.call("submit", query=query)
        wait_until(lambda: not engine.call("getState")["result"]["loading"], "it has settled")
        state = engine.call("getState")["result"]
        self.assertEqual((state["query"], state.get("error")), (query.strip(), None))
        return state["items"]

    def detail(self, engine, item):
        return engine.call("openDetail", id=item["id"])["result"]

    def do(self, *argv, **options):
        """Runs a program in the tree until it ends; returns what it prints."""
        env = {**os.environ, **ENV, **options.pop("env", {})}
        return subprocess.run(argv, cwd=self.tree, env=env, check=True, capture_output=True, text=True, timeout=60, **options).stdout
