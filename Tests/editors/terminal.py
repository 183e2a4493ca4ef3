"""A real terminal, of tmux: what is shown in it can be read."""

import os
import shlex
import subprocess
import tempfile

from editor import wait_until


class Terminal:
    """One command in a terminal of its own."""

    def __init__(self, command, environment, columns=80, lines=24):
        self.folder = tempfile.TemporaryDirectory()
        self.socket = os.path.join(self.folder.name, "tmux")
        config = os.path.join(self.folder.name, "tmux.conf")
        with open(config, "w") as file:
            file.write("set -g escape-time 0\nset -g default-terminal tmux-256color\nset -g status off\n")
        environment = {**environment, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        environment.pop("TMUX", None)
        # The server keeps the environment of the first session.
        subprocess.run(
            ["tmux", "-S", self.socket, "-f", config, "new-session", "-d", "-x", str(columns), "-y", str(lines),
             shlex.join(["env", *(f"{name}={value}" for name, value in environment.items() if name.startswith("SEEKLINE")),
                         *command])],
            env=environment, check=True, capture_output=True, timeout=60,
        )

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", self.socket, *arguments], capture_output=True, text=True, timeout=60)

    def keys(self, *keys):
        """Presses keys, by tmux's names."""
        self.tmux("send-keys", *keys)

    def type(self, text):
        """Types a text as it is."""
        self.tmux("send-keys", "-l", text)

    def resize(self, columns, lines):
        self.tmux("resize-window", "-x", str(columns), "-y", str(lines))

    def screen(self, colours=False):
        """The lines that are shown, without what is blank at their ends."""
        text = self.tmux("capture-pane", "-p", *(["-e"] if colours else [])).stdout
        return [line.rstrip() for line in text.splitlines()]

    def until(self, *parts, without=()):
        """Waits until all these texts are on the screen, and none of those."""
        def look():
            screen = self.screen()
            text = "\n".join(screen)
            return all(part in text for part in parts) and not any(part in text for part in without) and screen

        return wait_until(look, lambda: f"{parts} without {without} on the screen:\n" + "\n".join(self.screen()))

    def close(self):
        self.tmux("kill-server")
        self.folder.cleanup()
