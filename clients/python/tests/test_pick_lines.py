"""Lines as items: every byte of the chosen one comes out as it went in."""

import asyncio
import json
import os
import pathlib
import threading

import pytest
from support import until

import seekline.tui.lines
from seekline import Engine, Item
from seekline.tui.lines import LONGEST, MOST_JSON, JSONLines, Lines
from seekline.tui.picking import printed

ODD = [
    b"plain",
    b"",
    b"  spaces around  ",
    b"plain",
    b"plain#2",
    b"caf\xc3\xa9",
    b"broken \xff\xfe utf-8",
    b"nul \x00 inside",
    b"windows\r",
    b"\r",
    b"old\rmac",
    b"\x1b[2Jescape",
    b"\xef\xbb\xbfmark",
    b"7",
    b"x" * (LONGEST + 1) + b"the end",
    b"\xc3" * 3,
]
DEEP = "line 2 is nested deeper than 125 arrays and objects"
LONG = "line 2 is longer than 1,047,576 bytes as JSON in ASCII"


async def came_back(data: bytes, end: bytes = b"\n", kind: type[Lines] = Lines) -> list[bytes]:
    """Return the lines of a list that is filled with `data` from a pipe."""
    lines = reading(data, end, kind)
    async with Engine() as engine:
        pick = engine.pick(lines, page_size=500)
        async with pick as session:
            held = await pick.filled()
            await session.submit("")
            state = await until(session.changes(), lambda state: state.settled and len(state.items) == held.held)
            assert held.dropped == 0
            return [lines.line(item) for item in state.items]


def reading(data: bytes, end: bytes = b"\n", kind: type[Lines] = Lines) -> Lines:
    """Return the lines of a pipe that is being read."""
    read, write = os.pipe()

    def fill() -> None:
        with os.fdopen(write, "wb") as file:
            file.write(data)

    lines = kind(read, end)
    for work in (fill, lines.feed.run):
        threading.Thread(target=work, daemon=True).start()
    return lines


async def test_every_line_comes_out_as_it_went_in() -> None:
    assert await came_back(b"\n".join(ODD) + b"\n") == ODD


async def test_a_last_line_without_a_newline_is_still_a_line() -> None:
    assert await came_back(b"a\nb\r") == [b"a", b"b\r"]
    assert await came_back(b"a\n\n") == [b"a", b""]
    assert await came_back(b"") == []


async def test_lines_can_end_with_nul() -> None:
    names = [name.replace(b"\0", b"\n") for name in ODD]
    assert await came_back(b"\0".join(names) + b"\0", b"\0") == names


@pytest.mark.parametrize("size", [1, 7, 64])
async def test_lines_do_not_depend_on_the_size_of_the_reads(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekline.tui.lines, "CHUNK", size)
    lines = [line for line in ODD if len(line) < 100]
    assert await came_back(b"\n".join(lines)) == lines


async def test_bytes_are_kept_only_of_lines_that_are_not_valid_text() -> None:
    lines = reading(b"".join(b"line %d\n" % number for number in range(5000)) + b"odd \xff\n")
    items = [item async for item in lines]
    assert items[:2] == ["line 0", "line 1"]
    assert len(items) == lines.count == 5001
    assert list(lines._kept.values()) == [b"odd \xff"]


async def test_no_more_is_read_than_a_list_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekline.tui.lines, "MOST_LINES", 10_000)
    read, write = os.pipe()
    lines = Lines(read)
    threading.Thread(target=lines.feed.run, daemon=True).start()

    def produce() -> None:
        with open(write, "wb", buffering=0) as file:
            while True:
                file.write(b"for ever\n" * 1000)

    threading.Thread(target=produce, daemon=True).start()
    count = 0
    async for _ in lines:
        count += 1
    assert lines.is_cut_off
    assert 10_000 <= count == lines.count < 20_000


async def test_an_endless_line_is_not_read_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekline.tui.lines, "MOST_BYTES", 1 << 20)
    lines = reading(b"first\n" + b"x" * (3 << 20))
    assert [item async for item in lines] == ["first"]
    assert lines.is_cut_off


async def test_reading_pauses_while_no_items_are_consumed() -> None:
    """Only a few chunks are held while nobody consumes the items."""
    lines = reading(b"x\n" * (4 << 20))
    items = aiter(lines)
    await anext(items)
    while len(lines.feed._waiting) < seekline.tui.lines.CHUNKS:
        await asyncio.sleep(0)
    assert len(lines.feed._waiting) == seekline.tui.lines.CHUNKS


async def test_reading_lines_from_a_folder_is_an_error() -> None:
    folder = os.open("/", os.O_RDONLY)
    lines = Lines(folder)
    lines.feed.run()
    with pytest.raises(OSError, match=r"^standard input cannot be read: Is a directory$"):
        await anext(aiter(lines))
    os.close(folder)


async def test_items_can_be_read_from_json_lines() -> None:
    given = {"id": "7", "title": "parse", "url": "https://a.example/é", "location": {"path": "a b.c", "line": 3}}
    text = json.dumps(given, ensure_ascii=False) + '\n\n"only a title"\n'
    lines = reading(text.encode(), kind=JSONLines)
    async with Engine() as engine, engine.pick(lines) as session:
        state = await until(session.changes(), lambda state: len(state.items) == 2)
    first, second = state.items
    assert [printed(first, what) for what in ("id", "title", "insert", "url", "location")] == [
        b"7",
        b"parse",
        None,
        b"https://a.example/\xc3\xa9",
        b"a b.c:3",
    ]
    assert Item.from_json(json.loads(printed(first, "json") or b"")) == first
    assert printed(second, "id") == printed(second, "insert") == b"only a title"
    assert printed(second, "location") is None


def nested(depth: int) -> bytes:
    """Return an item whose arrays and objects are nested this deep, with others beside them."""
    arrays = depth - 1
    return b'{"title": "a", "beside": [[], []], "nested": %b%b}' % (b"[" * arrays, b"]" * arrays)


@pytest.mark.parametrize(
    "line",
    [
        nested(125),
        b'{"title": "a", "beside": [%b{}]}' % (b"{}, " * 1000),
        b'"%b"' % (b"x" * (MOST_JSON - 2)),
        b'"%b"' % (b"\\u0041" * (MOST_JSON // 4)),
    ],
    ids=["deep", "many", "long", "long with escapes"],
)
async def test_the_largest_and_deepest_items_are_taken(line: bytes) -> None:
    async with Engine() as engine:
        pick = engine.pick(reading(line, kind=JSONLines))
        async with pick:
            assert (await pick.filled()).held == 1


@pytest.mark.parametrize(
    ("line", "trouble"),
    [
        (b"{", "line 2 is not JSON: Expecting property name"),
        pytest.param(b"[" * 100_000, DEEP, id="deeper than Python reads"),
        pytest.param(nested(126), DEEP, id="deeper than the engine reads"),
        pytest.param(b'"%b"' % (b"x" * MOST_JSON), LONG, id="long"),
        pytest.param('"{}"'.format("é" * (MOST_JSON // 6)).encode(), LONG, id="long in ASCII"),
        (b"7", "line 2 must be an object with a title, or a string"),
        (b"\xff", "line 2 is not JSON: "),
        (b'{"title": "a", "size": NaN}', "line 2 is not JSON: NaN is not a finite double"),
        (b'{"title": "a", "size": [-Infinity]}', "line 2 is not JSON: -Infinity is not a finite double"),
        (b'{"title": "a", "size": 1e999}', "line 2 is not JSON: 1e999 is not a finite double"),
    ],
)
async def test_a_json_line_that_is_not_an_item_is_an_error(line: bytes, trouble: str) -> None:
    with pytest.raises(ValueError, match=f"^{trouble}"):
        [item async for item in reading(b'"fine"\n' + line + b"\n", kind=JSONLines)]


def test_lines_can_be_read_from_a_regular_file(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "list"
    path.write_bytes(b"a\nb\n")
    with path.open("rb") as file:
        lines = Lines(file.fileno())
        lines.feed.run()

        async def items() -> list[object]:
            return [item async for item in lines]

        assert asyncio.run(items()) == ["a", "b"]
