"""The npm packages: installed offline, and from a registry on this machine, where npm itself chooses between them."""

import base64
import functools
import hashlib
import http.server
import json
import pathlib
import re
import shutil
import subprocess
import tarfile
import threading
import unittest
import urllib.parse

from packages import CLIENT, DIST, ROOT, VERSION, Case, started

SEARCH = """
import { Engine } from 'seekline';
const engine = new Engine();
const session = await engine.open();
for await (const state of session.search('snowman')) if (state.settled) console.log(state.items.map((item) => item.insert).join(' '));
await engine.close();
"""
# npm asks a registry only for what a test serves, and reports nothing to it.
QUIET = ("--no-audit", "--no-fund", "--no-update-notifier", "--cache", "cache")


def manifest(package):
    """Returns the contents of a package's package.json."""
    with tarfile.open(package) as archive:
        return json.load(archive.extractfile("package/package.json"))


class Registry(http.server.BaseHTTPRequestHandler):
    """As much of a registry as `npm install` needs: one version of each package."""

    def do_GET(self):  # noqa: N802
        name = urllib.parse.unquote(self.path[1:])
        package = self.server.packages.get(name)
        if name in self.server.files:
            self.answer(self.server.files[name].read_bytes())
        elif package:
            digest = base64.b64encode(hashlib.sha512(package["path"].read_bytes()).digest()).decode()
            address = f"http://127.0.0.1:{self.server.server_port}/{package['path'].name}"
            version = {**package["manifest"], "dist": {"tarball": address, "integrity": f"sha512-{digest}"}}
            self.answer(json.dumps({"name": name, "dist-tags": {"latest": VERSION}, "versions": {VERSION: version}}).encode())
        else:
            self.send_error(404)

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@unittest.skipUnless(shutil.which("npm"), "npm is missing")
class Packages(Case):
    def setUp(self):
        super().setUp()
        (self.home / "package.json").write_text('{ "private": true }')
        (self.home / "search.mjs").write_text(SEARCH)
        self.platform = next(DIST.glob("seekline-linux-*.tgz"))
        self.name = manifest(self.platform)["name"]
        self.command = self.home / "node_modules" / ".bin" / "seekline"

    def npm(self, *arguments):
        return self.run_ok("npm", *arguments, *QUIET)

    def serve(self, **changes):
        """Serves both packages, with `changes` to the manifest of the binary's; returns npm's option `--registry`."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
        self.addCleanup(server.server_close)
        paths = {"seekline": CLIENT, self.name: self.platform}
        server.packages = {name: {"path": path, "manifest": manifest(path)} for name, path in paths.items()}
        server.packages[self.name]["manifest"].update(changes)
        server.files = {path.name: path for path in paths.values()}
        threading.Thread(target=functools.partial(server.serve_forever, 0.05), daemon=True).start()
        self.addCleanup(server.shutdown)
        return f"--registry=http://127.0.0.1:{server.server_port}/"

    def check_it_works(self):
        self.assertEqual(self.run_ok("node", "search.mjs"), "☃ ⛄ ⛇\n")
        self.assertTrue(self.run_ok(self.command, "--version").startswith(f"seekline {VERSION} "))

    def check_it_says_what_is_missing(self):
        self.assertFalse((self.home / "node_modules" / self.name / "bin").exists())
        said = self.run_failing(1, "node", "search.mjs")
        for words in (f"the package {self.name} is not installed", "--omit=optional", "$SEEKLINE says where it is"):
            self.assertIn(words, said)
        # Also when the PATH leads to this very command, as it does for the scripts of a package.json.
        env = {**self.env, "PATH": f"{self.command.parent}:{self.env['PATH']}"}
        self.assertIn("seekline: there is no engine: ", self.run_failing(2, self.command, env=env))
        self.assertIn(f"{self.name} is not installed", self.run_failing(1, "node", "search.mjs", env=env))
        with tarfile.open(self.platform) as archive:
            engine = self.home / "mine" / "seekline"
            engine.parent.mkdir()
            engine.write_bytes(archive.extractfile("package/bin/seekline").read())
        engine.chmod(0o755)
        for changes in ({"SEEKLINE": str(engine)}, {"PATH": f"{env['PATH']}:{engine.parent}"}):
            self.assertEqual(self.run_ok("node", "search.mjs", env={**self.env, **changes}), "☃ ⛄ ⛇\n")
            self.assertTrue(self.run_ok(self.command, "--version", env={**env, **changes}).startswith(f"seekline {VERSION} "))

    def test_installing_offline_works(self):
        self.npm("install", "--offline", "--ignore-scripts", CLIENT, self.platform)
        self.check_it_works()
        # With the README's command, but for this machine's processor.
        names = re.search(r"`npm uninstall ([^`]+)`", (ROOT / "README.md").read_text(encoding="utf-8"))[1]
        self.npm("uninstall", "--offline", *names.replace("linux-x64-gnu", self.name.split("/")[1]).split())
        self.assertEqual([path.name for path in (self.home / "node_modules").glob("[!.]*/*")], [])

    def test_installing_offline_without_the_binary_says_what_is_missing(self):
        self.npm("install", "--offline", "--omit=optional", CLIENT)
        self.check_it_says_what_is_missing()

    def test_installing_from_a_registry_works(self):
        self.npm("install", "seekline", self.serve())
        self.check_it_works()

    def test_installing_without_optional_dependencies_says_what_is_missing(self):
        self.npm("install", "--no-optional", "seekline", self.serve())
        self.check_it_says_what_is_missing()

    def test_installing_on_another_system_brings_no_binary(self):
        """The registry says that the binary is for another processor, or another system."""
        for changes in ({"cpu": ["mips"]}, {"os": ["openbsd"]}):
            with self.subTest(changes):
                shutil.rmtree(self.home / "node_modules", ignore_errors=True)
                (self.home / "package-lock.json").unlink(missing_ok=True)
                self.npm("install", "seekline", self.serve(**changes))
                self.assertFalse((self.home / "node_modules" / self.name / "bin").exists())
        self.check_it_says_what_is_missing()

    def test_the_command_behaves_like_the_engine(self):
        """The streams, the exit status and signals pass through."""
        self.npm("install", "--offline", CLIENT, self.platform)
        request = '{"jsonrpc":"2.0","id":1,"method":"getState"}\n'
        self.assertIn('"id":1,"result"', self.run_ok(self.command, input=request, stdin=None))
        self.assertIn("there is no source", self.run_failing(2, self.command, "--source", "bing"))
        engine = self.home / "node_modules" / self.name / "bin" / "seekline"
        self.assertEqual(self.ended_by_a_signal(self.command), self.ended_by_a_signal(engine))

    def ended_by_a_signal(self, command):
        """Returns the exit status of a process that is terminated after it has answered; it must leave none behind."""
        with started(command, env=self.env, cwd=self.home, stdin=subprocess.PIPE) as process:
            process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"getState"}\n')
            process.stdin.flush()
            self.assertIn(b'"result"', process.stdout.readline())
            process.terminate()
            # The output ends with the last process that has it open.
            process.stdout.read()
            return process.wait(60)

    def test_the_packages_have_the_right_manifests_and_contents(self):
        client, platform = manifest(CLIENT), manifest(self.platform)
        self.assertEqual((client["name"], client["version"], platform["version"]), ("seekline", VERSION, VERSION))
        self.assertEqual(client["optionalDependencies"], {platform["name"]: VERSION})
        self.assertEqual((platform["os"], platform["libc"]), (["linux"], ["glibc"]))
        for one in (client, platform):
            self.assertEqual(set(one.get("scripts", {})) & {"preinstall", "install", "postinstall", "prepare"}, set())
        with tarfile.open(self.platform) as archive:
            self.assertEqual(oct(archive.getmember("package/bin/seekline").mode), "0o755")
        with tarfile.open(CLIENT) as archive:
            folders = {pathlib.PurePath(name).parts[1] for name in archive.getnames()}
        self.assertEqual(folders, {"src", "package.json", "README.md", "LICENSE"})
