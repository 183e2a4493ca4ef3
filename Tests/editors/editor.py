"""An editor that is driven from outside: keys go in, and what it says about itself comes out.

The editor connects to a socket of ours and answers questions; how a question looks is its own business.
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
    """Waits until `holds()` is true; answers what it was."""
    deadline = time.monotonic() + timeout
    while not (value := holds()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not within {timeout} s: {what() if callable(what) else what}")
        time.sleep(0.004)
    return value


def is_running(pid):
    """Whether a process is there, and not only waited for by nobody."""
    try:
        stat = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def started_with(setting):
    """The processes with this setting in their environment, each with its command line."""
    found = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        # One that ends meanwhile, and one of somebody else, are none of them.
        with contextlib.suppress(OSError):
            if setting in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    return found


def quote(text):
    """A text as an expression of Vim's."""
    return "'" + text.replace("'", "''") + "'"


class Editor:
    """What editors have in common. They all speak Vim's language, and type keys in its notation.

    A kind of editor starts itself, and adds the members below, which have no value here, and these methods:

    - `evaluate(expression)` answers the value of an expression of Vim's.
    - `seen()` answers what a person sees: of a search `prompt` (None if none is open), `title`, `counter`, `rows`, the `row` of
      the choice, `preview` with its `syntax` and its `marked` lines, `footer`, and a `note` if one is below the list; of the editor `text`, `cursor`, `mode`, `messages`.
    - `keys(keys)` types keys.
    - `paste(text)` pastes a text as a terminal does.
    - `quit()` ends the editor, though a search may be open.
    - `open(kept=False, **wanted)` opens a search from code. If it is kept, what is chosen goes to g:chosen, and its title
      is added to g:all, and nothing else is done.
      The items "many" are those of `many(count, longer=0)`, which makes a list of "item 1" and so on, each with so many
      letters behind it.
    - `starts(**wanted)` opens one as well, and answers how many processes that starts at once.
    - `menu()` answers what a menu is about, and what one can choose in it; None if there is none.
    - `pick(number=None)` chooses what has this number in the menu, from 0, or nothing.
    - `click(name, line, times=1)` clicks into this line of the "prompt", the "list" or the "preview" as they are seen, from 1.
    - `in_sight()` answers the numbers of the lines that are seen of the preview.
    - `choose(url)` chooses an item of that address, and answers why it cannot be opened.
    - `complaint(settings)` answers what is said about settings that are wrong.
    - `refusal(**wanted)` answers why a search is not opened from code.
    - `highlighted(kind)` answers for each row of the list which parts of it are highlighted as a "match" or a "mark".
    """

    # The folder of the plugin, the program that is tested, and the name by which people start it.
    PLUGIN = PROGRAM = NAME = None
    # Expressions: the process of the engine, and how many windows or popups a search has open.
    ENGINE = PARTS = None
    # A command that has everything that the list shows from now on added to g:shown.
    WATCH = None
    # Arguments with which addresses are added to g:opened instead of being opened.
    KEEP_ADDRESSES = ()
    # The mode in which one types a query.
    TYPING = None
    # What the editor calls the end of a process that was killed, the setting of the program, and the function that searches.
    KILLED = COMMAND_SETTING = FUNCTION = None
    # The names of all settings, what is said if the flags of the engine are none, and what the function calls itself.
    SETTINGS = NO_FLAGS = OPEN = None
    # Whether a text of the editor can hold a null character. If not, it ends there.
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
        """Sends a message, and reads the next one."""
        self.connection.sendall(json.dumps(message).encode() + b"\n")
        line = self.answers.readline()
        if not line:
            raise EOFError("the editor has gone")
        return json.loads(line)

    def run(self, command):
        """Runs a command of Vim's, and answers what it prints."""
        return self.evaluate(f"execute({quote(command)})").strip("\n")

    def command(self, command):
        """Types a command of Vim's."""
        self.keys(f":{command}<CR>")

    def until(self, holds, what=None):
        """Waits until what is seen is so, and answers it."""
        last = {}

        def look():
            last.clear()
            last.update(self.seen())
            return holds(last) and last

        return dict(wait_until(look, lambda: f"{what or 'what should be seen'}; seen: {last}"))

    def engine(self):
        """The process of the engine; 0 if there is none."""
        return self.evaluate(self.ENGINE) or 0

    def rows(self, *parts):
        """Waits until each of these texts stands in a row of the list."""
        return self.until(lambda seen: all(any(part in row for row in seen["rows"]) for part in parts), f"rows with {parts}")

    def closed(self):
        """Waits until no search is open, and keys are commands."""
        return self.until(lambda seen: seen["prompt"] is None and seen["mode"] == "n", "no search")

    def kill(self):
        """Ends the editor as nobody should."""
        os.kill(self.pid, signal.SIGKILL)
        wait_until(lambda: not is_running(self.pid), "the editor is killed")

    def close(self):
        """Ends it, whatever it does."""
        if is_running(self.pid):
            os.kill(self.pid, signal.SIGKILL)
        self.closing()
        self.answers.close()
        self.connection.close()
