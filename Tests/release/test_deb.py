"""The Debian package, installed on an overlay of this machine's system: the machine itself is not changed."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

from packages import DIST, ROOT, VERSION, Case

sys.path.insert(0, str(ROOT / "Tests" / "e2e"))
DEB = next(DIST.glob("seekline_*.deb"))


@unittest.skipUnless(shutil.which("dpkg") and os.geteuid() == 0, "it takes root, on Debian")
class Debian(Case):
    def setUp(self):
        super().setUp()
        # The lower layer is this machine's system, the upper one has the changes, and `system` shows both. All of it
        # is unmounted when this process ends, at the latest.
        self.changes, self.system = self.home / "changes", pathlib.Path(tempfile.mkdtemp())
        # Only if it is empty: if a leftover process keeps it mounted, the machine's devices must not be removed.
        self.addCleanup(self.system.rmdir)
        for folder in (self.changes, self.home / "work"):
            folder.mkdir()
        layers = f"lowerdir=/,upperdir={self.changes},workdir={self.home}/work"
        self.run_ok("mount", "-t", "overlay", "overlay", "-o", layers, self.system)
        self.addCleanup(self.run_ok, "umount", "--recursive", "--lazy", self.system)
        for folder in ("dev", "proc"):
            self.run_ok("mount", "--rbind", "--make-rslave", f"/{folder}", self.system / folder)
        # In containers, dpkg is told to leave out manual pages.
        for path in (self.system / "etc/dpkg/dpkg.cfg.d").glob("*"):
            if "path-exclude" in path.read_text():
                path.unlink()
        (self.system / "home/somebody").mkdir(parents=True)
        self.env = {**self.env, "HOME": "/home/somebody", "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        self.known = self.files()

    def inside(self, *command, **options):
        return self.run_ok("chroot", self.system, *command, **options)

    def dpkg(self, action, package):
        shutil.copy(package, self.system / "package.deb") if action == "--install" else None
        said = self.inside("dpkg", action, "/package.deb" if action == "--install" else package)
        (self.system / "package.deb").unlink(missing_ok=True)
        return said

    def files(self):
        """Returns the paths that have changed, except the bookkeeping of dpkg and of its triggers, such as man-db."""
        own = re.compile(r"(var/(lib/dpkg|log|cache|lib/apt)|etc/ld\.so\.cache|etc/dpkg)(/|$)")
        below = (path.relative_to(self.changes) for path in self.changes.rglob("*"))
        return {str(path) for path in below if not own.match(str(path)) and not (pathlib.Path("/") / path).is_dir()}

    def older(self):
        """Builds an older version of the package, with a file that the new one lacks; returns its path."""
        folder = self.home / "older"
        self.run_ok("dpkg-deb", "--raw-extract", DEB, folder)
        control = folder / "DEBIAN" / "control"
        control.write_text(control.read_text().replace(f"Version: {VERSION}", "Version: 0.0.1"))
        (folder / "usr/share/seekline-old").mkdir()
        (folder / "usr/share/seekline-old/file").touch()
        self.run_ok("dpkg-deb", "--build", folder, self.home / "older.deb")
        return self.home / "older.deb"

    def test_the_package_can_be_installed_upgraded_and_removed(self):
        self.dpkg("--install", self.older())
        self.assertIn("usr/share/seekline-old/file", self.files())
        self.dpkg("--install", DEB)
        self.assertFalse([name for name in self.files() if "seekline-old" in name])
        self.assertIn(f"Version: {VERSION}", self.inside("dpkg", "--status", "seekline"))
        self.assertEqual(self.inside("dpkg", "--verify", "seekline"), "")

        self.assertTrue(self.inside("seekline", "--version").startswith(f"seekline {VERSION} "))
        self.assertIn("libcurl        found: libcurl/", self.inside("seekline", "--check"))
        self.assertEqual(self.inside("seekline-search", "-n1", "snowman"), "U+2603\tSNOWMAN\n")
        for page in ("seekline", "seekline-search", "seekline-fzf"):
            said = self.inside("man", page, env={**self.env, "MANPAGER": "cat", "MANWIDTH": "80"})
            self.assertRegex(said, rf"(?s)^{page.upper()}\(1\).*\nNAME\n +{page} - .*{page.upper()}\(1\)\n$")

        self.dpkg("--purge", "seekline")
        self.assertEqual(self.files(), self.known)

    def test_bash_completes_the_command(self):
        self.dpkg("--install", DEB)
        if not pathlib.Path("/usr/share/bash-completion/bash_completion").exists():
            self.skipTest("bash-completion is missing")
        # `test_generate` imports what reads this variable; nothing here uses that engine.
        with unittest.mock.patch.dict(os.environ, SEEKLINE="/usr/bin/seekline"):
            from test_generate import Shell  # noqa: PLC0415

        command = ["chroot", str(self.system), "env", "PATH=/usr/bin:/bin", "HOME=/home/somebody", "bash", "--noprofile", "--norc", "-i"]
        # As Debian's bash does for its users. Completions are loaded by the name of the command, when first needed.
        with Shell(command, self.home, "PS1='$ '; source /usr/share/bash-completion/bash_completion") as shell:
            self.assertEqual(shell.completed("seekline --so"), "seekline --source")
            self.assertEqual(shell.completed("seekline --source uni"), "seekline --source unicode")

    def test_the_editors_find_their_plugins(self):
        self.dpkg("--install", DEB)
        lines = ("redir! > /said", "silent command Seekline", "help :Seekline", "silent echo expand('%:p')", "redir END", "qa!")
        self.inside("vim", "-es", *(word for line in lines for word in ("-c", line)), timeout=60)
        said = (self.system / "said").read_text()
        self.assertIn("seekline.Command(<q-args>)", said)
        self.assertIn("/usr/share/vim/vimfiles/pack/seekline/start/seekline/doc/seekline.txt", said)
        search = "(progn (package-activate-all) (princ (list (commandp 'seekline) (progn (require 'seekline-engine) 'loaded))))"
        self.assertIn("(t loaded)", self.inside("emacs", "--batch", "--load", "package", "--eval", search))
        folder = "usr/share/nvim/site/pack/seekline/start/seekline"
        for name in ("plugin/seekline.lua", "lua/seekline/init.lua", "doc/tags"):
            self.assertTrue((self.system / folder / name).exists(), name)

    def test_the_declared_dependencies_are_those_that_the_binary_needs(self):
        """dpkg-shlibdeps derives the dependencies from the binary, for the system that this runs on."""
        self.run_ok("dpkg-deb", "--extract", DEB, self.home / "tree")
        (self.home / "debian").mkdir()
        (self.home / "debian/control").write_text("Source: seekline\n\nPackage: seekline\nArchitecture: any\n")
        said = self.run_ok("dpkg-shlibdeps", "-O", self.home / "tree/usr/bin/seekline")
        needed = dict(re.findall(r"([\w+-]+) \(>= ([\d.]+)\)", said.partition("shlibs:Depends=")[2]))
        declared = self.run_ok("dpkg-deb", "--field", DEB, "Depends")
        written = dict(re.findall(r"([\w+-]+)(?: \(>= ([\d.]+)\))?", declared))
        self.assertEqual(set(needed), set(written))
        for name, version in needed.items():
            if name != "libgcc-s1":  # Declared without a version: the one needed is older than the package's name.
                self.run_ok("dpkg", "--compare-versions", written[name], "ge", version)
        self.assertIn("libcurl4", self.run_ok("dpkg-deb", "--field", DEB, "Recommends"))

    @unittest.skipUnless(shutil.which("lintian"), "lintian is missing")
    def test_lintian_reports_nothing(self):
        """What it would report is explained in .ci/packaging/lintian-overrides."""
        done = subprocess.run(
            ["lintian", "--allow-root", "--fail-on", "error,warning", DEB], capture_output=True, text=True, timeout=600, check=False
        )
        self.assertEqual((done.returncode, done.stdout), (0, ""))
