"""Your first provider in five minutes: the steps on the page of the providers' protocol lead to what it promises."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

from test_docs import BINARY, ROOT, pattern

PAGE = (ROOT / "protocol" / "providers" / "README.md").read_text(encoding="utf-8")


class FiveMinutes(unittest.TestCase):
    def test_the_steps_lead_to_what_the_page_shows(self):
        part = PAGE.partition("\n## Your first provider in five minutes\n")[2].partition("\n## ")[0]
        files = dict(re.findall(r"`([\w.]+)`:\n\n```(?:python|json)\n(.*?)```", part, re.DOTALL))
        self.assertEqual(list(files), ["todo.py", "todo.json"])
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, text in files.items():
                (folder / file).write_text(text, encoding="utf-8")
            (folder / "protocol").symlink_to(ROOT / "protocol")
            (folder / "bin").mkdir()
            (folder / "bin" / "seekline").symlink_to(pathlib.Path(BINARY).resolve())
            env = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "XDG_CONFIG_HOME": name}
            commands = [each for block in re.findall(r"```console\n(.*?)```", part, re.DOTALL)
                        for each in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
            self.assertEqual(len(commands), 3)
            for command, expected in commands:
                with self.subTest(command):
                    done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
                    self.assertRegex(done.stdout, pattern(expected), done.stderr)
                    self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
