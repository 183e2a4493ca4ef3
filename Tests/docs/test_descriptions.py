"""What the documentation says about descriptions of JSON APIs: its examples work, and its tables match the binary."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "e2e"), str(TESTS / "docs")]

from support import BINARY, ROOT, Services  # noqa: E402
from test_docs import README, pattern  # noqa: E402

REFERENCE = (ROOT / "protocol" / "http-descriptions.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```json\n(\{[^`]*\"type\": \"http\".*?)```", re.DOTALL)


class Descriptions(unittest.TestCase):
    def check(self, config, *flags):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            file.write(config)
            file.flush()
            return subprocess.run([BINARY, "--check", file.name, *flags], capture_output=True, text=True, timeout=60)

    def test_the_example_in_the_readme_works_as_shown(self):
        shown = re.search(r"```text\n(docs\n.*?)```", README, re.DOTALL).group(1)
        with Services() as services:
            config = EXAMPLE.search(README).group(1).replace("http://127.0.0.1:8000", services.origin)
            done = self.check(config, "--try")
            printed = done.stdout.replace(services.origin, "http://127.0.0.1:8000")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(printed[printed.index("\ndocs\n") + 1:], pattern(shown))

    def test_the_example_in_the_reference_is_valid(self):
        done = self.check(EXAMPLE.search(REFERENCE).group(1))
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_shipped_descriptions_are_enabled_as_the_reference_says(self):
        part = REFERENCE.partition("\n## Descriptions that come with it\n")[2]
        done = self.check(re.search(r"```json\n(.*?)```", part, re.DOTALL).group(1))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertRegex(done.stdout, r"(?m)^  books +ready$")

    def known(self, **changed):
        """Returns the possible names, which the engine lists when it is given an impossible one."""
        docs = {"request": {"url": "https://docs.test/{query}"}, "items": "", "item": {"id": "", "title": ""}, **changed}
        text = self.check(json.dumps({"sources": {"docs": {"type": "http", **docs}}})).stderr
        return set(re.search(r"(?:The possible ones are|http has) (.*)", text).group(1).split(", "))

    def named(self, heading):
        """Returns the names in the first column of the tables in a part of the reference."""
        part = REFERENCE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
        tables = re.split(r"\n(?=\| `?by`? \|)", part)[0] + "".join(re.findall(r"\| member \|.*?(?=\n\n|\Z)", part, re.DOTALL))
        rows = re.findall(r"^\| (`[^|]*) \|", tables, re.MULTILINE)
        return {name for row in rows for name in re.findall(r"`([A-Za-z]+)`", row)}

    def test_every_member_is_documented(self):
        wrong = {"no": 1}
        request = {"url": "https://docs.test/{id}"}
        self.assertEqual(self.named("The members"), self.known(no=1))
        self.assertEqual(self.named("`request`"), self.known(request=wrong))
        self.assertEqual(self.named("`prepare`"), self.known(prepare=wrong))
        self.assertEqual(self.named("`items`"), self.known(items=wrong))
        self.assertEqual(self.named("`item`"), self.known(item={"id": "", "title": wrong}))
        self.assertEqual(self.named("`paging`") | {"by"}, self.known(paging=wrong))
        self.assertEqual(self.named("`detail`"), self.known(detail={"request": request, **wrong}))
        self.assertEqual(self.named("`errors`"), self.known(errors=[wrong]))
        for name in self.known(item=wrong):
            self.assertIn(f"`{name}`", REFERENCE.partition("\n## `item`\n")[2].partition("\n## ")[0])
        for name in self.known(budget=wrong):
            self.assertIn(f'"{name}"', REFERENCE.partition("\n## `budget`\n")[2].partition("\n## ")[0])


if __name__ == "__main__":
    unittest.main()
