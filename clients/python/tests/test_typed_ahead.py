"""Keys that are pressed before anything is shown, in a real terminal."""

import os
import pathlib
import shlex
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from terminals import Terminal, command, running_script

KEPT = {"echo", "icanon", "icrnl", "isig"}
"""The settings of a terminal that collects typed characters into lines and echoes them."""


@dataclass
class Held:
    """An engine that does not start until it is released; until then nothing is shown."""

    folder: pathlib.Path

    @property
    def flag(self) -> str:
        """The option that names the engine."""
        return f"--engine {shlex.quote(str(self.folder / 'engine'))}"

    def wait(self) -> None:
        """Wait until the engine has been started."""
        deadline = time.monotonic() + 60
        while not (self.folder / "started").exists():
            assert time.monotonic() < deadline
            time.sleep(0.01)

    def go(self) -> None:
        """Let the engine start."""
        (self.folder / "go").touch()


@pytest.fixture
def held(binary: str, tmp_path: pathlib.Path) -> Iterator[Held]:
    path = tmp_path / "engine"
    waits = f'while [ ! -e "{tmp_path}/go" ]; do sleep 0.01; done'
    path.write_text(f'#!/bin/sh\n: >"{tmp_path}/started"\n{waits}\nexec "{binary}" "$@"\n')
    path.chmod(0o755)
    held = Held(tmp_path)
    yield held
    # Otherwise an engine that was never released would wait forever.
    held.go()


def settings(terminal: Terminal) -> set[str]:
    """Return the output of `stty -a`."""
    return set(" ".join(terminal.until("the status is")).replace(";", " ").split())


def test_enter_uses_text_typed_ahead_and_none_of_it_remains_on_the_screen(held: Held, tmp_path: pathlib.Path) -> None:
    with running_script(f"seq 1 1000 | {command('seekline-pick')} {held.flag} >{tmp_path}/out") as terminal:
        held.wait()
        terminal.keys("7", "7", "9", "BSpace", "7", "Enter")
        held.go()
        screen = terminal.until("the status is 0")
    assert (tmp_path / "out").read_text() == "777\n"
    assert [line for line in screen if line] == ["the status is 0"]


def test_text_typed_ahead_is_in_the_box(held: Held) -> None:
    with running_script(f"{command('seekline-tui')} --source unicode {held.flag}; stty -a") as terminal:
        held.wait()
        terminal.keys(
            "h", "e", "a", "r", "x", "BSpace", "t", "Left", "Left", "BSpace", "BSpace", "BSpace", "h", "e", "a"
        )
        held.go()
        terminal.until(r"│ heart .*BLACK HEART SUIT")
        terminal.keys("C-c")
        said = settings(terminal)
    assert said >= KEPT
    assert "heart" not in said


def test_leaving_before_anything_is_shown_restores_the_terminal(held: Held) -> None:
    with running_script(f"trap : INT; seq 1 1000 | {command('seekline-pick')} {held.flag}; stty -a") as terminal:
        held.wait()
        terminal.keys("7", "C-c")
        assert settings(terminal) >= KEPT


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_before_anything_is_shown_restores_the_terminal(number: int, held: Held) -> None:
    start = f"echo $$ >{held.folder}/pid; exec {command('seekline-tui')} --source unicode {held.flag}"
    with running_script(f"sh -c {shlex.quote(start)}; echo it was $?; stty -a") as terminal:
        held.wait()
        os.kill(int((held.folder / "pid").read_text()), number)
        said = settings(terminal)
    assert said >= {*KEPT, "was", str(128 + number)}


def test_the_terminal_is_left_alone_if_there_may_be_nothing_to_choose(held: Held, tmp_path: pathlib.Path) -> None:
    with running_script(f"seq 1 1000 | {command('seekline-pick')} -1 {held.flag} 777 >{tmp_path}/out") as terminal:
        held.wait()
        terminal.keys("seen")
        terminal.until("seen")
        held.go()
        terminal.until("the status is 0")
    assert (tmp_path / "out").read_text() == "777\n"
