"""Supplied lists: they are searched while they grow and while the user types."""

import asyncio
import itertools
import json
import pathlib
from collections.abc import AsyncIterator, Callable
from types import MappingProxyType
from typing import Any

import pytest
from lists import WORDS, Endless, Letters, found, one_by_one, titles
from support import until

from seekline import (
    Engine,
    EngineClosed,
    Held,
    InvalidParams,
    RequestCancelled,
    RequestFailed,
)


async def test_supplied_items_are_searched(engine: Engine) -> None:
    async with await engine.open("list") as session:
        assert await session.set_items(WORDS) == Held(held=5, dropped=0)
        assert await found(session, "mc") == ["main.c", "src/main_loop.c"]
        assert session.state.items[0].snippet == ("", "m", "ain.", "c")
        assert await session.set_items(["a.c"], append=True) == Held(held=6, dropped=0)
        assert await found(session, ".c$") == ["a.c", "main.c", "src/main_loop.c"]
        item = {"id": "7", "title": "parse", "location": {"path": "a b.c", "line": 3}}
        assert await session.set_items([MappingProxyType(item), item]) == Held(held=1, dropped=1)
        assert await found(session, "") == ["parse"]
        assert (await session.detail("7")).title == "parse"
        assert await session.set_items([]) == Held(held=0, dropped=0)
        assert await found(session, "") == []


@pytest.mark.parametrize(
    "make",
    [
        lambda: ["a", "b"],
        {"a": 1, "b": 2}.keys,
        lambda: iter(["a", "b"]),
        lambda: (letter for letter in "ab"),
        lambda: one_by_one("a", "b"),
        Letters,
    ],
)
async def test_items_can_come_from_any_iterable(engine: Engine, make: Callable[[], Any]) -> None:
    session = await engine.open("list")
    assert (await session.set_items(make())).held == 2
    assert await found(session, "") == ["a", "b"]


async def test_a_long_list_is_sent_in_full_pieces(tmp_path: pathlib.Path) -> None:
    record = tmp_path / "record"
    items = ["é" * 40, "x" * 70_000, *(f"line {number}" for number in range(30_000))]
    async with Engine(arguments=["--record", str(record)]) as engine:
        session = await engine.open("list")
        assert (await session.set_items(items)).held == len(items)
    messages = [json.loads(line).get("in", {}) for line in record.read_text().splitlines()]
    pieces = [message["params"] for message in messages if message.get("method") == "setItems"]
    assert list(itertools.chain.from_iterable(piece["items"] for piece in pieces)) == items
    sizes = [len(json.dumps(piece["items"], separators=(",", ":"))) for piece in pieces]
    assert [size for size in sizes if size > 1 << 16] == [70_004], "a longer item is sent alone"
    assert all(size > 65_000 for size in sizes[2:-1]), "and the other pieces are full"
    assert [piece["append"] for piece in pieces] == [False] + [True] * (len(pieces) - 1)
    assert [piece["done"] for piece in pieces] == [False] * (len(pieces) - 1) + [True]


async def test_no_more_than_two_pieces_are_unanswered(fake: str) -> None:
    items = Endless()
    async with Engine(fake) as engine:
        session = await engine.open()
        filling = asyncio.create_task(session.set_items(items))
        seen: list[int] = []
        while seen.count(2) < 3:
            taken = -1
            while taken != items.taken:  # While more is read, more may be sent.
                taken = items.taken
                await session.refresh()
            seen.append((await session.set_query("x")).generation)
            assert max(seen) <= 2
        filling.cancel()
        with pytest.raises(asyncio.CancelledError):
            await filling


async def test_a_keystroke_waits_only_for_the_pieces_already_sent(engine: Engine) -> None:
    items = Endless()
    session = await engine.open("list")
    filling = asyncio.create_task(session.set_items(items))
    await until(session.changes(), lambda state: state.growing)
    piece = (1 << 16) / len('"line 0",')
    for query in ["l", "li", "lin"]:
        before = items.taken
        await session.set_query(query)
        # Two pieces are ahead of it; each one answered lets another be sent, and one is being read.
        assert items.taken - before <= 4 * piece
        assert not filling.done()
    await session.close()
    with pytest.raises(EngineClosed):
        await filling


async def test_the_last_text_wins_while_the_list_grows(engine: Engine) -> None:
    session = await engine.open("list", debounce_ms=0)
    filling = asyncio.create_task(session.set_items(Endless(100_000)))
    seen: list[str] = []

    async def watch() -> None:
        async for state in session.changes():
            if state.query is not None and (not seen or seen[-1] != state.query):
                seen.append(state.query)

    watching = asyncio.create_task(watch())
    texts = [f"^line\\ 9999{number}$" for number in range(10)]
    for text in texts:
        await session.set_query(text)
    assert (await filling).held == 100_000
    state = await until(session.changes(), lambda state: titles(state) == ["line 99999"])
    assert state.query == texts[-1]
    assert not state.growing
    await session.close()
    await watching
    assert seen == sorted(seen), "no older query comes back"


async def test_items_of_a_slow_iterable_are_found_as_soon_as_they_are_yielded(engine: Engine) -> None:
    queue: asyncio.Queue[str | None] = asyncio.Queue()

    async def slow() -> AsyncIterator[str]:
        while (item := await queue.get()) is not None:
            yield item

    async with engine.pick(slow(), query="e") as session:
        assert session.state.growing is False, "nothing has been supplied yet"
        queue.put_nowait("one")
        await until(session.changes(), lambda state: titles(state) == ["one"] and state.growing)
        queue.put_nowait("three")
        await until(session.changes(), lambda state: titles(state) == ["one", "three"] and state.growing)
        queue.put_nowait(None)
        await until(session.changes(), lambda state: not state.growing)


async def test_a_list_replaces_one_that_is_still_being_supplied(engine: Engine) -> None:
    session = await engine.open("list")
    first = asyncio.create_task(session.set_items(Endless()))
    second = asyncio.create_task(session.set_items(["more"], append=True))
    await until(session.changes(), lambda state: state.growing)
    assert (await session.set_items(WORDS)).held == 5
    for task in (first, second):
        with pytest.raises(RequestCancelled, match="a newer list takes its place"):
            await task
    assert await found(session, "") == WORDS
    assert not session.state.growing


async def test_appended_items_come_after_those_still_being_supplied(engine: Engine) -> None:
    session = await engine.open("list")
    first = asyncio.create_task(session.set_items(one_by_one("a", "b"), done=False))
    await asyncio.sleep(0)
    assert (await session.set_items(["c"], append=True, done=False)).held == 3
    assert (await first).held <= 2
    assert await found(session, "") == ["a", "b", "c"]
    assert session.state.growing
    await session.set_items([], append=True)
    await until(session.changes(), lambda state: not state.growing)


def nested(depth: int) -> list[Any]:
    whole: list[Any] = []
    for _ in range(depth):
        whole = [whole]
    return whole


async def test_invalid_items_are_rejected(engine: Engine) -> None:
    session = await engine.open("list")
    wrong: Any
    for wrong in ("abc", {"title": "a"}, 7, None):
        with pytest.raises(TypeError, match="the items must be an iterable of strings or mappings, not one"):
            await session.set_items(wrong)
        with pytest.raises(TypeError, match="the items must be"):
            engine.pick(wrong)
    many = ["a"] * 20_000
    for wrong, message in [
        (7, r"items\[20000\] must be a string or a mapping, not int"),
        ({"title": "a", "fields": {"n": float("nan")}}, r"items\[20000\] cannot be written as JSON: "),
        ({"title": {1}}, r"items\[20000\] cannot be written as JSON: .* set "),
    ]:
        with pytest.raises(TypeError, match=message):
            await session.set_items([*many, wrong])
    with pytest.raises(InvalidParams, match=r"`items\[20000\].title` must be a string, but it is missing") as caught:
        await session.set_items([*many, {"id": "a"}])
    assert caught.value.data["param"] == "items[20000].title"
    for wrong, message in [
        ("x" * (1 << 20), "cannot be read: Invalid Request: the message is longer than 1048576 bytes"),
        ({"title": "a", "fields": {"n": nested(200)}}, "cannot be read: Parse error: nested deeper than 128"),
    ]:
        for before in ([], ["a"], many):
            with pytest.raises(RequestFailed, match=rf"^items\[{len(before)}\] {message}"):
                await session.set_items([*before, wrong, "b"])
    with pytest.raises(TypeError, match=r"^items\[20000\] cannot be written as JSON: maximum recursion depth"):
        await session.set_items([*many, {"title": "a", "fields": {"n": nested(100_000)}}])
    unicode = await engine.open("unicode")
    with pytest.raises(InvalidParams, match="takes items"):
        await unicode.set_items(WORDS)
