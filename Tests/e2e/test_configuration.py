"""The configuration file, the environment, and which takes precedence."""

import json
import os
import pathlib
import resource
import tempfile
import unittest

from support import PROVIDERS, SHIPPED, SOURCES, TYPES, measures_time, run, seekline


class ConfigFile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "config.json"

    def names(self, *arguments, env=None):
        done = run("--sources", *arguments, env=env)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.decode()

    def complaint(self, text):
        self.path.write_text(text)
        done = run("--config", str(self.path))
        self.assertEqual(done.returncode, 2)
        return done.stderr.decode().strip().replace(str(self.path), "FILE").removeprefix("seekline: error: ")

    def test_numbers_and_booleans_on_the_command_line_are_recognised_and_checked(self):
        command = ["--set=mine.type=command", '--set=mine.argv=["seq", "3"]']
        for setting in "nothingFound=1", "nothingFound=[1, 2]", "nothingFoundInSilence=3", "partial=2", "keep=false", "keep=true":
            self.assertIn("mine ", self.names(*command, f"--set=mine.{setting}"))
        for setting, right in [
            ("nothingFound=no", 'must be a whole number from 1 to 255, not "no"'),
            ("nothingFound=256", "must be a whole number from 1 to 255, not 256"),
            ("keep=1", "must be true or false, not 1"), ("keep=no", 'must be true or false, not "no"'),
        ]:
            done = run(*command, f"--set=mine.{setting}")
            name = setting.partition("=")[0]
            self.assertEqual((done.returncode, done.stderr.decode()), (2, f"seekline: error: --set mine.{name}: {right}\n"))
        # A path is a string, whatever it looks like.
        self.assertNotIn("[missing", self.names("--set=mine.type=lines", "--set=mine.path=1").split("mine ")[1])

    def test_an_option_is_refused_if_the_source_leaves_no_choice(self):
        for source in (
            {"type": "command", "argv": ["grep", "--", "{query}", "a"]},
            {"type": "http", "request": {"url": "http://a.test/{query}"}, "items": "", "item": {"id": "/id", "title": "/title"}},
        ):
            text = json.dumps({"sources": {"mine": source | {"options": {"syntax": "plain"}}}})
            self.assertEqual(
                self.complaint(text),
                'FILE:1: sources.mine.options.syntax: must be left out: this source leaves no choice, not "plain"')

    def test_a_type_of_source_can_have_several_named_instances(self):
        self.path.write_text('{"sources":{"en":{"type":"wikipedia","language":"en"},"wikipedia":{"language":"de"}}}')
        text = self.names("--config", str(self.path))
        self.assertRegex(text, r"(?m)^en +Wikipedia \(en\)")
        self.assertRegex(text, r"(?m)^wikipedia +Wikipedia \(de\)")
        with seekline("--config", str(self.path)) as engine:
            types = {source["name"]: source.get("type") for source in engine.call("listSources")["result"]["sources"]}
        self.assertEqual(types, {**{name: name for name in SOURCES}, "en": "wikipedia"})

    def test_the_command_line_takes_precedence_over_the_file(self):
        self.path.write_text('{"sources":{"wikipedia":{"language":"de"}}}')
        self.assertIn("Wikipedia (fr)", self.names("--config", str(self.path), "--set", "wikipedia.language=fr"))
        text = self.names("--set=en.type=wikipedia", "--set=en.language=en")
        self.assertRegex(text, r"(?m)^en +Wikipedia \(en\)")

    def test_the_file_takes_precedence_over_the_environment(self):
        env = {"FIRESTORE_EMULATOR_HOST": "not a host"}
        done = run("--sources", env=env)
        self.assertEqual(
            (done.returncode, done.stderr.decode()),
            (2, "seekline: error: $FIRESTORE_EMULATOR_HOST: must be a host and a port, like `localhost:8080`, not "
             '"not a host"\n'),
        )
        self.path.write_text('{"sources":{"account-id":{"emulator":"localhost:1"}}}')
        self.names("--config", str(self.path), env=env)
        self.assertIn("[missing: HOTPEPPER_API_KEY]", self.names(env={"HOTPEPPER_API_KEY": ""}))
        self.assertNotIn("HOTPEPPER", self.names(env={"HOTPEPPER_API_KEY": "canary"}))
        self.path.write_text('{"sources":{"mine":{"type":"hotpepper","key":"canary"}}}')
        text = self.names("--config", str(self.path))
        self.assertRegex(text, r"(?m)^mine .*cuisine$")
        self.assertNotIn("canary", text)

    def test_a_malformed_secret_is_refused_without_being_shown(self):
        done = run("--sources", env={"QIITA_TOKEN": "can ary"})
        self.assertEqual(
            done.stderr.decode(),
            "seekline: error: $QIITA_TOKEN: must consist of ASCII letters, digits and signs, without spaces\n",
        )
        self.assertEqual(
            self.complaint('{"sources":{"qiita":{\n"token":"can ary"}}}'),
            "FILE:2: sources.qiita.token: must consist of ASCII letters, digits and signs, without spaces",
        )

    def test_the_file_in_the_configuration_folder_is_found(self):
        (self.folder / "seekline").mkdir()
        (self.folder / "seekline" / "config.json").write_text('{"sources":{"wikipedia":{"language":"de"}}}')
        self.assertIn("Wikipedia (de)", self.names(env={"XDG_CONFIG_HOME": str(self.folder)}))
        home = self.folder / "home" / ".config"
        home.mkdir(parents=True)
        (self.folder / "seekline").rename(home / "seekline")
        env = {"XDG_CONFIG_HOME": "", "HOME": str(self.folder / "home")}
        self.assertIn("Wikipedia (de)", self.names(env=env))

    def test_a_configuration_folder_whose_name_is_not_utf_8_is_an_error(self):
        """It used to be treated as no configuration at all, silently."""
        for name, others in ("XDG_CONFIG_HOME", {}), ("HOME", {"XDG_CONFIG_HOME": ""}):
            done = run("--sources", env={**others, name: os.fsdecode(b"/\xff")})
            message = f"seekline: error: ${name} must be UTF-8; use --config with a link to the configuration\n"
            self.assertEqual((done.returncode, done.stdout, done.stderr.decode()), (2, b"", message))
            self.path.write_text("{}")
            self.names("--config", str(self.path), env={**others, name: os.fsdecode(b"/\xff")})

    def test_a_pipe_in_place_of_the_default_file_is_refused_and_not_waited_for(self):
        path = self.folder / "seekline" / "config.json"
        path.parent.mkdir()
        os.mkfifo(path)
        done = run("--sources", env={"XDG_CONFIG_HOME": str(self.folder)})
        message = f"seekline: error: {path}: must be a file; to read something else, use --config\n"
        self.assertEqual((done.returncode, done.stdout, done.stderr.decode()), (2, b"", message))

    @measures_time
    def test_a_file_with_thirty_thousand_sources_is_read_quickly(self):
        """30,000 used to take 16 s, and twice as many four times as long."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "config.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"sources": {f"s{number}": {"type": "unicode"} for number in range(30_000)}}, file, indent=0)
            # Processor time, as other programs may occupy the processor.
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = run("--config", path, "--sources")
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3)
            self.assertEqual(done.stdout.partition(b"\n\n")[0].count(b"\n") + 1, 30_000 + len(SOURCES))
            self.assertIn("there is no such setting", run("--config", path, "--set", "s29999.x=1").stderr.decode())

    def test_names_cannot_control_the_terminal_they_are_printed_to(self):
        """The names of sources, missing programs and files, and anything else that is printed before it is trusted."""
        name = "a\x1b[31m\u202e\n"
        needy = {"type": "command", "argv": [name, "{query}"], "requires": [name], "title": name}
        described = {"type": "http", "request": {"url": "http://127.0.0.1:1/{query}"}, "items": "", "item": {"id": "/i", "title": "/t"},
                     "title": name, "summary": name, "example": name}
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "\x1b[32m.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"sources": {name: {"type": "unicode"}, "needy": needy, "described": described}}, file)
            for arguments in (["--config", path, "--sources"], ["--check", path], ["--check", path, "--try"]):
                text = run(*arguments).stdout.decode()
                self.assertIn("a\ufffd[31m\ufffd\ufffd", text, arguments)
                self.assertFalse([mark for mark in text if mark != "\n" and (mark < " " or mark == "\u202e")], arguments)

    def test_a_mistake_is_reported_with_file_line_and_member(self):
        self.assertEqual(
            self.complaint('{\n "sources": {\n  "wikipedia": {\n   "languge": "en"}}}'),
            "FILE:4: sources.wikipedia.languge: there is no such setting; is `language` meant? wikipedia has language, endpoint, "
            "concurrency",
        )
        self.assertEqual(
            self.complaint('{\n\n"source": 1}'), "FILE:3: source: there is no such member; there is `sources`"
        )
        self.assertEqual(
            self.complaint('{"sources":{"wikipedia":{"language":\n["en"]}}}'),
            "FILE:2: sources.wikipedia.language: must be a string, a number or a boolean, not an array",
        )
        self.assertEqual(
            self.complaint('{"sources":\n{"wikipedia":3}}'), "FILE:2: sources.wikipedia: must be an object, not a number"
        )
        self.assertEqual(self.complaint("[]"), "FILE:1: the file: must be an object, not an array")
        self.assertEqual(
            self.complaint('{\n"sources": {},\n}'),
            "FILE:3: found `}` behind a `,` where a member's name in quotes should stand at byte 17",
        )
        self.assertEqual(
            self.complaint('{"sources":{"wikipedia":{\n"language":"not a code"}}}'),
            'FILE:2: sources.wikipedia.language: must be the code of a Wikipedia, like `en` or `zh-yue`, not "not a code"',
        )
        # Also if nothing is set on it: the `type` was forgotten, or the name is not that of a source.
        types = ", ".join([*TYPES, *SHIPPED, *PROVIDERS])
        there_are = f"there are {', '.join(SOURCES)}, and another one needs a `type`, one of {types}"
        self.assertEqual(
            self.complaint('{"sources":{\n"unicode":{},"http":{},\n"x":{}}}'), f"FILE:3: sources.x: there is no source `x`; {there_are}"
        )
        # Once, however much is set on it.
        self.assertEqual(
            self.complaint('{"sources":{"x":{\n"items":"",\n"item":{}}}}'), f"FILE:2: sources.x.items: there is no source `x`; {there_are}"
        )
        self.path.write_text('{"sources":{"x":{}}}')
        self.assertIn("Wikipedia", self.names("--config", str(self.path), "--set", "x.type=wikipedia"))
        self.assertEqual(
            self.complaint('{"sources":{"x":{\n"type":"bing"}}}'),
            f'FILE:2: sources.x.type: must be one of {", ".join([*TYPES, *SHIPPED, *PROVIDERS])}, not "bing"',
        )

    def test_settings_that_would_have_no_effect_or_fail_later_are_refused(self):
        """These used to be ignored, or were only noticed at the first search."""
        request = {"url": "http://a.test/", "query": {"q": {"$": "query"}}}
        described = {"type": "http", "request": request, "items": "", "item": {"id": "/id", "title": "/title"}}
        stays = {"type": "command", "run": "provider", "argv": ["cat"]}
        rows = "is for a program that prints rows; a long-running one sends items"
        header = "must be the name of a header, without a colon or spaces, not "
        server = "must name a server after the //, with a port from 1 to 65535 or none, not "
        host = "must name its server by a host, with a port from 1 to 65535 or none"
        title = 'title: must be a name for people, not ""'
        detail = {"url": "http://a.test/{id}"}
        emulator = "emulator: must be a host and a port, like `localhost:8080`, not "
        for source, right in [
            *((stays | {name: value}, f"{name}: {rows}") for name, value in {
                "format": "jsonl", "pattern": "text", "item": {"title": "{1}"}, "nothingFound": 1, "nothingFoundInSilence": 1,
                "partial": 2, "dashes": "pass",
            }.items()),
            (
                {"type": "command", "argv": ["a"], "format": "jsonl", "pattern": "path:line:text"},
                "pattern: is for rows of text, but the rows are JSON",
            ),
            *(({"type": "command", "argv": ["a"]} | rest, "item.title: has {name} in it, which no row has; there are " + names)
              for rest, names in (
                  ({"item": {"title": "{name}"}}, "{0}, which is all of it, and {1}, {2} and so on between tabs"),
                  ({"item": {"title": "{name}"}, "pattern": "{id} {about}"}, "those of `pattern`: {id}, {about}"),
                  (
                      {"item": {"title": "{name}"}, "pattern": "path:line:text"},
                      "{0}, which is all of it, and {1}, {2} and so on between tabs; {path}, {line}, {text}",
                  ),
              )),
            (
                described | {"request": request | {"headers": {"X-A": "1", "x-a": "2"}}},
                "request.headers.x-a: this header is given twice; upper and lower case make no difference",
            ),
            *((source | {"title": ""}, title) for source in (
                described, stays, {"type": "union", "of": ["unicode"]},
                {"type": "sqlite", "path": "a", "select": "SELECT :query LIMIT :limit OFFSET :offset"},
            )),
            (described | {"errors": [{"header": "X-Left:", "is": 0}]}, f'errors[0].header: {header}"X-Left:"'),
            (described | {"total": {"header": ""}}, f'total.header: {header}""'),
            (described | {"budget": {"remaining": "a b", "reset": "c"}}, f'budget.remaining: {header}"a b"'),
            (described | {"item": described["item"] | {"kind": ""}}, 'item.kind: must be a word, like `article`, not ""'),
            (described | {"detail": {"request": detail, "lines": {}}}, "detail.lines: must not be empty"),
            (described | {"request": request | {"headers": {"a": {"join": []}}}}, "request.headers.a.join: must not be empty"),
            (described | {"request": request | {"url": "http://a.test:x/"}}, f"request.url: {host}"),
            (described | {"request": request | {"url": "/"}, "servers": ["http://:80"]}, f"servers[0]: {host}"),
            *(({"type": "wikipedia", "endpoint": url}, f'endpoint: {server}"{url}"') for url in (
                "http://", "http:///w/api.php", "http://?x", "http://:80", "http://a:0", "https://a:65536/", "http://[::1]:x",
                "http://::1/",
            )),
            *(({"type": "account-id", "emulator": text}, f'{emulator}"{text}"') for text in ("", ":80", "a:b", "::1:80")),
            *(
                ({"type": "account-id", "project": text}, f'project: must be a project, like `my-project`, not "{text}"')
                for text in ("", "a/b", "a?")
            ),
            (
                {"type": "lines", "path": "a", "format": "csv", "pattern": "path:line:text"},
                'pattern: must be `text`, since `csv` has no lines that contain a location, not "path:line:text"',
            ),
            (
                {"type": "lines", "path": "a", "format": "text", "insert": "b"},
                'insert: must be left out, since lines of text have no columns, not "b"',
            ),
        ]:
            with self.subTest(right=right):
                self.assertEqual(self.complaint(json.dumps({"sources": {"x": source}})), f"FILE:1: sources.x.{right}")
        for settings in "{}", '{"type":"unicode"}', '{"items":""}':
            self.assertEqual(self.complaint('{"sources":{"":%s}}' % settings), "FILE:1: sources.: a source must have a name")
        self.assertEqual(self.complaint('{"sources":{"http":{"caFile":""}}}'), "FILE:1: sources.http.caFile: must be the path of a file")
        # These are valid.
        for source in (
            stays | {"detail": {"argv": ["cat", "--", "{mine}"]}}, described | {"request": request | {"url": "http://[::1]:80/"}},
            {"type": "wikipedia", "endpoint": "https://a.test:65535"}, {"type": "wikipedia", "endpoint": "http://u:p@[::1]?a=b"},
            {"type": "account-id", "project": "a.test:my-project", "emulator": "[::1]:8080"},
            {"type": "command", "argv": ["a"], "item": {"title": "{12}", "snippet": "{0}"}},
            {"type": "command", "argv": ["a"], "item": {"title": "{column}"}, "pattern": "path:line:column:text"},
            {"type": "command", "argv": ["a"], "item": {"title": "{any}"}, "format": "jsonl"},
            {"type": "lines", "path": "a", "format": "text", "pattern": "path:line:text"},
            {"type": "lines", "path": "a", "format": "csv", "insert": "b"},
            {"type": "lines", "path": "a", "pattern": "path:line:text", "title": "b"},
        ):
            self.path.write_text(json.dumps({"sources": {"x": source}}))
            self.names("--config", str(self.path))

    def test_a_name_that_is_used_twice_is_refused(self):
        """Two sources with the same name would become one, with the members of both."""
        twice = "this name is used twice"
        for text, place in [
            ('{"sources":{"x":{"type":"lines","path":"a"},\n"x":{"type":"lines","path":"b"}}}', "FILE:2: sources.x"),
            ('{"sources":{"wikipedia":{"language":"en",\n"language":"de"}}}', "FILE:2: sources.wikipedia.language"),
            ('{"sources":{},\n"sources":{}}', "FILE:2: sources"),
            # Also deep inside a setting.
            ('{"sources":{"x":{"type":"command","argv":["a"],"env":{"A":"1",\n"A":"2"}}}}', "FILE:2: sources.x.env.A"),
            (
                '{"sources":{"x":{"type":"command","argv":["a"],"actions":[{"name":"a","title":"A","argv":["b"],\n"name":"b"}]}}}',
                "FILE:2: sources.x.actions[0].name",
            ),
        ]:
            self.assertEqual(self.complaint(text), f"{place}: {twice}")
        done = run("--check", "--set=x.type=command", '--set=x.argv=["a"]', '--set=x.env={"A":"1","B":"2","A":"3"}')
        self.assertEqual(done.stderr.decode(), f"seekline: error: --set x.env.A: {twice}\n")
        # Together with the other mistakes.
        self.assertEqual(self.complaint('{"sources":{"x":{"type":"unicode"},"x":3,"y":3}}').splitlines(), [
            f"FILE:1: sources.x: {twice}", "seekline: error: FILE:1: sources.y: must be an object, not a number",
        ])
        # To a user these look the same.
        self.path.write_text('{"sources":{"\\u00e9":{"type":"unicode"},"e\\u0301":{"type":"unicode"}}}')
        self.assertEqual(self.names("--config", str(self.path)).count("characters by name"), 3)


if __name__ == "__main__":
    unittest.main()
