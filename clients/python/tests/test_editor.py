"""Opening a file in the user's editor."""

import pathlib
import shlex
import sys

import pytest
from screen import search_box
from terminals import command, running, running_script

from seekline import Engine
from seekline.tui.editor import editor_command
from seekline.types import Location

FAKE = pathlib.Path(__file__).parent / "fake_engine.py"
COLUMN = Location("a b.c", 3, 7)


@pytest.mark.parametrize(
    ("editor", "location", "words"),
    [
        ("vi", COLUMN, ["vi", "+3", "a b.c"]),
        ("/usr/bin/nvim -R", COLUMN, ["/usr/bin/nvim", "-R", "+3", "a b.c"]),
        ("nano", COLUMN, ["nano", "+3,7", "a b.c"]),
        ("emacsclient -nw", COLUMN, ["emacsclient", "-nw", "+3:7", "a b.c"]),
        ("emacs", Location("a", 3), ["emacs", "+3", "a"]),
        ("code --wait", COLUMN, ["code", "--wait", "--goto", "a b.c:3:7"]),
        ("hx", COLUMN, ["hx", "a b.c:3:7"]),
        ("ed", COLUMN, ["ed", "a b.c"]),
        ("vim", Location("-c", 3), ["vim", "+3", "./-c"]),
        ("vim", Location("+q", 3), ["vim", "+3", "./+q"]),
        ("code", Location("a"), ["code", "a"]),
        ("'my editor' x", COLUMN, ["my editor", "x", "a b.c"]),
    ],
)
def test_each_editor_is_given_the_line_in_its_own_syntax(editor: str, location: Location, words: list[str]) -> None:
    assert editor_command(editor, location) == words


def test_enter_opens_the_editor_and_the_search_box_returns_afterwards(tmp_path: pathlib.Path) -> None:
    path, arguments, runs = tmp_path / "file", tmp_path / "arguments", tmp_path / "runs"
    path.write_text("a\nb\nc\n")
    editor = tmp_path / "vim"
    # The terminal's earlier output is shown again before an editor starts, so each run says which one it is.
    said = f'printf "%s\\n" "$@" >{arguments}\nprintf x >>{runs}\necho "run $(wc -c <{runs})"'
    editor.write_text(f'#!/bin/sh\n{said}\nread line; exit "$line"\n')
    editor.chmod(0o755)
    env = {"SEEKLINE": str(FAKE), "FAKE_PATH": str(path), "EDITOR": "false", "VISUAL": shlex.quote(str(editor))}
    with running(command("seekline-tui"), "located", env=env) as terminal:
        terminal.until("^│ located")
        terminal.keys("Enter")
        terminal.until("^  here.*^  1 found")
        terminal.keys("Enter")
        terminal.until("^run 1")
        assert arguments.read_text() == f"+3\n{path}\n"
        terminal.keys("0", "Enter")
        # The search box is as it was, and continues.
        terminal.until("^│ located.*^  here.*^  1 found")
        terminal.keys("Enter")
        terminal.until("^run 2")
        terminal.keys("3", "Enter")
        terminal.until(r"has\W+ended\W+with\W+status\W+3")  # Where it wraps depends on the path.
        path.unlink()
        terminal.keys("Enter")
        terminal.until(r"there\W+is\W+no")
        terminal.keys("C-q")
        terminal.until("^the status is 0")


def test_a_signal_ends_the_search_box_once_the_editor_is_left(tmp_path: pathlib.Path) -> None:
    """The editor is not left behind, however short the time that an app may take to end."""
    order = tmp_path / "order"
    editor = tmp_path / "editor"
    editor.write_text(f"#!/bin/sh\nkill -TERM $PPID\nsleep 1\necho editor >>{order}\n")
    editor.chmod(0o755)
    start = "import seekline.tui, seekline.tui.terminal as terminal; terminal.PATIENCE = 0.1; exit(seekline.tui.main())"
    script = f"{shlex.join([sys.executable, '-c', start, 'located'])}; echo $? >>{order}"
    env = {"SEEKLINE": str(FAKE), "FAKE_PATH": sys.executable, "VISUAL": shlex.quote(str(editor))}
    with running_script(script, env=env) as terminal:
        terminal.until("^│ located")
        terminal.keys("Enter")
        terminal.until("^  here.*^  1 found")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
        assert order.read_text() == "editor\n143\n"


def test_a_missing_editor_is_reported() -> None:
    """The search box gets the terminal back."""
    env = {"SEEKLINE": str(FAKE), "FAKE_PATH": sys.executable, "VISUAL": "/nowhere/vi"}
    with running(command("seekline-tui"), "located", env=env) as terminal:
        terminal.until("^│ located")
        terminal.keys("Enter")
        terminal.until("^  here.*^  1 found")
        terminal.keys("Enter")
        terminal.until("/nowhere/vi cannot be started")


async def test_an_editor_that_cannot_be_run_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAKE_PATH", sys.executable)
    async with search_box(Engine(FAKE), query="located", toasts=True, size=(120, 24)) as box:
        await box.press("enter")
        await box.settled("located")
        monkeypatch.setenv("VISUAL", "'vi")
        await box.press("enter")
        await box.until(lambda: box.shows("'vi is no command: No closing quotation"))
        monkeypatch.setenv("VISUAL", "vi")
        await box.press("enter")
        await box.until(lambda: box.shows("there is no terminal for an editor"))
