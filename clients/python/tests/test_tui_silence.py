"""The search boxes while their engine hangs."""

import os
import pathlib
import shlex
import signal
from typing import Any

import pytest
from acting import Files
from picking import picking
from screen import held, search_box
from support import gone, is_a_child
from terminals import command, running_script
from test_tui_actions import engine_on, listed, said

from seekline import Engine

SILENT = "The search engine does not answer. Waiting for it…"
RESTARTS = f"{SILENT}  F5 starts it again"


async def test_a_hanging_engine_is_reported_until_it_answers_and_no_typing_is_lost() -> None:
    async with search_box(Engine(), query="snow") as box:
        await box.settled("snow")
        async with held(box.app.engine):
            await box.press(*"man")
            await box.until(lambda: box.status == RESTARTS)
            await box.press("space", *"black")
            assert box.status == RESTARTS
            assert box.app.box.value == "snowman black"
        await box.settled("snowman black")
        await box.until(lambda: box.status == "1 found")


async def test_f5_replaces_a_hanging_engine() -> None:
    async with search_box(Engine(), query="arrow") as box:
        await box.settled("arrow")
        await box.press("down")
        pid = box.app.engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        await box.press("f5")
        await box.until(lambda: box.status == RESTARTS)
        await box.press("f5")
        await box.settled("arrow")
        await box.until(lambda: box.app.results.highlighted == 1)
        assert not is_a_child(pid)


async def test_f5_replaces_an_engine_that_hangs_while_the_source_is_changed(services: Any) -> None:
    async with search_box(Engine(env=services.env), query="swift") as box:
        await box.settled("swift")
        pid = box.app.engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        # The engine is asked to close the session before it is known to hang.
        box.app._start("wikipedia")  # type: ignore[attr-defined]
        await box.until(lambda: box.status == RESTARTS)
        await box.press("f5")
        await box.settled("swift")
        await box.until(lambda: box.status == "7 found")
        assert not is_a_child(pid)


async def test_the_outcome_of_an_action_is_unknown_when_a_hanging_engine_is_replaced(tmp_path: pathlib.Path) -> None:
    files = Files(tmp_path)
    async with search_box(engine_on(files), toasts=True, size=(100, 24)) as box:
        await listed(box)
        await box.press("f4")
        await box.until(lambda: box.shows("─ one ─"))
        await box.press("2")
        gate = await files.begun()
        pid = box.app.engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        # No key is pressed in the meantime.
        await box.until(lambda: box.status == RESTARTS)
        await box.press("f5")
        await box.until(lambda: said(box, "the engine has been closed; the outcome is unknown"))
        await files.ended(gate)
        await listed(box)


async def test_the_picker_reports_a_hanging_engine_and_a_line_can_still_be_chosen() -> None:
    async with picking("one", "two", ended=True) as box:
        await box.settled("")
        async with held(box.app.engine):
            await box.press("t")
            await box.until(lambda: box.status == SILENT)
            await box.press("backspace", "down", "enter")
            assert await box.left() == (["two"], 0)


def noting(choice: str, folder: pathlib.Path) -> str:
    """Return a script that runs `choice`, and records its process id and that of its engine."""
    script = folder / "script"
    script.write_text(f'#!/bin/sh\necho $$ >{folder}/engine\nexec {shlex.quote(os.environ["SEEKLINE"])} "$@"\n')
    script.chmod(0o755)
    pipe, _, words = choice.rpartition("| ")
    name, _, query = words.partition(" ")
    run = f"sh -c 'echo $$ >{folder}/box; exec \"$@\"' - {command(name)} --engine {script} {query}"
    return f"{pipe}| {run}" if pipe else run


@pytest.mark.parametrize(
    ("choice", "key"),
    [
        ("seekline-tui snowman", "C-c"),
        ("seekline-tui snowman", "C-q"),
        ("echo snowman | seekline-pick", "C-c"),
        ("echo snowman | seekline-pick", "Escape"),
    ],
)
def test_leaving_while_the_engine_hangs_ends_the_engine(choice: str, key: str, tmp_path: pathlib.Path) -> None:
    with running_script(noting(choice, tmp_path)) as terminal:
        terminal.until("[0-9] found")
        pid = int((tmp_path / "engine").read_text())
        os.kill(pid, signal.SIGSTOP)
        terminal.keys("x")
        terminal.until("The search engine does not answer. Waiting for it…")
        terminal.keys(key)
        terminal.until("^the status is (0|130)$")
        assert gone(pid)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("choice", ["seekline-tui snowman", "echo snowman | seekline-pick"])
def test_a_signal_ends_a_hanging_engine_and_restores_the_terminal(
    choice: str, number: int, tmp_path: pathlib.Path
) -> None:
    with running_script(noting(choice, tmp_path)) as terminal:
        terminal.until("[0-9] found")
        pid = int((tmp_path / "engine").read_text())
        os.kill(pid, signal.SIGSTOP)
        os.kill(int((tmp_path / "box").read_text()), number)
        terminal.until(f"^the status is {128 + number}$")
        assert terminal.tmux("display-message", "-p", "#{alternate_on} #{mouse_any_flag}") == "0 0\n"
        assert gone(pid)


# It introduces itself, and from then on only reads.
DEAF = """
import sys
sys.stdin.readline()
print('{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1.1","serverInfo":{"name":"x","version":"1"},"sources":[]}}')
sys.stdout.flush()
sys.stdin.read()
"""


@pytest.mark.parametrize("choice", ["seekline-tui", "echo one | seekline-pick"])
def test_a_hanging_engine_is_reported_before_there_is_a_screen(choice: str, tmp_path: pathlib.Path) -> None:
    pipe, _, name = choice.rpartition("| ")
    engine = tmp_path / "engine"
    engine.write_text(f"#!/usr/bin/env python3\n{DEAF}")
    engine.chmod(0o755)
    # The key must not end the shell either.
    with running_script(f"trap : INT; {pipe}{'| ' if pipe else ''}{command(name)} --engine {engine}") as terminal:
        terminal.until(f"^{name}: The search engine does not answer. Waiting for it…")
        terminal.keys("C-c")
        terminal.until("the status is 130$")
