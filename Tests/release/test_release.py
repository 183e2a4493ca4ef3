"""The release as a whole: one version, reproducible builds, copyright notices, and what `.ci/release` refuses."""

import hashlib
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest
import zipfile

from packages import ARCHIVE, CLIENT, DIST, MACHINE, ROOT, SDIST, VERSION, WHEEL, Case, run


class Dist(unittest.TestCase):
    def test_every_file_is_there_with_its_checksum(self):
        sums = dict(reversed(line.split()) for line in (DIST / "SHA256SUMS").read_text().splitlines())
        files = {path.name: path for path in DIST.iterdir() if path.is_file() and path.name != "SHA256SUMS"}
        self.assertEqual(set(sums), set(files))
        for name, path in files.items():
            self.assertEqual(sums[name], hashlib.sha256(path.read_bytes()).hexdigest(), name)
        debs = [name for name in files if re.fullmatch(rf"seekline_{re.escape(VERSION)}_\w+\.deb", name)]
        platforms = [name for name in files if re.fullmatch(rf"seekline-linux-\w+-gnu-{re.escape(VERSION)}\.tgz", name)]
        self.assertEqual((len(debs), len(platforms)), (1, 1))
        self.assertEqual(set(files), {WHEEL.name, SDIST.name, ARCHIVE.name, CLIENT.name, *debs, *platforms})

    @unittest.skipUnless("SEEKLINE_DIST_AGAIN" in os.environ, "it was built once")
    def test_two_builds_give_the_same_bytes(self):
        again = pathlib.Path(os.environ["SEEKLINE_DIST_AGAIN"])
        self.assertEqual((DIST / "SHA256SUMS").read_text(), (again / "SHA256SUMS").read_text())
        # How git packs the same objects depends on how it got them; the commits, which the refs name, do not.
        files = (path.relative_to(DIST) for path in (DIST / "editors").rglob("*") if path.is_file())
        plugins = [path for path in files if "objects" not in path.parts]
        self.assertEqual([str(path) for path in plugins if (DIST / path).read_bytes() != (again / path).read_bytes()], [])

    def test_every_package_with_the_binary_has_the_copyright_notices(self):
        with zipfile.ZipFile(WHEEL) as wheel:
            names = {pathlib.PurePath(name).name for name in wheel.namelist()}
        self.assertLessEqual({"copyright", "LICENSE-Swift.txt", "LICENSE", "seekline"}, names)
        for path in (ARCHIVE, *DIST.glob("seekline-linux-*.tgz")):
            with tarfile.open(path) as archive:
                names = {pathlib.PurePath(name).name: name for name in archive.getnames()}
                self.assertLessEqual({"copyright", "LICENSE-Swift.txt", "LICENSE", "seekline"}, set(names))
                words = archive.extractfile(names["copyright"]).read().decode()
        for owner in ("The seekline authors", "Unicode, Inc.", "Apple Inc. and the Swift project authors"):
            self.assertIn(owner, words)

    def test_the_binary_needs_only_libraries_of_the_system(self):
        """The binary needs exactly the libraries that `.ci/packaging/copyright` says are the system's."""
        with tarfile.open(ARCHIVE) as archive, tempfile.TemporaryDirectory() as folder:
            archive.extractall(folder)
            binary = os.path.join(folder, f"seekline-{VERSION}-linux-{MACHINE}", "bin", "seekline")
            said = subprocess.run(["objdump", "-p", binary], capture_output=True, text=True, check=True).stdout
        needed = {name.partition(".")[0] for name in re.findall(r"NEEDED +(\S+)", said)}
        self.assertEqual({name for name in needed if not name.startswith("ld-")}, {"libstdc++", "libgcc_s", "libc", "libm"})


class Refusals(Case):
    def setUp(self):
        super().setUp()
        self.clone = self.home / "clone"
        self.run_ok("git", "clone", "--quiet", ROOT, self.clone)
        # With a `swift` that fails at once: nothing is ever built.
        tools = self.home / "bin"
        tools.mkdir()
        (tools / "swift").write_text("#!/bin/sh\necho 'swift was called' >&2\nexit 1\n")
        (tools / "swift").chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"

    def release(self, *arguments):
        return run(self.clone / ".ci" / "release", *arguments, env=self.env, cwd=self.home)

    def test_uncommitted_changes_are_refused(self):
        (self.clone / "LICENSE").write_text("mine\n")
        (self.clone / "new").touch()
        done = self.release()
        self.assertEqual(done.returncode, 1)
        self.assertIn(".ci/release: there are changes that are not committed:\n M LICENSE\n?? new\n", done.stdout)
        self.assertNotIn("swift was called", done.stdout)

    def test_versions_that_disagree_are_refused(self):
        path = self.clone / "clients" / "node" / "package.json"
        path.write_text(path.read_text().replace(f'"version": "{VERSION}"', '"version": "9.9.9"'))
        self.run_ok("git", "-c", "user.name=x", "-c", "user.email=x@x", "commit", "--quiet", "--all", "--message=x", cwd=self.clone)
        done = self.release()
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"the versions disagree:\n  {VERSION}  Sources/seekline/Version.swift\n", done.stdout)
        self.assertIn("\n  9.9.9  clients/node/package.json\n", done.stdout)
        self.assertIn("\n.ci/release: one version is to stand everywhere\n", done.stdout)

    def test_file_names_in_the_readme_have_the_version_too(self):
        path = self.clone / "README.md"
        path.write_text(path.read_text().replace(f"`seekline_{VERSION}_", "`seekline_9.9.9_"))
        self.assertIn(f"\n  {VERSION}, 9.9.9  README.md\n", self.run_failing(1, self.clone / ".ci" / "packaging" / "versions"))

    def test_an_output_folder_that_is_not_a_release_is_refused(self):
        (self.clone / "dist").mkdir()
        (self.clone / "dist" / "mine").touch()
        self.assertIn(".ci/release: dist is there already, and no release\n", self.release().stdout)
        self.assertTrue((self.clone / "dist" / "mine").exists())

    def test_an_output_folder_is_relative_to_where_the_command_is_run(self):
        (self.home / "out").mkdir()
        self.assertIn(f".ci/release: {self.home}/out is there already, and no release\n", self.release("out").stdout)

    def test_new_files_are_refused_even_if_git_is_not_to_show_them(self):
        self.run_ok("git", "config", "status.showUntrackedFiles", "no", cwd=self.clone)
        (self.clone / "new").touch()
        self.assertIn(".ci/release: there are changes that are not committed:\n?? new\n", self.release().stdout)

    def test_a_failed_build_leaves_nothing_behind(self):
        done = self.release()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("swift was called", done.stdout)
        self.assertFalse((self.clone / "dist").exists())


class Versions(unittest.TestCase):
    def test_there_is_only_one_version(self):
        done = run(ROOT / ".ci" / "packaging" / "versions")
        self.assertEqual((done.returncode, done.stdout), (0, VERSION + "\n"))
        binary = os.environ.get("SEEKLINE")
        if binary:
            self.assertTrue(run(binary, "--version").stdout.startswith(f"seekline {VERSION} "))
