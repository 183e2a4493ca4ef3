"""When there is nothing to choose: `--select-1` and `--exit-0`."""

import asyncio
import os
import pathlib
import shlex
import signal
import subprocess
import threading
from collections.abc import AsyncIterator, Callable

import pytest
from support import until
from terminals import command, run_command

from seekline import Engine, State
from seekline.tui.found import found_alone
from seekline.tui.lines import Lines

COMMAND = command("seekline-pick")
NO_TERMINAL = "seekline-pick: there is no terminal to choose in: No such device or address\n"


@pytest.mark.parametrize(
    ("arguments", "given", "printed", "status"),
    [
        (["-1", "two"], b"one\ntwo \xff\r\n", b"two \xff\r\n", 0),
        (["--select-1"], b"one", b"one\n", 0),
        (["-1m", "two"], b"one\ntwo\n", b"two\n", 0),
        (["-1", "-0", "--print0"], b"a\nb\0", b"a\nb\0", 0),
        (["-1", "--json", "-p", "url"], b'{"title": "a", "url": "x:"}\n', b"x:\n", 0),
        (["--exit-0", "two"], b"one\n", b"", 1),
        (["--exit-0"], b"", b"", 1),
        (["-1", "--exit-0", "two"], b"two\n", b"two\n", 0),
        (["-1", "--exit-0", "two"], b"one\n", b"", 1),
    ],
)
def test_the_user_is_not_asked_if_an_option_decides(
    arguments: list[str], given: bytes, printed: bytes, status: int
) -> None:
    done = subprocess.run(
        [COMMAND, *arguments], input=given, capture_output=True, timeout=60, check=False, start_new_session=True
    )
    assert (done.stdout, done.stderr, done.returncode) == (printed, b"", status)


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        ([], b"one\n"),
        (["-1"], b"same\nsame\n"),
        (["-1", "two"], b"one\n"),
        (["-1"], b""),
        (["--exit-0"], b"one\n"),
        (["-1", "--exit-0", "o"], b"one\ntwo\n"),
    ],
)
def test_the_user_is_asked_if_no_option_decides(arguments: list[str], given: bytes) -> None:
    done = run_command(COMMAND, *arguments, given=given)
    assert (done.stdout, done.stderr, done.returncode) == ("", NO_TERMINAL, 2)


def test_an_invalid_item_is_reported() -> None:
    done = run_command(COMMAND, "-1", "--json", given=b"{}\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seekline-pick: line 1: `title` must be a string, but it is missing\n"


def has(count: int) -> Callable[[State], bool]:
    return lambda state: state.settled and state.count == count


async def alone(*given: str, query: str = "b", **options: bool) -> list[str] | None:
    """Return what `found_alone` finds if each of these lines is there before the next one arrives."""
    reads, writes = os.pipe()
    lines = Lines(reads)
    threading.Thread(target=lines.feed.run, daemon=True).start()
    async with Engine() as engine:
        pick = engine.pick(lines, query=query)
        async with pick as session:
            is_wanted = {"select_1": False, "exit_0": False, **options}
            task = asyncio.create_task(found_alone(pick, session, query, **is_wanted))
            for count, line in enumerate(given, 1):
                os.write(writes, line.encode() + b"\n")
                await until(session.changes(), has(count))
            os.close(writes)
            items = await task
    return None if items is None else [item.title for item in items]


async def test_a_decision_waits_for_lines_that_could_change_it() -> None:
    assert await alone("b one", select_1=True) == ["b one"]
    assert await alone("b one", "b two", select_1=True) is None
    assert await alone("b one", exit_0=True) is None
    assert await alone(exit_0=True) == []


@pytest.mark.parametrize(("count", "select_1"), [(1, False), (2, True)])
async def test_a_decision_does_not_wait_for_lines_that_cannot_change_it(count: int, select_1: bool) -> None:
    async def unended() -> AsyncIterator[str]:
        for number in range(count):
            yield f"line {number}"
        await asyncio.Event().wait()

    async with Engine() as engine:
        pick = engine.pick(unended(), query="line")
        async with pick as session:
            assert await found_alone(pick, session, "line", select_1=select_1, exit_0=True) is None
            assert session.state.growing


def test_waiting_can_be_interrupted(tmp_path: pathlib.Path) -> None:
    os.mkfifo(tmp_path / "started")
    script = tmp_path / "engine"
    script.write_text(f'#!/bin/sh\necho >{tmp_path}/started\nexec {shlex.quote(os.environ["SEEKLINE"])} "$@"\n')
    script.chmod(0o755)
    words = [COMMAND, "-1", "--engine", str(script)]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        (tmp_path / "started").read_bytes()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stdout is not None
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == (b"", b"")
