"""Providers that find files and what is in them, with the real programs."""

import os

from providing import NAMES, ProviderCase, error_of


class Files(ProviderCase):
    """`fd` and `find`, which list a folder once."""

    def test_every_file_is_found_whatever_its_name(self):
        self.write_odd_names()
        self.write("new\nline.txt", "x")
        self.write(".hidden", "x")
        for kind in "fd", "find":
            with self.subTest(kind):
                engine = self.provider(kind)
                found = self.items(engine, "")
                names = sorted(item["location"]["path"].removeprefix(f"{self.tree}/") for item in found)
                self.assertEqual(names, sorted([*NAMES, "new\nline.txt"]))
                self.assertEqual({item["kind"] for item in found}, {"file"})
                for name in "-dash.txt", "日本.txt", "tab\there.txt":
                    (item,) = [item for item in found if item["location"]["path"] == f"{self.tree}/{name}"]
                    self.assertEqual(self.detail(engine, item)["text"].splitlines()[0], "first")
                self.assertEqual(self.items(engine, "deep")[0]["title"], "sub/deep.txt")

    def test_a_name_that_is_not_utf_8_is_shown_without_a_location(self):
        (self.tree / os.fsdecode(b"a\xff.txt")).write_text("needle\n")
        for kind, query in ("fd", ""), ("find", ""), ("ripgrep", "needle"):
            (item,) = self.items(self.provider(kind), query)
            self.assertIn("a\ufffd.txt", item["title"] + str(item.get("snippet")))
            self.assertNotIn("location", item)

    def test_fd_skips_what_git_ignores(self):
        self.do("git", "init", "-q")
        self.write(".gitignore", "made\n")
        self.write("made", "x")
        self.write("kept", "x")
        self.assertEqual([item["title"] for item in self.items(self.provider("fd"), "")], ["kept"])

    def test_a_missing_folder_is_named(self):
        for kind in "fd", "find":
            error = error_of(self.search(self.provider(kind, cwd=f"{self.folder}/none"), ""))
            self.assertEqual(error["kind"], "config")
            self.assertIn("/none", error["message"])


class Ripgrep(ProviderCase):
    def test_each_line_is_found_with_its_location_whatever_the_file_name(self):
        self.write_odd_names()
        found = self.items(self.provider("ripgrep"), "needle")
        self.assertEqual(sorted(item["location"]["path"] for item in found), sorted(f"{self.tree}/{name}" for name in NAMES))
        for item in found:
            self.assertEqual((item["location"]["line"], item["location"]["column"]), (2, 4), "columns are characters")
            self.assertTrue(item["title"].startswith("é needle in "), item["title"])

    def test_a_line_with_two_matches_is_one_item(self):
        self.write("a.txt", "x x\n")
        (item,) = self.items(self.provider("ripgrep"), "x")
        self.assertEqual((item["title"], item["snippet"], item["insert"]), ("x x", ["a.txt:1"], "x x"))

    def test_a_query_is_a_pattern_never_an_option_or_shell_code(self):
        self.write("a.txt", "-x --files \"q\" 'r' ; $(id)\n")
        engine = self.provider("ripgrep")
        for query in "-x", "--files", '"q"', "'r'", "; ", r"\$\(id\)":
            self.assertEqual(len(self.items(engine, query)), 1, query)
        self.assertEqual(self.items(engine, "nowhere"), [])
        # What is typed is not finished yet.
        for query, reason in ("a(", "unclosed group"), ("a\nb", "multiline"):
            error = error_of(self.search(engine, query))
            self.assertEqual(error["kind"], "source")
            self.assertIn(reason, error["message"])

    def test_unreadable_files_make_the_list_partial(self):
        self.write("a.txt", "needle\n")
        argv = ["rg", "--no-heading", "--line-number", "--column", "--null", "--", "{query}", "a.txt", "none.txt"]
        engine = self.provider("ripgrep", argv=argv)
        (item,) = self.items(engine, "needle")
        self.assertEqual(item["title"], "needle")
        self.assertTrue(engine.call("getState")["result"]["partial"])
        self.assertIn("none.txt", error_of(self.search(engine, "nowhere"))["message"])


class Locate(ProviderCase):
    def locate(self, database):
        return self.provider("locate", argv=["plocate", "--database", str(database), "--ignore-case", "--null", "--", "{query}"])

    def test_paths_are_found_in_the_locate_database(self):
        self.write_odd_names()
        database = self.folder / "database"
        self.do("updatedb.plocate", "--database-root", str(self.tree), "--output", str(database), "--prunepaths", "", "--prune-bind-mounts", "no", "-l", "no")
        engine = self.locate(database)
        found = self.items(engine, str(self.tree) + "/")
        self.assertLessEqual({f"{self.tree}/{name}" for name in NAMES}, {item["location"]["path"] for item in found})
        self.assertEqual(self.items(engine, "-DASH")[0]["title"], f"{self.tree}/-dash.txt")
        self.assertEqual(self.items(engine, "no such file"), [])

    def test_a_missing_database_is_an_error(self):
        error = error_of(self.search(self.locate(self.folder / "none"), "any"))
        self.assertIn("No such file or directory", error["message"])


class Git(ProviderCase):
    def setUp(self):
        super().setUp()
        self.do("git", "init", "-q")
        self.write_odd_names()
        self.commit("Begin with a needle")
        self.write("plain.txt", "first\n\té needle, changed\n")
        self.commit("Change; the \"plain\" -file\n\nWith a body that says haystack.")

    def commit(self, message):
        self.do("git", "add", "--all")
        self.do("git", "-c", "user.name=Ada L", "-c", "user.email=ada@example.org", "commit", "-q", "-m", message)

    def test_commits_are_found_by_their_messages_and_shown_as_diffs(self):
        engine = self.provider("git-log")
        self.assertEqual([item["title"] for item in self.items(engine, "")], ['Change; the "plain" -file', "Begin with a needle"])
        (item,) = self.items(engine, "HAYSTACK")
        self.assertEqual(item["insert"], item["id"][:len(item["insert"])])
        self.assertTrue(item["snippet"][0].endswith(" Ada L"), item)
        detail = self.detail(engine, item)
        self.assertEqual(detail["format"], "diff")
        self.assertIn("\n-\té needle in plain.txt\n+\té needle, changed", detail["text"])
        for query in '"plain" -file', "-file", "; the":
            self.assertEqual(len(self.items(engine, query)), 1, query)
        for query in "--all", "$(id)", "(", "no such":
            self.assertEqual(self.items(engine, query), [], query)

    def test_lines_are_found_with_their_locations_and_last_changes(self):
        engine = self.provider("git-grep")
        found = self.items(engine, "NEEDLE")
        self.assertEqual(sorted(item["location"]["path"] for item in found), sorted(f"{self.tree}/{name}" for name in NAMES))
        self.assertEqual({(item["location"]["line"], item["location"]["column"]) for item in found}, {(2, 4)})
        (item,) = [item for item in found if item["snippet"] == ["plain.txt:2"]]
        detail = self.detail(engine, item)
        self.assertEqual(detail["format"], "diff")
        self.assertIn("+\té needle, changed", detail["text"])
        (item,) = [item for item in found if item["snippet"] == ["-dash.txt:2"]]
        self.assertIn("+++ b/-dash.txt", self.detail(engine, item)["text"])
        self.assertEqual(self.items(engine, "--no-such"), [])

    def test_a_folder_outside_of_a_repository_is_reported(self):
        for kind in "git-log", "git-grep":
            error = error_of(self.search(self.provider(kind, cwd=str(self.folder)), "x"))
            self.assertIn("git repository", error["message"])
