"""The facade for scripts."""

import os
import signal
import threading
from typing import Any

import pytest
from support import is_a_child

from seekline import EngineClosed, EngineDied, NoSuchItem, SearchRefused, SyncEngine


def test_a_script() -> None:
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


def test_two_sessions(services: Any) -> None:
    with SyncEngine(env=services.env) as engine, engine.open("wikipedia") as one, engine.open("hotpepper") as two:
        assert one.source.name == "wikipedia"
        assert one.set_query("swift").count == 7
        assert one.set_query("pyth", composing=True).count == 7
        assert two.submit("焼肉").query == "焼肉"
        assert one.state.query == "swift"


def test_errors_are_those_of_the_engine(services: Any) -> None:
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
    before = threading.active_count()
    with pytest.raises(EngineDied):
        SyncEngine(source="bing").start()
    assert threading.active_count() == before


def test_an_interrupt_cancels_the_search(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    # Where the tests run in the background of a shell, they are deaf to it.
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
