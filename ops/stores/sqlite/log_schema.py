"""The log's own SQLite file: its schema and migration (`ops/decisions/` says why it is not the record's)."""

from __future__ import annotations

from ops.stores.sqlite.cells import Table
from ops.stores.sqlite.connections import bring_to

VERSION = 2
"""The schema's version, in SQLite's `user_version`."""

SCHEMA = """
CREATE TABLE log (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    origin TEXT NOT NULL,
    size INTEGER NOT NULL,
    position INTEGER NOT NULL,
    row BLOB NOT NULL
);
CREATE TABLE entries (leaf INTEGER PRIMARY KEY, game TEXT, seq INTEGER, entry BLOB NOT NULL);
CREATE UNIQUE INDEX entry_of ON entries (game, seq) WHERE game IS NOT NULL;
CREATE TABLE tiles (level INTEGER NOT NULL, tile INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, tile));
CREATE TABLE checkpoints (number INTEGER PRIMARY KEY AUTOINCREMENT, size INTEGER NOT NULL, note BLOB NOT NULL);
CREATE TABLE keys (
    number INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    verifier TEXT NOT NULL,
    announced INTEGER,
    first INTEGER NOT NULL DEFAULT 0,
    last INTEGER NOT NULL DEFAULT 0,
    ended INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE notices (kind TEXT PRIMARY KEY, number INTEGER NOT NULL, en TEXT NOT NULL, fr TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO log VALUES (1, '', 0, 0, x'');
"""
"""`log`: the one row says whose log it is (no origin: the writer has not begun), its size, and how far it has followed the record:
the notification it took in last, and the digest of that row. `tiles` are those of C2SP tlog-tiles, the last of each level
growing. `checkpoints` are the newest signed ones. `notices` say what is wrong."""

TABLES = (
    Table("log", "one", {"origin": "text", "size": "integer", "position": "integer", "row": "blob"}),
    Table("entries", "leaf", {"game": "text null", "seq": "integer null", "entry": "blob"}),
    Table("tiles", "rowid", {"level": "integer", "tile": "integer", "hashes": "blob"}),
    Table("checkpoints", "number", {"size": "integer", "note": "blob"}),
    Table(
        "keys",
        "number",
        {
            "label": "text",
            "verifier": "text",
            "announced": "integer null",
            "first": "integer",
            "last": "integer",
            "ended": "integer",
        },
    ),
    Table("notices", "kind", {"kind": "text", "number": "integer", "en": "text", "fr": "text"}),
)
"""What the cells of each table hold; from version 2 on triggers see to it."""


def migrate(path: str) -> int:
    """Bring the file to this version's schema, making it if need be; answers the version it had.

    Raises `NewerSchema`, and `sqlite3.Error` where the file cannot be written.
    """
    return bring_to(path, VERSION, SCHEMA, TABLES)
