"""The command: its options, its error messages, and that it leaves nothing behind."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

from support import COMMAND, ROOT, SEEKLINE, Bridge, Services, children, is_alive, wait_until

README = (ROOT / "clients" / "web" / "README.md").read_text(encoding="utf-8")


def run(*arguments, **env):
    """Runs the command when it exits on its own."""
    return subprocess.run([COMMAND, *arguments], env={**os.environ, **env}, capture_output=True, text=True, timeout=60)


class Options(unittest.TestCase):
    def test_the_readme_lists_the_options_of_the_help(self):
        helped = run("--help", COLUMNS="200").stdout
        options = {name: " ".join(text.split()) for name, text in re.findall(r"^  (--\S+(?: [A-Z.=]+)?)\s+(.*)$", helped, re.MULTILINE)}
        written = dict(re.findall(r"^\| `(--[^`]+)` \| (.*) \|$", README, re.MULTILINE))
        self.assertEqual({name: text.replace("`", "") for name, text in written.items()}, options)

    def test_wrong_options_and_settings_are_reported(self):
        taken = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(taken.close)
        port = str(taken.getsockname()[1])
        for arguments, env, message in (
            (["--engine", "/nowhere"], {}, 'seekline-web: there is no engine at /nowhere\n'),
            ([], {"SEEKLINE": "", "PATH": os.path.dirname(COMMAND)}, "seekline-web: there is no engine: $SEEKLINE is not set, none was installed with this library, and no `seekline` is in the PATH"),
            (["--engine", "/bin/true"], {}, "/bin/true did not answer `initialize`"),
            (["--set", "nonsense"], {}, "did not answer `initialize`"),
            (["--source", "bing"], {}, 'there is no source "bing"; `seekline --sources` lists them'),
            (["--source", "list"], {}, "seekline-web: list has only what a program gives it; to choose among the lines of a pipe there is seekline-pick\n"),
            (["--host", ""], {}, "seekline-web: --host must be an address, such as 127.0.0.1, or 0.0.0.0 for all\n"),
            (["--port", port], {}, f"cannot listen on 127.0.0.1, port {port}: it is taken; --port 0 takes one that is free\n"),
            (["--port", "70000"], {}, "cannot listen on 127.0.0.1, port 70000"),
            (["--allow-origin", "example.org/x"], {}, '--allow-origin must be an origin like https://example.org:8443, not "example.org/x"'),
            (["--allow-origin", "https://*.example.org"], {}, 'must be an origin like https://example.org:8443, not "https://*.example.org"'),
            ([], {"SEEKLINE_WEB_TOKEN": "short"}, "$SEEKLINE_WEB_TOKEN must have at least 16 letters"),
            ([], {"SEEKLINE_WEB_TOKEN": "with a blank in between"}, "$SEEKLINE_WEB_TOKEN must have at least 16 letters"),
        ):
            with self.subTest(message):
                done = run(*arguments, **env)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(message, done.stderr)
                self.assertNotIn("Traceback", done.stderr)

    def test_an_address_that_cannot_be_printed_is_an_error(self):
        for output, reason in ((">/dev/full", "No space left on device"), (">&-", "standard output is closed")):
            with self.subTest(output):
                done = subprocess.run(["sh", "-c", f'exec "$1" --port 0 {output}', "-", COMMAND], stderr=subprocess.PIPE, text=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (2, f"seekline-web: the address cannot be printed: {reason}\n"))

    def test_nothing_takes_the_place_of_a_standard_stream_that_is_closed(self):
        done = subprocess.run(["sh", "-c", 'exec "$1" --engine /nowhere 2>&-', "-", COMMAND], stdout=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        script = 'exec "$1" --port 0 <&- 2>&-'
        with subprocess.Popen(["sh", "-c", script, "-", COMMAND], stdout=subprocess.PIPE, text=True) as process:
            try:
                self.assertTrue(process.stdout.readline())
                for number in (0, 2):
                    self.assertEqual(os.readlink(f"/proc/{process.pid}/fd/{number}"), os.devnull)
            finally:
                process.terminate()

    def test_the_engine_is_found_in_the_path(self):
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(SEEKLINE, os.path.join(folder, "seekline"))
            with Bridge(env={"SEEKLINE": "", "PATH": folder + os.pathsep + os.environ["PATH"]}) as bridge:
                self.assertTrue(is_alive(bridge.engine))

    def test_the_token_is_new_each_time_unless_it_is_given(self):
        with Bridge() as one, Bridge() as two:
            self.assertGreaterEqual(len(one.token), 32)
            self.assertNotEqual(one.token, two.token)
            self.assertEqual(one.base, f"http://127.0.0.1:{one.port}/")
        with Bridge(env={"SEEKLINE_WEB_TOKEN": "a-token-of-my-own"}) as bridge:
            self.assertEqual(bridge.token, "a-token-of-my-own")
            environment = pathlib.Path(f"/proc/{bridge.engine}/environ").read_bytes()
            self.assertNotIn(b"a-token-of-my-own", environment)

    def test_only_the_named_sources_are_served_and_settings_reach_the_engine(self):
        with Services() as services, Bridge("--source", "wikipedia", "--source", "unicode", "--set",
                                            "wikipedia.language=en", services=services) as bridge:
            for source, status in (("wikipedia", 426), ("unicode", 426), ("qiita", 404), ("", 426)):
                address = f"{bridge.base}session?token={bridge.token}&source={source}"
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    urllib.request.urlopen(address, timeout=60)
                caught.exception.close()
                self.assertEqual(caught.exception.code, status, source)
            command = pathlib.Path(f"/proc/{bridge.engine}/cmdline").read_text().split("\0")
            self.assertIn("wikipedia.language=en", command)

    def test_the_configuration_named_on_the_command_line_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "mine.json")
            path.write_text('{"sources": {"mine": {"type": "unicode"}}}')
            with Bridge("--config", str(path), "--source", "mine") as bridge:
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    urllib.request.urlopen(f"{bridge.base}session?token={bridge.token}&source=mine", timeout=60)
                caught.exception.close()
                self.assertEqual(caught.exception.code, 426)

    def test_it_opens_a_browser_without_showing_the_token_to_other_users(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "browser")
            script.write_text(f'#!/bin/sh\necho "$@" >{folder}/new && mv {folder}/new {folder}/opened\n')
            script.chmod(0o755)
            with Bridge("--open", env={"BROWSER": str(script), "HOME": folder}) as bridge:
                wait_until(pathlib.Path(folder, "opened").exists, "a browser")
                opened = pathlib.Path(folder, "opened").read_text().strip()
                self.assertNotIn(bridge.token, opened)
                page = pathlib.Path(opened.removeprefix("file://"))
                self.assertEqual(page.stat().st_mode & 0o777, 0o600)
                self.assertIn(bridge.url, page.read_text())
                self.assertEqual(bridge.end(), (0, ""))
                self.assertFalse(page.exists())

    def test_it_serves_and_ends_while_a_browser_stays_in_the_foreground(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "browser")
            script.write_text(f'#!/bin/sh\n: >{folder}/opened\nwhile [ -e "$0" ]; do sleep 0.01; done\n')
            script.chmod(0o755)
            with Bridge("--open", env={"BROWSER": str(script), "HOME": folder}) as bridge:
                wait_until(pathlib.Path(folder, "opened").exists, "a browser")
                with urllib.request.urlopen(bridge.base, timeout=60) as page:
                    self.assertEqual(page.status, 200)
                bridge.process.send_signal(signal.SIGTERM)
                self.assertEqual(bridge.process.wait(60), 0)
                # The browser has its standard error too.
                script.unlink()
                self.assertEqual(bridge.end(), (0, ""))

    def test_it_serves_without_a_browser_if_there_is_no_place_for_the_file_that_leads_there(self):
        with Bridge("--open", env={"BROWSER": "/nowhere", "HOME": "/nowhere"}) as bridge:
            with urllib.request.urlopen(bridge.base, timeout=60) as page:
                self.assertEqual(page.status, 200)
            status, errors = bridge.end()
            self.assertEqual(status, 0)
            self.assertRegex(errors, "^seekline-web: the page cannot be opened in a browser: .*/nowhere")

    def test_it_listens_only_on_the_loopback_address_unless_told_otherwise(self):
        with Bridge("--host", "0.0.0.0") as bridge, Bridge() as local:
            for port, address in ((bridge.port, "00000000"), (local.port, "0100007F")):
                listening = pathlib.Path("/proc/net/tcp").read_text()
                self.assertRegex(listening, rf"{address}:{port:04X} 00000000:0000 0A")


class Ends(unittest.TestCase):
    def test_signals_end_it_cleanly(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), Bridge() as bridge:
                engine = bridge.engine
                self.assertEqual(bridge.end(number), (0, ""))
                self.assertFalse(is_alive(engine))

    def test_the_engine_ends_when_the_bridge_is_killed(self):
        with Bridge() as bridge:
            engine = bridge.engine
            bridge.end(signal.SIGKILL)
            wait_until(lambda: not is_alive(engine), "the end of the engine")

    def test_an_engine_that_does_not_end_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            script = pathlib.Path(folder, "stubborn")
            answer = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"sources": []}})
            script.write_text(f"#!/bin/sh\ntrap '' TERM\nread -r line\necho '{answer}'\nwhile :; do read -r line || sleep 0.1; done\n")
            script.chmod(0o755)
            with Bridge("--engine", str(script)) as bridge:
                engine = bridge.engine
                bridge.end()
                wait_until(lambda: not is_alive(engine) and not children(engine), "the end of the engine")

    def test_a_killed_engine_is_started_again(self):
        with Bridge() as bridge:
            engine = bridge.engine
            os.kill(engine, signal.SIGKILL)
            wait_until(lambda: children(bridge.process.pid) not in ([], [engine]), "another engine")


if __name__ == "__main__":
    unittest.main()
