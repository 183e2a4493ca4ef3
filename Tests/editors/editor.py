"""An editor that is driven from outside: keys go in, and what it says about itself comes out.

The editor connects to a socket of ours and answers questions; the form of a question is up to its class.
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
    """Whether a process runs; a zombie does not."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def started_with(setting):
    """Returns the processes with this setting in their environment, each with its command line."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        # Skips processes that end meanwhile, and those of other users.
        with contextlib.suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def quote(text):
    """Returns text as a Vim expression."""
    return "'" + text.replace("'", "''") + "'"


class Editor:
    """What editors have in common. They all evaluate Vim's language, and type keys in its notation.

    A subclass starts the editor, sets the members below that have no value here, and adds these methods:

    - `evaluate(expression)` returns the value of a Vim expression.
    - `seen()` returns what a person sees: of a search `prompt` (None if none is open), `title`, `counter`, `rows`, the
    `row` of
      the choice, `preview` with its `syntax` and its `marked` lines, `footer`, and a `note` if one is below the list; of the editor `text`, `cursor`, `mode`, `messages`.
    - `keys(keys)` types keys.
    - `paste(text)` pastes a text as a terminal does.
    - `quit()` ends the editor, though a search may be open.
    - `open(kept=False, **wanted)` opens a search from code. If it is kept, what is chosen goes to g:chosen, and its title
      is added to g:all, and nothing else is done.
      The items "many" are those of `many(count, longer=0)`, which makes a list of "item 1" and so on, each with so many
      letters behind it.
    - `starts(**wanted)` opens one, too, and returns how many processes that starts at once.
    - `menu()` returns what a menu is about, and its choices; None if there is none.
    - `pick(number=None)` picks the entry with this number in the menu, from 0, or none.
    - `click(name, line, times=1)` clicks into this line of the "prompt", the "list" or the "preview" as they are seen, from 1.
    - `in_sight()` returns the numbers of the preview's visible lines.
    - `choose(url)` chooses an item with that address, and returns why it cannot be opened.
    - `complaint(settings)` returns the complaint about wrong settings.
    - `refusal(**wanted)` returns why a search is not opened from code.
    - `highlighted(kind)` returns for each row of the list which parts of it are highlighted as a "match" or a "mark".
    """

    # The folder of the plugin, the program that is tested, and the name by which people start it.
    PLUGIN = PROGRAM = NAME = None
    # Expressions: the process of the engine, and how many windows or popups a search has open.
    ENGINE = PARTS = None
    # A command that adds everything that the list shows from now on to g:shown.
    WATCH = None
    # Arguments with which addresses are added to g:opened instead of being opened.
    KEEP_ADDRESSES = ()
    # The mode in which a query is typed.
    TYPING = None
    # What the editor calls the end of a process that was killed, the setting of the program, and the function that searches.
    KILLED = COMMAND_SETTING = FUNCTION = None
    # The names of all settings, the complaint if the engine's flags are not flags, and the name that the function calls
    # itself.
    SETTINGS = NO_FLAGS = OPEN = None
    # Whether the editor's strings can hold a null character. If not, they end there.
    HOLDS_NULL = None
    # On the screen: how the row of the choice begins, the last line while one searches, and the title of a search that failed.
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
        """Waits until `holds` is true of what is seen, and returns that."""
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
        """Waits until each of these texts is in a row of the list."""
        return self.until(lambda seen: all(any(part in row for row in seen["rows"]) for part in parts), f"rows with {parts}")

    def closed(self):
        """Waits until no search is open, and keys are commands."""
        return self.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n", "no search")

    def kill(self):
        """Kills the editor."""
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: not is_running(self.pid), "the editor is killed")

    def close(self):
        """Ends it, whatever it does."""
        if is_running(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        self.closing()
        self.answers.close()
        self.connection.close()
