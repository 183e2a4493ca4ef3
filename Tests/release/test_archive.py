"""The tar.gz: used where it was unpacked, installed, upgraded and removed."""

import os
import pathlib
import tarfile
import tempfile
import unittest

from packages import ARCHIVE, MACHINE, VERSION, Case, listing

NAME = f"seekline-{VERSION}-linux-{MACHINE}"


class Archive(Case):
    def setUp(self):
        super().setUp()
        with tarfile.open(ARCHIVE) as archive:
            archive.extractall(self.home)
        self.folder = self.home / NAME
        self.prefix = self.home / "a prefix"
        self.prefix.mkdir()
        (self.prefix / "bin").mkdir()
        (self.prefix / "bin" / "mine").touch()

    def install(self, *arguments, **options):
        return self.run_ok("sh", self.folder / "install.sh", *arguments, **options)

    def printed(self, said):
        """Returns the lines that installing has printed, by what is before the colon."""
        return {name: line.strip() for name, _, line in (line.partition(":") for line in said.splitlines())}

    def sum_anew(self):
        self.run_ok("sh", "-c", "find . -type f ! -name SHA256SUMS -printf '%P\\0' | xargs -0 sha256sum -- >SHA256SUMS", cwd=self.folder)

    def test_the_archive_works_where_it_was_unpacked(self):
        self.assertEqual(self.run_ok("sha256sum", "--check", "--quiet", "SHA256SUMS", cwd=self.folder), "")
        self.assertTrue(self.run_ok(self.folder / "bin" / "seekline", "--version").startswith(f"seekline {VERSION} "))
        self.assertEqual(self.run_ok(self.folder / "bin" / "seekline-search", "-n1", "snowman"), "U+2603\tSNOWMAN\n")
        self.assertEqual([name for name in listing(self.folder) if "/tests/" in name], [])

    def test_installing_works_and_removing_leaves_nothing_behind(self):
        before = listing(self.prefix)
        said = self.install(self.prefix)
        self.assertIn(f"seekline {VERSION} is installed below {self.prefix}.\n", said)
        self.assertIn(f"PATH='{self.prefix}/bin':$PATH\n", said)
        env = {**self.env, "PATH": f"{self.prefix}/bin:{self.env['PATH']}"}
        self.assertEqual(self.run_ok("seekline-search", "-n1", "snowman", env=env), "U+2603\tSNOWMAN\n")
        # man looks for pages near the folders in PATH.
        self.assertIn("SEEKLINE(1)", self.run_ok("man", "seekline", env={**env, "MANPAGER": "cat"}))
        for command in ("seekline-search", "seekline-fzf"):
            manual = self.run_ok("man", command, env={**env, "MANPAGER": "cat"})
            options = self.run_ok(command, "-h", env=env).split("\n\n")[1].splitlines()
            self.assertIn("".join(f"       {line}\n" for line in options), manual)
        self.assertTrue((self.prefix / "share/seekline/node/package.json").exists())
        self.assert_lines_work(said, self.prefix)

        # Removing it does not need the unpacked folder.
        self.run_ok("rm", "-r", self.folder)
        self.run_ok("sh", "-c", self.printed(said)["It is removed with"])
        self.assertEqual(listing(self.prefix), before)
        self.assertEqual(listing(self.home), ["a prefix", "a prefix/bin", "a prefix/bin/mine"])

    def assert_lines_work(self, said, prefix):
        """Has each program that is installed here carry out what was printed for it."""
        lines = self.printed(said)
        self.assertEqual(self.run_ok("sh", "-c", f"{lines['Its commands are found with']}; seekline-search -n1 snowman"), "U+2603\tSNOWMAN\n")
        self.run_ok("vim", "-esNu", "NONE", "-i", "NONE", "-c", lines["Vim"], "-c", "runtime plugin/seekline.vim",
                    "-c", "if !exists(':Seekline') | cquit | endif", "-c", "quitall!")
        self.assertEqual(self.run_ok("bash", "-c", f"{lines['Bash']}\ncomplete -p seekline"), "complete -F _seekline seekline\n")
        # fish completes only commands that it finds, and leaves folders in its home.
        fish = f"{lines['Fish']}\ncomplete -C 'seekline --vers'"
        with tempfile.TemporaryDirectory() as home:
            env = {**self.env, "HOME": home, "PATH": f"{prefix}/bin:{self.env['PATH']}"}
            self.assertIn("--version", self.run_ok("fish", "-c", fish, env=env))
        zsh = f"{lines['Zsh']}\nautoload -Uz compinit && compinit -D && print $_comps[seekline]"
        self.assertEqual(self.run_ok("zsh", "-f", "-c", zsh), "_seekline\n")
        show = "(prin1 (list (and (commandp 'seekline) '(interactive))))"
        self.assertIn("(interactive)", self.run_ok("emacs", "--batch", "--eval", lines["Emacs"], "--eval", show))

    def test_the_printed_lines_work_whatever_is_in_the_path(self):
        self.install(self.home / "a")
        before = listing(self.home)
        for name in ("a$2, b|c\"d'e[f]{g}`h` $(i) * ?;#%~", 'a\\b\\\\c"d$(e)\\'):
            with self.subTest(name=name):
                said = self.install(self.home / name)
                self.assert_lines_work(said, self.home / name)
                self.run_ok("sh", "-c", self.printed(said)["It is removed with"])
                self.assertEqual(listing(self.home), before)
        # Neovim is not always there. It escapes only what separates folders, as it finds nothing below some others.
        self.assertEqual(self.printed(self.install(self.home / 'a,"b'))["Neovim"],
                         f'vim.opt.runtimepath:append("{self.home}/a\\\\,\\"b/share/seekline/neovim")')

    def test_bash_and_fish_have_a_line_unless_they_find_the_completions(self):
        load = ". /usr/share/bash-completion/bash_completion; _completion_loader seekline"
        find = {
            "Bash": ("bash", "-c", f"{load}; complete -p | grep -x '.* _seekline seekline'"),
            "Fish": ("fish", "-c", "complete -C 'seekline --vers' | grep -e --version"),
        }
        there = f"/usr/share:{self.home}/opt/share"
        for prefix, variables, expected in ("opt", {}, {"Bash", "Fish"}), (".local", {}, set()), ("opt", {"XDG_DATA_DIRS": there}, set()):
            with self.subTest(prefix=prefix, variables=variables):
                env = {**self.env, **variables}
                lines = self.printed(self.install(prefix, env=env))
                self.assertEqual(lines.keys() & find.keys(), expected)
                env["PATH"] = f"{self.home}/{prefix}/bin:{env['PATH']}"
                for shell in find.keys() - expected:
                    self.run_ok(*find[shell], env=env)
                self.install("--undo", prefix)

    def test_everyone_can_use_what_was_installed_with_a_strict_umask(self):
        self.run_ok("chmod", "-R", "go=", self.folder)
        self.install("new", umask=0o077)
        for path in (self.home / "new").rglob("*"):
            mode = path.stat().st_mode
            self.assertEqual(mode & 0o055, 0o055 if mode & 0o100 else 0o044, path)

    def test_a_prefix_that_cannot_be_created_leaves_no_file_behind(self):
        temporary = self.home / "temporary"
        temporary.mkdir()
        said = self.run_failing(1, "sh", self.folder / "install.sh", self.prefix / "bin" / "mine", env={**self.env, "TMPDIR": str(temporary)})
        self.assertIn("mkdir: ", said)
        self.assertEqual(listing(temporary), [])

    def test_the_temporary_folder_may_be_relative(self):
        (self.home / "temporary").mkdir()
        self.install("new", env={**self.env, "TMPDIR": "temporary"})
        self.assertEqual(listing(self.home / "temporary"), [])

    def test_it_installs_from_its_own_folder_whatever_cd_searches(self):
        (self.home / "elsewhere" / NAME).mkdir(parents=True)
        self.run_ok("sh", f"{NAME}/install.sh", self.prefix, env={**self.env, "CDPATH": str(self.home / "elsewhere")})
        self.assertTrue((self.prefix / "bin/seekline").exists())

    def test_a_signal_leaves_no_file_behind(self):
        temporary = self.home / "temporary"
        temporary.mkdir()
        # The version of the binary is asked for once the temporary folder is there.
        binary = self.folder / "bin/seekline"
        binary.write_text("#!/bin/sh\nkill -TERM $PPID\n")
        self.sum_anew()
        self.run_failing(143, "dash", self.folder / "install.sh", self.prefix, env={**self.env, "TMPDIR": str(temporary)})
        self.assertEqual(listing(temporary), [])

    def test_a_prefix_created_by_installing_is_removed_too(self):
        self.install("new/prefix")
        self.install("--undo", "new/prefix")
        self.assertFalse((self.home / "new/prefix").exists())

    def test_the_printed_commands_work_without_the_unpacked_folder(self):
        said = self.install("../a prefix/", cwd=self.folder)
        self.assertEqual(said, self.install(self.prefix))
        self.run_ok("rm", "-r", self.folder)
        self.run_ok("sh", "-c", self.printed(said)["It is removed with"])
        self.assertEqual(listing(self.prefix), ["bin", "bin/mine"])

    def test_an_upgrade_leaves_nothing_of_the_old_version(self):
        (self.folder / "share/seekline/old").mkdir()
        (self.folder / "share/seekline/old/file").touch()
        self.sum_anew()
        self.install(self.prefix)
        self.assertTrue((self.prefix / "share/seekline/old/file").exists())
        self.run_ok("rm", "-r", self.folder / "share/seekline/old")
        self.sum_anew()
        self.install(self.prefix)
        self.assertFalse((self.prefix / "share/seekline/old").exists())
        self.assertEqual(self.run_ok(self.prefix / "bin/seekline-search", "-n1", "snowman"), "U+2603\tSNOWMAN\n")
        self.install("--undo", self.prefix)
        self.assertEqual(listing(self.prefix), ["bin", "bin/mine"])

    def test_folders_that_others_used_during_an_upgrade_are_removed_once_they_are_empty(self):
        new = self.home / "new"
        (self.folder / "share/old").mkdir()
        (self.folder / "share/old/file").touch()
        self.sum_anew()
        self.install(new)
        self.run_ok("rm", "-r", self.folder / "share/old")
        self.sum_anew()
        others = new / "bin/mine", new / "share/old/mine"
        for path in others:
            path.touch()
        self.install(new)
        self.install(new)
        for path in others:
            path.unlink()
        self.install("--undo", new)
        self.assertFalse(new.exists())

    def test_an_interrupted_installation_or_removal_can_be_repeated(self):
        before = listing(self.prefix)
        # This `rm` fails near the end of a removal.
        tools = self.home / "tools"
        tools.mkdir()
        (tools / "rm").write_text('#!/bin/sh\ncase $2 in */bin/seekline) exit 1 ;; esac\nexec /bin/rm "$@"\n')
        (tools / "rm").chmod(0o755)
        env = {**self.env, "PATH": f"{tools}:{self.env['PATH']}"}
        for arguments in ([self.prefix], ["--undo", self.prefix]):
            for again in ([self.prefix], ["--undo", self.prefix]):
                with self.subTest(arguments=arguments, again=again):
                    self.install(self.prefix)
                    self.run_failing(1, "sh", self.folder / "install.sh", *arguments, env=env)
                    self.install(*again)
                    if "--undo" not in again:
                        self.install("--undo", self.prefix)
                    self.assertEqual(listing(self.prefix), before)

    @unittest.skipUnless(os.geteuid() == 0, "it takes root")
    def test_a_disk_that_is_full_is_left_as_it_was_or_can_be_cleared(self):
        # The list of what is installed takes more than the first, and the files more than the second.
        for size in "4k", "64k":
            with self.subTest(size=size):
                disk = self.home / size
                disk.mkdir()
                self.run_ok("mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk)
                self.addCleanup(self.run_ok, "umount", disk)
                (disk / "bin").mkdir()
                self.assertIn("No space left", self.run_failing(1, "sh", self.folder / "install.sh", disk))
                if size == "64k":
                    self.install("--undo", disk)
                self.assertEqual(listing(disk), ["bin"])

    def test_a_list_that_was_cut_off_is_removed_too(self):
        """As an older install.sh could leave it when the disk was full."""
        before = listing(self.prefix)
        self.install(self.prefix)
        path = self.prefix / "share/seekline/installed"
        lines = path.read_text().splitlines(keepends=True)
        lines.remove("share/seekline/installed\n")
        path.write_text("".join(lines))
        self.install("--undo", self.prefix)
        self.assertEqual(listing(self.prefix), before)

    def test_files_that_others_have_installed_are_left_alone(self):
        def others(path, make):
            with self.subTest(path=path):
                make(self.prefix / path)
                before = listing(self.prefix)
                said = self.run_failing(1, "sh", self.folder / "install.sh", self.prefix)
                self.assertIn(f"{self.prefix}/{path} is there already, and was not installed by this", said)
                self.assertEqual(listing(self.prefix), before)
                self.assertIn("nothing in", self.run_failing(1, "sh", self.folder / "install.sh", "--undo", self.prefix))
            (self.prefix / path).unlink()

        others("bin/seekline", lambda path: path.write_text("of a package"))
        # Like a link to a build that no longer exists.
        others("bin/seekline", lambda path: path.symlink_to("/nowhere/seekline"))
        others("share", lambda path: path.symlink_to("/nowhere/share"))
        (self.prefix / "share/seekline").mkdir(parents=True)
        others("share/seekline/install.sh", lambda path: path.write_text("of a package"))

    def test_links_that_took_the_place_of_what_was_installed_are_left_alone(self):
        clone, build = self.home / "clone", self.home / "build"
        self.run_ok("cp", "-R", self.folder / "share/seekline/vim", clone)
        build.write_text("my own")
        before = listing(clone)
        for path, target in ("bin/seekline", build), ("share/seekline/vim", clone):
            with self.subTest(path=path):
                self.install(self.prefix)
                self.run_ok("rm", "-r", self.prefix / path)
                (self.prefix / path).symlink_to(target)
                said = self.run_failing(1, "sh", self.folder / "install.sh", self.prefix)
                self.assertIn(f"{self.prefix}/{path} is there already, and was not installed by this", said)
                self.install("--undo", self.prefix)
                left = {"bin", "bin/mine", path, *(str(folder) for folder in pathlib.PurePath(path).parents)} - {"."}
                self.assertEqual(listing(self.prefix), sorted(left))
                self.assertEqual((listing(clone), build.read_text()), (before, "my own"))
                (self.prefix / path).unlink()

    def test_a_folder_that_was_moved_and_linked_is_still_upgraded_and_removed(self):
        self.install(self.prefix)
        (self.prefix / "share").rename(self.home / "moved")
        (self.prefix / "share").symlink_to(self.home / "moved")
        self.install(self.prefix)
        self.install("--undo", self.prefix)
        self.assertEqual(listing(self.prefix), ["bin", "bin/mine", "share"])
        self.assertEqual(listing(self.home / "moved"), [])

    def test_a_damaged_archive_is_not_installed(self):
        with open(self.folder / "bin/seekline", "ab") as binary:
            binary.write(b"x")
        self.assertIn("unpack it anew", self.run_failing(1, "sh", self.folder / "install.sh", self.prefix))
        self.assertEqual(listing(self.prefix), ["bin", "bin/mine"])

    def test_a_binary_that_does_not_run_here_is_not_installed(self):
        """As on another machine, or with another C library."""
        (self.folder / "bin/seekline").write_text("#!/nowhere/loader\n")
        self.sum_anew()
        self.folder = self.folder.rename(self.home / "seekline")
        said = self.run_failing(1, "sh", self.folder / "install.sh", self.prefix)
        self.assertIn(f"it was built for {MACHINE}, Linux with glibc 2.34 or newer", said)
        self.assertEqual(listing(self.prefix), ["bin", "bin/mine"])

    def test_wrong_arguments_print_the_usage(self):
        for arguments in ([], ["--undo"], ["a", "b"], [""]):
            self.assertIn("usage: install.sh PREFIX", self.run_failing(2, "sh", self.folder / "install.sh", *arguments))
