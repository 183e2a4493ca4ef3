"""The command `seekline-pick`: lines in, the choice out."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seekline import Engine, InvalidParams, Item, SeeklineError
from seekline.tui.exits import LEFT, NOTHING, TROUBLE
from seekline.tui.found import found_alone
from seekline.tui.lines import JSONLines, Lines
from seekline.tui.opening import beginning, telling_silence
from seekline.tui.place import place
from seekline.tui.plain import one_line
from seekline.tui.terminal import run_on_terminal
from seekline.tui.typed_ahead import typed_ahead

if TYPE_CHECKING:
    from seekline.tui.picker import PickApp

DESCRIPTION = "Lets you choose one or more of the lines on standard input, and prints your choice."
EPILOG = "Exit status: 0 something was chosen, 1 nothing matches, 2 error, 130 left with Esc or Ctrl-C."
PRINTED = ("line", "id", "title", "insert", "url", "location", "json")


def run(arguments: Sequence[str]) -> int:
    """Let the user choose; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.json and options.p == "line":
        parser.error("argument -p: with --json there is no line to print; `-p json` prints the item")
    if os.isatty(0):
        return _complain("there is nothing to choose from: standard input, which should have the lines, is a terminal")
    end = b"\0" if options.read0 else b"\n"
    try:
        # A copy, because standard input will be the terminal for a while.
        lines = (JSONLines if options.json else Lines)(os.dup(0), end)
        query = beginning(" ".join(options.query))
        # If there may be nothing to choose, no keys are expected yet.
        is_certain = not (options.select_1 or options.exit_0)
        with typed_ahead() if is_certain else contextlib.nullcontext():
            items, status = asyncio.run(_choose(Engine(options.engine), lines, query, options))
        what = options.p or ("id" if options.json else "line")
        behind = b"\0" if options.print0 else b"\n"
        _write(b"".join(_text(lines, item, what) + behind for item in items))
    except KeyboardInterrupt:
        return LEFT
    except InvalidParams as error:
        return _complain(lines.placed(str(error)))
    except (SeeklineError, OSError, ValueError) as error:
        return _complain(str(error))
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="seekline-pick", description=DESCRIPTION, epilog=EPILOG, allow_abbrev=False)
    parser.add_argument("query", nargs="*", help="the initial text of the search box")
    parser.add_argument(
        "-m", "--multi", action="store_true", help="allow several choices: Tab marks, Enter takes all marked"
    )
    parser.add_argument("-1", "--select-1", action="store_true", help="if QUERY finds only one line, take it at once")
    parser.add_argument("--exit-0", action="store_true", help="if QUERY finds no line, exit at once")
    parser.add_argument("-0", "--read0", action="store_true", help="lines end with NUL, not LF, as from find -print0")
    parser.add_argument("--print0", action="store_true", help="print a NUL after each choice instead of LF")
    parser.add_argument("--json", action="store_true", help="each line is an item: an object with a title, or a string")
    parser.add_argument(
        "-p", metavar="WHAT", choices=PRINTED, help=f"what to print: {', '.join(PRINTED)} (line; with --json, id)"
    )
    parser.add_argument("--engine", metavar="FILE", help="the engine ($SEEKLINE, or the installed one)")
    return parser


async def _choose(engine: Engine, lines: Lines, query: str, options: argparse.Namespace) -> tuple[Sequence[Item], int]:
    """Return the items that are taken and the exit status, which says why if there are none.

    The lines are read, and searched, while Textual is imported.
    """
    # A daemon: it may be waiting for a line that never comes.
    threading.Thread(target=lines.feed.run, daemon=True).start()
    async with engine:
        pick = engine.pick(lines, query=query)
        left: PickApp | None = None
        try:
            with telling_silence(engine, "seekline-pick") as telling:
                async with pick as session:
                    one = await found_alone(pick, session, query, select_1=options.select_1, exit_0=options.exit_0)
                    if one is not None:
                        return one, 0 if one else NOTHING
                    from seekline.tui.picker import PickApp  # noqa: PLC0415

                    telling.cancel()
                    app = PickApp(engine, pick, session, lines, query, can_mark=options.multi)
                    items = await run_on_terminal(app)
                    left = app
        except (SeeklineError, OSError, ValueError):
            # Once the user has left, it does not matter what happens to the lines.
            if left is None:
                raise
        finally:
            lines.feed.stop()
    assert left is not None
    if left.trouble is not None:
        return (), _complain(lines.placed(left.trouble))
    return items or (), left.return_code or 0


def _text(lines: Lines, item: Item, what: str) -> bytes:
    """Return what is printed of an item; raises `ValueError` if the item has no such member."""
    text = lines.line(item) if what == "line" else printed(item, what)
    if text is None:
        raise ValueError(f"this item has no {what}: {one_line(item.title)}")
    return text


def printed(item: Item, what: str) -> bytes | None:
    """Return a member of an item as it is printed; None if there is none."""
    text: str | None
    if what == "json":
        # The members have the same names as in the protocol.
        members = dataclasses.asdict(item)
        whole = {name: _without_none(value) for name, value in members.items() if value is not None}
        text = json.dumps(whole, ensure_ascii=False)
    elif what == "location":
        text = None if item.location is None else place(item.location)
    else:
        text = getattr(item, what)
    return None if text is None else text.encode("utf-8", "replace")


def _without_none(value: object) -> object:
    return {name: part for name, part in value.items() if part is not None} if isinstance(value, dict) else value


def _write(data: bytes) -> None:
    try:
        while data:
            data = data[os.write(1, data) :]
    except OSError as error:
        raise OSError(f"standard output cannot be written: {error.strerror}") from error


def _complain(trouble: str) -> int:
    sys.stderr.write(f"seekline-pick: {trouble}\n")
    return TROUBLE
