"""`protocol/providers/check` finds what is wrong with a provider, reports it, and leaves nothing behind."""

import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import time
import unittest
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK = ROOT / "protocol" / "providers" / "check"
PROVIDER = ROOT / "Tests" / "protocol" / "misbehaving" / "provider"
sys.path.append(str(CHECK.parent / "checking"))

from fault import Fault  # noqa: E402
from plan import Plan  # noqa: E402
from talk import Limits, Talk  # noqa: E402

# For each fault, the check in which it is found, and what is reported.
FAULTS = {
    "ExitsAtOnce": ("initialize", "exit code 3, instead of answering `initialize`; the last line of its stderr: it cannot be configured"),
    "SaysNothing": ("initialize", "`initialize` (id 1) is not answered within 5 s; the last line of its stderr: it waits for the moon"),
    "NeverReads": ("initialize", "`initialize` (id 1) is not answered within 5 s; it wrote nothing to its stderr"),
    "GreetsPeople": ("initialize", "what stands on its stdout is no message"),
    "Refuses": ("initialize", "`initialize` is answered with an error"),
    "OtherVersion": ("initialize", "it speaks version 2.0"),
    "NoName": ("initialize", "the answer to `initialize`: .name is missing"),
    "CannotPage": ("initialize", "`can` has no `page`"),
    "CanWhatIsNothing": ("initialize", "`can` has `details`, which is nothing; is `detail` meant?"),
    "SetsWhatIsNoOption": ("initialize", "`options` has `minlength`, which is nothing; is `minLength` meant?"),
    "TooMuchAtATime": ("initialize", ".concurrent must not be above 16, as 17"),
    "SpeaksUnasked": ("initialize", "an answer has the id 7, which nothing was asked with"),
    "ClosesItsOutput": ("first page", "it has closed its stdout instead of answering `page`"),
    "LivesOn": ("end of input", "it is still there 0.5 s after the end of its input"),
    "LeavesAChild": ("end of input", "it leaves processes of its group behind"),
    "HoldsTheOutputOpen": ("end of input", "it leaves processes of its group behind"),
    "ItemsMissing": ("first page", "the answer to `page`: .items is missing"),
    "TitleMissing": ("first page", ".params.items[0].title is missing"),
    "TitleIsANumber": ("first page", ".params.items[0].title must be string, not 7"),
    "LineIsZero": ("first page", ".location.line must not be below 1, as 0"),
    "CursorIsANumber": ("first page", ".next must be string or null, not 5"),
    "TooManyRows": ("first page", "a page of 20 has 22 rows"),
    "SameIDTwice": ("first page", "the id 'a' is there twice"),
    "SamePageAgain": ("paging", "the id 'i0' is there twice"),
    "AlwaysANext": ("paging", "5 pages one after the other are empty, and each has a `next`"),
    "UnknownAction": ("first page", "an item names the action 'eat', which `initialize` has not told"),
    "ActionsWithoutPerform": ("initialize", "`initialize` tells actions, and `can` has no `perform`"),
    "ItemsWithoutPerform": ("first page", "an item has actions, and `can` has no `perform`"),
    "FindsNothing": ("first page", "nothing is found with 'x'"),
    "PageFails": ("first page", "a `page` for 'x' is answered with an error"),
    "StreamsUndeclared": ("first page", "`$/items` comes without `stream` in `can`"),
    "ItemsOfNobody": ("first page", "`$/items` has the id 4711, which nothing was asked with"),
    "ItemsBehindTheAnswer": ("paging", "`$/items` comes for the `page` (id 2) that is answered already"),
    "LongQueryEndsIt": ("other queries", "asked for a query of 10,000 letters: it has ended, with exit code 1"),
    "DashIsAnOption": ("other queries", "asked for a query of a dash in front: it has ended, with exit code 1"),
    "LineEndsAreWritten": ("other queries", "what stands on its stdout is no message"),
    "OnlyOnce": ("paging", "`page` (id 4) is not answered within 5 s"),
    "OneAtATime": ("one after the other", "is not answered within 5 s"),
    "DetailOfAnything": ("detail", "a `detail` of an id that there is not is answered with a result"),
    "DetailOfNothing": ("detail", "the `detail` of a row that was shown, 'i0', is an error"),
    "TextMissing": ("detail", "the answer to `detail`: .text is missing"),
    "CannotDetail": ("detail", "`detail` is not in `can`, and is not answered with the error -32601"),
    "PerformsAnything": ("perform", "a `perform` of an action that there is not is answered with a result"),
    "AnswersTwice": ("initialize", "an answer comes for the `initialize` (id 1) that is answered already"),
    "IDIsAText": ("initialize", 'an answer has the id "1", which nothing was asked with'),
    "NoVersionOfJSONRPC": ("initialize", '`jsonrpc` is not "2.0"'),
    "ResultAndError": ("initialize", "the answer to `initialize` must have either `result` or `error`"),
    "ErrorIsAText": ("detail", '.error must be object, not "there is no such thing"'),
    "NeitherIDNorMethod": ("first page", "a message has neither an `id` nor a `method`"),
    "ItemsOfADetail": ("detail", "`$/items` comes for a `detail`"),
    "AsksTheEngine": ("first page", "it sends a request"),
    "Batches": ("initialize", "a message is an array or a bare value"),
    "NotUTF8": ("first page", "what stands on its stdout is no message: byte 57 is no UTF-8"),
    "NotANumber": ("first page", "what stands on its stdout is no message: NaN is no JSON"),
    "NestsTooDeep": ("first page", "what stands on its stdout is no message: it is nested too deep"),
    "RefusesMembers": ("unknown members", "asked with a member that it does not know: a `page` for 'x' is answered with an error"),
    "UnknownMethodIsSilent": ("unknown method", "`unheardOf` (id 2) is not answered within 5 s"),
    "UnknownMethodSucceeds": ("unknown method", "an unknown method is answered with a result"),
    "UnreadableLineEndsIt": ("unreadable line", "which is no message: it has ended, with exit code 1, instead of answering `page`"),
    "AnswersNotifications": ("cancelling", "after a cancel: an answer has the id null, which nothing was asked with"),
    "CancelIsPassedOver": ("cancelling", "after a cancel: `page` (id 2) is not answered within"),
    "CancelIsNotAnswered": ("cancelling", "after a cancel: `page` (id 2) is not answered within"),
    "CancelIsAnotherError": ("cancelling", "a `page` that is cancelled is answered with the error -32602"),
    "LateAfterCancel": ("cancelling", "after a cancel: `$/items` comes for the `page` (id 2) that is answered already"),
    "HalfALine": ("first page", "there is a line that does not end"),
    "LineWithoutEnd": ("first page", "a line has more than 16 MiB"),
    "NothingButItems": ("first page", "`page` (id 2) is not answered within 5 s"),
}


class Faults(unittest.TestCase):
    def test_each_fault_is_found_and_reported_and_nothing_is_left_running(self):
        mark = f"CHECKED_BY={uuid.uuid4()}"
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            # Those that have to be waited for come first.
            faults = sorted(FAULTS.items(), key=lambda fault: not re.search("is not answered|does not end|closed", fault[1][1]))
            runs = [(fault, name, words, pool.submit(self.check, fault, name, mark)) for fault, (name, words) in faults]
            for fault, name, words, run in runs:
                with self.subTest(fault):
                    found = {check: verdict.wrong for check, _, verdict in run.result() if isinstance(verdict, Fault)}
                    self.assertIn(words, found.get(name, ""), found)
        deadline = time.monotonic() + 20
        while marked(mark) and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual(marked(mark), [])

    @staticmethod
    def check(fault, name, mark):
        """Returns the verdicts on a provider by the check that is meant to find its fault."""
        # For an answer that never comes, the usual wait is enough; no other fault should be found because of slowness.
        is_silent = fault in ("HalfALine", "OneAtATime") or "within 5 s" in FAULTS[fault][1] or " 0.5 s" in FAULTS[fault][1]
        limits = Limits(patience=1 if is_silent else 4, within=600)
        plan = Plan(lambda: Talk(["env", mark, sys.executable, "-S", str(PROVIDER), fault], limits), limits, "x", True)
        try:
            # What comes after the answer to a page is noticed with the next one.
            return list(plan.run("" if fault == "ItemsBehindTheAnswer" else name.replace(" ", "_")))
        finally:
            plan.drop()

    def test_what_has_come_in_time_counts_however_late_it_is_looked_at(self):
        talk = Talk([sys.executable, "-S", str(PROVIDER), "AnswersTwice"], Limits(patience=4))
        self.addCleanup(talk.close)
        request = talk.request("page", {"query": "x", "pageSize": 20})
        with self.assertRaisesRegex(Fault, "an answer comes for the `initialize`"):
            talk.quiet(0, "before anything else is asked")
        # A page comes in several messages: when it has ended, all of them have come.
        talk.process.close_input()
        talk.process.child.wait(60)
        self.assertIn("result", talk.answer(request, 0))

    def test_every_fault_of_the_misbehaving_provider_is_tried(self):
        listed = subprocess.run([PROVIDER, "--list"], capture_output=True, text=True, check=True, timeout=60)
        self.assertEqual(sorted(listed.stdout.split()), sorted(FAULTS))


class Runs(unittest.TestCase):
    def check(self, *arguments):
        return subprocess.run([CHECK, *arguments], capture_output=True, text=True, timeout=120)

    def test_a_complete_and_correct_provider_passes(self):
        done = self.check("--patience", "10", "--within", "600", "--query", "x", "--", PROVIDER, "Well")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "13 passed, 0 failed")

    def test_a_provider_may_write_anything_to_stderr(self):
        shout = "yes shouting | head -c 1000000 >&2; exec \"$@\""
        done = self.check("--patience", "10", "--within", "600", "--", "sh", "-c", shout, "sh", PROVIDER, "Well")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_an_endless_line_takes_bounded_memory(self):
        limited = ["sh", "-c", 'ulimit -v 600000 && exec "$@"', "sh", CHECK, "--patience", "10", "--only", "first"]
        done = subprocess.run([*limited, "--", PROVIDER, "LineWithoutEnd"], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("        wrong: a line has more than 16 MiB\n", done.stdout)

    def test_a_fault_is_explained_once(self):
        done = self.check("--patience", "10", "--only", "p", "--", PROVIDER, "ItemsMissing")
        self.assertIn("        wrong: the answer to `page`: .items is missing\n        said:  {\"jsonrpc\"", done.stdout)
        self.assertEqual(done.stdout.count(".items is missing"), 1)
        self.assertIn("        wrong: the same as in first page\n", done.stdout)

    def test_what_cannot_be_checked_is_reported(self):
        done = self.check("--patience", "10", "--only", "detail", "--", PROVIDER, "FindsNothing")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("-       detail: not checked, nothing is found with 'a'; --query TEXT says what finds something\n", done.stdout)
        self.assertEqual(done.stdout.splitlines()[-1], "1 passed, 0 failed (1 not checked)")

    def test_the_check_ends_in_time_however_slow_the_provider(self):
        done = self.check("--patience", "10", "--within", "2", "--query", "x", "--", PROVIDER, "Slow")
        self.assertIn("not checked, the time for all checks is over", done.stdout)

    def test_an_unusable_provider_or_setting_ends_the_check_with_code_2(self):
        for arguments in ([], ["--", "/dev/null"], ["--", "./no-such-provider"], ["--settings", "[]", "--", PROVIDER]):
            done = self.check(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertTrue(done.stderr)

    def test_settings_are_passed_on_and_messages_shown(self):
        settings = {"folder": "~/notes"}
        done = self.check("--show", "--only", "initialize", "--settings", json.dumps(settings), "--", PROVIDER, "Well")
        sent, received = (line.split(" ", 1) for line in done.stderr.splitlines())
        self.assertEqual((sent[0], received[0]), ("-->", "<--"))
        self.assertEqual(json.loads(sent[1])["params"]["settings"], settings)


def marked(mark):
    """Returns the living processes that have this variable in their environment."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark.encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


if __name__ == "__main__":
    unittest.main()
