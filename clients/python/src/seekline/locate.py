"""Where the engine is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence

from seekline.errors import EngineNotFound

Path = str | os.PathLike[str]


def find_engine(path: Path | None, env: Mapping[str, str]) -> str:
    """Find the binary: `path` if there is one, else `$SEEKLINE`, else `seekline` in the `PATH`."""
    if path is not None:
        return _executable(os.fspath(path), "the argument `path`", env)
    if env.get("SEEKLINE"):
        return _executable(env["SEEKLINE"], "$SEEKLINE", env)
    found = shutil.which("seekline", path=env.get("PATH"))
    if found is None:
        raise EngineNotFound(
            "there is no engine: no argument `path` was given, $SEEKLINE is not set, and no `seekline` is in the PATH, "
            f"which is {env.get('PATH', 'not set')}"
        )
    return found


def _executable(name: str, said_by: str, env: Mapping[str, str]) -> str:
    found = shutil.which(name, path=env.get("PATH"))
    if found is not None:
        return found
    if not os.path.exists(name):
        raise EngineNotFound(f"there is no engine at {name}, which is where {said_by} says that it is")
    raise EngineNotFound(f"{name}, which is where {said_by} says that the engine is, cannot be executed")


def command_line(
    binary: str,
    source: str | None,
    settings: Mapping[str, str | int | bool],
    config: Path | None,
    arguments: Sequence[str],
) -> list[str]:
    """What is executed."""
    command = [binary]
    if source is not None:
        command += ["--source", source]
    if config is not None:
        command += ["--config", os.fspath(config)]
    for name, value in settings.items():
        command += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return [*command, *arguments]
