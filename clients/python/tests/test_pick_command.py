"""The command `seekline-pick`, in a real terminal and without one."""

import os
import pathlib
import pty
import subprocess

import pytest
from terminals import command, run_command, running_script

COMMAND = command("seekline-pick")


def test_the_help_lists_the_options_and_the_exit_status() -> None:
    done = run_command(COMMAND, "--help")
    assert done.returncode == 0
    for word in (
        "-m, --multi",
        "-1, --select-1",
        "--exit-0",
        "-0, --read0",
        "--print0",
        "--json",
        "-p WHAT",
        "--engine",
        "Exit status: 0 ",
    ):
        assert word in done.stdout


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (["--engine", "/nowhere"], b"a\n", "seekline-pick: there is no engine at /nowhere\n"),
        ([], b"a\n", "seekline-pick: there is no terminal to choose in: No such device or address\n"),
        (["-p", "x"], b"", "argument -p: invalid choice: 'x'"),
        (
            ["--json", "-p", "line"],
            b"",
            "argument -p: with --json there is no line to print; `-p json` prints the item",
        ),
        (["-x"], b"", "unrecognized arguments: -x"),
    ],
)
def test_a_failed_start_exits_with_status_2_and_a_message(arguments: list[str], given: bytes, message: str) -> None:
    done = run_command(COMMAND, *arguments, given=given)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_standard_input_that_is_a_terminal_is_an_error() -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run([COMMAND], stdin=theirs, capture_output=True, text=True, timeout=60, check=False)
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 2
    assert done.stderr.startswith("seekline-pick: there is nothing to choose from: ")


def test_lines_are_read_from_standard_input_and_the_choice_is_printed(tmp_path: pathlib.Path) -> None:
    """Keys come from the terminal and the screen goes there, while input, output and errors are elsewhere."""
    script = rf"printf 'one\ntwo \377\r\nthree\n' | {COMMAND} w >{tmp_path}/out 2>{tmp_path}/err"
    with running_script(script, size=(100, 30)) as terminal:
        # The box has the whole width and height of the terminal, though none of the three streams is a terminal.
        assert len(terminal.until(r"^╭─ Pick ─{91}╮\n│ w .*^  two �\s*$.*^  1 found.*Take.*Leave")) == 30
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"two \xff\r\n"
    assert (tmp_path / "err").read_bytes() == b""


def test_a_choice_is_printed_though_standard_error_is_closed(tmp_path: pathlib.Path) -> None:
    with running_script(rf"printf 'one\ntwo\n' | {COMMAND} w >{tmp_path}/out 2>&-") as terminal:
        terminal.until("^  1 found")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"two\n"


def test_standard_input_that_is_closed_is_an_error() -> None:
    with running_script(f"{COMMAND} <&-") as terminal:
        terminal.until("^seekline-pick: standard input cannot be read: Bad file descriptor\nthe status is 2")


def test_leaving_prints_nothing(tmp_path: pathlib.Path) -> None:
    with running_script(rf"printf 'one\n' | {COMMAND} >{tmp_path}/out") as terminal:
        terminal.until("^  1 found")
        terminal.keys("C-c")
        terminal.until("^the status is 130")
    assert (tmp_path / "out").read_bytes() == b""


def test_an_endless_producer_is_not_waited_for(tmp_path: pathlib.Path) -> None:
    """The command does not wait for it, and the producer learns that nobody is reading any more."""
    script = f"(yes; echo $? >{tmp_path}/producer) | {COMMAND} >{tmp_path}/out"
    with running_script(script) as terminal:
        terminal.until("^  20 .*so far")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"y\n"
    assert (tmp_path / "producer").read_text() == "141\n"


def test_a_producer_that_falls_silent_is_not_waited_for(tmp_path: pathlib.Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    script = f"{COMMAND} <{tmp_path}/fifo >{tmp_path}/out"
    with running_script(script) as terminal, (tmp_path / "fifo").open("wb", buffering=0) as producer:
        producer.write(b"one\n")
        terminal.until("^  1 found so far")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"one\n"


def test_file_names_can_be_read_and_printed_with_nul(tmp_path: pathlib.Path) -> None:
    script = rf"printf 'a\nb\0c\0' | {COMMAND} -0 --print0 b >{tmp_path}/out"
    with running_script(script) as terminal:
        terminal.until("^  a b.*^  1 found")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"a\nb\0"


def test_several_lines_can_be_marked_and_printed(tmp_path: pathlib.Path) -> None:
    script = rf"printf 'one\ntwo \377\r\n\nsame\nsame' | {COMMAND} -m >{tmp_path}/out"
    with running_script(script, env={"NO_COLOR": "1"}) as terminal:
        terminal.until("^  5 found$.*Enter Take  Tab Mark  F3 Preview")
        terminal.keys("Down", "Down", "Tab", "Tab", "Tab", "Up", "Up", "Up", "BTab", *"on")
        terminal.until("^  one.*^  1 found, 4 marked")
        terminal.keys("C-u")
        terminal.until(r"^  one *\n✓ two �\s*\n✓\s*\n✓ same *\n✓ same.*^  5 found, 4 marked")
        terminal.keys("Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"\nsame\nsame\ntwo \xff\r\n"


def test_several_file_names_can_be_printed_with_nul(tmp_path: pathlib.Path) -> None:
    with running_script(rf"printf 'a\nb\0c\0' | {COMMAND} --multi -0 --print0 >{tmp_path}/out") as terminal:
        terminal.until("^  2 found")
        terminal.keys("Tab", "Tab", "Enter")
        terminal.until("^the status is 0")
    assert (tmp_path / "out").read_bytes() == b"a\nb\0c\0"


def test_part_of_each_marked_json_item_is_printed_or_reported_missing(tmp_path: pathlib.Path) -> None:
    items = '{"title": "parse", "location": {"path": "a.c", "line": 3}}\n{"title": "x\\tnowhere", "url": "x:"}\n'
    (tmp_path / "items").write_text(items)
    for what, printed, trouble in (
        ("title", b"parse\nx\tnowhere\n", ""),
        ("location", b"", "seekline-pick: this item has no location: x nowhere\n"),
    ):
        script = f"{COMMAND} -m --json -p {what} <{tmp_path}/items >{tmp_path}/out 2>{tmp_path}/err"
        with running_script(script) as terminal:
            terminal.until("^  2 found")
            terminal.keys("Tab", "Tab")
            terminal.until(r"^✓ parse *\n  a\.c:3 *\n✓ x nowhere *\n  x:.*^  2 found, 2 marked")
            terminal.keys("Enter")
            terminal.until(f"^the status is {2 if trouble else 0}")
        assert ((tmp_path / "out").read_bytes(), (tmp_path / "err").read_text()) == (printed, trouble)


@pytest.mark.parametrize(
    ("output", "reason"), [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")]
)
def test_a_choice_that_cannot_be_printed_is_an_error(output: str, reason: str) -> None:
    done = run_command("sh", "-c", f'exec "$1" -1 a >{output}', "-", COMMAND, given=b"a\n")
    assert (done.returncode, done.stderr) == (2, f"seekline-pick: standard output cannot be written: {reason}\n")


def test_printing_to_a_reader_that_is_gone_is_an_error(tmp_path: pathlib.Path) -> None:
    """The choice is written after the reader is gone."""
    os.mkfifo(tmp_path / "gone")
    script = f"printf 'one\\ntwo\\n' | {COMMAND} -m >{tmp_path}/gone 2>{tmp_path}/err"
    with running_script(script) as terminal:
        (tmp_path / "gone").open("rb").close()
        terminal.until("^  2 found")
        terminal.keys("Tab", "Tab", "Enter")
        terminal.until("^the status is 2")
    assert (tmp_path / "err").read_text() == "seekline-pick: standard output cannot be written: Broken pipe\n"


def test_part_of_a_json_item_is_printed_or_reported_missing(tmp_path: pathlib.Path) -> None:
    (tmp_path / "items").write_text('{"id": "7", "title": "parse", "location": {"path": "a.c", "line": 3}}\n')
    for arguments, said, status in (
        ("-p location", "^a.c:3", 0),
        ("-p url", "^seekline-pick: this item has no url", 2),
    ):
        with running_script(f"{COMMAND} --json {arguments} <{tmp_path}/items") as terminal:
            terminal.until("^  parse.*^  a.c:3.*^  1 found")
            terminal.keys("Enter")
            terminal.until(f"{said}.*^the status is {status}")


@pytest.mark.parametrize(("before", "line"), [("", 1), (r'\n"a"\n \n\n"b"\n', 6), (r'"a"\n\n"b"\n', 4)])
def test_an_invalid_json_item_is_an_error_that_names_its_line(before: str, line: int, tmp_path: pathlib.Path) -> None:
    with running_script(rf"printf '{before}{{}}\n\n\n' | {COMMAND} --json 2>{tmp_path}/err") as terminal:
        terminal.until("^the status is 2")
    assert (tmp_path / "err").read_text() == (
        f"seekline-pick: line {line}: `title` must be a string, but it is missing\n"
    )
