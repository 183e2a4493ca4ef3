"""A tmux terminal, driven over one connection (tmux's control mode): looking at the screen starts no process."""

import os
import pathlib
import selectors
import shlex
import subprocess
import tempfile
import time

CONFIG = "set -g escape-time 0\nset -g default-terminal tmux-256color\nset -g status off\n"
TICKS = os.sysconf("SC_CLK_TCK")


class Terminal:
    """A window of the given size in which one command runs after another."""

    def __init__(self, environment, columns=80, lines=24):
        self.folder = tempfile.TemporaryDirectory()
        config = pathlib.Path(self.folder.name, "tmux.conf")
        config.write_text(CONFIG)
        environment = {**environment, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        environment.pop("TMUX", None)
        self.tmux = subprocess.Popen(
            ["tmux", "-S", f"{self.folder.name}/tmux", "-f", config, "-C", "new-session", "-x", str(columns), "-y", str(lines),
             "exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment,
        )
        self.unfinished = b""
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.tmux.stdout, selectors.EVENT_READ)
        self.answer(time.monotonic() + 60)
        # The screen is polled. Without this, tmux would also send what is written to it. If that were not read for a
        # while, tmux would stop reading, too, and the program in the terminal would block in a write.
        self.ask(f"refresh-client -f no-output -C {columns}x{lines}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends the terminal and what runs in it; does nothing when called again."""
        if self.tmux.returncode is not None:
            return
        # tmux ends once all of its output has been read, and there may be a backlog.
        self.tmux.communicate(b"kill-server\n", timeout=60)
        self.selector.close()
        self.folder.cleanup()

    def line(self, deadline):
        """Returns tmux's next line; None at the deadline."""
        while b"\n" not in self.unfinished:
            if not self.selector.select(max(0, deadline - time.monotonic())):
                return None
            chunk = os.read(self.tmux.stdout.fileno(), 1 << 16)
            if not chunk:
                raise EOFError("tmux has ended")
            self.unfinished += chunk
        line, _, self.unfinished = self.unfinished.partition(b"\n")
        return line

    def answer(self, deadline):
        """Returns the lines of the answer to a command, which, unlike notifications, are between %begin and %end."""
        lines = None
        while (line := self.line(deadline)) is not None:
            if line.startswith(b"%begin "):
                lines = []
            elif line.startswith((b"%end ", b"%error ")) and lines is not None:
                if line.startswith(b"%error "):
                    raise RuntimeError(f"tmux: {lines}")
                return lines
            elif lines is not None:
                lines.append(line.decode(errors="replace"))
        raise TimeoutError("tmux does not answer")

    def ask(self, *words):
        """Sends tmux a command; returns the lines of the answer."""
        self.tmux.stdin.write(" ".join(words).encode() + b"\n")
        return self.answer(time.monotonic() + 60)

    def run(self, command):
        """Runs a command in place of the running one, on an empty screen."""
        self.ask("new-window", shlex.quote("exec " + shlex.join(map(str, command))))
        self.ask("kill-window -t '{last}'")

    def press(self, *keys):
        """Presses keys, by tmux's names."""
        self.ask("send-keys", *map(shlex.quote, keys))

    def type(self, text):
        """Types text literally."""
        self.ask("send-keys", "-l", shlex.quote(text))

    def resize(self, columns, lines):
        """Resizes the window."""
        self.ask(f"refresh-client -C {columns}x{lines}")

    def screen(self, colours=False):
        """Returns the lines on the screen without trailing blanks; if `colours` is set, with SGR sequences."""
        # Since tmux 3.6, lines may contain tabs.
        return [line.expandtabs().rstrip() for line in self.ask("capture-pane -p", *(["-e"] if colours else []))]

    def until(self, holds, timeout=60):
        """Waits until `holds` is true of the screen; returns when that was."""
        deadline = time.monotonic() + timeout
        while not holds("\n".join(screen := self.screen())):
            if time.monotonic() > deadline:
                raise TimeoutError("it is not so:\n" + "\n".join(screen))
            self.line(time.monotonic() + 0.005)
        return time.monotonic()

    def shows(self, *parts, without=()):
        """Waits until all of `parts` are on the screen and none of `without`; returns the screen."""
        seen = []

        def look(screen):
            seen[:] = [screen]
            return all(part in screen for part in parts) and not any(part in screen for part in without)

        self.until(look)
        return seen[0].split("\n")

    def processor_time(self):
        """Returns the processor time of the command and its children, in seconds."""
        pid, = self.ask("display-message -p '#{pane_pid}'")
        stats = dict(stat for path in pathlib.Path("/proc").glob("[0-9]*/stat") if (stat := read(path)))
        ticks, family = 0, [int(pid)]
        for member in family:
            ticks += stats[member][1] if member in stats else 0
            family += [other for other, (parent, _) in stats.items() if parent == member]
        return ticks / TICKS


def read(path):
    """Returns a process's id, its parent's, and the ticks used by it and its reaped children; None if it has ended."""
    try:
        fields = path.read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return int(path.parent.name), (int(fields[1]), sum(map(int, fields[11:15])))
