"""The command `seekline-web`."""

import argparse
import asyncio
import contextlib
import errno
import html
import os
import pathlib
import secrets
import signal
import sys
import tempfile
import threading
import webbrowser

from aiohttp import web

from seekline import EngineNotFound, find_engine

from .bridge import ADDRESS_LIMIT, Bridge
from .engine import Engine, EngineError
from .gate import Gate

TOKEN_VARIABLE = "SEEKLINE_WEB_TOKEN"
SHORTEST_TOKEN = 16
LEADING = """<!doctype html>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={0}">
<title>seekline</title>
<a href="{0}">seekline</a>
"""


class UsageError(Exception):
    """What was asked for cannot be done."""


def parser():
    """Returns the parser of the options, each of which is declared only here."""
    options = argparse.ArgumentParser(
        prog="seekline-web", description="Incremental search in a browser. Prints the address to open.",
        epilog=f"The address contains a token: a new one at each start, or ${TOKEN_VARIABLE} if that is set.",
    )
    options.add_argument("--source", action="append", metavar="NAME", dest="sources",
                         help="a source to offer, the first one first; may be repeated (all that are ready)")
    options.add_argument("--config", metavar="FILE", help="settings as JSON, as for the engine's --config")
    options.add_argument("--set", action="append", default=[], metavar="SOURCE.KEY=VALUE", dest="settings",
                         help="a setting of a source, as for seekline; may be repeated")
    options.add_argument("--engine", metavar="FILE", help="the engine ($SEEKLINE, or the installed one)")
    options.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="the address to listen on (127.0.0.1)")
    options.add_argument("--port", type=int, default=8717, metavar="N", help="the port; 0 picks a free one (8717)")
    options.add_argument("--allow-origin", action="append", default=[], metavar="ORIGIN", dest="origins",
                         help="another origin whose pages may connect and embed the page; may be repeated")
    options.add_argument("--perform", action="store_true",
                         help="let pages perform actions on items, which run programs on this machine")
    options.add_argument("--open", action="store_true", help="open the page in a browser")
    return options


def token_from(environment):
    """Returns the token from the environment, or a new one."""
    token = environment.get(TOKEN_VARIABLE)
    if token is None:
        return secrets.token_urlsafe(24)
    if len(token) < SHORTEST_TOKEN or not token.isascii() or not token.replace("-", "").replace("_", "").isalnum():
        raise UsageError(f"${TOKEN_VARIABLE} must have at least {SHORTEST_TOKEN} letters, digits, - or _")
    return token


def gate_from(options, token):
    try:
        return Gate(options.host, token, options.origins)
    except ValueError as error:
        raise UsageError(f"--allow-origin must be an origin like https://example.org:8443, not \"{error}\"") from error


def announce(address):
    """Prints the address, without which nobody can open the page."""
    if sys.stdout is None:
        raise UsageError("the address cannot be printed: standard output is closed")
    try:
        # At once: what remained in a buffer would be written again at the end, and fail again.
        os.write(sys.stdout.fileno(), f"{address}\n".encode())
    except OSError as error:
        raise UsageError(f"the address cannot be printed: {error.strerror}") from error


@contextlib.contextmanager
def opened(address):
    """Opens a page in a browser. Every user can see the arguments of a browser: they name a file that leads to the page."""
    home = os.path.expanduser("~")
    # The user may remove the file once it has been read.
    with contextlib.suppress(FileNotFoundError), contextlib.ExitStack() as stack:
        try:
            # A browser may be confined to what is in the home folder and not hidden.
            file = stack.enter_context(tempfile.NamedTemporaryFile(buffering=0, prefix="seekline-web-", suffix=".html", dir=home))
            file.write(LEADING.format(html.escape(address)).encode())
        except OSError as error:
            reason = f"no file can be made in {home}: {error.strerror}"
            print(f"seekline-web: the page cannot be opened in a browser: {reason}", file=sys.stderr)
        else:
            # Some browsers stay in the foreground: nothing here waits for them.
            threading.Thread(target=webbrowser.open, args=[pathlib.Path(file.name).as_uri()], daemon=True).start()
        yield


async def serve(options):
    """Serves until a signal says to end."""
    ending = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, ending.set)
    if not options.host:
        raise UsageError("--host must be an address, such as 127.0.0.1, or 0.0.0.0 for all")
    token = token_from(os.environ)
    gate = gate_from(options, token)
    settings = [word for setting in options.settings for word in ("--set", setting)]
    if options.config is not None:
        settings += ["--config", os.path.abspath(options.config)]
    environment = {name: value for name, value in os.environ.items() if name != TOKEN_VARIABLE}
    engine = Engine([os.path.abspath(find_engine(options.engine)), *settings], environment)
    bridge = Bridge(engine, gate, options.sources, options.perform)
    runner = web.AppRunner(bridge.application(), access_log=None, shutdown_timeout=1, max_line_size=ADDRESS_LIMIT)
    try:
        bridge.engine_up(await engine.start())
        missing = set(options.sources or []) - {source["name"] for source in bridge.sources}
        if missing:
            raise UsageError(f"there is no source \"{min(missing)}\"; `seekline --sources` lists them")
        given = [source["name"] for source in bridge.sources if source.get("takesItems")]
        if given:
            raise UsageError(f"{given[0]} has only what a program gives it; to choose among the lines of a pipe there is seekline-pick")
        await runner.setup()
        try:
            await web.TCPSite(runner, options.host, options.port).start()
        except (OSError, OverflowError) as error:
            is_taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
            reason = "it is taken; --port 0 takes one that is free" if is_taken else error
            raise UsageError(f"cannot listen on {options.host}, port {options.port}: {reason}") from error
        host = f"[{options.host}]" if ":" in options.host else options.host
        address = f"http://{host}:{runner.addresses[0][1]}/#{token}"
        announce(address)
        with opened(address) if options.open else contextlib.nullcontext():
            await ending.wait()
    finally:
        await runner.cleanup()
        await engine.stop()


def main(arguments=None):
    """Runs the command; returns its exit status."""
    options = parser().parse_args(arguments)
    try:
        asyncio.run(serve(options))
    except (UsageError, EngineNotFound, EngineError) as error:
        print(f"seekline-web: {error}", file=sys.stderr)
        return 2
    return 0
