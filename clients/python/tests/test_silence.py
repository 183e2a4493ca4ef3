"""Noticing that an engine hangs."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from screen import held
from support import until

from seekline import Engine, EngineClosed
from seekline.silence import Silence


class Beats:
    """A `Silence` whose time is advanced by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits = False
        self.asks = 0
        self.told: list[bool] = []
        self._timers: list[Callable[[], None] | None] = []
        monkeypatch.setattr(asyncio, "get_running_loop", lambda: self)
        self.silence = Silence(lambda: self.waits, self._ask, self.told.append)

    def _ask(self) -> None:
        self.asks += 1
        self.silence.asked()

    def call_later(self, _: float, call: Callable[[], None]) -> Any:
        """Stand in for the loop's method."""
        self._timers.append(call)
        return _Timer(self._timers)

    @property
    def counts(self) -> bool:
        """Whether there is a timer."""
        return any(self._timers)

    def beat(self, times: int = 1) -> None:
        """Let time pass."""
        for _ in range(times):
            timers, self._timers = self._timers, []
            for call in timers:
                if call is not None:
                    call()


class _Timer:
    def __init__(self, timers: list[Callable[[], None] | None]) -> None:
        self._timers, self._place = timers, len(timers) - 1

    def cancel(self) -> None:
        self._timers[self._place] = None


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> Beats:
    beats = Beats(monkeypatch)
    beats.silence.heard()
    return beats


def test_an_overdue_answer_is_reported_after_three_beats(beats: Beats) -> None:
    beats.silence.asked()
    beats.beat(2)
    assert beats.told == []
    beats.beat()
    assert beats.told == [True]
    assert not beats.counts, "no timer runs once the silence is known"
    beats.silence.answered()
    beats.silence.heard()
    assert beats.told == [True, False]
    assert not beats.counts


def test_time_counts_from_the_first_unanswered_request_or_the_last_message(beats: Beats) -> None:
    beats.waits = True
    beats.silence.heard()
    beats.beat(2)
    beats.silence.asked()
    beats.beat(2)
    beats.silence.asked()
    assert beats.told == []
    beats.silence.answered()
    beats.silence.heard()
    beats.beat(2)
    assert beats.told == []
    beats.beat()
    assert beats.told == [True]


def test_an_engine_that_waits_for_a_server_is_asked_for_a_sign_of_life(beats: Beats) -> None:
    beats.waits = True
    beats.silence.heard()
    for asks in range(3):
        assert beats.asks == asks
        beats.beat(3)
        assert beats.asks == asks + 1
        beats.silence.answered()
        beats.silence.heard()
    assert beats.told == []
    beats.beat(6)
    assert (beats.asks, beats.told) == (4, [True])


def test_time_counts_while_something_is_awaited_even_before_anything_is_heard(beats: Beats) -> None:
    beats.waits = True
    beats.silence.awaited()
    beats.beat(3)
    assert (beats.asks, beats.told) == (1, [])
    beats.beat(3)
    assert beats.told == [True]


def test_no_time_is_counted_while_nothing_is_awaited(beats: Beats) -> None:
    assert not beats.counts
    beats.silence.asked()
    beats.silence.answered()
    beats.silence.heard()
    beats.beat()
    assert not beats.counts


def test_no_time_is_counted_before_the_first_message_or_after_the_end(
    beats: Beats, monkeypatch: pytest.MonkeyPatch
) -> None:
    starting = Beats(monkeypatch)
    starting.silence.asked()
    assert not starting.counts
    beats = Beats(monkeypatch)
    beats.silence.heard()
    beats.silence.asked()
    beats.beat(3)
    beats.silence.end()
    assert beats.told == [True, False]
    beats.silence.asked()
    assert not beats.counts


async def test_a_hanging_engine_is_reported_until_it_answers() -> None:
    async with Engine() as engine:
        session = await engine.open()
        silences = engine.silences()
        assert not await anext(silences)
        async with held(engine):
            call = asyncio.create_task(session.submit("snowman"))
            assert await anext(silences)
            assert engine.is_silent
        assert not await anext(silences)
        assert (await call).is_under_way
        assert len((await session.settled()).items) == 3


async def test_an_engine_that_hangs_before_a_detail_request_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seekline.silence.BEAT", 0.05)
    async with Engine() as engine:
        session = await engine.open()
        silences = engine.silences()
        assert not await anext(silences)
        assert engine._connection is not None
        while engine._connection._silence._timer is not None:
            await asyncio.sleep(0.01)
        async with held(engine):
            detail = asyncio.create_task(session.detail("U+2603"))
            assert await asyncio.wait_for(anext(silences), 60)
        assert (await detail).title == "SNOWMAN"


@pytest.mark.parametrize("what", ["search", "detail"])
async def test_an_engine_that_hangs_while_it_waits_for_a_server_is_reported(what: str, services: Any) -> None:
    async with Engine(source="wikipedia", env=services.env) as engine:
        session = await engine.open()
        silences = engine.silences()
        assert not await anext(silences)
        services.fail("wikipedia", hang=600)
        detail = None
        if what == "search":
            await session.submit("swift")
        else:
            detail = asyncio.create_task(session.detail("1"))
        await until(session.changes(), lambda state: state.loading or state.opening is not None)
        async with held(engine):
            assert await anext(silences)
        assert not await anext(silences)
    if detail is not None:
        with pytest.raises(EngineClosed):
            await detail
