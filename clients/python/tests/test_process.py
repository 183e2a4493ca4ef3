"""The process: how it is found, how it ends, and what is reported when it dies."""

import asyncio
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from typing import Any

import pytest
from support import gone, is_a_child, last, until

import seekline
from seekline import Engine, EngineClosed, EngineDied, EngineNotFound, ProtocolError
from seekline.process import EngineProcess


async def test_the_engine_is_gone_after_it_is_closed(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    # If closing waited for the search, it would take ten minutes.
    async with Engine(env=services.env, settings={"http.timeoutMs": 600_000}) as engine:
        pid = engine.pid
        assert pid is not None
        session = await engine.open("wikipedia")
        await session.submit("swift")
    assert not is_a_child(pid), "not even a zombie is left"
    with pytest.raises(EngineClosed, match="the engine has been closed"):
        await engine.open()
    await engine.close()


async def test_the_engine_is_gone_after_an_exception(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    pid = None
    with pytest.raises(ZeroDivisionError):
        async with Engine(env=services.env) as engine:
            pid = engine.pid
            await (await engine.open("wikipedia")).submit("swift")
            1 / 0  # noqa: B018
    assert pid is not None
    assert not is_a_child(pid)


async def test_the_engine_is_gone_even_if_its_task_is_cancelled_while_closing_it(fake: str) -> None:
    pids: list[int] = []
    started = asyncio.Event()

    async def use() -> None:
        async with Engine(fake, env={"FAKE_ENDING": "deaf"}) as engine:
            assert engine.pid is not None
            pids.append(engine.pid)
            started.set()
            await asyncio.Event().wait()

    task = asyncio.create_task(use())
    await started.wait()
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(gone, pids[0])


async def test_an_engine_that_ignores_every_request_to_end_is_killed(fake: str) -> None:
    async with Engine(fake, env={"FAKE_ENDING": "deaf"}) as engine:
        pid = engine.pid
    assert pid is not None
    assert not is_a_child(pid)


CLIENT = """
import asyncio, sys
from seekline import Engine
async def main():
    engine = Engine()
    await engine.start()
    session = await engine.open("wikipedia")
    await session.submit("swift")
    print(engine.pid, flush=True)
    await asyncio.Event().wait()
asyncio.run(main())
"""


def test_the_engine_is_gone_after_its_client_is_killed(services: Any) -> None:
    services.fail("wikipedia", hang=60)
    client = subprocess.Popen([sys.executable, "-c", CLIENT], env=services.env, stdout=subprocess.PIPE, text=True)
    assert client.stdout is not None
    with client.stdout as output:
        pid = int(output.readline())
        services.requests("wikipedia", 1)
        client.kill()
        client.wait(60)
    assert gone(pid)


def test_the_engine_is_gone_after_a_script_that_closes_nothing() -> None:
    script = "from seekline import SyncEngine; e = SyncEngine(); e.start(); print(e.pid, e.search('snowman').count)"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    pid, count = done.stdout.split()
    assert (count, done.stderr) == ("3", "")
    assert gone(int(pid))


async def test_a_killed_engine_is_reported_to_all_waiters_and_can_be_restarted(services: Any) -> None:
    services.fail("wikipedia", times=2, hang=60)
    async with Engine(env=services.env) as engine:
        session = await engine.open("wikipedia")
        waiting = [
            asyncio.create_task(last(session.search("swift"))),
            asyncio.create_task(session.detail("1")),
            asyncio.create_task(until(session.changes(), lambda state: False)),
        ]
        await asyncio.to_thread(services.requests, "wikipedia", 2)
        waiting.append(asyncio.create_task(session.settled()))
        pid = engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        for result in await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60):
            assert isinstance(result, EngineDied)
            assert result.exit_code == -signal.SIGKILL
        assert not engine.is_running
        with pytest.raises(EngineDied, match="the engine was ended by SIGKILL"):
            await session.set_query("x")
        with pytest.raises(EngineDied):
            await engine.open()
        await session.close()
        await engine.restart()
        assert engine.pid != pid
        assert (await last((await engine.open("wikipedia")).search("swift"))).count == 7


async def test_the_error_output_of_an_engine_that_exits_is_reported(fake: str) -> None:
    async with Engine(fake, env={"FAKE_ENDING": "exit"}) as engine:
        session = await engine.open()
        with pytest.raises(EngineDied) as caught:
            await last(session.search("x"))
    assert (caught.value.exit_code, caught.value.stderr) == (7, "the last words\n")
    assert str(caught.value) == "the engine ended by itself, with exit code 7; it said: the last words"


async def test_an_engine_that_closes_its_output_counts_as_dead(fake: str) -> None:
    async with Engine(fake, env={"FAKE_ENDING": "close"}) as engine:
        session = await engine.open()
        with pytest.raises(EngineDied):
            await asyncio.wait_for(last(session.search("x")), 60)


async def test_a_result_that_no_notification_reports_is_requested(fake: str) -> None:
    async with Engine(fake, env={"FAKE_ENDING": "untold"}) as engine:
        session = await engine.open()
        state = await asyncio.wait_for(last(session.search("x")), 60)
        assert (state.query, state.status, state.settled) == ("found", "full", True)
        await session.submit("y")
        assert (await asyncio.wait_for(session.settled(), 60)).query == "found"


async def test_nonsense_from_the_engine_is_a_protocol_error(fake: str) -> None:
    async with Engine(fake, env={"FAKE_ENDING": "garbage"}) as engine:
        session = await engine.open()
        with pytest.raises(ProtocolError, match="Segmentation fault"):
            await last(session.search("x"))
        await engine.restart()
        session = await engine.open()
        with pytest.raises(ProtocolError, match="fromTheFuture"):
            await session.detail("0")


async def test_starting_a_program_that_is_not_an_engine_raises() -> None:
    with pytest.raises(EngineDied, match="exit code 0"):
        await Engine("true").start()
    with pytest.raises(ProtocolError, match="hello"):
        await Engine("echo", arguments=["hello"]).start()


async def test_starting_a_program_that_writes_without_line_ends_raises_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seekline.process.LONGEST", 1 << 20)
    with pytest.raises(ProtocolError, match="a line is longer than 1048576 bytes"):
        await Engine("cat", arguments=["/dev/zero"]).start()


async def test_starting_an_engine_that_rejects_its_command_line_raises() -> None:
    with pytest.raises(EngineDied, match='there is no source "bing"'):
        await Engine(source="bing").start()


async def test_reading_continues_while_writing(engine: Engine) -> None:
    """Far more answers than the pipe and the engine can hold are in flight while requests are still written."""
    await asyncio.wait_for(asyncio.gather(*[engine.list_sources() for _ in range(4000)]), 60)


async def test_the_engine_is_found_by_argument_variable_or_path_or_else_reported(
    binary: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "seekline").symlink_to(binary)
    monkeypatch.setenv("SEEKLINE", "/nowhere")
    async with Engine(binary) as engine:
        assert engine.version
    with pytest.raises(EngineNotFound, match=r"^there is no engine at /nowhere, which is where \$SEEKLINE says"):
        await Engine().start()
    monkeypatch.delenv("SEEKLINE")
    monkeypatch.setenv("PATH", str(tmp_path))
    async with Engine() as engine:
        assert engine.version
    monkeypatch.setenv("PATH", "/tmp/empty")
    with pytest.raises(EngineNotFound) as caught:
        await Engine().start()
    assert str(caught.value) == (
        "there is no engine: $SEEKLINE is not set, none was installed with this library, "
        "and no `seekline` is in the PATH, which is /tmp/empty. "
        "The wheel for Linux (x86_64, glibc 2.34 or newer) brings one; elsewhere it is built with Swift, "
        "and $SEEKLINE says where it is"
    )
    (tmp_path / "text").write_text("no program")
    with pytest.raises(EngineNotFound, match=r"^there is no engine at /nowhere$"):
        await Engine("/nowhere").start()
    with pytest.raises(EngineNotFound, match=r"^the engine [^ ]*/text cannot be executed$"):
        await Engine(tmp_path / "text").start()
    # As with a binary for another C library: it exists, but its loader does not.
    (tmp_path / "foreign").write_text("#!/nowhere/loader\n")
    (tmp_path / "foreign").chmod(0o755)
    with pytest.raises(EngineNotFound, match=r"its dynamic loader is not on this machine; .*glibc"):
        await Engine(tmp_path / "foreign").start()


def test_an_engine_that_was_installed_with_the_library_is_found_first(
    binary: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As `pip install` lays it out, in an environment and with `--target`: it takes precedence over the `PATH`."""
    monkeypatch.delenv("SEEKLINE")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "seekline").symlink_to(binary)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    package = pathlib.Path(seekline.__file__).parent
    for library in ("venv/lib/python3.11/site-packages", "target"):
        (tmp_path / library).mkdir(parents=True)
        shutil.copytree(package, tmp_path / library / "seekline")
        code = "import seekline; print(seekline.find_engine())"
        run = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path / library)!r}); {code}"]
        assert subprocess.check_output(run, text=True).strip() == str(tmp_path / "bin" / "seekline")
        mine = tmp_path / library.partition("/")[0] / "bin"
        mine.mkdir()
        shutil.copy(binary, mine / "seekline")
        assert subprocess.check_output(run, text=True).strip() == str(mine / "seekline")


def test_the_module_runs_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-m", "seekline", "--version"]
    assert subprocess.check_output(command, text=True).startswith("seekline ")
    monkeypatch.setenv("SEEKLINE", "/nowhere")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "seekline: there is no engine at /nowhere, which is where $SEEKLINE says that it is\n"


async def test_settings_reach_the_engine(tmp_path: pathlib.Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"sources": {"mine": {"type": "wikipedia", "language": "de"}}}')
    settings: dict[str, str | int | bool] = {"wikipedia.language": "en", "http.timeoutMs": 500}
    async with Engine(source="wikipedia", settings=settings, config=config) as engine:
        titles = {source.name: source.title for source in engine.sources}
        assert (titles["wikipedia"], titles["mine"]) == ("Wikipedia (en)", "Wikipedia (de)")
        assert (await engine.open()).source.name == "wikipedia"
    async with Engine(env={"HOTPEPPER_API_KEY": "secret"}) as engine:
        assert next(source for source in await engine.list_sources() if source.name == "hotpepper").configured


async def test_the_log_of_the_engine_reaches_its_logger(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="seekline.engine"):
        async with Engine(arguments=["--log-level", "debug"]) as engine:
            await last((await engine.open()).search("snowman"))
    assert any(record.name == "seekline.engine" for record in caplog.records)


async def test_a_log_without_line_ends_is_passed_on_in_parts(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="seekline.engine"):
        process = await EngineProcess.start(["sh", "-c", "head -c 5000000 /dev/zero >&2; exec cat"], os.environ)
        while sum(len(record.getMessage()) for record in caplog.records) < 4_000_000:
            await asyncio.sleep(0.005)
        process.close_input()
        await process.end()
