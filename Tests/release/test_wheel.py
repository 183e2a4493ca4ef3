"""The wheel, and the source distribution where no wheel fits: pip installs and removes them, and everything in them works."""

import email
import os
import re
import signal
import tarfile
import time
import urllib.request
import venv
import zipfile

from packages import DIST, MACHINE, ROOT, SDIST, VERSION, WHEEL, Case, listing, run, started

SEARCH = """
import seekline
with seekline.SyncEngine() as engine:
    print(seekline.find_engine(), [item.insert for item in engine.search("snowman").items])
"""


class Wheel(Case):
    def setUp(self):
        super().setUp()
        venv.create(self.home / "venv", with_pip=True, symlinks=True)
        self.bin = self.home / "venv" / "bin"

    def pip(self, *arguments):
        return self.run_ok(self.bin / "pip", *arguments)

    def test_the_library_alone_can_be_installed_used_and_removed(self):
        before = listing(self.home / "venv")
        self.pip("install", "--no-index", WHEEL)
        engine = self.bin / "seekline"
        self.assertTrue(self.run_ok(engine, "--version").startswith(f"seekline {VERSION} (protocol 1.1, release build of commit "))
        # Although the engine is not in the PATH.
        self.assertEqual(self.run_ok(self.bin / "python", "-m", "seekline", "--version"), self.run_ok(engine, "--version"))
        self.assertEqual(self.run_ok(self.bin / "python", "-c", SEARCH), f"{engine} ['☃', '⛄', '⛇']\n")
        self.assertEqual(self.run_ok(self.bin / "seekline-search", "-n1", "snowman"), "U+2603\tSNOWMAN\n")
        self.assertIn("'seekline[tui]'", self.run_failing(2, self.bin / "seekline-tui"))
        self.assertIn("'seekline[tui]'", self.run_failing(2, self.bin / "seekline-pick"))
        self.assertIn("'seekline[web]'", self.run_failing(2, self.bin / "seekline-web"))
        share = self.home / "venv" / "share"
        self.assertIn("SEEKLINE(1)", self.run_ok("man", share / "man" / "man1" / "seekline.1", env={**self.env, "MANPAGER": "cat"}))
        self.assertTrue((share / "seekline" / "vim" / "plugin" / "seekline.vim").exists())

        self.pip("install", "--no-index", "--force-reinstall", WHEEL)
        self.pip("uninstall", "--yes", "seekline")
        left = set(listing(self.home / "venv")) - set(before)
        self.assertEqual([name for name in left if (self.home / "venv" / name).is_file() and "seekline" in name], [])

    def test_the_engine_is_found_in_a_target_folder(self):
        """In the layout of `pip install --target`; the program that uses it knows only the folder."""
        self.pip("install", "--no-index", "--target", self.home / "lib", WHEEL)
        said = self.run_ok(self.bin / "python", "-c", SEARCH, env={**self.env, "PYTHONPATH": str(self.home / "lib")})
        self.assertEqual(said, f"{self.home}/lib/bin/seekline ['☃', '⛄', '⛇']\n")

    def test_the_extras_bring_a_working_search_box_and_web_page(self):
        self.pip("install", "--quiet", f"{WHEEL}[tui,web]")

        tmux = ("tmux", "-u", "-L", self.home.name)
        self.run_ok(*tmux, "-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", f"{self.bin}/seekline-tui snowman")
        self.addCleanup(run, *tmux, "kill-server", env=self.env)
        deadline = time.monotonic() + 120
        while "BLACK SNOWMAN" not in (screen := self.run_ok(*tmux, "capture-pane", "-p")):
            self.assertLess(time.monotonic(), deadline, screen)
            time.sleep(0.05)

        with started(self.bin / "seekline-web", "--port", "0", env=self.env, cwd=self.home, text=True) as bridge:
            address = bridge.stdout.readline().strip()
            self.assertRegex(address, r"^http://127\.0\.0\.1:\d+/#[\w-]{16,}$")
            with urllib.request.urlopen(address.partition("#")[0], timeout=60) as page:
                self.assertIn("<title>", page.read().decode())
            bridge.send_signal(signal.SIGTERM)
            self.assertEqual(bridge.wait(60), 0)

    def test_the_source_distribution_is_used_where_no_wheel_fits(self):
        """With an older or another C library, pip takes the source distribution: it has no engine, and says so."""
        packages = next((self.home / "venv" / "lib").glob("python*")) / "site-packages"
        (packages / "_manylinux.py").write_text("def manylinux_compatible(*version): return False\n")
        self.assertIn("is not a supported wheel on this platform", self.run_failing(1, self.bin / "pip", "install", WHEEL))
        self.pip("install", "--quiet", "--no-deps", "--find-links", DIST, f"seekline=={VERSION}")
        self.assertFalse((self.bin / "seekline").exists())
        find = ("-c", "import seekline; print(seekline.find_engine())")
        said = self.run_failing(1, self.bin / "python", *find)
        self.assertIn("EngineNotFound: there is no engine: ", said)
        self.assertIn("glibc 2.34 or newer) brings one; elsewhere it is built with Swift, and $SEEKLINE says where it is", said)
        self.assertIn("seekline: there is no engine: ", self.run_failing(2, self.bin / "python", "-m", "seekline"))
        with zipfile.ZipFile(WHEEL) as wheel:
            name = next(name for name in wheel.namelist() if name.endswith(".data/scripts/seekline"))
            engine = self.home / "mine"
            engine.write_bytes(wheel.read(name))
        engine.chmod(0o755)
        env = {**self.env, "SEEKLINE": str(engine)}
        self.assertEqual(self.run_ok(self.bin / "python", *find, env=env), f"{engine}\n")
        self.assertEqual(self.run_ok(self.bin / "seekline-search", "-n1", "snowman", env=env), "U+2603\tSNOWMAN\n")

    def test_files_that_are_not_committed_are_in_neither_distribution(self):
        clone, tree, dist = (self.home / name for name in ("clone", "tree", "dist"))
        self.run_ok("git", "clone", "--quiet", ROOT, clone)
        (clone / ".git/info/exclude").write_text("*.orig\n")
        for folder in "clients/python/src/seekline", "clients/web/seekline_web/static":
            (clone / folder / "notes.orig").touch()
        (tree / "bin").mkdir(parents=True)
        (tree / "bin/seekline").touch()
        self.run_ok(clone / ".ci/packaging/python", VERSION, tree, dist)
        with zipfile.ZipFile(dist / WHEEL.name) as wheel, tarfile.open(dist / SDIST.name) as sdist:
            names = wheel.namelist() + sdist.getnames()
        self.assertEqual([name for name in names if name.endswith("notes.orig")], [])

    def test_the_wheel_runs_on_the_platforms_that_its_name_states(self):
        self.pip("install", "--quiet", "auditwheel")
        said = " ".join(self.run_ok(self.bin / "auditwheel", "show", WHEEL).split())
        tag = re.search(rf'constrains the platform tag to "manylinux_2_(\d+)_{MACHINE}"', said)
        self.assertLessEqual(int(tag[1]), 34, said)

    def test_the_wheel_has_the_right_metadata_and_contents(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            mode = wheel.getinfo(f"seekline-{VERSION}.data/scripts/seekline").external_attr >> 16
            self.assertEqual(oct(mode), "0o100755")
            metadata = email.message_from_bytes(wheel.read(f"seekline-{VERSION}.dist-info/METADATA"))
            self.assertEqual([name for name in wheel.namelist() if "__pycache__" in name or "/tests/" in name], [])
        self.assertEqual((metadata["Name"], metadata["Version"], metadata["License-Expression"]), ("seekline", VERSION, "MIT"))
        self.assertLessEqual({"tui", "web"}, set(metadata.get_all("Provides-Extra")))
        self.assertLess(os.path.getsize(SDIST), 1 << 20)
