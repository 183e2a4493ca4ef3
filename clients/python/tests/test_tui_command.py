"""The command `seekline-tui`, and one run of it in a real terminal."""

import importlib.util
import os
import pathlib
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
from terminals import Terminal, command, run_command, running, running_script

import seekline.tui

COMMAND = command("seekline-tui")


def test_the_help_lists_the_options() -> None:
    done = run_command(COMMAND, "--help")
    assert done.returncode == 0
    for option in ("--source", "--set", "--config", "--engine"):
        assert option in done.stdout


def test_a_missing_textual_is_reported(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for name, main in (("seekline-tui", seekline.tui.main), ("seekline-pick", seekline.tui.pick)):
        assert main() == 2
        assert capsys.readouterr().err == (
            f"{name}: Textual is not installed; pip install 'seekline[tui]' installs it\n"
        )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--engine", "/nowhere"], "seekline-tui: there is no engine at /nowhere\n"),
        (["--source", "bing"], 'there is no source "bing"'),
        (
            ["--source", "list", "foo"],
            "seekline-tui: list has only what a program gives it; to choose among the lines of a pipe there is",
        ),
        (["--set", "nonsense"], "--set must be followed by SOURCE.KEY=VALUE"),
    ],
)
def test_a_failed_start_exits_with_status_2_and_a_message(arguments: list[str], message: str) -> None:
    done = run_command(COMMAND, *arguments)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("choice", ["seekline-tui", "echo aa | seekline-pick"])
def test_the_box_holds_the_beginning_of_a_query_that_is_too_long(choice: str) -> None:
    pipe, _, name = choice.rpartition("| ")
    long = "a" * 10_001
    with running_script(f"{pipe}{'| ' if pipe else ''}{command(name)} {long}") as terminal:
        terminal.until("Nothing found for.*aa…")
        terminal.keys("C-c")
        terminal.until("the status is")


def test_a_missing_terminal_is_an_error() -> None:
    done = run_command(COMMAND)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seekline-tui: there is no terminal to choose in: No such device or address\n"


@pytest.mark.parametrize(
    "elsewhere", ["echo x |", "2>/dev/null", "</dev/null >/dev/null", "<&-", ">&-", "2>&-", "<&- >&- 2>&-"]
)
def test_streams_that_are_not_a_terminal_are_left_alone(elsewhere: str) -> None:
    script = f"{elsewhere} {COMMAND}" if elsewhere.endswith("|") else f"{COMMAND} {elsewhere}"
    with running_script(script, size=(100, 30)) as terminal:
        assert len(terminal.until("^╭─ Unicode characters ─{77}╮\n│ Type to search")) == 30
        terminal.keys("-l", "snowman")
        terminal.until("^  3 found")
        terminal.keys("C-q")
        terminal.until("^the status is 0")


def test_a_failed_start_exits_with_status_2_even_if_nothing_can_be_said() -> None:
    with running_script(f"{COMMAND} --engine /nowhere 2>&-") as terminal:
        terminal.until("^the status is 2")


def test_an_interrupt_before_anything_is_shown_exits_with_status_130(tmp_path: pathlib.Path) -> None:
    engine, started = tmp_path / "silent", tmp_path / "started"
    engine.write_text(f'#!/bin/sh\n: >"{started}"\nexec sleep 1000\n')
    engine.chmod(0o755)
    # If the tests run in the background of a shell, the programs that they start ignore the interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen([COMMAND, "--engine", str(engine)], stderr=subprocess.PIPE, text=True) as process:
        while not started.exists():
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (130, "")


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    with running(COMMAND, "--source", "unicode") as terminal:
        yield terminal


def test_a_wiki_can_be_searched_in_a_terminal(services: Any) -> None:
    """Uses a real MediaWiki if there is one ($SEEKLINE_WIKI), else the one on loopback."""
    endpoint, word = f"{services.origin}/w/api.php", "program"
    if wiki := os.environ.get("SEEKLINE_WIKI"):
        endpoint, word = wiki, "game"
    with running(COMMAND, "--source", "wikipedia", "--set", f"wikipedia.endpoint={endpoint}") as terminal:
        terminal.until("MediaWiki")
        terminal.keys("-l", word)
        terminal.until(r"^  (20|40) of \d+")
        terminal.keys(*["NPage"] * 4)
        terminal.until(r"^  40 of \d+")
        terminal.keys(*["NPage"] * 8)
        terminal.until(r"^  (4[1-9]|[5-9]\d) (of \d+|found)")
        terminal.keys("Enter")
        terminal.until("Detail")
        terminal.keys("C-q")
        terminal.until("^the status is 0")


def test_searching_paging_and_opening_a_detail_work_in_a_terminal(terminal: Terminal) -> None:
    screen = terminal.until("Unicode characters")
    assert len(screen) == 24
    terminal.keys("-l", "arrow")
    screen = terminal.until("^  20 of 660")
    assert screen[1].startswith("│ arrow")
    assert screen[3].startswith("  ←   LEFTWARDS ARROW  U+2190")
    assert re.search(r"Open .*Quit .*Refresh .*Sources .*Back", screen[23])
    # Twenty rows fill the screen exactly: the second page comes when the user moves.
    terminal.keys("Down")
    terminal.until("^  40 of 660")
    terminal.keys("NPage", "NPage", "NPage")
    terminal.until("^  (60|80) of 660")
    terminal.keys("C-u")
    terminal.until("Type to search")
    terminal.keys("-l", "snowman")
    terminal.until("^  3 found")
    terminal.keys("Down", "Enter")
    # The pane is in its columns, whatever the width of the characters next to it. A screen that is still being drawn
    # does not match.
    side = r"[^\n│]{40}│[^\n│]{38}│\n"
    terminal.until(
        rf"^[^\n]{{40}}╭─ Detail ─+╮\n({side})+?[^\n]+Code point: U\+26C4[^\n]+\n({side})+[^\n]{{40}}╰─+ Esc closes ─╯"
    )
    terminal.keys("Escape")
    terminal.until("^  3 found")
    terminal.keys("C-q")
    terminal.until("^the status is 0")
