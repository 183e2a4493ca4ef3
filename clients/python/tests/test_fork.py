"""An engine for scripts in a forked process, which has none of its threads."""

import json
import os
import pathlib
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from support import gone, runs

from seekline import EngineClosed, SyncEngine

pytestmark = pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")


def forked(work: Callable[[], Any]) -> Any:
    """Return what `work` returns in a forked process, which has to end within a minute."""
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(sink, json.dumps(work()).encode())
        except BaseException as error:
            os.write(sink, json.dumps(repr(error)).encode())
        finally:
            os._exit(0)
    os.close(sink)
    with os.fdopen(source, "rb") as answer:
        has_ended = select.select([answer], [], [], 60)[0]
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        assert has_ended, "it hangs"
        return json.loads(answer.read())


def test_every_call_in_a_forked_process_says_whose_engine_it_is() -> None:
    with SyncEngine() as engine, engine.open() as session, engine.pick(iter(["a", "b"])) as picked:
        count = session.search("snow").count
        engine.search("snow")
        pick = engine.pick(["c"])
        calls: list[Callable[[], Any]] = [
            engine.start,
            engine.restart,
            engine.open,
            pick.__enter__,
            lambda: engine.search("snowman"),
            engine.next_page,
            engine.refresh,
            engine.retry,
            lambda: engine.detail("U+2603"),
            lambda: engine.perform("U+2603", "act"),
            lambda: session.search("snowman"),
            lambda: session.set_query("snowman"),
            session.submit,
            session.next_page,
            session.refresh,
            session.retry,
            lambda: session.detail("U+2603"),
            lambda: session.perform("U+2603", "act"),
            lambda: picked.set_items(["d"]),
        ]

        def call_all() -> set[str]:
            said = set()
            for call in calls:
                with pytest.raises(EngineClosed) as caught:
                    call()
                said.add(str(caught.value))
            return said

        # Even if another thread holds the locks.
        assert engine._background is not None
        with engine._lock, engine._background._lock:
            said = forked(lambda: list(call_all()))
        assert said == [f"this engine belongs to process {os.getpid()}; start another one in this one"]
        assert session.search("snow").count == count


def test_closing_in_a_forked_process_leaves_the_engine_of_the_parent_running() -> None:
    engine = SyncEngine()
    engine.start()
    session, pick = engine.open(), engine.pick(iter(["a", "b"]))
    picked = pick.__enter__()

    def close() -> bool:
        session.close()
        pick.__exit__(None, None, None)
        engine.close()
        return True

    assert engine._background is not None
    assert pick._feed is not None
    with engine._lock, engine._background._lock, pick._feed._changed:
        assert forked(close) is True
    assert pick.filled().held == 2
    assert picked.search("b").count == 1
    assert session.search("snowman").count == 3
    close()
    assert engine.pid is None


def test_a_forked_process_can_start_engines_of_its_own() -> None:
    idle, closed = SyncEngine(), SyncEngine()
    closed.start()
    closed.close()

    def search() -> list[int]:
        counts = []
        for engine in (SyncEngine(), idle, closed):
            with engine:
                counts.append(engine.search("snowman").count)
        return counts

    with SyncEngine() as engine:
        engine.start()
        assert forked(search) == [3, 3, 3]


SCRIPT = """
import os, sys
from seekline import SyncEngine
with SyncEngine() as engine, engine.open() as session:
    session.search("snow")
    child = os.fork()
    if child == 0:
        sys.exit(7)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(status, session.search("snowman").count, engine.search("snowman").count)
"""


FORKING = """
import os, sys
from seekline import SyncEngine
engine = SyncEngine()
engine.start()
print(engine.search("snowman").count, flush=True)
child = os.fork()
if child:
    print(child, engine.pid, flush=True)
sys.stdin.read()
"""


def test_a_forked_process_does_not_keep_the_engine_of_a_dead_parent_alive(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(FORKING)
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, str(script)], stdin=pipe, stdout=pipe, text=True) as parent:
        assert parent.stdout
        assert parent.stdout.readline() == "3\n"
        child, engine = map(int, parent.stdout.readline().split())
        parent.kill()
        parent.wait()
        assert gone(engine)
        assert runs(child)


def test_the_end_of_a_forked_process_does_not_affect_the_engine(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "7 3 3\n"), done.stderr
