"""Databases as other programs make them, and the documentation's examples of searching them."""

import contextlib
import json
import pathlib
import re
import sqlite3
import tempfile
import unittest

from support import ROOT, error_of, seekline


def example(name):
    """Returns the `select` of the documentation's source `name`."""
    texts = [(ROOT / page).read_text(encoding="utf-8") for page in ("README.md", "protocol/local-sources.md")]
    for block in re.findall(r"```json\n(.*?)```", "\n".join(texts), re.DOTALL):
        source = json.loads(block).get("sources", {}).get(name)
        if source and source.get("type") == "sqlite":
            return {setting: source[setting] for setting in ("select", "detail") if setting in source}
    raise LookupError(name)


NOTES, DOCSET, FIREFOX, TRACKS = example("notes"), example("swift-docs"), example("bookmarks"), example("tracks")


def notes(path):
    """Makes notes with a full-text index."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE VIRTUAL TABLE notes USING fts5(title, body)")
        database.executemany("INSERT INTO notes VALUES(?, ?)", [
            ("Swift packages", "A Swift package has targets and products."), ("C++ templates", "They are written in angles."),
            ("Shopping", "Milk, bread, and a rusty nail."),
        ])
        database.commit()


def docset(path):
    """Makes the index of a docset, as Dash documents it: docSet.dsidx."""
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE searchIndex(id INTEGER PRIMARY KEY, name TEXT, type TEXT, path TEXT)")
        database.execute("CREATE UNIQUE INDEX anchor ON searchIndex(name, type, path)")
        database.executemany("INSERT INTO searchIndex(name, type, path) VALUES(?, ?, ?)", [
            ("compactMap", "Method", "array.html#//map"), ("mapValues", "Method", "dictionary.html"),
            ("map", "Method", "array.html"), ("Array", "Type", "array.html"),
        ])
        database.commit()


def firefox(path):
    """Makes the places.sqlite of a running Firefox, as far as bookmarks go: locked, with a log. Returns the connection
    that keeps it locked."""
    database = sqlite3.connect(path, isolation_level=None)
    for statement in [
        "PRAGMA journal_mode=wal",
        "CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0, frecency INTEGER DEFAULT -1 NOT NULL)",
        "CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER, position INTEGER, title LONGVARCHAR)",
        "INSERT INTO moz_places(id, url, title, frecency) VALUES(1, 'https://www.swift.org/', 'Swift', 100), (2, 'https://sqlite.org/', NULL, 5)",
        "INSERT INTO moz_bookmarks(id, type, fk, title) VALUES(1, 2, NULL, 'Bookmarks Menu'), (2, 1, 1, 'Swift.org'), (3, 1, 2, NULL)",
    ]:
        database.execute(statement)
    database.close()
    database = sqlite3.connect(path, isolation_level=None)
    database.execute("PRAGMA locking_mode=exclusive")
    database.execute("UPDATE moz_places SET visit_count = 1")
    return database


class DatabaseCase(unittest.TestCase):
    """A test with a database in its own folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.path = self.folder / "test.db"

    def make(self, *statements, path=None):
        """Makes a database with these statements."""
        with contextlib.closing(sqlite3.connect(path or self.path)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()
        return path or self.path

    def configuration(self, select, **settings):
        file = self.folder / "config.json"
        source = {"type": "sqlite", "path": str(self.path), "select": select} | settings
        file.write_text(json.dumps({"sources": {"db": source}}))
        return ["--config", str(file), "--source=db"]

    def engine(self, select, **settings):
        """An engine that searches the database."""
        return self.enterContext(seekline(*self.configuration(select, **settings)))

    def search(self, engine, query, **params):
        """Searches, and returns the messages until it ends."""
        engine.notify("submit", query=query, **params)
        return engine.settled(params.get("session", "default"))

    def found(self, select, query="", **settings):
        """Returns the params of the list that a query results in."""
        messages = self.search(self.engine(select, **settings), query)
        return [message["params"] for message in messages if message["method"] == "items"][-1]

    def refusal(self, select="SELECT 1 AS id WHERE :query NOTNULL LIMIT :limit", query="", **settings):
        """Returns the params of the error that a query results in, with the folder's path replaced by FOLDER."""
        error = error_of(self.search(self.engine(select, **settings), query))
        return error | {"message": error["message"].replace(str(self.folder), "FOLDER")}
