"""An editor driven from outside: it is sent keys and reports its state.

The editor connects to a socket of the test and answers requests; their format is up to the subclass.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "services")]


def wait_until(holds, what, timeout=60):
    """Waits until `holds()` is true; returns its value."""
    deadline = time.monotonic() + timeout
    while not (value := holds()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what() if callable(what) else what}")
        time.sleep(0.004)
    return value


def is_running(pid):
    """Returns whether a process is running; a zombie is not."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def started_with(setting):
    """Returns the command lines of the processes with this setting in their environment, by process id."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        # Skips processes that have ended, and those of other users.
        with contextlib.suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def quote(text):
    """Returns text as a Vim string literal."""
    return "'" + text.replace("'", "''") + "'"


class Editor:
    """The base class of the editors. Each evaluates Vim expressions and types keys in Vim's notation.

    A subclass starts the editor, sets the attributes below that have no value here, and adds these methods:

    - `evaluate(expression)` returns the value of a Vim expression.
    - `seen()` returns what the user sees: of a search, its `prompt` (None if none is open), `title`, `counter`, `rows`,
      the `row` of the choice, `preview` with its `syntax` and its `marked` lines, `footer`, and the `note` below the
      list if there is one; of the editor, its `text`, `cursor`, `mode` and `messages`.
    - `keys(keys)` types keys.
    - `paste(text)` pastes text as a terminal does.
    - `quit()` ends the editor, even if a search is open.
    - `open(kept=False, **wanted)` opens a search from code. With `kept`, a choice is only stored in g:chosen, and its
      title added to g:all. The items "many" are the list that `many(count, longer=0)` has made: "item 1" and so on,
      each followed by `longer` letters.
    - `starts(**wanted)` also opens a search, and returns how many processes that starts immediately.
    - `menu()` returns the title of the menu and its entries; None if no menu is open.
    - `pick(number=None)` picks the entry with this number in the menu, from 0; without a number, cancels the menu.
    - `click(name, line, times=1)` clicks a visible line, from 1, of the "prompt", the "list" or the "preview".
    - `in_sight()` returns the numbers of the preview's visible lines.
    - `choose(url)` chooses an item with that address, and returns why it cannot be opened.
    - `complaint(settings)` returns the error message for wrong settings.
    - `refusal(**wanted)` returns the error message for a search that cannot be opened from code.
    - `highlighted(kind)` returns, for each row of the list, the parts that are highlighted as a "match" or a "mark".
    """

    # The folder of the plugin, the program under test, and the name by which users start it.
    PLUGIN = PROGRAM = NAME = None
    # Vim expressions: the engine's process id, and the number of windows or popups that a search has open.
    ENGINE = PARTS = None
    # A command after which everything that the list shows is added to g:shown.
    WATCH = None
    # Arguments with which addresses are added to g:opened instead of being opened.
    KEEP_ADDRESSES = ()
    # The mode in which a query is typed.
    TYPING = None
    # What the editor calls the end of a killed process, the setting for the engine's program, and the function that
    # opens a search.
    KILLED = COMMAND_SETTING = FUNCTION = None
    # The names of all settings, the error message if the engine's flags are not strings, and the name of the function
    # in its error messages.
    SETTINGS = NO_FLAGS = OPEN = None
    # On the screen: how the row of the choice begins, the last line during a search, and the title of a failed search.
    CHOSEN = STATUS = FAILED = None

    def __init__(self, run, environment):
        listener = socket.create_server(("127.0.0.1", 0))
        listener.settimeout(60)
        environment = {**environment, "SEEKLINE_TEST_PORT": str(listener.getsockname()[1])}
        try:
            self.closing = run(environment)
            self.connection, _ = listener.accept()
        finally:
            listener.close()
        self.connection.settimeout(60)
        self.answers = self.connection.makefile("r", encoding="utf-8", errors="replace")
        self.last = 0
        self.pid = self.evaluate("getpid()")

    def exchange(self, message):
        """Sends a message, and returns the next one."""
        self.connection.sendall(json.dumps(message).encode() + b"\n")
        line = self.answers.readline()
        if not line:
            raise EOFError("the editor has gone")
        return json.loads(line)

    def run(self, command):
        """Runs a Vim command, and returns what it prints."""
        return self.evaluate(f"execute({quote(command)})").strip("\n")

    def command(self, command):
        """Types a Vim command."""
        self.keys(f":{command}<CR>")

    def until(self, holds, what=None):
        """Waits until `holds` is true of what `seen` returns, and returns that."""
        last = {}

        def look():
            last.clear()
            last.update(self.seen())
            return holds(last) and last

        return dict(wait_until(look, lambda: f"{what or 'what should be seen'}; seen: {last}"))

    def engine(self):
        """Returns the engine's process id; 0 if there is none."""
        return self.evaluate(self.ENGINE) or 0

    def rows(self, *parts):
        """Waits until each of these strings is in a row of the list, and the list is that of the text."""
        # From the list of an older text, which may look the same, Enter chooses nothing.
        return self.until(
            lambda seen: all(any(part in row for row in seen["rows"]) for part in parts)
            and not (seen["counter"][:1] not in ("", "0") and "<CR> search " in seen["footer"]),
            f"rows with {parts}",
        )

    def closed(self):
        """Waits until no search is open and the editor is in Normal mode."""
        return self.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n", "no search")

    def kill(self):
        """Kills the editor."""
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: not is_running(self.pid), "the editor is killed")

    def close(self):
        """Ends the editor, whatever it is doing."""
        if is_running(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        self.closing()
        self.answers.close()
        self.connection.close()
