"""Actions on items, performed by programs from a configuration."""

import asyncio
import json
import os
import pathlib
import signal
from typing import Any

import pytest
from support import last, until

from seekline import (
    Engine,
    EngineClosed,
    InvalidParams,
    NoSuchItem,
    Performed,
    Session,
    SourceFailed,
    State,
    SyncEngine,
)

SCRIPTS = {
    "remove": 'rm -- "$1"; echo "$1 is gone"',
    "fail": "echo why >&2; exit 3",
    # It runs until it is released.
    "wait": 'echo $$ >>"$1.pid"; while [ ! -e go ]; do sleep 0.01; done; : >"$1.done"; echo it went on',
}


@pytest.fixture
def files(tmp_path: pathlib.Path) -> pathlib.Path:
    """A folder with two files, in which actions run."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / name).touch()
    return folder


@pytest.fixture
def config(files: pathlib.Path, tmp_path: pathlib.Path) -> pathlib.Path:
    """A configuration with a source that lists these files, and actions on each."""

    def action(name: str, script: str) -> dict[str, Any]:
        argv = ["sh", "-c", script, "sh", "{id}"]
        return {"name": name, "title": name.title(), "argv": argv, "changes": name == "remove"}

    actions = [action(*each) for each in SCRIPTS.items()]
    listing = {"type": "command", "argv": ["ls"], "cwd": str(files), "actions": actions}
    path = tmp_path / "config.json"
    path.write_text(json.dumps({"sources": {"files": listing}}))
    return path


async def there(path: pathlib.Path) -> None:
    """Wait until the file exists."""

    async def look() -> None:
        while not path.exists():
            await asyncio.sleep(0.005)

    await asyncio.wait_for(look(), 60)


async def acting(config: pathlib.Path, files: pathlib.Path) -> tuple[Engine, asyncio.Task[Performed]]:
    """Start an engine and have it perform an action that runs until it is released."""
    engine = Engine(config=config)
    await engine.start()
    session = await engine.open("files")
    await last(session.search(""))
    task = asyncio.create_task(session.perform("one", "wait"))
    await there(files / "one.pid")
    return engine, task


async def test_an_action_can_change_the_list(config: pathlib.Path) -> None:
    async with Engine(config=config) as engine:
        session = await engine.open("files")
        state = await last(session.search(""))
        assert [[(action.name, action.title) for action in item.actions or ()] for item in state.items] == [
            [("remove", "Remove"), ("fail", "Fail"), ("wait", "Wait")]
        ] * 2
        done = await session.perform("one", "remove")
        assert (done.message, done.changed) == ("one is gone", True)
        await until(session.changes(), lambda state: [item.title for item in state.items] == ["two"])
        with pytest.raises(NoSuchItem):
            await session.perform("two", "remove", generation=state.list_generation)
        with pytest.raises(InvalidParams, match="`action` must be an action of the item"):
            await session.perform("two", "rename")
        with pytest.raises(SourceFailed, match="ended with the exit code 3; it said: why") as caught:
            await session.perform("two", "fail")
        assert caught.value.failure.scope == "perform"


async def test_an_action_outlives_a_search_and_ends_with_its_task(config: pathlib.Path, files: pathlib.Path) -> None:
    async with Engine(config=config) as engine:
        session = await engine.open("files")
        seen = await last(session.search(""))
        task = asyncio.create_task(session.perform("one", "wait"))
        await there(files / "one.pid")
        await last(session.search("t"))
        with pytest.raises(InvalidParams, match="busy"):
            await session.perform("two", "wait")
        assert not task.done()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        state = await last(session.search(""))
        assert state.list_generation > seen.list_generation
        (files / "go").touch()
        assert (await session.perform("two", "wait")).message == "it went on"


async def test_an_action_that_is_performed_when_the_engine_is_closed_comes_to_its_end(
    config: pathlib.Path, files: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # It would be killed at once if it performed nothing.
    monkeypatch.setattr("seekline.connection.PATIENCE", 0)
    engine, task = await acting(config, files)
    closing = asyncio.create_task(engine.close())
    with pytest.raises(EngineClosed):
        await task
    (files / "go").touch()
    await closing
    assert (files / "one.done").exists()


async def test_closing_an_engine_that_hangs_does_not_wait_for_its_action(
    config: pathlib.Path, files: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("seekline.silence.BEAT", 0.01)
    monkeypatch.setattr("seekline.connection.PATIENCE_WITH_ACTION", 3600)
    engine, task = await acting(config, files)
    assert engine.pid is not None
    os.kill(engine.pid, signal.SIGSTOP)
    async for is_silent in engine.silences():
        if is_silent:
            break
    await asyncio.wait_for(engine.close(), 60)
    with pytest.raises(EngineClosed):
        await task


def test_a_script_can_perform_an_action(config: pathlib.Path, files: pathlib.Path) -> None:
    with SyncEngine(config=config, source="files") as engine:
        assert engine.search("").count == 2
        assert engine.perform("two", "remove").message == "two is gone"
        assert [path.name for path in files.iterdir()] == ["one"]


def test_a_script_performs_actions_only_on_items_of_a_list_it_has_seen(config: pathlib.Path) -> None:
    with SyncEngine(config=config) as engine, engine.open("files") as one, engine.open("files") as two:
        seen = one.search("")
        two.search("")
        assert two.perform("one", "remove").changed

        async def read_anew(session: Session) -> State:
            return await until(session.changes(), lambda state: state.count == 1 and state.settled)

        # The script has not seen this list.
        newest = one._background.run(read_anew(one._session))
        with pytest.raises(NoSuchItem):
            one.perform("two", "remove")
        with pytest.raises(NoSuchItem):
            one.perform("two", "remove", generation=seen.list_generation)
        with pytest.raises(SourceFailed, match="it said: why"):
            one.perform("two", "fail", generation=newest.list_generation)
        with pytest.raises(NoSuchItem):
            one.perform("two", "remove")
        assert one.state.count == 1
        assert one.perform("two", "remove").message == "two is gone"


async def test_a_list_keeps_its_generation_when_the_state_is_requested(services: Any) -> None:
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia", stalled_ms=600000)
        kept = await last(session.search("swift"))
        services.fail("wikipedia", hold=1)
        await session.submit("python")
        before = await until(session.changes(), lambda state: state.loading)
        # As if no notification had shown the effect of a call.
        session._expecting = True
        session._ask()
        await until(session.changes(), lambda _: not session._expecting)
        assert session.state == before
        assert session.state.list_generation == kept.generation == session.state.generation - 1
