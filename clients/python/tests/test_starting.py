"""An engine that is started and ended at the same time: what each caller gets, and that no process is left."""

import asyncio
import os
import pathlib
import signal
import threading
import time

import pytest
from support import is_a_child, until

from seekline import Engine, EngineClosed, EngineDied, Session, SyncEngine


@pytest.fixture
def noted(binary: str, tmp_path: pathlib.Path) -> tuple[pathlib.Path, pathlib.Path]:
    """An engine, and a file in which each of its processes records its id."""
    path, pids = tmp_path / "noted", tmp_path / "pids"
    path.write_text(f'#!/bin/sh\necho $$ >>"{pids}"\nexec "{binary}" "$@"\n')
    path.chmod(0o755)
    return path, pids


async def test_an_engine_that_two_tasks_restart_is_restarted_once(noted: tuple[pathlib.Path, pathlib.Path]) -> None:
    async with Engine(noted[0]) as engine:
        dead = engine.pid
        assert dead is not None
        sessions = [await engine.open() for _ in range(2)]

        async def restarted(session: Session) -> int | None:
            with pytest.raises(EngineDied):
                await until(session.changes(), lambda state: False)
            await engine.restart()
            return engine.pid

        tasks = [asyncio.create_task(restarted(session)) for session in sessions]
        os.kill(dead, signal.SIGKILL)
        one, two = await asyncio.wait_for(asyncio.gather(*tasks), 60)
        assert one == two
    assert noted[1].read_text().split() == [str(dead), str(one)]


def test_an_engine_that_is_closed_while_it_starts_leaves_no_process(noted: tuple[pathlib.Path, pathlib.Path]) -> None:
    engine = Engine(noted[0])

    async def use() -> None:
        starting = [asyncio.create_task(engine.start()) for _ in range(2)]
        await asyncio.sleep(0)
        await engine.close()
        for result in await asyncio.gather(*starting, return_exceptions=True):
            assert isinstance(result, EngineClosed)
        assert not engine.is_running

    # The second time in another loop.
    for times in (1, 2):
        asyncio.run(asyncio.wait_for(use(), 60))
        pids = noted[1].read_text().split() if noted[1].exists() else []
        assert len(pids) <= times
        assert not any(is_a_child(int(pid)) for pid in pids)


@pytest.fixture
def silent(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> tuple[pathlib.Path, pathlib.Path]:
    """An engine that never introduces itself and is waited for, and a file in which it records its id."""
    monkeypatch.setattr("seekline.engine.PATIENCE_AT_THE_START", 1000)
    path, pids = tmp_path / "silent", tmp_path / "pids"
    path.write_text(f'#!/bin/sh\necho $$ >"{pids}.new" && mv "{pids}.new" "{pids}"\nexec sleep 1000\n')
    path.chmod(0o755)
    return path, pids


async def test_closing_does_not_wait_for_an_engine_that_says_nothing(
    silent: tuple[pathlib.Path, pathlib.Path],
) -> None:
    engine = Engine(silent[0])
    starting = asyncio.create_task(engine.start())
    while not silent[1].exists():
        await asyncio.sleep(0.01)
    await asyncio.wait_for(engine.close(), 60)
    assert not is_a_child(int(silent[1].read_text()))
    with pytest.raises(EngineClosed, match="the engine has been closed"):
        await starting


def test_closing_in_a_thread_does_not_wait_for_an_engine_that_says_nothing(
    silent: tuple[pathlib.Path, pathlib.Path],
) -> None:
    engine = SyncEngine(silent[0])
    told: list[BaseException] = []

    def start() -> None:
        try:
            engine.start()
        except EngineClosed as error:
            told.append(error)

    starting = threading.Thread(target=start, daemon=True)
    starting.start()
    while not silent[1].exists():
        time.sleep(0.01)
    closing = threading.Thread(target=engine.close, daemon=True)
    closing.start()
    for thread in (closing, starting):
        thread.join(60)
        assert not thread.is_alive()
    assert len(told) == 1
    assert not is_a_child(int(silent[1].read_text()))
