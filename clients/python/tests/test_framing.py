"""Lines from chunks, and messages from a hostile pipe."""

import time

import pytest
from support import last

from seekline import Engine, State
from seekline.framing import LineSplitter

TEXT = 'a\r\n\n{"title":"é \u2028 \x85 👩‍👩‍👧‍👦"}\n\nrest'.encode()
LINES = [b"a\r", b"", '{"title":"é \u2028 \x85 👩‍👩‍👧‍👦"}'.encode(), b""]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 11, 1000])
def test_lines_do_not_depend_on_the_chunks(size: int) -> None:
    splitter = LineSplitter()
    chunks = [TEXT[begin : begin + size] for begin in range(0, len(TEXT), size)]
    assert [line for chunk in chunks for line in splitter.feed(chunk)] == LINES


def test_a_line_of_many_mebibytes_takes_linear_time() -> None:
    splitter = LineSplitter()
    begin = time.process_time()
    for _ in range(256):
        assert splitter.feed(b"x" * 65536) == []
    (line,) = splitter.feed(b"\n")
    assert len(line) == 16 << 20
    assert time.process_time() - begin < 5


@pytest.mark.parametrize("size", [1, 3, 4, 7])
def test_only_a_line_that_is_longer_than_the_limit_is_an_error(size: int) -> None:
    splitter = LineSplitter(limit=4)
    text = b"abcd\nefgh\n"
    chunks = [text[begin : begin + size] for begin in range(0, len(text), size)]
    assert [line for chunk in chunks for line in splitter.feed(chunk)] == [b"abcd", b"efgh"]
    with pytest.raises(ValueError, match="a line is longer than 4 bytes"):
        [splitter.feed(b"abcde"[begin : begin + size]) for begin in range(0, 5, size)]


async def seen(fake: str, **env: str) -> list[State]:
    async with Engine(fake, env=env) as engine:
        session = await engine.open()
        return [state async for state in session.search("x")]


async def test_a_pipe_that_delivers_a_few_bytes_at_a_time_changes_nothing(fake: str) -> None:
    whole = await seen(fake)
    assert [(state.loading, state.count) for state in whole] == [(True, 0), (True, 8), (True, 8), (False, 8)]
    assert whole[-1].items[1].title == "a\u2028b\u2029c\x85d"
    assert whole[-1].items[2].title == "👩‍👩‍👧‍👦 family, 🇯🇵 flag, e\u0301"
    assert whole[-1].items[0].fields == {"number": 0, "new": True, "more": "🎌"}
    assert await seen(fake, FAKE_CHUNK="1") == whole
    assert await seen(fake, FAKE_CHUNK="3") == whole


async def test_a_line_of_8_mib_in_odd_chunks_is_read_whole(fake: str) -> None:
    async with Engine(fake, env={"FAKE_HUGE": str(8 << 20), "FAKE_CHUNK": "65537"}) as engine:
        session = await engine.open()
        state = await last(session.search("x"))
        assert state.items[0].snippet == ("", "猫" * ((8 << 20) // 3))


async def test_unknown_members_notifications_and_outcomes_are_tolerated(fake: str) -> None:
    async with Engine(fake) as engine:
        assert engine.protocol_version == "1.9"
        session = await engine.open()
        await last(session.search("x"))
        outcome = await session.next_page()
        assert outcome.name == "idle", "an unknown outcome is read as idle"
