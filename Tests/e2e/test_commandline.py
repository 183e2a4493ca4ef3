"""Flags and scripts."""

import json
import os
import subprocess
import tempfile
import unittest

from support import BINARY, PROVIDERS, SNOWMEN, SHIPPED, SOURCES, TYPES, Server, line, run, seekline


class Flags(unittest.TestCase):
    def complaint(self, *arguments):
        done = run(*arguments)
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        lines = done.stderr.decode().splitlines()
        self.assertEqual(len(lines), 1, lines)
        self.assertTrue(lines[0].startswith("seekline: error: "), lines)
        return lines[0].removeprefix("seekline: error: ")

    def test_help_lists_every_flag(self):
        text = run("--help").stdout.decode()
        for flag in (
            "--source NAME", "--config FILE", "--set SOURCE.KEY=VALUE", "--script", "--framing F", "--rows COLUMNS",
            "--record FILE", "--replay FILE", "--sources", "--check", "--log-level L", "--generate WHAT", "--version", "--help",
        ):
            self.assertIn("\n  " + flag, text)
        self.assertEqual(max(map(len, text.splitlines())) <= 120, True)
        self.assertEqual(run("-h").stdout.decode(), text)

    def test_a_file_name_that_is_not_utf_8_is_refused(self):
        """A record used to be written to another file, whose name had U+FFFD in it."""
        with tempfile.TemporaryDirectory() as folder:
            for flag in "--record", "--replay", "--config":
                message = self.complaint("--script", flag, os.fsencode(folder) + b"/\xff")
                self.assertEqual(message, "argument 3 must be UTF-8; for a file with another name, use a link to it")
            self.assertEqual(os.listdir(folder), [])

    def test_rows_prints_answers_items_and_failures_in_columns(self):
        calls = line("setQuery", 1, query="snowman") + line("nothing", 2)
        command = [BINARY, "--script", "--rows", "id,insert"]
        lines = subprocess.run(command, input=calls, capture_output=True, timeout=60).stdout.decode().splitlines()
        self.assertEqual(lines[0], "answer\t1\tstarted\t1\t-")
        items = [text for text in lines if text.startswith("item\t")]
        self.assertEqual(items, ["item\tU+2603\t☃", "item\tU+26C4\t⛄", "item\tU+26C7\t⛇"])
        self.assertIn("items\tdefault\t1\t0\t3\tfalse\t3\tsnowman\t-", lines)
        self.assertTrue(lines[-1].startswith("failed\t2\t-32601\tMethod not found"), lines)

    def test_version_names_the_protocol_and_the_build(self):
        self.assertRegex(run("--version").stdout.decode(), r"^seekline \d+\.\d+\.\d+ \(protocol 1\.1, (debug|release) build of (commit [0-9a-f]{12}\+?|an export without history)\)\n$")

    def test_sources_and_providers_list_all_that_there_are(self):
        listed, others, programs = run("--sources").stdout.decode().split("\n\n")
        self.assertEqual([text.split()[0] for text in listed.splitlines()], SOURCES)
        self.assertEqual([text.split()[0] for text in others.splitlines()[1:]], SHIPPED)
        self.assertIn("--providers", programs)
        self.assertEqual([text.split()[0] for text in run("--providers").stdout.decode().splitlines()], PROVIDERS)

    def test_an_unknown_source_is_refused_with_a_list_of_the_known_ones(self):
        there = ", ".join(SOURCES)
        for flags in [], ["--check"], ["--try"]:
            self.assertEqual(self.complaint("--source", "bing", *flags), f'there is no source "bing"; there are {there}')
        (composed, decomposed) = ("caf\u00e9", "cafe\u0301")
        self.assertEqual(
            self.complaint("--set", f"{composed}.type=unicode", "--source", decomposed),
            f'there is no source "{decomposed}"; there are {there}, {composed}')

    def test_errors_about_flags_say_what_would_be_right(self):
        self.assertEqual(self.complaint("--fast"), 'there is no flag "--fast"; --help lists them')
        self.assertEqual(
            self.complaint("--\u202etsaf\u2028\x1b[2J"),
            'there is no flag "--\ufffdtsaf\ufffd\ufffd[2J"; --help lists them',
        )
        self.assertEqual(self.complaint("--source"), "--source must be followed by NAME")
        self.assertEqual(self.complaint("--script=yes"), "--script takes no value")
        # As from an unset variable of a shell.
        for flag in ("--config", "--record", "--replay"):
            self.assertEqual(self.complaint(flag, ""), f'{flag} must be followed by the name of a file, not ""')
        self.assertEqual(self.complaint("--check", ""), 'a FILE to check must have a name, not ""')
        for words in ["--check", "a.json", "--config", "b.json"], ["--config", "b.json", "--check", "a.json"]:
            self.assertEqual(
                self.complaint(*words), 'there are two files to check, "a.json" and that of --config; name one')
        self.assertEqual(self.complaint("--source=\u0301x").partition(";")[0], 'there is no source "\u0301x"')
        self.assertEqual(
            self.complaint("--source", "bing"), f'there is no source "bing"; there are {", ".join(SOURCES)}'
        )
        self.assertEqual(
            self.complaint("--framing=xml"), '--framing must be auto, lines or content-length, not "xml"'
        )
        self.assertEqual(
            self.complaint("--rows", "id,\ttitel"),
            "--rows must be columns with commas between them: id, title, snippet, url, image, insert, kind, source, "
            "location.path, location.line, location.column, actions, fields.NAME, json or "
            'json: with one of these, not "\ufffdtitel"',
        )
        self.assertEqual(
            self.complaint("--log-level=loud"),
            '--log-level must be off, error, warning, info or debug, not "loud"',
        )
        self.assertEqual(
            self.complaint("--set", "language=en"), '--set must be followed by SOURCE.KEY=VALUE, not "language=en"'
        )
        self.assertEqual(
            self.complaint("--set", "lines.path=[x].txt"),
            "--set lines.path: must be JSON, because it begins with `[`: found `x` where a value or `]` should stand at byte 1; a text "
            "that begins so can be set in a configuration file",
        )
        self.assertEqual(
            self.complaint("--set", "a.b.type=unicode", "--set", "a.b.c=d"),
            "--set a.b.c: there is no such setting; unicode has nothing to set",
        )
        self.assertEqual(
            self.complaint("--set", "wikipedia.languge=en"),
            "--set wikipedia.languge: there is no such setting; is `language` meant? wikipedia has language, endpoint, concurrency",
        )
        self.assertEqual(
            self.complaint("--set", "bing.key=x"),
            f"--set bing.key: there is no source `bing`; there are {', '.join(SOURCES)}, "
            f"and another one needs a `type`, one of {', '.join([*TYPES, *SHIPPED, *PROVIDERS])}",
        )
        self.assertEqual(
            self.complaint("--set", "wikipedia.endpoint=ftp://x"),
            '--set wikipedia.endpoint: must be a URL that begins with http:// or https://, not "ftp://x"',
        )
        self.assertEqual(
            self.complaint("--set", "http.timeoutMs=0"),
            '--set http.timeoutMs: must be a whole number from 1 to 600000, not "0"',
        )
        self.assertEqual(
            self.complaint("--set", "http.contact=a\nb"), "--set http.contact: must be an address or a URL, in ASCII"
        )
        self.assertEqual(
            self.complaint("--set", "x.type=bing"),
            f'--set x.type: must be one of {", ".join([*TYPES, *SHIPPED, *PROVIDERS])}, not "bing"',
        )
        self.assertEqual(
            self.complaint("--set", "hotpepper.key=canary"),
            "--set hotpepper.key: others on this machine can read a command line; set $HOTPEPPER_API_KEY, or "
            "`key` in a configuration file",
        )
        self.assertEqual(self.complaint("--record", "/nonexistent/x"), "cannot record to /nonexistent/x: No such file or directory")
        self.assertEqual(self.complaint("--replay", "/nonexistent"), "/nonexistent: No such file or directory")
        self.assertEqual(self.complaint("--config", "/nonexistent"), "/nonexistent: No such file or directory")
        self.assertEqual(
            self.complaint("--record=x", "--replay=x"), "--record would overwrite the file that --replay reads"
        )

    def test_the_log_is_as_detailed_as_its_level_says(self):
        bad = b"nonsense\n"
        self.assertEqual(run("--log-level", "off", stdin=bad).stderr, b"")
        self.assertEqual(run("--log-level=error", stdin=bad).stderr, b"")
        self.assertIn(b"seekline: warning: a message is refused: Parse error", run(stdin=bad).stderr)
        greeting = b'{"jsonrpc":"2.0","method":"initialize","params":{"clientInfo":{"name":"me"}}}\n'
        self.assertEqual(run(stdin=greeting).stderr, b"")
        self.assertIn(b"seekline: info: me would like", run("--log-level", "info", stdin=greeting).stderr)


class Script(unittest.TestCase):
    def test_each_call_of_a_script_waits_for_the_one_before(self):
        done = run("--script", stdin=SNOWMEN)
        # On a busy machine the search is reported as stalled.
        messages = [message for message in map(json.loads, done.stdout.splitlines()) if not message.get("params", {}).get("stalled")]
        order = [message.get("method", message.get("id")) for message in messages]
        self.assertEqual(
            order,
            [0, "loading", "items", "loading", 1, 2, 3],
            "one page holds every snowman; a detail of this source is known at once",
        )
        self.assertEqual(messages[4]["result"]["outcome"], "full")

    def test_without_script_calls_do_not_wait_for_each_other(self):
        done = run(stdin=SNOWMEN)
        outcomes = [json.loads(text).get("result", {}).get("outcome") for text in done.stdout.splitlines()]
        self.assertIn("scheduled", outcomes)
        self.assertIn("idle", outcomes)

    def test_a_cancel_in_a_script_is_read_ahead(self):
        # A message that is not read ahead would wait for ten minutes.
        with Server() as server, seekline("--script", "--set=http.timeoutMs=600000", *server.settings) as engine:
            engine.notify("setQuery", query="swift")
            number = engine.request("getState")
            engine.notify("cancel")
            engine.until(lambda message: message.get("id") == number)


if __name__ == "__main__":
    unittest.main()
