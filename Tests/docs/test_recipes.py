"""The recipes: their commands are run, their sources searched, and what they promise is found first."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import postgres
from test_docs import BINARY, ROOT

RECIPES = (ROOT / "protocol" / "recipes.md").read_text(encoding="utf-8")

# A user's files, by their paths in the home folder, which is also where the commands are run.
FILES = {
    "main.c": "#include <x.h>\n\nint parse_args(int n) {\n  // TODO turn the knobs\n  return n;\n}\n",
    "project/main.py": "import sys\n# TODO turn the knobs\n",
    "man/man1/frob.1": ".TH FROB 1\n.SH NAME\nfrob \\- turn knobs\n.SH DESCRIPTION\nIt turns them.\n",
    "notes/kitchen/egg.md": "# How to boil an egg\n\nBoil water first.\n",
    "notes/todo.md": "# Things to do\n\n- boil an egg\n",
    "export.jsonl": '{"ts":"1","text":"Hello","permalink":"http://chat.test/1"}\n'
    '{"ts":"2","text":"Lunch at noon?","permalink":"http://chat.test/2","by":"taro"}\n',
    "contacts.csv": "Name,E-mail,City\nTaro,taro@example.org,Tokyo\n\"Hanako Yamada\",hanako@example.org,\"Kyoto, north\"\n",
}

# What is in a database, including an article that tries to be more than text.
ARTICLES = """CREATE TABLE articles (id int PRIMARY KEY, title text, body text);
INSERT INTO articles VALUES (1, 'On the hard-boiled egg', 'Boiled eggs are hard after ten minutes.'),
    (2, 'On the soft-boiled egg', E'Boiled eggs are soft after five minutes.\\nNot ''six''.'), (3, 'On bread', 'It is baked.');"""


def recipes():
    """Yields each recipe: its heading, its command if it has one, its configuration, and what it promises."""
    for part in re.split(r"^## ", RECIPES, flags=re.MULTILINE)[1:]:
        config = re.search(r"```json\n(.*?)```", part, re.DOTALL)
        if config:
            command = re.search(r"```sh\n(.*?)```", part, re.DOTALL)
            promise = re.search(r"Typed\s+`([^`]+)`, the first is\s+`([^`]+)`(?:, at `([^`]+)`)?\.", part)
            yield part.splitlines()[0], command and command.group(1), config.group(1), promise.groups()


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        for name, text in FILES.items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text, encoding="utf-8")
        programs = self.home / "bin"
        programs.mkdir()
        # Debian's Emacs has a ctags of its own, which may be the one that is found under this name.
        (programs / "ctags").symlink_to(shutil.which("ctags-universal"))
        self.environment = {
            **os.environ, "HOME": folder.name, "MANPATH": str(self.home / "man"),
            "PATH": os.pathsep.join([str(programs), str(ROOT / "clients" / "shell"), os.environ["PATH"]]),
            "XDG_CONFIG_HOME": str(self.home / ".config"), "LC_ALL": "C.UTF-8",
        }
        self.run_here(["mandb", "--quiet", "--user-db", str(self.home / "man")])
        self.make_project()

    def make_project(self):
        git = ["git", "-C", "project", "-c", "user.name=Me", "-c", "user.email=me@example.org"]
        for command in ["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Let the knobs be turned"]:
            self.run_here([*git, *command])

    def run_here(self, command, **options):
        return subprocess.run(
            command, cwd=self.home, env=self.environment, capture_output=True, text=True, check=True, timeout=60, **options)

    def test_each_recipe_finds_what_it_promises(self):
        found = list(recipes())
        self.assertEqual(len(found), 12)
        self.fill_database()
        for heading, command, config, (query, title, place) in found:
            with self.subTest(heading):
                if command:
                    self.run_here(["sh", "-euc", command])
                (first, *_), _ = self.search(config, query)
                path, _, line = (place or "").replace("~", str(self.home)).rpartition(":")
                location = {"path": path, "line": int(line)} if place else None
                found = first.get("location")
                self.assertEqual((first["title"], found and {"path": found["path"], "line": found["line"]}), (title, location))

    def test_the_fzf_command_in_the_recipes_is_accepted(self):
        (command,) = re.findall(r"`(seekline-fzf [^`]*symbols)`", RECIPES)
        self.assertIn("usage: ", self.run_here(["sh", "-c", f"{command} -h"]).stdout)

    def fill_database(self):
        self.environment |= self.enterContext(postgres.running())
        self.run_here(["psql", "-Xq", "-v", "ON_ERROR_STOP=1"], input=ARTICLES)

    def test_a_query_to_a_database_is_only_text_whatever_it_contains(self):
        self.fill_database()
        ((command, config),) = [recipe[1:3] for recipe in recipes() if "PostgreSQL" in recipe[0]]
        self.run_here(["sh", "-euc", command])
        for query in [
            "'; DROP TABLE articles; --", "$(touch broken)", "`touch broken`", "\\! touch broken", "x\n\\! touch broken", ":'q'", ":q",
            "-f x", '"', "'", "\\'", "a & | !", "日本",
        ]:
            self.assertEqual(self.search(config, query)[0], [], query)
        detail = {"jsonrpc": "2.0", "id": 2, "method": "openDetail", "params": {"id": "2"}}
        (item,), shown = self.search(config, "soft", detail)
        self.assertEqual(item["title"], "On the soft-boiled egg")
        self.assertIn("eggs are soft after five minutes", item["snippet"][0])
        self.assertEqual(shown["text"], "Boiled eggs are soft after five minutes.\nNot 'six'.")
        self.assertEqual(self.run_here(["psql", "-XAtqc", "SELECT count(*) FROM articles"]).stdout, "3\n")
        self.assertFalse((self.home / "broken").exists())

    def search(self, config, query, *more):
        """Searches, and makes further calls; returns the items, and the result of the last call."""
        (self.home / ".config" / "seekline").mkdir(parents=True, exist_ok=True)
        (self.home / ".config" / "seekline" / "config.json").write_text(config, encoding="utf-8")
        (name,) = json.loads(config)["sources"]
        calls = [{"jsonrpc": "2.0", "id": 1, "method": "submit", "params": {"query": query}}, *more]
        lines = "".join(json.dumps(call) + "\n" for call in calls)
        messages = list(map(json.loads, self.run_here([BINARY, "--script", "--source", name], input=lines).stdout.splitlines()))
        self.assertEqual([message for message in messages if "error" in message or message.get("method") == "error"], [])
        results = [message["result"] for message in messages if "result" in message]
        return [item for message in messages if message.get("method") == "items" for item in message["params"]["items"]], results[-1]


if __name__ == "__main__":
    unittest.main()
