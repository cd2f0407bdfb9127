"""The SQLite file of a directory of shards: its schema and its transactions."""

from __future__ import annotations

from pathlib import Path

from ops.stores.sqlite.cells import Table
from ops.stores.sqlite.connections import bring_to
from ops.stores.sqlite.log_file import LogFile

VERSION = 2
"""The schema's version, in SQLite's `user_version`; 2 is the first, with triggers that hold cells to their types."""

SCHEMA = """
CREATE TABLE directory (one INTEGER PRIMARY KEY CHECK (one = 1), placed INTEGER NOT NULL);
INSERT INTO directory VALUES (1, 0);
CREATE TABLE shards (
    name TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    origin TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL,
    address TEXT NOT NULL,
    share INTEGER NOT NULL,
    closed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE homes (
    home TEXT PRIMARY KEY,
    shard TEXT NOT NULL,
    version INTEGER NOT NULL,
    astray INTEGER NOT NULL,
    goes_to TEXT NOT NULL,
    step TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX homes_astray ON homes (home) WHERE astray = 1;
CREATE INDEX homes_moving ON homes (home) WHERE step <> '';
CREATE TABLE streams (stream TEXT PRIMARY KEY, request TEXT NOT NULL UNIQUE, home TEXT NOT NULL) WITHOUT ROWID;
CREATE INDEX streams_of ON streams (home);
CREATE TABLE drawer (kind TEXT NOT NULL, key TEXT NOT NULL, data BLOB NOT NULL, PRIMARY KEY (kind, key)) WITHOUT ROWID
"""
"""`placed` grows whenever a request may have to go elsewhere than before. `shards`: the settings' file by which each is opened, the
address that a proxy forwards to, its share of what is opened anew. `homes`: the shard of each, how often it was moved; `astray`
where an id of it begins with another shard's name, or with none; `goes_to` and `step` while it is being moved. `streams`: what
belongs to a home, and the part of its id that follows from the request which opened it. `drawer`: what all shards share of their
key-value stores (`shared_values.py`)."""

TABLES = (
    Table("directory", "one", {"placed": "integer"}),
    Table(
        "shards",
        "name",
        {
            "name": "text",
            "number": "integer",
            "origin": "text",
            "settings": "text",
            "address": "text",
            "share": "integer",
            "closed": "integer",
        },
    ),
    Table(
        "homes",
        "home",
        {"home": "text", "shard": "text", "version": "integer", "astray": "integer", "goes_to": "text", "step": "text"},
    ),
    Table("streams", "stream", {"stream": "text", "request": "text", "home": "text"}),
    Table("drawer", "key", {"kind": "text", "key": "text", "data": "blob"}),
)
"""What the cells of each table hold; triggers see to it."""


class DirectoryFile(LogFile):
    """The file as one process has it open (`LogDatabase`)."""

    _tables = TABLES


def migrate(path: Path) -> int:
    """Bring the file to this version's schema, making it if need be; answers the version it had. Raises `NewerSchema`, and
    `sqlite3.Error` where the file cannot be written."""
    return bring_to(str(path), VERSION, SCHEMA, TABLES)
