"""What `SECURITY.md` promises is ensured by the tests that it names."""

import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from support import ROOT  # noqa: E402

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


class Security(unittest.TestCase):
    def test_each_row_names_existing_tests(self):
        rows = [row for row in TEXT.splitlines() if row.startswith("| ") and not row.startswith("| what")]
        self.assertGreater(len(rows), 25)
        for row in rows:
            _, _, held = row.strip("| ").split(" | ")
            tests = re.findall(r"\[`([\w-]+)`\]\(([\w./-]+)\)", held)
            self.assertTrue(tests, row)
            for name, path in tests:
                with self.subTest(test=name):
                    declared = rf"(def {name}\(|func {name}\(|\(ert-deftest {name} )"
                    self.assertRegex((ROOT / path).read_text(encoding="utf-8"), declared)

    def test_the_named_tests_are_run_by_tests_all(self):
        """Every file that is named is in a folder that Tests/all runs."""
        everything = (ROOT / "Tests" / "all").read_text(encoding="utf-8")
        for folder in {path.rsplit("/", 1)[0] for path in re.findall(r"\]\(((?:Tests|clients)/[\w./-]+\.\w+)\)", TEXT) if "README" not in path}:
            if re.fullmatch(r"Tests/\w+Tests", folder):
                folder = "swift test"
            self.assertIn(folder if folder.startswith(("Tests/", "swift ")) else folder.removesuffix("/tests") + "/test", everything)


if __name__ == "__main__":
    unittest.main()
