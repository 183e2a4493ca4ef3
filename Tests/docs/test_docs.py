"""The documentation is true: its examples are run, and its tables match the binary."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "e2e"))

from support import BINARY, ROOT  # noqa: E402

PROTOCOL = (ROOT / "protocol" / "README.md").read_text(encoding="utf-8")
LOCAL = (ROOT / "protocol" / "local-sources.md").read_text(encoding="utf-8")
DESCRIPTIONS = (ROOT / "protocol" / "http-descriptions.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def pattern(example):
    """Returns an example as a pattern, in which `…` matches anything."""
    return re.compile("^" + ".*".join(re.escape(part) for part in example.split("…")) + "$", re.DOTALL)


def table(text, heading):
    """Returns the rows of the table below the header row that begins with `heading`, without their backticks."""
    lines = iter(text.splitlines())
    for line in lines:
        if line.startswith(f"| {heading} |"):
            break
    next(lines)
    rows = []
    for line in lines:
        if not line.startswith("|"):
            return rows
        rows.append([cell.strip().replace("`", "") for cell in line.strip().removeprefix("|").removesuffix("|").split("|")])
    return rows


def shown(command, **options):
    """Runs an example. On a machine that is so busy that a search is reported as stalled, the output differs: then it
    is run again."""
    for _ in range(50):
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, **options)
        if '"stalled":true' not in done.stdout:
            break
    return done


def discover():
    message = b'{"jsonrpc":"2.0","id":1,"method":"rpc.discover"}\n'
    return json.loads(subprocess.run([BINARY], input=message, capture_output=True, check=True).stdout)["result"]


class Examples(unittest.TestCase):
    def test_console_examples_print_what_they_show(self):
        """Every command in a block marked `console` is run, and its output compared."""
        with tempfile.TemporaryDirectory() as folder:
            os.symlink(BINARY, os.path.join(folder, "seekline"))
            path = os.pathsep.join([folder, str(ROOT / "clients" / "shell"), os.environ["PATH"]])
            env = {**os.environ, "PATH": path, "XDG_CONFIG_HOME": "/nonexistent"}
            env.pop("SEEKLINE", None)
            count = 0
            for readme in [ROOT / "README.md", *ROOT.glob("protocol/*.md"), *ROOT.glob("clients/*/README.md")]:
                for block in re.findall(r"```console\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL):
                    for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                        with self.subTest(readme=readme.name, command=command):
                            done = shown(["bash", "-c", command], cwd=ROOT, env=env)
                            self.assertEqual(done.returncode, 0, done.stderr)
                            self.assertRegex(done.stdout, pattern(expected))
                            count += 1
            self.assertGreaterEqual(count, 6)

    def test_example_configurations_are_valid(self):
        """Every block that is marked `json` and has sources is a configuration that the binary accepts."""
        count = 0
        for page in [*ROOT.glob("*.md"), *ROOT.glob("protocol/**/*.md"), *ROOT.glob("clients/*/README.md")]:
            for block in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
                if "sources" in json.loads(block):
                    with self.subTest(page=page.relative_to(ROOT), block=block), tempfile.NamedTemporaryFile("w") as file:
                        file.write(block)
                        file.flush()
                        done = shown([BINARY, "--check", file.name])
                        self.assertEqual((done.returncode, done.stderr), (0, ""))
                        count += 1
        self.assertGreaterEqual(count, 10)

    def test_protocol_examples_are_answered_as_shown(self):
        count = 0
        for block in re.findall(r"((?:^    (?:-->|<--) .*\n)+)", PROTOCOL, re.MULTILINE):
            sent = re.findall(r"^    --> (.*)$", block, re.MULTILINE)
            expected = re.findall(r"^    <-- (.*)$", block, re.MULTILINE)
            done = shown([BINARY, "--script"], input="\n".join(sent) + "\n")
            received = done.stdout.splitlines()
            # Examples may leave out the last lines.
            with self.subTest(sent=sent[0]):
                self.assertGreaterEqual(len(received), len(expected))
                for line, example in zip(received, expected):
                    self.assertRegex(line, pattern(example))
            count += 1
        self.assertGreaterEqual(count, 5)

    def test_the_readme_says_how_to_test_and_how_to_build_and_search(self):
        self.assertIn("```sh\nTests/all\n```", README)
        (first,) = re.findall(r"```sh\n(swift build .*)\n```", README)
        command = first.split("&&", 1)[1].replace(".build/release/seekline", BINARY)
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        self.assertIn("☃", done.stdout)


    def test_the_manual_page_and_the_completions_can_be_written_in_a_new_home(self):
        (block,) = re.findall(r"```bash\n(.*--generate man.*?)```", README, re.DOTALL)
        with tempfile.TemporaryDirectory() as home:
            os.symlink(BINARY, os.path.join(home, "seekline"))
            env = {**os.environ, "HOME": home, "PATH": f"{home}:{os.environ['PATH']}"}
            done = subprocess.run(["bash", "-ec", block], capture_output=True, text=True, env=env, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            for path in re.findall(r"> ~/(\S+)", block):
                self.assertGreater(os.path.getsize(os.path.join(home, path)), 1000)


class Tables(unittest.TestCase):
    def test_the_flags_match_the_help(self):
        text = subprocess.run([BINARY, "--help"], capture_output=True, text=True, check=True).stdout
        helped = re.findall(r"^  (--\S+(?: [A-Z.=]+)?) +(.*)$", text, re.MULTILINE)
        self.assertEqual([[name, text.replace("`", "")] for name, text in helped], table(README, "flag"))

    def test_the_sources_match_the_binary(self):
        text = subprocess.run([BINARY, "--sources"], capture_output=True, text=True, check=True).stdout
        sources, shipped, _ = text.split("\n\n")
        self.assertEqual([line.split()[0] for line in sources.splitlines()], [row[0] for row in table(README, "source")])
        rows = table(DESCRIPTIONS, "described")
        self.assertEqual([line.split()[0] for line in shipped.splitlines()[1:]], [row[0] for row in rows])
        for line, row in zip(shipped.splitlines()[1:], rows):
            self.assertEqual("[never run live]" in line, row[-1] == "", line)

    def test_the_providers_match_the_binary(self):
        text = subprocess.run([BINARY, "--providers"], capture_output=True, text=True, check=True).stdout
        rows = [(line.split()[0], line.partition("; needs ")[2].partition(" [")[0]) for line in text.splitlines()]
        self.assertEqual(rows, [(row[0], row[1].partition(" (")[0]) for row in table(LOCAL, "provider")])

    def test_the_methods_match_the_binary(self):
        declared = {
            method["name"]: [p["name"] + ("" if p["required"] else "?") for p in method["params"]]
            for method in discover()["methods"]
        }
        written = {row[0]: [name for name in row[1].split(", ") if name] for row in table(PROTOCOL, "method")}
        self.assertEqual(written, declared)

    def test_the_options_match_the_binary(self):
        # Those of an unknown wiki; a list has further options, as it leaves more to choose.
        wiki = self.open_session("wikipedia", {}, "--set", "wikipedia.endpoint=http://127.0.0.1/w/api.php")
        options = {**self.open_session("list", {})["result"]["options"], **wiki["result"]["options"]}
        written = {row[0]: row[2] for row in table(PROTOCOL, "option")}
        self.assertEqual(written, {name: str(value) for name, value in options.items()})

    def test_the_bounds_of_the_options_match_the_binary(self):
        for name, values, *_ in table(PROTOCOL, "option"):
            expected = self.open_session("list", {name: "impossible"})["error"]["data"]["expected"]
            bounds = re.findall(r"[\w]+", values)
            self.assertEqual([word for word in re.findall(r"\w+", expected) if word in bounds], bounds, expected)

    def open_session(self, source, options, *flags):
        message = {"jsonrpc": "2.0", "id": 1, "method": "openSession", "params": {"source": source, "options": options}}
        line = json.dumps(message).encode() + b"\n"
        return json.loads(subprocess.run([BINARY, *flags], input=line, capture_output=True, check=True).stdout)

    def test_outcomes_statuses_and_kinds_match_the_binary(self):
        schemas = discover()["components"]["schemas"]

        def words(name):
            return [[word["const"], word["description"]] for word in schemas[name]["anyOf"] if "const" in word]

        def written(heading):
            return [[name, meaning.replace("`", "")] for name, meaning in table(PROTOCOL, heading)]

        for name, heading in (("Outcome", "outcome"), ("Kind", "kind")):
            self.assertEqual(written(heading), [[word, meaning.replace("`", "")] for word, meaning in words(name)])
        (loading,) = re.findall(r"^\| `loading` \|(.*)\|$", PROTOCOL.split("## From the engine")[1], re.MULTILINE)
        for word, _ in words("Status") + words("Pending"):
            self.assertIn(f"`{word}`", loading)

    def test_the_notifications_match_the_binary(self):
        document = discover()
        envelope = ["session", "seq", "generation"]
        written = {row[0]: row[1] for row in table(PROTOCOL.split("## From the engine")[1], "method")}
        self.assertEqual(list(written), [notification["name"] for notification in document["x-notifications"]])
        for notification in document["x-notifications"]:
            if notification["name"] != "detail":
                schema = document["components"]["schemas"][notification["params"]["$ref"].rpartition("/")[2]]
                for member in schema["properties"].keys() - envelope:
                    optional = "" if member in schema["required"] else "?"
                    self.assertRegex(written[notification["name"]], rf"\b{member}(\[\])?{re.escape(optional)}(?=\W|$)")

    def test_the_error_codes_match_the_binary(self):
        declared = [(str(error["code"]), error["message"]) for error in discover()["components"]["errors"].values()]
        self.assertEqual(declared, [tuple(row[:2]) for row in table(PROTOCOL, "code")])

    def test_the_changelog_states_the_number_of_scenarios(self):
        count = len(list((ROOT / "protocol" / "scenarios").glob("*.jsonl")))
        self.assertIn(f" {count} scenarios", (ROOT / "CHANGELOG.md").read_text())


class FirstMinute(unittest.TestCase):
    def test_each_client_says_how_to_get_the_engine_and_how_to_remove_everything(self):
        for page in ROOT.glob("clients/*/README.md"):
            text = page.read_text(encoding="utf-8")
            with self.subTest(page=page.parent.name):
                # In Swift no engine needs to be installed.
                if page.parent.name != "swift":
                    self.assertTrue("](../../README.md#without-swift)" in text, "how to get the engine")
                self.assertTrue(re.search("[Tt]o get rid of|to delete", text), "how to get rid of it")

    def test_each_client_is_linked_in_the_readme(self):
        linked = {target for target in re.findall(r"\]\((clients/[\w-]+)/README\.md", README.split("## Use it")[0])}
        self.assertEqual(linked, {f"clients/{page.parent.name}" for page in ROOT.glob("clients/*/README.md")})


class Links(unittest.TestCase):
    def test_links_within_the_project_lead_somewhere(self):
        for page in [*ROOT.glob("*.md"), *ROOT.glob("protocol/**/*.md"), *ROOT.glob("clients/**/*.md")]:
            text = page.read_text(encoding="utf-8")
            for target in re.findall(r"\]\(([^)]+)\)", text):
                if target.startswith("http"):
                    continue
                file, _, anchor = target.partition("#")
                place = (page.parent / file).resolve() if file else page
                with self.subTest(page=page.name, target=target):
                    self.assertTrue(place.exists())
                    if anchor:
                        headings = re.findall(r"^#+ (.*)$", place.read_text(encoding="utf-8"), re.MULTILINE)
                        slugs = [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]
                        self.assertIn(anchor, slugs)


if __name__ == "__main__":
    unittest.main()
