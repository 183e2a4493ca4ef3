"""The facade for scripts."""

import gc
import itertools
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support import is_a_child

from seekline import (
    EngineClosed,
    EngineDied,
    ItemsSpent,
    NoSuchItem,
    RequestCancelled,
    SearchRefused,
    SyncEngine,
    SyncSession,
)


def test_a_script_can_search_load_pages_refresh_and_open_a_detail() -> None:
    with SyncEngine() as engine:
        pid = engine.pid
        state = engine.search("arrow")
        assert (state.count, state.query, state.settled) == (20, "arrow", True)
        assert engine.next_page().count == 40
        assert engine.next_page(need=100).count == 100
        assert engine.refresh().count == 20
        assert engine.search("arrow", need=50).count == 60
        assert engine.detail("U+2603").title == "SNOWMAN"
        assert [source.name for source in engine.sources][:2] == ["unicode", "wikipedia"]
    assert pid is not None
    assert not is_a_child(pid)
    with pytest.raises(EngineClosed):
        engine.search("arrow")


def test_every_call_on_a_session_of_a_closed_engine_raises() -> None:
    with SyncEngine() as engine:
        session = engine.open("unicode")
    calls: list[Callable[[], object]] = [
        session.refresh,
        session.retry,
        session.submit,
        session.next_page,
        lambda: session.set_query("a"),
        lambda: session.search("a"),
        lambda: session.detail("a"),
    ]
    for call in calls:
        with pytest.raises(EngineClosed):
            call()
    # A coroutine that was never awaited causes a warning, which is an error here.
    gc.collect()


def test_a_search_on_an_engine_that_is_not_running_says_why_that_may_be() -> None:
    engine = SyncEngine()
    with pytest.raises(EngineClosed, match="it has not been started, or is closed"):
        engine.search("arrow")
    with engine:
        pass
    with pytest.raises(EngineClosed, match="it has not been started, or is closed"):
        engine.search("arrow")


def test_two_sessions_can_be_used_side_by_side(services: Any) -> None:
    with SyncEngine(env=services.env) as engine, engine.open("wikipedia") as one, engine.open("hotpepper") as two:
        assert one.source.name == "wikipedia"
        assert one.set_query("swift").count == 7
        assert one.set_query("pyth", composing=True).count == 7
        assert two.submit("焼肉").query == "焼肉"
        assert one.state.query == "swift"


def test_source_errors_are_in_the_state_and_other_errors_are_raised(services: Any) -> None:
    services.fail("wikipedia", times=2, status=500)
    with SyncEngine(source="wikipedia", env=services.env) as engine:
        state = engine.search("swift")
        assert state.error is not None
        assert state.error.kind == "http"
        assert engine.retry().error is not None
        assert engine.retry().count == 7
        with pytest.raises(SearchRefused):
            engine.search(" ")
        with pytest.raises(NoSuchItem):
            engine.detail("99999")


def test_an_engine_that_dies_can_be_restarted() -> None:
    with SyncEngine() as engine:
        assert engine.pid is not None
        engine.search("snowman")
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineDied):
            while True:
                engine.search("snowman")
        engine.restart()
        assert engine.search("snowman").count == 3


def test_an_engine_that_does_not_start_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    with pytest.raises(EngineDied):
        SyncEngine(source="bing").start()
    # The thread in which asyncio waits for a child to end (before Python 3.12) ends after the child.
    for thread in set(threading.enumerate()) - before:
        thread.join(10)
        assert not thread.is_alive()


def test_two_threads_can_close_an_engine_at_once(fake: str) -> None:
    closed: list[bool] = []
    # It ends slowly, so both threads are running by then.
    engine = SyncEngine(fake, env={"FAKE_ENDING": "deaf"})

    def close() -> None:
        engine.close()
        closed.append(True)

    for _ in range(3):
        engine.start()
        threads = [threading.Thread(target=close, daemon=True) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(20)
        assert closed == [True] * 2
        closed.clear()


def test_an_engine_can_be_started_while_another_thread_closes_it(fake: str) -> None:
    # It ends slowly.
    engine = SyncEngine(fake, env={"FAKE_ENDING": "deaf"})
    engine.start()
    closed = engine.pid
    closing = threading.Thread(target=engine.close, daemon=True)
    closing.start()
    while not engine._engine._closings:
        time.sleep(0.001)
    engine.start()
    closing.join(60)
    assert not closing.is_alive()
    assert closed is not None
    assert not is_a_child(closed)
    started = engine.pid
    assert started is not None
    assert is_a_child(started)
    assert engine.open().state.query is None
    engine.close()
    assert not is_a_child(started)


def test_an_engine_that_has_died_can_be_started() -> None:
    with SyncEngine() as engine:
        engine.search("snowman")
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineDied):
            while True:
                engine.search("snowman")
        engine.start()
        assert engine.search("snowman").count == 3


def test_a_search_raises_if_another_thread_restarts_the_engine_but_the_next_works() -> None:
    class Restarted(SyncEngine):
        opened = 0

        def open(self, *arguments: Any, **options: Any) -> SyncSession:
            session = super().open(*arguments, **options)
            self.opened += 1
            if self.opened == 1:
                restarting = threading.Thread(target=self.restart)
                restarting.start()
                restarting.join(60)
            return session

    with Restarted() as engine:
        with pytest.raises(EngineClosed):
            engine.search("snowman")
        assert engine.search("snowman").count == 3


def test_a_search_returns_its_own_list_or_raises_if_another_thread_searches_for_something_else(services: Any) -> None:
    for _ in range(2):
        services.fail("wikipedia", hang=60)
    with SyncEngine(source="wikipedia", env=services.env) as engine:
        found: dict[str, object] = {}

        def search(query: str) -> None:
            try:
                found[query] = engine.search(f" {query} ").query
            except RequestCancelled as error:
                found[query] = str(error)

        threads = [threading.Thread(target=search, args=[query], daemon=True) for query in ("swift", "python")]
        for count, thread in enumerate(threads, 1):
            thread.start()
            services.requests("wikipedia", count)
        assert engine.search("swift").count == 7
        for thread in threads:
            thread.join(60)
        assert found == {"swift": "swift", "python": "Request cancelled: a newer search takes its place"}


def test_closing_the_engine_is_reported_to_a_thread_that_waits_for_it(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    engine = SyncEngine(source="wikipedia", env=services.env)
    engine.start()
    told: list[BaseException] = []

    def search() -> None:
        try:
            engine.search("swift")
        except EngineClosed as error:
            told.append(error)

    thread = threading.Thread(target=search, daemon=True)
    thread.start()
    services.requests("wikipedia", 1)
    engine.close()
    thread.join(60)
    assert len(told) == 1


def test_sessions_and_picks_are_left_quietly_after_the_engine_is_closed() -> None:
    engine = SyncEngine()
    for _ in range(2):
        with engine, engine.open() as session, engine.pick(["a", "b"]) as given, engine.pick(iter("ab")):
            assert session.search("snowman").count == 3
            engine.close()
            for old in (session, given):
                with pytest.raises(EngineClosed):
                    old.search("a")
    with engine, session:
        assert engine.search("snowman").count == 3
        with pytest.raises(EngineClosed):
            session.search("a")


def test_an_interrupt_cancels_the_search(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    # If the tests run in the background of a shell, they ignore interrupts.
    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        services.requests("wikipedia", 1)
        os.kill(os.getpid(), signal.SIGINT)

    with SyncEngine(source="wikipedia", env=services.env) as engine:
        thread = threading.Thread(target=interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            engine.search("swift")
        thread.join()
        assert engine.search("swift").count == 7


def test_a_list_is_read_in_the_thread_that_supplies_it() -> None:
    threads = set()

    def items() -> Iterator[str]:
        for number in range(20_000):
            threads.add(threading.current_thread())
            yield f"line {number}"

    def broken() -> Iterator[str]:
        yield "one"
        raise ZeroDivisionError

    with SyncEngine() as engine, engine.open("list") as session:
        assert session.set_items(items()).held == 20_000
        assert threads == {threading.current_thread()}
        assert session.set_items(["last"], append=True).held == 20_001
        assert [item.title for item in session.search("last").items] == ["last"]
        with pytest.raises(ZeroDivisionError):
            session.set_items(broken())
        assert [item.title for item in session.search("").items] == ["one"]
        assert not session.state.growing
        with pytest.raises(TypeError, match="not one str"):
            session.set_items("abc")


def test_set_items_raises_if_the_engine_dies_while_the_list_is_read() -> None:
    with SyncEngine() as engine, engine.open("list") as session:

        def items() -> Iterator[str]:
            yield from map(str, range(20_000))
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGKILL)
            yield from map(str, itertools.count())

        with pytest.raises(EngineDied):
            session.set_items(items())


def test_a_pick_can_be_searched_while_its_lines_are_still_arriving() -> None:
    reading, writing = os.pipe()
    with SyncEngine() as engine, open(reading) as lines:
        pick = engine.pick(lines)
        with pick as session:
            os.write(writing, b"one\n")
            while not session.search("one").items:
                pass
            assert session.state.growing
            session.close()
            with pytest.raises(EngineClosed):
                pick.filled()
        os.close(writing)
        with pytest.raises(ItemsSpent), pick:
            pass
        again = engine.pick(["a", "b"])
        for _ in range(2):
            with again as session:
                assert again.filled().held == 2
                assert [item.title for item in session.search("b").items] == ["b"]


def test_a_pick_is_left_quietly_after_a_restart() -> None:
    with SyncEngine() as engine:
        pick = engine.pick(["a", "b"])
        with pick as session:
            assert engine.pid is not None
            os.kill(engine.pid, signal.SIGKILL)
            with pytest.raises(EngineDied):
                while True:
                    session.search("a")
            engine.restart()
        with pytest.raises(KeyError, match="its own"), pick:
            engine.restart()
            raise KeyError("its own")
        assert engine.search("snowman").count == 3
        with pick as session:
            assert session.search("b").count == 1
        engine.close()
        engine.restart()
        assert engine.search("snowman").count == 3


def test_a_pick_that_could_not_be_opened_has_read_nothing() -> None:
    with SyncEngine() as engine:
        pick = engine.pick(iter("ab"))
        engine.search("snowman")
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineDied):
            while True:
                engine.search("snowman")
        with pytest.raises(EngineDied):
            pick.__enter__()
        engine.restart()
        with pick:
            assert pick.filled().held == 2


def test_a_pick_that_cannot_be_opened_leaves_no_thread() -> None:
    with SyncEngine() as engine:
        pick = engine.pick(map(str, itertools.count()), no_such_option=1)
        with pytest.raises(TypeError, match="there is no option no_such_option"), pick:
            pass
    for thread in threading.enumerate():
        if thread.name == "seekline-items":
            thread.join(60)
            assert not thread.is_alive()
