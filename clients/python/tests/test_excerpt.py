"""The part of a file around a line."""

import asyncio
import os
import pathlib
import threading

import pytest

from seekline.tui.excerpt import AROUND, FURTHEST, PART, WIDTH, Excerpt, Unreadable, read_excerpt
from seekline.types import Location


async def test_an_excerpt_has_the_lines_around_a_line(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "a b.txt"
    path.write_text("".join(f"line {number}\r\n" for number in range(1, 1001)))
    excerpt = await read_excerpt(Location(str(path), 500, 7))
    assert isinstance(excerpt, Excerpt)
    assert (excerpt.first, excerpt.marked, len(excerpt.lines)) == (500 - AROUND, 500, 2 * AROUND + 1)
    assert excerpt.lines[500 - excerpt.first] == "line 500"
    beginning = await read_excerpt(Location(str(path)))
    assert isinstance(beginning, Excerpt)
    assert (beginning.first, beginning.marked, beginning.lines[0]) == (1, None, "line 1")
    end = await read_excerpt(Location(str(path), 1000))
    assert isinstance(end, Excerpt)
    assert end.lines[-1] == "line 1000"


@pytest.mark.parametrize(("text", "lines"), [("", ()), ("\n", ("",)), ("a\n\nb", ("a", "", "b"))])
async def test_a_small_file_is_excerpted_whole(text: str, lines: tuple[str, ...], tmp_path: pathlib.Path) -> None:
    path = tmp_path / "small"
    path.write_text(text)
    assert await read_excerpt(Location(str(path))) == Excerpt(lines, 1, None)


async def test_the_reason_why_a_file_cannot_be_shown_is_a_sentence(tmp_path: pathlib.Path) -> None:
    binary, fifo, short = (str(tmp_path / name) for name in ("binary", "fifo", "short"))
    pathlib.Path(binary).write_bytes(b"\x7fELF\0\0")
    pathlib.Path(short).write_text("one\n")
    os.mkfifo(fifo)
    for location, reason in (
        (Location(str(tmp_path / "gone"), 1), f"{tmp_path}/gone cannot be read: No such file or directory"),
        (Location(str(tmp_path), 1), f"{tmp_path} is a folder"),
        (Location(fifo, 1), f"{fifo} is no ordinary file"),
        (Location("/dev/null", 1), "/dev/null is no ordinary file"),
        (Location(binary, 1), f"{binary} is no text"),
        (Location(short, 2), f"{short} has no line 2"),
        (Location(short, 5000), f"{short} has no line 5,000"),
        (Location("a\0b", 1), "a\0b cannot be read: embedded null byte"),
    ):
        assert await read_excerpt(location) == Unreadable(reason)


async def test_only_part_of_a_long_file_is_read(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "long"
    with path.open("wb") as file:
        for _ in range(20):
            file.write(b"x" * 99 + b"\n" + b"y\n" * 10_000)
        file.truncate(2 << 30)  # Two gibibytes, sparse.
    excerpt = await read_excerpt(Location(str(path), 155_000))
    assert isinstance(excerpt, Excerpt)
    assert set(excerpt.lines) == {"y"}
    assert await read_excerpt(Location(str(path), 10**9)) == Unreadable(
        f"{path} is long: line 1,000,000,000 is not among its first {FURTHEST >> 20} MiB"
    )


async def test_long_lines_are_cut_off(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "wide"
    path.write_text("猫" * PART + "\nthe line\n")
    excerpt = await read_excerpt(Location(str(path), 2))
    assert excerpt == Excerpt(("the line",), 2, 2)
    excerpt = await read_excerpt(Location(str(path), 1))
    assert isinstance(excerpt, Excerpt)
    assert excerpt.lines[0] == "猫" * (WIDTH - 1) + "…"


async def test_invalid_utf_8_is_shown_with_replacement_characters(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes(b"caf\xe9\n")
    assert await read_excerpt(Location(str(path), 1)) == Excerpt(("caf�",), 1, 1)


def test_a_file_system_that_hangs_does_not_keep_the_program_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    reads, goes_on, has_read = threading.Event(), threading.Event(), threading.Event()

    def hang(location: Location) -> Unreadable:
        reads.set()
        goes_on.wait(10)
        has_read.set()
        return Unreadable(location.path)

    async def leave() -> None:
        reading = asyncio.create_task(read_excerpt(Location("/hangs")))
        await asyncio.to_thread(reads.wait)
        reading.cancel()

    monkeypatch.setattr("seekline.tui.excerpt._read", hang)
    before = set(threading.enumerate())
    asyncio.run(leave())
    assert not has_read.is_set()
    # Nobody is there any more to take what is read.
    goes_on.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive()
    assert has_read.is_set()
