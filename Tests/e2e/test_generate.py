"""What the binary says about itself: the manual page, completions in real shells, the version, the check."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from support import BINARY, run, seekline


class Shell:
    """An interactive shell in a terminal that can be typed into."""

    def __init__(self, command, folder, setup):
        environment = {
            "PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb", "PS1": "$ ",
            "XDG_CONFIG_HOME": f"{folder}/config", "LC_ALL": "C.UTF-8",
        }
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.seen = ""
        self.type(f"{setup}; echo is'-'ready\r")
        self.until(r"is-ready\r")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.terminal)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def until(self, pattern):
        """Waits for a match, and discards everything up to its end."""
        deadline = time.monotonic() + 60
        while not (found := re.search(pattern, self.seen)):
            if not select.select([self.terminal], [], [], max(0, deadline - time.monotonic()))[0]:
                raise AssertionError(f"nothing like {pattern} in {self.seen!r}")
            self.seen += os.read(self.terminal, 1 << 16).decode("utf-8", "replace")
        self.seen = self.seen[found.end() :]
        return found

    def completed(self, line):
        """Returns what a line becomes when Tab is pressed after it; the line is printed, not run."""
        self.type(line + "\t\x01echo '<\x05>' is'-'over\r")
        return self.until(r"\n<(.*)> is-over\r")[1].rstrip()


class Completions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        for name in ("bin", "config/seekline"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "bin/seekline").symlink_to(BINARY)
        (self.folder / "my record.jsonl").touch()
        # A name that a careless completion would let the shell run.
        (self.folder / "config/seekline/config.json").write_text(
            '{"sources": {"wikipedia-en": {"type": "wikipedia"}, "$(touch ran)": {"type": "unicode"}, "my notes": {"type": "unicode"}}}'
        )

    def check(self, command, setup):
        if not shutil.which(command[0]):
            self.skipTest(f"{command[0]} is missing")
        with Shell(command, self.folder, setup) as shell:
            self.assertEqual(shell.completed("seekline --rep"), "seekline --replay")
            self.assertEqual(shell.completed("seekline --source uni"), "seekline --source unicode")
            self.assertEqual(shell.completed("seekline --rows ti"), "seekline --rows title")
            self.assertEqual(shell.completed("seekline --rows id,ti"), "seekline --rows id,title")
            self.assertEqual(shell.completed("seekline --source=uni"), "seekline --source=unicode")
            self.assertEqual(shell.completed("seekline --source wikipedia-"), "seekline --source wikipedia-en")
            self.assertEqual(
                shell.completed("seekline --script --set wikipedia.la"), "seekline --script --set wikipedia.language="
            )
            self.assertEqual(shell.completed("seekline --source my"), "seekline --source my\\ notes")
            for complete in "--set wikipedia.language=", "--script=":
                self.assertEqual(shell.completed(f"seekline {complete}"), f"seekline {complete}")
            self.assertEqual(shell.completed("seekline --log-level w"), "seekline --log-level warning")
            self.assertEqual(shell.completed("seekline --replay my"), "seekline --replay my\\ record.jsonl")
            for flag in ("--check", "--try"):
                self.assertEqual(shell.completed(f"seekline {flag} my"), f"seekline {flag} my\\ record.jsonl")
                self.assertEqual(shell.completed(f"seekline {flag} --conf"), f"seekline {flag} --config")
        self.assertFalse((self.folder / "ran").exists())

    def test_bash(self):
        self.check(["bash", "--noprofile", "--norc", "-i"], "source <(seekline --generate bash)")

    def test_zsh(self):
        self.check(
            ["zsh", "-f", "-i"],
            "unsetopt zle_bracketed_paste prompt_cr prompt_sp; bindkey -e; autoload -U compinit; compinit -u -D; "
            "source <(seekline --generate zsh)",
        )

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("fish is missing")
        completions = self.folder / "config/fish/completions"
        completions.mkdir(parents=True)
        (completions / "seekline.fish").write_bytes(run("--generate", "fish").stdout)
        environment = {
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}", "HOME": str(self.folder), "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": f"{self.folder}/config",
        }

        def described(line):
            done = subprocess.run(
                ["fish", "-c", "complete -C $argv[1]", line], env=environment, cwd=self.folder, capture_output=True,
                timeout=60,
            )
            self.assertEqual(done.stderr, b"")
            return done.stdout.decode().splitlines()

        def completed(line):
            return [text.split("\t")[0] for text in described(line)]

        self.assertEqual(completed("seekline --rep"), ["--replay"])
        self.assertEqual(completed("seekline --source uni"), ["unicode"])
        self.assertEqual(completed("seekline --source wikipedia-"), ["wikipedia-en"])
        self.assertEqual(completed("seekline --set wikipedia.la"), ["wikipedia.language="])
        self.assertEqual(completed("seekline --log-level w"), ["warning"])
        self.assertEqual(completed("seekline --replay my"), ["my record.jsonl"])
        self.assertEqual(completed("seekline my"), [])
        for flag in ("--check", "--try"):
            self.assertEqual(completed(f"seekline {flag} my"), ["my record.jsonl"])
            self.assertEqual(completed(f"seekline {flag} --conf"), ["--config"])
        self.assertIn("unicode\tUnicode characters: characters by name", "\n".join(described("seekline --source uni")))
        self.assertFalse((self.folder / "ran").exists())


class Manual(unittest.TestCase):
    def test_it_lists_every_flag_and_passes_mandoc_lint(self):
        page = run("--generate", "man").stdout
        for flag in re.findall(r"^  (--[a-z-]+)", run("--help").stdout.decode(), re.M):
            self.assertIn(b"\\fB" + flag.replace("-", "\\-").encode(), page)
        for setting in (b"wikipedia.language", b"http.caFile", b"HOTPEPPER_API_KEY"):
            self.assertIn(setting, page)
        self.assertIn(b"could not be written", page, "what makes it exit with 1")
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is missing")
        done = subprocess.run(["mandoc", "-Tlint"], input=page, capture_output=True, timeout=60)
        self.assertEqual(done.stdout + done.stderr, b"")


class Check(unittest.TestCase):
    def test_it_reports_what_is_configured(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "c.json")
            path.write_text('{"sources": {"mine": {"type": "unicode"}, "http": {"contact": "me@example.org"}}}')
            text = run("--check", "--config", str(path)).stdout.decode()
            self.assertRegex(text, rf"(?m)^configuration  {re.escape(str(path))}$")
            self.assertRegex(text, r"(?m)^  mine +ready$")
            self.assertRegex(text, r"(?m)^  yahoo-images +ready$")
            self.assertRegex(text, r"(?m)^  account-id +missing: account-id.project$")
            self.assertRegex(text, r"(?m)^libcurl        found: libcurl/\d")

    def test_programs_that_are_not_installed_are_reported_as_missing(self):
        with tempfile.TemporaryDirectory() as folder:
            mine = pathlib.Path(folder, "mine")
            mine.touch(0o755)
            programs = {
                "gone": (["no-such-program"], {}, "missing: no-such-program"),
                "stays": (["no-such-program"], {"run": "provider"}, "missing: no-such-program"),
                "said-twice": (["no-such-program"], {"requires": ["no-such-program", "nor-this"]}, "missing: no-such-program, nor-this"),
                "first": ([["sh", "no-such-program"]], {}, "ready"),
                "second": ([["no-such-program", "sh"]], {}, "ready"),
                "own-path": (["mine"], {"env": {"PATH": folder}}, "ready"),
                "by-its-path": ([str(mine)], {}, "ready"),
            }
            path = pathlib.Path(folder, "c.json")
            sources = {name: {"type": "command", "argv": argv, **more} for name, (argv, more, _) in programs.items()}
            path.write_text(json.dumps({"sources": sources}))
            text = run("--check", str(path)).stdout.decode()
            for name, (_, _, state) in programs.items():
                with self.subTest(name):
                    self.assertRegex(text, rf"(?m)^  {name} +{state}$")

    def test_having_no_configuration_file_is_reported_but_not_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            text = run("--check", env={**os.environ, "XDG_CONFIG_HOME": folder}).stdout.decode()
            self.assertIn(f"configuration  none; it would be {folder}/seekline/config.json\n", text)

    def test_a_mistake_in_the_configuration_is_reported_as_usual(self):
        done = run("--check", "--set", "wikipedia.speed=fast")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"there is no such setting; wikipedia has language", done.stderr)


if __name__ == "__main__":
    unittest.main()
