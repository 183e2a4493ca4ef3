"""Vim under test, in a terminal whose output is discarded, or in tmux."""

import fcntl
import json
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parents[2] / "Tests" / folder) for folder in ("editors", "terminal")]

from case import EditorCase  # noqa: E402
from editor import Editor, quote  # noqa: E402
from terminal import Terminal  # noqa: E402

KEYS = {
    "CR": "\r", "Esc": "\x1b", "Tab": "\t", "S-Tab": "\x1b[Z", "BS": "\x7f", "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
    "PageUp": "\x1b[5~", "PageDown": "\x1b[6~", "F5": "\x1b[15~", "F2": "\x1bOQ", "Home": "\x1bOH", "End": "\x1bOF", "Del": "\x1b[3~",
}


def typed(keys):
    """Returns keys in Vim's notation as a terminal sends them."""
    def sent(match):
        name = match.group(1)
        return chr(ord(name[2].upper()) - 64) if name.startswith("C-") else KEYS[name]

    return re.sub(r"<([\w-]+)>", sent, keys)


class Vim(Editor):
    """A Vim with nothing but the plugin."""

    PLUGIN = FOLDER.parent
    PROGRAM = NAME = "vim"
    ENGINE = "seekline#engine#Pid()"
    PARTS = "len(popup_list())"
    WATCH = "call g:Watch()"
    KEEP_ADDRESSES = ("--cmd", "let g:opened = []", "--cmd", "let g:Seekline_open_url = {url -> add(g:opened, url)}")
    TYPING = "n"
    KILLED = "kill"
    COMMAND_SETTING = "command in g:seekline"
    FUNCTION = OPEN = "seekline#Open()"
    SETTINGS = "args, command, keys, max_height, max_width, options, preview, source"
    NO_FLAGS = "args must be a list of strings, and has a list"
    CHOSEN = "  "
    STATUS = "0,0-1"
    FAILED = "╭ MediaWiki  ✗ "

    def __init__(self, case, *arguments, environment, settings=None, terminal=None, plugin=True):
        environment = {**environment, "SEEKLINE_TEST_PLUGIN": str(self.PLUGIN) if plugin else ""}
        command = [self.PROGRAM, "-N", "-i", "NONE", "-u", str(FOLDER / "agent.vim")]
        if settings:
            command += ["--cmd", f"let g:seekline = {vim_value(settings)}"]
        command += arguments

        def run(environment):
            if terminal:
                self.terminal = Terminal(environment, *terminal)
                self.terminal.run(command)
                return self.terminal.close
            ours, theirs = pty.openpty()
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            process = subprocess.Popen(
                command, env={**environment, "TERM": "xterm-256color"}, cwd=case.folder, stdin=theirs, stdout=theirs, stderr=theirs,
                start_new_session=True,
            )
            os.close(theirs)
            self.input = ours

            # A separate process takes what Vim shows: Vim waits for a slow terminal.
            reader = subprocess.Popen(["cat"], stdin=ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

            def close():
                process.wait()
                reader.kill()
                reader.wait()
                os.close(ours)

            return close

        super().__init__(run, environment)

    def evaluate(self, expression):
        self.last -= 1
        number, value = self.exchange(["expr", expression, self.last])
        assert number == self.last
        if value == "ERROR":
            raise RuntimeError(expression)
        return value

    def seen(self):
        return self.evaluate("g:Seen()")

    def keys(self, keys):
        os.write(self.input, typed(keys).encode())

    def paste(self, text):
        os.write(self.input, f"\x1b[200~{text}\x1b[201~".encode())

    def quit(self):
        self.connection.sendall(b'["ex", "qa!"]')

    def open(self, kept=False, **wanted):
        keep = "#{on_choice: {item -> extend(g:, #{chosen: item, all: get(g:, 'all', []) + [item.title]})}}" if kept else "{}"
        if wanted.get("items") == "many":
            keep = "#{items: g:many}"
        self.run(f"call seekline#Open(extend({vim_value(wanted)}, {keep}))")

    def starts(self, **wanted):
        # A stopped engine is listed until Vim notices its end.
        before, _, after = self.evaluate(f"[len(job_info()), seekline#Open({vim_value(wanted)}), len(job_info())]")
        return after - before

    def many(self, count, longer=0):
        self.run(f"let g:many = range(1, {count})->map({{_, number -> 'item ' .. number .. repeat('x', {longer})}})")

    def menu(self):
        return self.evaluate("g:Menu()")

    def pick(self, number=None):
        self.keys("<Esc>" if number is None else "<Down>" * number + "<CR>")

    def click(self, name, line, times=1):
        # No matter how long the editor takes for the first of two clicks.
        self.run("set ttymouse=sgr mousetime=60000")
        place = self.evaluate(f"popup_getpos(seekline#view#Popups().{name})")
        at = f"0;{place['core_col'] + 3};{place['core_line'] + line - 1}"
        os.write(self.input, f"\x1b[<{at}M\x1b[<{at}m".encode() * times)

    def in_sight(self):
        first, last = self.evaluate("[line('w0', seekline#view#Popups().preview), line('w$', seekline#view#Popups().preview)]")
        return range(first, last + 1)

    def choose(self, url):
        return self.evaluate(f"seekline#accept#Choose([#{{url: {quote(url)}}}], 'edit', {{-> 0}})")

    def complaint(self, settings):
        return self.run(f"let g:seekline = {vim_value(settings)} | Seekline")

    def refusal(self, **wanted):
        return self.run(f"call seekline#Open({vim_value(wanted)})")

    def highlighted(self, kind):
        return self.evaluate(f"g:Highlighted('{kind}')")


def vim_value(value):
    """Returns a value as a Vim expression."""
    return f"json_decode({quote(json.dumps(value))})"


class VimCase(EditorCase):
    """A test with a Vim."""

    EDITOR = Vim
