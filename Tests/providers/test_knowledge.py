"""Providers that know something about this machine or the world, with the real programs."""

import os
import signal
import subprocess
import sys

from providing import ProviderCase, error_of, run, wait_until

PAGE = r""".TH ZZQQ 1
.SH NAME
zzqq \- frobs a needle
.SH DESCRIPTION
.B Bold
and \fIitalic\fR words.
"""
STATUS = """Package: zzqq-tools
Status: install ok installed
Maintainer: A <a@example.org>
Architecture: all
Version: 1.0
Description: frobs a needle offline
 And more of it.

"""


class Manual(ProviderCase):
    def test_manual_pages_are_found_by_topic_and_shown_without_escapes(self):
        self.write("man1/zzqq.1", PAGE)
        self.do("mandb", "-q", "-c", str(self.tree), env={"MANPATH": str(self.tree)})
        engine = self.provider("man", env={"MANPATH": str(self.tree), "MAN_KEEP_FORMATTING": "1", "GROFF_SGR": "1"})
        (item,) = self.items(engine, "a needle")
        self.assertEqual((item["title"], item["snippet"], item["insert"]), ("zzqq(1)", ["frobs a needle"], "zzqq"))
        text = self.detail(engine, item)["text"]
        self.assertIn("Bold and italic words.", text)
        self.assertTrue(all(character in "\n\t" or character >= " " for character in text))
        self.assertEqual(self.items(engine, "--help"), [])
        self.assertEqual(self.items(engine, "no such"), [])
        self.assertIn("Unmatched", error_of(self.search(engine, "c("))["message"])


class Packages(ProviderCase):
    def test_packages_are_found_and_shown(self):
        self.write("status", STATUS)
        (self.tree / "lists" / "partial").mkdir(parents=True)
        self.write("apt.conf", f'Dir::State::status "{self.tree}/status"; Dir::State::lists "{self.tree}/lists"; Dir::Cache "{self.tree}";')
        engine = self.provider("apt", env={"APT_CONFIG": str(self.tree / "apt.conf")})
        (item,) = self.items(engine, "a needle")
        self.assertEqual((item["title"], item["snippet"], item["url"]), ("zzqq-tools", ["frobs a needle offline"], "https://packages.debian.org/zzqq-tools"))
        self.assertIn("Version: 1.0\n", self.detail(engine, item)["text"])
        for query in "--version", "$(id)", "no such":
            self.assertEqual(self.items(engine, query), [], query)


class Units(ProviderCase):
    def test_units_are_listed_and_their_status_or_why_there_is_none_is_shown(self):
        engine = self.provider("systemd")
        found = [item for item in self.items(engine, "journald.service") if item["title"] == "systemd-journald.service"]
        self.assertEqual([(item["snippet"][0].split()[0], item["kind"]) for item in found], [("static", "unit")])
        answer = engine.call("openDetail", id="systemd-journald.service")
        self.assertIn("system", str(answer.get("result", {}).get("text") or answer["error"]["message"]).lower())
        self.assertEqual([action["name"] for action in found[0]["actions"]], ["start", "stop", "restart"])
        if not os.path.exists("/run/systemd/system"):
            message = engine.call("perform", id=found[0]["id"], action="start")["error"]["message"]
            self.assertIn("`systemctl` ended with the exit code 1; it said: ", message)


class Processes(ProviderCase):
    LISTING = "ps --no-headers -ww -eo pid,user:32,pcpu,lstart -o '|%y' -o rss:12 -o args"

    def setUp(self):
        super().setUp()
        self.mark = f"needle-{os.getpid()}-of-{id(self)}"

    def start(self):
        """A process that runs until it is ended, known by its mark."""
        process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()", self.mark], stdin=subprocess.PIPE)
        self.addCleanup(process.communicate)
        return process

    def test_a_process_is_found_as_long_as_it_runs(self):
        engine = self.provider("processes")
        self.assertEqual(self.items(engine, f"'{self.mark}"), [])
        process = self.start()
        (item,) = self.items(engine, f"'{self.mark}")
        self.assertEqual((item["id"], item["insert"]), (str(process.pid), str(process.pid)))
        self.assertTrue(item["title"].endswith(f"sys.stdin.read() {self.mark}"), item)
        self.assertRegex(item["fields"]["started"], r"^\w+ \w+ [ \d]\d \d\d:\d\d:\d\d \d{4}$")
        self.assertIn(self.mark, self.detail(engine, item)["text"])
        process.communicate(timeout=60)
        self.assertEqual(self.items(engine, f"'{self.mark}"), [])

    def test_a_process_can_be_ended_and_disappears_from_the_list(self):
        for action, number in ("end", signal.SIGTERM), ("kill", signal.SIGKILL):
            with self.subTest(action):
                process = self.start()
                engine = self.provider("processes")
                (item,) = self.items(engine, f"'{self.mark}")
                done = engine.call("perform", id=item["id"], action=action)["result"]
                self.assertTrue(done["changed"])
                self.assertIn(f"process {process.pid} was ", done["message"])
                self.assertEqual(process.wait(60), -number)
                wait_until(lambda: engine.call("getState")["result"]["items"] == [], "the list is read anew")

    def test_another_process_with_the_same_id_is_left_alone(self):
        process = self.start()
        engine = self.provider("processes", argv=["sh", "-c", f"{self.LISTING} | sed -E 's/ [0-9]{{4}}[|]/ 1999|/'"])
        (item,) = self.items(engine, f"'{self.mark}")
        for action in "end", "kill":
            message = engine.call("perform", id=item["id"], action=action)["error"]["message"]
            self.assertTrue(message.endswith(f"process {process.pid} has ended, or is another one by now"), message)
        self.assertIsNone(process.poll())


class Words(ProviderCase):
    def test_words_are_found_with_their_meanings(self):
        engine = self.provider("wordnet")
        item = self.items(engine, "snowman")[0]
        self.assertEqual(item["title"], "snowman")
        self.assertIn("a figure of a person made of packed snow", self.detail(engine, item)["text"])
        item = self.items(engine, "'baron snow of leicester")[0]
        self.assertIn("has 1 sense", self.detail(engine, item)["text"])


class Calculator(ProviderCase):
    def test_the_result_of_a_calculation_is_inserted(self):
        engine = self.provider("calculator")
        for query, answer in [
            ("2+3*4", "14"), ("1/4", "0.25"), ("-3+5", "2"), ("-1/4", "-0.25"), ("10/5", "2"), ("100", "100"), ("2^100", str(2**100)),
            ("7^200", str(7**200)), ("scale=2; 2/3", "0.66"),
        ]:
            (item,) = self.items(engine, query)
            self.assertEqual((item["title"], item["insert"], item["kind"]), (answer, answer, "number"), query)
        # What is not finished has no result, and nothing that is typed is run as a program.
        for query in "2+", "(", "$(id)", "`id`", "'; id; '":
            self.assertEqual(self.items(engine, query), [], query)

    def test_an_endless_calculation_times_out(self):
        error = error_of(self.search(self.provider("calculator", timeoutMs=100), "while (1) {}"))
        self.assertEqual(error["kind"], "timeout")


class Missing(ProviderCase):
    def test_each_provider_says_which_programs_it_needs_and_which_are_missing(self):
        # The shell, which runs some of them, is everywhere.
        (self.tree / "sh").symlink_to("/bin/sh")
        listed = run("--providers").stdout.decode().splitlines()
        bare = run("--providers", env={"PATH": str(self.tree)}).stdout.decode().splitlines()
        self.assertEqual(len(listed), 12)
        for line, other in zip(listed, bare, strict=True):
            name, needs = line.split()[0], line.rpartition("; needs ")[2]
            with self.subTest(name):
                self.assertNotIn("missing", line)
                self.assertEqual(other, f"{line} [missing: {needs}]")
                engine = self.provider(name, env={"PATH": str(self.tree)})
                error = error_of(self.search(engine, "ab"))
                self.assertEqual(error["kind"], "config")
                quoted = ", ".join(f"`{program}`" for program in needs.split(", "))
                self.assertIn(f"p: needs {quoted}: not found in any folder of $PATH", error["message"])
                config = str(self.folder / "config.json")
                checked = run("--check", config, env={"PATH": str(self.tree)}).stdout.decode()
                self.assertRegex(checked, rf"(?m)^  p +missing: {needs}$")

    def test_a_program_installed_later_is_found(self):
        engine = self.provider("ripgrep", env={"PATH": str(self.tree)})
        self.assertEqual(error_of(self.search(engine, "x"))["kind"], "config")
        (self.tree / "rg").symlink_to("/bin/true")
        self.assertEqual(self.items(engine, "x"), [])
