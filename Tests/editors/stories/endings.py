"""How an engine or its editor ends, and what happens then."""

import signal

from case import BINARY, wait_until


class Endings:
    """An engine dies, or its editor does."""

    def test_a_dead_engine_is_restarted_automatically_only_once(self):
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        first = editor.engine()
        self.kill(first)
        seen = editor.until(lambda seen: seen["messages"] and "☃" in " ".join(seen["rows"]))
        self.assertEqual(seen["messages"], [f"seekline: the engine ended ({editor.KILLED}), and was started again"])
        second = editor.engine()
        self.assertNotEqual(first, second)
        self.kill(second)
        seen = editor.until(lambda seen: f"✗ the engine ended ({editor.KILLED})" in seen["title"])
        self.assertEqual(len(seen["messages"]), 1)
        self.assertEqual(editor.engine(), 0)
        editor.keys("<F5>")
        editor.until(lambda seen: "☃" in " ".join(seen["rows"]) and "✗" not in seen["title"])
        third = editor.engine()
        editor.keys("<Esc>")
        editor.closed()
        self.kill(third)
        editor.until(lambda seen: seen["messages"][1:] == [
            f"seekline: the engine ended ({editor.KILLED}); the next search starts it again"
        ])
        editor.command("Seekline snowman")
        editor.rows("☃")

    def test_an_engine_warning_is_not_reported_as_the_cause_of_its_death(self):
        engine = self.folder / "reporter"
        engine.write_text(f'#!/bin/sh\necho "seekline: warning: a message is refused" >&2\nexec "{BINARY}" "$@"\n')
        engine.chmod(0o755)
        editor = self.editor(environment={"SEEKLINE": str(engine)})
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.kill(editor.engine())
        seen = editor.until(lambda seen: seen["messages"])
        self.assertEqual(seen["messages"], [f"seekline: the engine ended ({editor.KILLED}), and was started again"])

    def test_a_restarted_engine_restores_the_list_and_the_chosen_row(self):
        editor = self.editor()
        editor.command("Seekline arrow")
        editor.until(lambda seen: len(seen["rows"]) == 20)
        editor.keys("<C-n>" * 19)
        editor.until(lambda seen: len(seen["rows"]) == 40)
        editor.keys("<C-n>" * 10)
        chosen = editor.until(lambda seen: seen["row"] == 30)["rows"][29]
        for restarts in ("by itself", "by a key"):
            with self.subTest(restarts):
                engine = editor.engine()
                self.kill(engine)
                if restarts == "by a key":
                    editor.until(lambda seen: "✗ the engine ended" in seen["title"])
                    editor.keys("<F5>")
                # Until then, everything looks the same.
                wait_until(lambda: editor.engine() not in (0, engine), "another engine")
                seen = editor.until(lambda seen: "✗" not in seen["title"] and seen["row"] == 30 and len(seen["rows"]) >= 30)
                self.assertEqual(seen["rows"][29], chosen)

    def dead(self):
        """Returns an editor with a search whose engine has died twice."""
        editor = self.editor()
        editor.command("Seekline snowman")
        editor.rows("☃")
        self.kill(editor.engine())
        editor.until(lambda seen: seen["messages"] and "☃" in " ".join(seen["rows"]))
        self.kill(editor.engine())
        editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        return editor

    def test_typing_revives_a_dead_search(self):
        editor = self.dead()
        editor.keys("<C-u>umbrella")
        editor.rows("UMBRELLA")

    def test_a_dead_search_says_why_there_is_no_detail(self):
        editor = self.dead()
        editor.keys("<Tab>")
        editor.until(lambda seen: f"✗ the engine ended ({editor.KILLED})" in (seen["preview"] or ""))
        editor.keys("<Down>")
        editor.until(lambda seen: "WITHOUT" in seen["preview"] and "✗ the engine ended" in seen["preview"])

    def test_a_detail_that_is_pending_when_the_engine_dies_shows_the_error(self):
        editor = self.editor()
        editor.command("Seekline wikipedia swift compiler")
        editor.rows("Swift compiler")
        self.replace_engine(editor)
        editor.until(lambda seen: "Swift compiler" in " ".join(seen["rows"]) and seen["counter"] == "1/1")
        asked = len(self.services.requests("wikipedia"))
        self.services.fail("wikipedia", hold=1)
        editor.keys("<Tab>")
        self.services.requests("wikipedia", asked + 1)
        self.assertIn("…", editor.seen()["preview"])
        self.kill(editor.engine())
        seen = editor.until(lambda seen: "✗ the engine ended" in seen["title"])
        self.assertEqual(seen["preview"], f"Swift compiler\n\n✗ the engine ended ({editor.KILLED})")

    def test_one_engine_serves_all_searches(self):
        editor = self.recorded()
        editor.command("Seekline snowman")
        editor.rows("☃")
        first = editor.engine()
        editor.keys("<Esc>")
        editor.closed()
        editor.command("Seekline umbrella")
        editor.rows("UMBRELLA")
        self.assertEqual(editor.engine(), first)
        sessions = [message["params"]["session"] for message in self.said("openSession")]
        self.assertEqual(len(set(sessions)), 2)
        self.assertEqual([message["params"]["session"] for message in self.said("closeSession")], sessions[:1])

    def test_the_engine_ends_with_the_editor(self):
        for end in ("close and quit", "quit", "SIGKILL", "SIGTERM"):
            with self.subTest(end):
                editor = self.editor()
                editor.command("Seekline snowman")
                editor.rows("☃")
                engine = editor.engine()
                if end == "close and quit":
                    editor.keys("<Esc>")
                    editor.closed()
                    editor.command("qa!")
                elif end == "quit":
                    editor.quit()
                else:
                    self.kill(editor.pid, getattr(signal, end))
                self.assert_gone(engine)

    def test_a_stopped_engine_ends_with_the_editor(self):
        for end in ("quit", "SIGTERM"):
            with self.subTest(end):
                editor = self.editor()
                editor.command("Seekline snowman")
                editor.rows("☃")
                engine = editor.engine()
                self.kill(engine, signal.SIGSTOP)
                if end == "quit":
                    editor.quit()
                else:
                    self.kill(editor.pid, signal.SIGTERM)
                self.assert_gone(engine)

    def test_the_engine_ends_with_the_editor_even_if_a_server_hangs(self):
        for end in ("quit", "SIGKILL"):
            with self.subTest(end):
                editor = self.editor()
                self.services.fail("wikipedia", hang=30)
                editor.command("Seekline wikipedia swift")
                self.services.requests("wikipedia", 1 if end == "quit" else 2)
                engine = editor.engine()
                if end == "quit":
                    editor.quit()
                else:
                    self.kill(editor.pid)
                self.assert_gone(engine)
