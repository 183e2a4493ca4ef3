"""Where the engine is, and how it is started."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path as File

from seekline.errors import EngineNotFound

Path = str | os.PathLike[str]

HOW_TO_GET_ONE = (
    "The wheel for Linux (x86_64, glibc 2.34 or newer) brings one; elsewhere it is built with Swift, "
    "and $SEEKLINE says where it is"
)


def find_engine(path: Path | None = None, env: Mapping[str, str] | None = None) -> str:
    """Find the binary: `path`, else `$SEEKLINE`, else what was installed with this library, else by the `PATH`.

    `env` is the environment to take `SEEKLINE` and `PATH` from, by default that of this process. Raises
    `EngineNotFound`, which says where the binary was looked for, if there is none.
    """
    env = os.environ if env is None else env
    if path is not None:
        return _executable(os.fspath(path), "", env)
    if env.get("SEEKLINE"):
        return _executable(env["SEEKLINE"], ", which is where $SEEKLINE says that it is", env)
    found = _installed(File(__file__).parents[1]) or shutil.which("seekline", path=env.get("PATH"))
    if found is None:
        raise EngineNotFound(
            "there is no engine: $SEEKLINE is not set, none was installed with this library, and no `seekline` is in "
            f"the PATH, which is {env.get('PATH', 'not set')}. {HOW_TO_GET_ONE}"
        )
    return found


def _installed(library: File) -> str | None:
    """Return the binary that pip installed with the library in this folder, whether or not it is in the `PATH`.

    In a virtual environment `bin/seekline` is next to the `lib` of `lib/python3.N/site-packages`, and with
    `pip install --target` in the folder itself.
    """
    for folder in (library, *library.parents[2:3]):
        binary = folder / "bin" / "seekline"
        if os.access(binary, os.X_OK) and binary.is_file():
            return str(binary)
    return None


def _executable(name: str, origin: str, env: Mapping[str, str]) -> str:
    """Return the path of the program `name`. `origin` tells the user where the name came from, unless they gave it."""
    found = shutil.which(name, path=env.get("PATH"))
    if found is not None:
        return found
    if not os.path.exists(name):
        raise EngineNotFound(f"there is no engine at {name}{origin}")
    raise EngineNotFound(f"the engine {name}{origin}{',' if origin else ''} cannot be executed")


def command_line(
    binary: str,
    source: str | None,
    settings: Mapping[str, str | int | bool],
    config: Path | None,
    arguments: Sequence[str],
) -> list[str]:
    """Return the command line to execute."""
    command = [binary]
    if source is not None:
        command += ["--source", source]
    if config is not None:
        command += ["--config", os.fspath(config)]
    for name, value in settings.items():
        command += ["--set", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    return [*command, *arguments]
