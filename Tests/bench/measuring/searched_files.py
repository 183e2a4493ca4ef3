"""Files that are searched, as inputs that can be made twice as large: a stranger may have written them."""

import contextlib
import json
import pathlib
import sqlite3

from .inputs import MARKS, Input, settled, written


def file(name, make):
    """Makes a file of this name, with text of a given size."""
    return lambda size, folder: [f"--set=lines.path={written(folder, f'{size}-{name}', make(size))}"]


def database(select, *statements):
    """Makes a database with these statements, which run once per size, and reads it with `select`; `:size` is the
    size."""

    def flags(size, folder):
        path = pathlib.Path(folder, f"{size}.db")
        path.unlink(missing_ok=True)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as made:
            made.create_function("repeat", 2, lambda text, count: text * count)
            for statement in statements:
                for text in [statement(size)] if callable(statement) else [statement]:
                    made.execute(text, {"size": size} if ":size" in text else {})
        source = {"type": "sqlite", "path": str(path), "select": select + " LIMIT :limit OFFSET :offset"}
        return ["--config", written(folder, f"{size}.json", json.dumps({"sources": {"db": source}}))]

    return flags


def search(query):
    return lambda peer, _: settled(peer, query=query)


def detail(peer, _):
    """Opens the details of lines by their ids, after a search."""
    settled(peer, query="")
    for number in range(20):
        peer.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "openDetail", "params": {"id": f"same\n{number + 2}"}}).encode() + b"\n")
        peer.until(f'"id":{number},'.encode())


def rows(size):
    return "name,note\n" + "".join(f'"{number} ""x"", y",z\n' for number in range(size))


ALL = [
    Input("a file: lines", 20_000, search("taro 1"), "lines", flags=file("a", lambda n: "".join(f"taro and others {i}\n" for i in range(n)))),
    Input("a file: lines that are equal", 20_000, detail, "lines", flags=file("a", lambda n: "same\n" * n)),
    Input("a file: blank lines", 200_000, search(""), "lines", flags=file("a", lambda n: "\n" * n)),
    Input("a file: a line", 20_000, search("ab"), "lines", flags=file("a", lambda n: "a" * n)),
    Input("a file: a line of which most is left out", 1_000_000, search("ab"), "lines", flags=file("a", lambda n: "a" * n)),
    Input("a file: lines of combining marks", 100, search("ee"), "lines", flags=file("a", lambda n: (MARKS * 50 + "\n") * n)),
    Input("a table: rows", 5000, search("9"), "lines", flags=file("a.csv", rows)),
    Input("a table: columns", 400, search(""), "lines", flags=file("a.csv", lambda n: (",".join("c" * (i % 9 + 1) for i in range(n)) + "\n") * 9)),
    Input("a table: lines of a row", 20_000, search("a"), "lines", flags=file("a.csv", lambda n: 'a,b\n"' + "x\n" * n + '",y\n')),
    Input("JSON lines: objects", 5000, search("9"), "lines", flags=file("a.jsonl", lambda n: "".join(f'{{"title":"{i}"}}\n' for i in range(n)))),
    Input("JSON lines: members of an object", 2000, search(""), "lines",
          flags=file("a.jsonl", lambda n: json.dumps({"title": "a"} | {f"member {i}": i for i in range(n)}))),
    Input("a database: rows", 20_000, search("x"), "db", flags=database(
        "SELECT n AS id FROM t WHERE instr(title, :query)", "CREATE TABLE t(n INTEGER PRIMARY KEY, title)",
        "INSERT INTO t WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < :size) SELECT n, 'a' || n FROM c")),
    Input("a database: a text", 20_000, search("e"), "db", flags=database("SELECT 1 AS id, title FROM t WHERE :query NOTNULL", f"CREATE TABLE t AS SELECT repeat('{MARKS}', :size) AS title")),
    Input("a database: a text of which most is left out", 1_000_000, search("a"), "db", flags=database(
        "SELECT 1 AS id, title FROM t WHERE :query NOTNULL", "CREATE TABLE t AS SELECT repeat('a', :size) AS title")),
    Input("a database: matches", 5000, search("a"), "db", flags=database(
        "SELECT 1 AS id, snippet FROM t WHERE :query NOTNULL", "CREATE TABLE t AS SELECT repeat('a' || char(2) || 'b' || char(3), :size) AS snippet")),
    Input("a database: columns", 400, search("a"), "db", flags=database(
        "SELECT 1 AS id, * FROM t WHERE :query NOTNULL", lambda size: f"CREATE TABLE t({','.join(f'c{n} DEFAULT 1' for n in range(size))})", "INSERT INTO t DEFAULT VALUES")),
    Input("a database: words searched for", 200, lambda peer, size: settled(peer, query="a " * size), "db", flags=database(
        "SELECT rowid AS id FROM t WHERE t MATCH :match", "CREATE VIRTUAL TABLE t USING fts5(body)", "INSERT INTO t VALUES(repeat('a ', :size))")),
]
