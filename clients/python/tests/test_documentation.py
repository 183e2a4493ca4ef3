"""The examples in the documentation do what they show."""

import itertools
import pathlib
import re
import subprocess
import sys

import pytest
from textual.binding import Binding

import seekline

HERE = pathlib.Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
BLOCKS = re.compile(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)


def run(*command: str, text: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *command], input=text, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


EXAMPLES = BLOCKS.findall((HERE / "README.md").read_text(encoding="utf-8"))
PROVIDERS = [code for code, _ in EXAMPLES if "provider.run()" in code]
EXAMPLES = [example for example in EXAMPLES if example[0] not in PROVIDERS]


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_the_examples_in_the_readme_print_what_it_shows(number: int) -> None:
    code, output = EXAMPLES[number]
    assert output
    # A repeated line comes from a load that was reported as stalled because the machine is slow.
    assert [line for line, _ in itertools.groupby(run("-c", code).splitlines())] == output.splitlines()


def test_the_provider_in_the_readme_passes_the_protocol_check() -> None:
    (code,) = PROVIDERS
    check = str(ROOT / "protocol" / "providers" / "check")
    options = ["--patience", "10", "--within", "600", "--query", "milk", "--"]
    assert run(check, *options, sys.executable, "-c", code).endswith("13 passed, 0 failed\n")


def test_the_example_on_the_front_page_prints_what_it_shows() -> None:
    ((code, output),) = BLOCKS.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert run("-c", code) == output


def test_search_as_you_type() -> None:
    lines = run(str(HERE / "examples" / "search_as_you_type.py"), text="s\nsn\nsno\nsnow\nsnowm\n").splitlines()
    assert lines[0].split() == ["initial", "0"]
    assert lines[-1].split()[:4] == ["full", "snowm", "3", "SNOWMAN,"]


def test_first_hits() -> None:
    assert run(str(HERE / "examples" / "first_hits.py"), "snowman", "zzzzqqqq") == (
        "snowman: 3 found\n  U+2603  SNOWMAN\n  U+26C4  SNOWMAN WITHOUT SNOW\n  U+26C7  BLACK SNOWMAN\n"
        "zzzzqqqq: 0 found\n"
    )


def test_read_detail() -> None:
    script = str(HERE / "examples" / "read_detail.py")
    assert run(script, "unicode", "snowman").startswith("SNOWMAN\n\n☃  SNOWMAN\n")
    assert run(script, "unicode", "zzzzqqqq") == "nothing was found\n"
    assert run(script, "hotpepper", "x").startswith("the search failed: ")


def test_the_examples_are_short() -> None:
    for path in (HERE / "examples").glob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 40


def test_the_readme_lists_exactly_the_keys_of_the_search_box() -> None:
    from seekline.tui.acting import Acting  # noqa: PLC0415
    from seekline.tui.app import SearchApp  # noqa: PLC0415
    from seekline.tui.base import BoxApp  # noqa: PLC0415

    readme = (HERE / "README.md").read_text(encoding="utf-8")
    table = readme[readme.index("| key |") :].split("\n\n")[0]
    bindings = [*BoxApp.BINDINGS, *Acting.BINDINGS, *SearchApp.BINDINGS]
    declared = {key for binding in bindings if isinstance(binding, Binding) for key in binding.key.split(",")} | {
        "enter"
    }
    names = {"Esc": "escape", "↑": "up", "↓": "down", "PgUp": "pageup", "PgDn": "pagedown"}
    written = {
        names.get(key, key.lower())
        for key in re.findall(r"`([^` ]+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.M)))
    }
    assert written == declared | {"tab"}


def test_every_exception_is_in_the_readme() -> None:
    readme = (HERE / "README.md").read_text(encoding="utf-8")
    for name in seekline.__all__:
        value = getattr(seekline, name)
        if isinstance(value, type) and issubclass(value, Exception) and name not in ("RequestFailed", "UnknownSession"):
            assert f"`{name}`" in readme
