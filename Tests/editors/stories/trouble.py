"""What can go wrong: errors, and servers and engines that are slow, hang or lie."""

import signal

from case import HOLDING, HOSTILE, PARTIAL, wait_until

SILENT = "✗ The search engine does not answer. Waiting for it…"


class Errors:
    """A search, a page, a source or an engine fails."""

    def test_an_error_is_shown_and_overcome_by_a_retry_or_another_query(self):
        editor = self.editor()
        self.services.fail("wikipedia", status=500)
        editor.command("Seekline wikipedia swift")
        seen = editor.until(lambda seen: "✗" in seen["title"])
        self.assertIn("status 500", " ".join(seen["rows"]))
        self.assertIn("<F5> tries again", " ".join(seen["rows"]))
        editor.keys("<F5>")
        editor.rows("Swift compiler")
        editor.until(lambda seen: seen["title"] == " MediaWiki ")
        self.services.fail("wikipedia", body="{}")
        editor.keys("<C-u>rust")
        editor.until(lambda seen: "✗" in seen["title"])
        editor.keys("<C-u>ruby")
        editor.rows("Ruby compiler")

    def test_a_failed_page_is_reported_below_the_list_and_loads_without_a_refresh(self):
        editor = self.editor()
        editor.command("Seekline wikipedia program")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        self.services.fail("wikipedia", status=500)
        editor.keys("<PageDown><PageDown>")
        seen = editor.until(lambda seen: "note" in seen)
        self.assertIn("status 500", seen["note"])
        self.assertEqual(len(seen["rows"]), 20)
        editor.keys("<Up><Down>")
        seen = editor.until(lambda seen: len(seen["rows"]) == 40)
        editor.until(lambda seen: "note" not in seen and "✗" not in seen["title"])

    def test_a_partial_list_says_what_is_missing(self):
        editor = self.editor(environment={"SEEKLINE": PARTIAL})
        editor.command("Seekline some")
        editor.until(lambda seen: seen["counter"] == "1/1 of 2 partial" and "some" in seen["rows"][0])
        editor.keys("<C-u>several")
        editor.until(lambda seen: seen["counter"] == "1/1 of 2 without b" and "a  several" in seen["rows"][0])
        editor.keys("<C-u>nothing")
        editor.rows("Some of what was asked for did not answer; <F5> asks again", "Nothing found for “nothing”")

    def test_a_query_that_the_engine_rejects_is_reported_below_the_list(self):
        editor = self.editor(environment={"SEEKLINE": PARTIAL})
        editor.command("Seekline some")
        editor.rows("some")
        for keys, text in (("<C-u>refuse", "refuse"), ("d", "refused"), ("<CR>", "refused")):
            editor.keys(keys)
            seen = editor.until(lambda seen: seen["prompt"] == text and seen.get("note") == f"✗ Invalid params: {text}")
            self.assertEqual(len(seen["rows"]), 1)
        editor.keys("<C-u>several")
        editor.until(lambda seen: "several" in seen["rows"][0] and "note" not in seen)

    def test_an_unknown_source_is_reported(self):
        editor = self.editor()
        editor.open(source="bing", query="x")
        seen = editor.until(lambda seen: "✗ Unknown source" in seen["title"])
        self.assertIn("wikipedia", " ".join(seen["rows"]))
        editor.keys("<Esc>")
        editor.closed()
        editor.command("Seekline snowman")
        editor.rows("☃")

    def test_a_source_that_is_not_configured_says_what_is_missing(self):
        editor = self.editor(environment={"XDG_CONFIG_HOME": "/nonexistent"})
        editor.command("Seekline hotpepper")
        editor.rows("Missing: HOTPEPPER_API_KEY")

    def test_a_missing_engine_program_is_reported(self):
        editor = self.editor(environment={"SEEKLINE": "/nowhere/seekline"})
        editor.command("Seekline")
        seen = editor.until(lambda seen: seen["messages"])
        self.assertEqual(seen["messages"], [
            'seekline: there is no program "/nowhere/seekline": '
            f"set $SEEKLINE, or {editor.COMMAND_SETTING}, to the path of seekline"
        ])
        self.assertIsNone(seen["prompt"])

    def test_the_engine_is_found_whatever_wildignore_says(self):
        editor = self.editor("-c", f"set wildignore={self.environment['SEEKLINE']},seekline")
        editor.command("Seekline snowman")
        editor.rows("☃")

    def test_a_program_name_that_expands_to_nothing_is_reported(self):
        editor = self.editor(environment={"SEEKLINE": "%"})
        editor.command("Seekline")
        editor.until(lambda seen: seen["messages"] and 'there is no program "%"' in seen["messages"][0])

    def test_without_an_engine_the_user_is_told_how_to_get_one(self):
        del self.environment["SEEKLINE"]
        editor = self.editor(environment={"PATH": self.programs()})
        editor.command("Seekline")
        seen = editor.until(lambda seen: seen["messages"])
        self.assertEqual(seen["messages"], [
            "seekline: there is no seekline in the PATH: "
            "pip install seekline (until that is published, build it: see :help seekline-engine)"
        ])
        self.assertIsNone(seen["prompt"])
        _, help = (editor.PLUGIN / "doc" / "seekline.txt").read_text().split(" *seekline-engine*\n")
        self.assertRegex(
            " ".join(help.split()),
            r"^[^=]* > pip install seekline Until that is published, [^=]* > swift build -c release --static-swift-stdlib",
        )

    def test_an_engine_that_fails_to_start_is_reported(self):
        editor = self.editor(settings={"args": ["--source", "bing"]})
        editor.command("Seekline")
        editor.until(lambda seen: 'there is no source "bing"' in " ".join(seen["rows"]))
        self.assertEqual((editor.engine(), editor.evaluate("v:errmsg")), (0, ""))


class Waiting:
    """A server or an engine is slow, or hangs."""

    def test_the_answer_to_an_older_query_is_never_shown(self):
        editor = self.editor()
        self.services.fail("wikipedia", hold=1)
        editor.command("Seekline wikipedia swift")
        self.services.requests("wikipedia", 1)
        editor.run(editor.WATCH)
        editor.keys("<C-u>rust")
        editor.rows("Rust compiler")
        # The older answer arrives before the one that is requested after it.
        self.services.release("wikipedia")
        editor.keys("<C-u>ruby")
        editor.rows("Ruby compiler")
        shown = editor.evaluate("g:shown")
        self.assertTrue([row for row in shown if "Ruby compiler" in row])
        self.assertEqual([row for row in shown if "Swift" in row], [])

    def test_the_editor_does_not_wait_for_a_server_that_hangs(self):
        editor = self.editor()
        editor.command("Seekline wikipedia")
        editor.until(lambda seen: seen["prompt"] == "")
        self.services.fail("wikipedia", hang=30, times=10_000)

        def attempt():
            editor.keys("swift")
            editor.until(lambda seen: seen["prompt"] == "swift" and "still waiting" in seen["title"])
            for keys, text in [("x", "swiftx"), ("<BS>", "swift")] * 5:
                editor.keys(keys)
                editor.until(lambda seen: seen["prompt"] == text)
            editor.keys("<C-u>")
            editor.until(lambda seen: seen["prompt"] == "" and "still waiting" not in seen["title"])

        self.assert_responsive(editor, attempt)
        editor.keys("<Esc>")
        editor.closed()

    def test_the_editor_does_not_wait_for_an_engine_that_has_stopped(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        engine = editor.engine()
        self.kill(engine, signal.SIGSTOP)
        editor.open(query="x" * 4000)
        editor.until(lambda seen: seen["prompt"] and seen["prompt"].endswith("xxx"))

        def attempt():
            # In total, this is more than a pipe holds.
            for keys, last in [("y", "xy"), ("<BS>", "xx")] * 10:
                editor.keys(keys)
                editor.until(lambda seen: seen["prompt"].endswith(last))

        self.assert_responsive(editor, attempt)
        editor.keys("<C-u>umbrella")
        editor.until(lambda seen: seen["prompt"] == "umbrella")
        self.kill(engine, signal.SIGCONT)
        editor.rows("UMBRELLA")

    def held(self):
        """Returns an editor and a file: as long as the file exists, nothing is received from the editor's engine."""
        hold = self.folder / "hold"
        return self.editor(environment={
            "SEEKLINE": HOLDING, "SEEKLINE_HELD": self.recording_engine(), "SEEKLINE_HOLD": str(hold),
        }), hold

    def test_an_unresponsive_engine_is_reported_until_it_answers(self):
        editor, hold = self.held()
        editor.command("Seekline snowman")
        editor.rows("☃")
        hold.touch()
        editor.keys("x")
        editor.until(lambda seen: seen["prompt"] == "snowmanx" and seen.get("note") == SILENT)
        # The list is for another query: Enter inserts nothing.
        editor.keys("<CR>y")
        seen = editor.until(lambda seen: seen["prompt"] == "snowmanxy")
        self.assertEqual((seen["text"], seen["note"]), ("", SILENT))
        hold.unlink()
        editor.until(lambda seen: "Nothing found" in "".join(seen["rows"]) and "note" not in seen)
        # The user can still quit.
        hold.touch()
        editor.keys("z")
        editor.until(lambda seen: seen.get("note") == SILENT)
        editor.quit()
        self.assert_gone(editor.pid)

    def test_an_unresponsive_engine_is_reported_even_while_a_server_is_slow(self):
        editor, hold = self.held()
        self.services.fail("wikipedia", hold=1)
        editor.command("Seekline wikipedia swift")
        self.services.requests("wikipedia", 1)
        # The engine is asked for a sign of life, and gives one.
        number = wait_until(lambda: self.said("$/cancelRequest"), "a call")[0]["id"]
        wait_until(lambda: f'"out":{{"jsonrpc":"2.0","id":{number},' in self.record.read_text(), "its answer")
        self.assertNotIn("note", editor.seen())
        hold.touch()
        editor.until(lambda seen: seen.get("note") == SILENT)
        self.services.release("wikipedia")
        hold.unlink()
        editor.rows("Swift compiler")
        editor.until(lambda seen: "note" not in seen)


class Hostile:
    """An engine sends what it should not."""

    def test_hostile_output_from_an_engine_does_no_harm(self):
        editor = self.editor(environment={"SEEKLINE": HOSTILE})
        editor.command("Seekline")
        editor.keys("x")
        seen = editor.rows("after the long one")
        self.assertEqual(len(seen["rows"]), 17)
        rows = "\n".join(seen["rows"])
        self.assertNotRegex(rows, "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u202e\u2066\u2067]")
        self.assertIn("escape �[2J�]0;owned� end", rows)
        self.assertIn("carriage return and new�line tab", rows)
        self.assertIn("nul � nul", rows)
        self.assertIn(r"no nul \u0000 \�", rows)
        self.assertIn("עברית מימין לשמאל", rows)
        self.assertIn("family 👨‍👩‍👧‍👦 flag 🇯🇵 wave 👋🏽", rows)
        self.assertIn("percent %s %d %%{evil} %#Error#", rows)
        self.assertLess(max(map(len, seen["rows"])), 3000)
        self.assertEqual(seen["title"], " evil �[31m ")
        editor.keys("<Tab>")
        seen = editor.until(lambda seen: "detail" in (seen["preview"] or ""))
        self.assertIn("detail �[2J\n\na�]52;c;AAAA�b\nc\nd�e", seen["preview"])
        editor.keys("<Down>" * 20)
        editor.until(lambda seen: seen["counter"] == "17/17")
        editor.keys("<Tab><CR>")
        editor.until(lambda seen: seen["prompt"] is None and seen["text"] == "after the long one")
        self.assertEqual(editor.seen()["messages"], [])

    def test_an_engine_with_another_protocol_version_is_reported(self):
        engine = self.folder / "other"
        engine.write_text(
            "#!/bin/sh\nread -r line\n"
            """echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2.0","sources":[]}}'\nread -r line\nread -r line\n"""
        )
        engine.chmod(0o755)
        editor = self.editor(environment={"SEEKLINE": str(engine)})
        editor.command("Seekline")
        editor.until(lambda seen: seen["messages"] == [f"seekline: {engine} does not speak version 1 of the protocol"])
        wait_until(lambda: editor.engine() == 0, "it was stopped")
