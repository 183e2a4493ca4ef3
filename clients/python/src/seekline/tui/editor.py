"""Opening a file at a line, in the user's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import Any

from textual.app import App, SuspendNotSupported

from seekline.tui.terminal import LENT
from seekline.types import Location

_WITH_GOTO = {"code", "code-insiders", "codium", "vscodium", "cursor", "windsurf"}
_WITH_COLONS = {"hx", "helix", "subl", "sublime_text", "zed", "zeditor", "lapce"}
_WITH_PLUS = {
    "vi", "vim", "nvim", "view", "gvim", "nvi", "vis", "elvis", "ex", "joe", "jmacs", "jed", "ne", "mg", "zile", "nano",
    "pico", "emacs", "emacsclient", "micro", "kak", "mcedit", "gedit", "less", "more", "most",
}  # fmt: skip
_COLUMNS = {"emacs": ":", "emacsclient": ":", "micro": ":", "kak": ":", "nano": ","}
"""The separator of line and column, after the plus."""


def editor_command(editor: str, location: Location) -> list[str]:
    """Return the command that opens a file at its line, in the editor's syntax; unknown editors get no line."""
    words = shlex.split(editor)
    name = os.path.basename(words[0])
    # Otherwise it would be taken as an option.
    path = f"./{location.path}" if location.path.startswith(("-", "+")) else location.path
    if location.line is None:
        return [*words, path]
    place = [location.line] if location.column is None else [location.line, location.column]
    if name in _WITH_GOTO:
        return [*words, "--goto", ":".join(map(str, [path, *place]))]
    if name in _WITH_COLONS:
        return [*words, ":".join(map(str, [path, *place]))]
    if name in _COLUMNS:
        return [*words, "+" + _COLUMNS[name].join(map(str, place)), path]
    return [*words, f"+{location.line}", path] if name in _WITH_PLUS else [*words, path]


def edit(app: App[Any], location: Location) -> str | None:
    """Open a file in $VISUAL, $EDITOR or vi, in place of the app; returns what went wrong.

    The engine's output is not read meanwhile; afterwards it reports the state as it is by then.
    """
    editor = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip() or "vi"
    if not os.path.exists(location.path):
        return f"there is no {location.path}"
    try:
        command = editor_command(editor, location)
    except ValueError as error:
        return f"{editor} is no command: {error}"
    try:
        with app.suspend(), LENT:
            return _run(command)
    except SuspendNotSupported:
        return "there is no terminal for an editor"


def _run(command: list[str]) -> str | None:
    # An exception here would leave the app suspended.
    try:
        status = subprocess.run(command, check=False).returncode  # noqa: S603
    except OSError as error:
        return f"{command[0]} cannot be started: {error.strerror}"
    return f"{command[0]} has ended with status {status}" if status else None
