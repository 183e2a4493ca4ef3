"""The command line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence

from seekline import Engine, SeeklineError
from seekline.tui.opening import beginning, open_search, telling_silence
from seekline.tui.terminal import NoTerminal, run_on_terminal
from seekline.tui.typed_ahead import typed_ahead

DESCRIPTION = "Searches as you type, in the terminal."
ONLY_GIVEN = "has only what a program gives it; to choose among the lines of a pipe there is seekline-pick"


def run(arguments: Sequence[str]) -> int:
    """Run the search box until it is left; returns the exit status."""
    parser = argparse.ArgumentParser(prog="seekline-tui", description=DESCRIPTION, allow_abbrev=False)
    parser.add_argument("query", nargs="*", help="the initial text of the search box")
    parser.add_argument("--source", metavar="NAME", help="the source to search first")
    parser.add_argument("--config", metavar="FILE", help="settings as JSON, as for the engine's --config")
    parser.add_argument(
        "--set", metavar="SOURCE.KEY=VALUE", action="append", default=[], help="a setting, as for the engine's --set"
    )
    parser.add_argument("--engine", metavar="FILE", help="the engine ($SEEKLINE, or the installed one)")
    options = parser.parse_args(arguments)
    flags = [flag for setting in options.set for flag in ("--set", setting)]
    engine = Engine(options.engine, source=options.source, config=options.config, arguments=flags)
    try:
        with typed_ahead():
            return asyncio.run(_search(engine, beginning(" ".join(options.query))))
    except KeyboardInterrupt:
        # Only before the screen is there, which takes Ctrl+C as a key.
        return 130


async def _search(engine: Engine, query: str) -> int:
    """Start the search before the screen is there, so that the engine searches while Textual is imported."""
    try:
        with telling_silence(engine, "seekline-tui"):
            opened = await open_search(engine, None, query)
    except SeeklineError as error:
        return _complain(error)
    try:
        if opened[0].source.takes_items:
            return _complain(f"{opened[0].source.name} {ONLY_GIVEN}")
        from seekline.tui.app import SearchApp  # noqa: PLC0415

        app = SearchApp(engine, query=query, opened=opened)
        await run_on_terminal(app)
        return app.return_code or 0
    except NoTerminal as error:
        return _complain(error)
    finally:
        await engine.close()


def _complain(error: Exception | str) -> int:
    sys.stderr.write(f"seekline-tui: {error}\n")
    return 2
