"""Searching, paging and watching, against the engine."""

import asyncio
import sys
from typing import Any

import pytest
from support import last, until

from seekline import (
    Engine,
    EngineClosed,
    InvalidParams,
    NoSuchItem,
    RequestCancelled,
    SearchRefused,
    Session,
    SourceFailed,
    UnknownSource,
)
from seekline.text import trimmed


async def test_a_search_yields_each_state_until_it_settles(engine: Engine) -> None:
    session = await engine.open(stalled_ms=600000)
    states = [state async for state in session.search("snowman")]
    assert [(state.loading, state.query, state.count) for state in states] == [
        (True, None, 0),
        (True, "snowman", 3),
        (False, "snowman", 3),
    ]
    assert states[-1] is session.state
    assert states[-1].status == "full"
    assert states[-1].items[0].id == "U+2603"
    assert states[-1].items[0].snippet == ("", "SNOWMAN")
    assert states[-1].items[0].insert == "☃"
    assert states[-1].items[0].fields["codePoint"] == 0x2603


async def test_a_state_cannot_be_changed(engine: Engine) -> None:
    state = (await engine.open()).state
    with pytest.raises(AttributeError):
        state.loading = True  # type: ignore[misc]


async def test_pages_are_appended(engine: Engine) -> None:
    session = await engine.open(page_size=5)
    first = await last(session.search("arrow"))
    assert (await session.next_page()).name == "started"
    second = await session.settled()
    assert second.count == 10
    assert second.items[:5] == first.items
    assert second.generation == first.generation


async def test_a_search_loads_pages_until_it_has_as_many_items_as_needed(engine: Engine) -> None:
    session = await engine.open()
    state = await last(session.search("arrow", need=95))
    assert state.count == 100
    assert (await last(session.search("snowman", need=95))).count == 3


async def test_repeating_a_search_runs_it_again(engine: Engine) -> None:
    session = await engine.open()
    first = await last(session.search("arrow"))
    again = await last(session.search("arrow"))
    assert again.generation == first.generation + 1
    assert again.items == first.items


async def test_a_refused_query_raises_and_leaves_the_state_unchanged(engine: Engine) -> None:
    session = await engine.open()
    before = await last(session.search("snowman"))
    with pytest.raises(SearchRefused, match='"  " is too short for this source') as caught:
        await last(session.search("  "))
    assert caught.value.outcome == "tooShort"
    assert session.state == before


async def test_typing_is_debounced(engine: Engine) -> None:
    session = await engine.open(debounce_ms=1000)
    # All at once, so that there are no pauses between them on a busy machine.
    typed = [session.set_query(text) for text in ("s", "sn", "sno", "snow", "snowm")]
    assert {outcome.name for outcome in await asyncio.gather(*typed)} == {"scheduled"}
    await until(session.changes(), lambda state: state.pending == "debounce")
    state = await session.settled()
    assert (state.query, state.generation) == ("snowm", 1)


async def test_settled_waits_for_a_call_that_has_not_been_answered_yet(engine: Engine) -> None:
    session = await engine.open()
    for call, outcome in ((session.submit("snowman"), "started"), (session.next_page(), "full")):
        waiting = asyncio.create_task(call)
        await asyncio.sleep(0)
        state = await asyncio.wait_for(session.settled(), 60)
        assert (state.query, state.count) == ("snowman", 3)
        assert (await waiting).name == outcome


async def test_text_that_is_being_composed_is_not_searched_for(engine: Engine) -> None:
    session = await engine.open(debounce_ms=0)
    assert (await session.set_query("ゆ", composing=True)).name == "composing"
    await until(session.changes(), lambda state: state.pending == "composing")
    await session.set_query("雪")
    assert (await session.settled()).query == "雪"


async def test_a_source_triggered_by_submit_holds_the_query_until_it_is_submitted(services: Any) -> None:
    async with Engine(env=services.env) as engine:
        session = await engine.open("hotpepper")
        assert session.options.trigger == "submit"
        assert (await session.set_query("焼肉")).name == "held"
        await until(session.changes(), lambda state: state.can_submit)
        await session.submit()
        assert (await session.settled()).items[0].title == "焼肉 たけ 銀座店"


async def test_refresh_keeps_the_list_until_the_new_one_arrives(services: Any) -> None:
    async with Engine(env=services.env) as engine:
        session = await engine.open("qiita")
        first = await last(session.search(""))
        services.qiita.publish(1)
        await session.refresh()
        state = await until(session.changes(), lambda state: state.refreshing)
        assert state.items == first.items
        fresh = await session.settled()
        assert fresh.items[1] == first.items[0]


async def test_a_failure_is_part_of_the_state_and_retry_repeats_the_search(services: Any) -> None:
    services.fail("wikipedia", status=500)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        state = await last(session.search("swift"))
        assert state.status == "error"
        assert state.error is not None
        assert (state.error.scope, state.error.kind, state.error.http_status) == ("search", "http", 500)
        assert (await session.retry()).name == "started"
        state = await session.settled()
        assert state.error is None
        assert state.count == 7


async def test_a_search_in_a_source_that_is_not_configured_is_a_config_error(engine: Engine) -> None:
    session = await engine.open("hotpepper")
    assert not session.source.configured
    assert session.source.missing == ("HOTPEPPER_API_KEY",)
    state = await last(session.search("焼肉"))
    assert state.error is not None
    assert state.error.kind == "config"


async def test_a_stale_answer_is_never_seen(services: Any) -> None:
    words = ["swift", "python", "rust", "ruby", "haskell", "erlang"]
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia", debounce_ms=0)
        asked: list[str] = []
        shown: list[tuple[str | None, str, tuple[str, ...]]] = []

        async def watch() -> None:
            async for state in session.changes():
                shown.append((state.query, asked[-1] if asked else "", tuple(item.title for item in state.items)))

        watcher = asyncio.create_task(watch())
        for number, word in enumerate(words):
            if word != words[-1]:
                services.fail("wikipedia", hold=1)
            asked.append(word)
            await session.set_query(word)
            await asyncio.to_thread(services.requests, "wikipedia", number + 1)
        # Without latest-wins the other answers would arrive now.
        services.release("wikipedia")
        state = await session.settled()
        assert (state.query, state.count) == ("erlang", 7)
        await session.close()
        await watcher
    assert all(query in (None, now) for query, now, _ in shown)
    assert all(now.title() in title for _, now, titles in shown for title in titles)


async def test_two_sessions_search_independently(services: Any) -> None:
    async with Engine(env=services.env) as engine:
        one, two = await engine.open("wikipedia"), await engine.open("qiita")
        first, second = await asyncio.gather(last(one.search("swift", need=7)), last(two.search("", need=45)))
        assert {item.title.split()[0] for item in first.items} == {"Swift"}
        assert second.count == 45
        await one.close()
        assert (await last(two.search("rust"))).count > 0


async def test_a_detail_can_be_opened_and_an_unknown_item_raises(engine: Engine) -> None:
    session = await engine.open()
    detail = await session.detail("U+2603")
    assert detail.title == "SNOWMAN"
    assert "Code point: U+2603" in detail.text
    with pytest.raises(NoSuchItem, match="No such item: U\\+FFFF has no name") as caught:
        await session.detail("U+FFFF")
    assert caught.value.failure.scope == "detail"


async def test_a_detail_that_fails_raises_and_can_be_requested_again(services: Any) -> None:
    services.fail("wikipedia", lie=1)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        with pytest.raises(SourceFailed) as caught:
            await session.detail("1")
        assert caught.value.failure.kind in {"http", "offline"}
        assert (await session.detail("1")).title == "Swift"


async def test_a_newer_detail_cancels_an_older_one(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        older = asyncio.create_task(session.detail("1"))
        await asyncio.to_thread(services.requests, "wikipedia", 1)
        assert (await session.detail("2")).title == "Swift compiler"
        with pytest.raises(RequestCancelled):
            await older


async def test_a_slow_watcher_misses_states_in_between_but_never_the_newest(engine: Engine) -> None:
    session = await engine.open()
    changes = session.changes()
    assert (await anext(changes)).generation == 0
    await last(session.search("arrow", need=200))
    await last(session.search("snowman"))
    assert await anext(changes) == session.state
    await session.close()
    with pytest.raises(StopAsyncIteration):
        await anext(changes)


async def test_calls_on_a_closed_session_raise(engine: Engine) -> None:
    async with await engine.open() as session:
        pass
    with pytest.raises(EngineClosed, match="the session python-1 has been closed"):
        await session.set_query("x")
    with pytest.raises(EngineClosed):
        await session.settled()
    await session.close()


async def test_opening_with_an_unknown_source_or_invalid_options_raises(engine: Engine) -> None:
    with pytest.raises(UnknownSource, match="bing"):
        await engine.open("bing")
    with pytest.raises(InvalidParams, match=r"`options.pageSize` must be a whole number from 1 to 500, not 0"):
        await engine.open(page_size=0)
    with pytest.raises(TypeError, match="there is no option size"):
        await engine.open(size=1)
    session: Session = await engine.open(page_size=7, trigger="submit")
    assert (session.options.page_size, session.options.trigger) == (7, "submit")


async def test_several_sources_can_be_searched_as_one(engine: Engine) -> None:
    session = await engine.open(["unicode", "lines"], page_size=5)
    assert (session.source.name, session.source.type) == ("unicode+lines", "union")
    state = await last(session.search("snowman"))
    assert [(item.id, item.source) for item in state.items][:1] == [("unicode:U+2603", "unicode")]
    # One of them is not configured; that hides nothing of the other.
    assert (state.error, state.partial) == (None, True)
    assert [(failure.source, failure.kind) for failure in state.failed] == [("lines", "config")]
    assert (await session.detail("unicode:U+2603")).title == "SNOWMAN"
    with pytest.raises(UnknownSource):
        await engine.open(["unicode", "bing"])


async def test_text_is_trimmed_as_the_engine_trims_it(engine: Engine) -> None:
    session = await engine.open("list")
    for character in {*filter(str.isspace, map(chr, range(sys.maxunicode))), "\x00", "\u200b", "\u2060", "\ufeff"}:
        text = f"{character} a {character}"
        state = await last(session.search(text))
        assert state.query == trimmed(text), ascii(text)
