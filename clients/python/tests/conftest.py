"""Fixtures for all tests: the engine under test, the services on loopback, a fake engine, and providers."""

from __future__ import annotations

import os
import pathlib
import sys
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from talking import Talk

from seekline import Engine

ROOT = pathlib.Path(__file__).resolve().parents[3]
FAKE = pathlib.Path(__file__).parent / "fake_engine.py"
sys.path.insert(0, str(ROOT / "Tests" / "services"))


@pytest.fixture(scope="session", autouse=True)
def binary() -> str:
    """The engine under test, which every `Engine` here finds by `$SEEKLINE`."""
    path = pathlib.Path(os.environ.get("SEEKLINE", ROOT / ".build" / "release" / "seekline")).resolve()
    assert path.exists(), f"there is no {path}; set SEEKLINE"
    os.environ["SEEKLINE"] = str(path)
    os.environ["XDG_CONFIG_HOME"] = "/nonexistent"
    return str(path)


@pytest_asyncio.fixture
async def engine() -> AsyncIterator[Engine]:
    """An engine, on `unicode`."""
    async with Engine() as engine:
        yield engine


@pytest.fixture
def services() -> Iterator[Any]:
    """Services on loopback; `env` makes an engine find them."""
    from services import Services  # noqa: PLC0415

    with Services() as services, services.environment() as env:
        services.env = env
        yield services


@pytest.fixture
def fake() -> str:
    """An engine that does what its environment says; see `fake_engine.py`."""
    return str(FAKE)


@pytest.fixture
def start() -> Iterator[Any]:
    """A function that starts a provider with the given code, to talk to."""
    talks: list[Talk] = []

    def begin(text: str) -> Talk:
        talks.append(Talk(text))
        return talks[-1]

    yield begin
    for talk in talks:
        talk.process.kill()
        talk.process.communicate()
