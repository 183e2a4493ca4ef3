#!/usr/bin/env python3
"""Finds the lines of the notes in a folder that contain all words of the query; the detail of a line is its note.

Written with seekline for Python: lines are shown while the other notes are still being read.
"""

import pathlib
import re
from collections.abc import Iterator

from seekline.provider import Detail, Failure, Item, Location, Provider, Range

provider = Provider("notes", debounce_ms=50, min_length=1)


def notes() -> Iterator[pathlib.Path]:
    """Returns all notes in the folder, the latest first."""
    folder = pathlib.Path(provider.settings.get("folder", "~/notes")).expanduser()
    if not folder.is_dir():
        raise Failure(f"there is no folder {folder}: `settings.folder` says where the notes are", kind="config")
    found = [path for path in folder.rglob("*.md") if path.is_file()]
    return iter(sorted(found, key=lambda path: (-path.stat().st_mtime, path)))


def text_of(path: pathlib.Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@provider.page
def search(query: str) -> Iterator[Item]:
    words = query.split()
    marks = re.compile("(" + "|".join(map(re.escape, words)) + ")", re.IGNORECASE) if words else re.compile("($^)")
    for path in notes():
        for number, line in enumerate(text_of(path).split("\n"), 1):
            if words and all(word.lower() in line.lower() for word in words):
                before, *marked = marks.split(line.strip())
                yield Item(line.strip(), f"{path}:{number}", [f"{path.stem}: {before}", *marked],
                           kind="line", location=Location(str(path), number), insert=line.strip())


@provider.detail
def read(id: str) -> Detail | None:
    name, _, number = id.rpartition(":")
    for path in notes():
        if str(path) == name and number.isdecimal():
            lines = Range(int(number), int(number))
            return Detail(text_of(path), path.stem, "markdown", location=Location(name, int(number)), range=lines)
    return None


provider.run()
