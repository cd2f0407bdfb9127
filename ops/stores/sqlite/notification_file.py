"""The SQLite file of subscriptions and their queue, beside the record: its schema and
transactions."""

from pathlib import Path

from ops.stores.sqlite.cells import Table
from ops.stores.sqlite.connections import migrate_to
from ops.stores.sqlite.log_file import LogFile

VERSION = 2
"""The schema's version, in SQLite's `user_version`."""

SCHEMA = """
CREATE TABLE outbox (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, changed INTEGER NOT NULL);
INSERT INTO outbox VALUES (1, 0, 0);
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL,
    data BLOB NOT NULL,
    state TEXT NOT NULL,
    failures INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    said TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE turns (
    subscription TEXT NOT NULL,
    game TEXT NOT NULL,
    data BLOB NOT NULL,
    record INTEGER NOT NULL,
    since INTEGER NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (subscription, game)
) WITHOUT ROWID;
CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    subscription TEXT NOT NULL,
    game TEXT NOT NULL,
    about TEXT NOT NULL,
    record INTEGER NOT NULL,
    body BLOB NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    made INTEGER NOT NULL,
    tried INTEGER NOT NULL,
    said TEXT NOT NULL,
    not_before INTEGER,
    place TEXT
);
CREATE INDEX waiting ON deliveries (subscription, number) WHERE state = 'waiting';
CREATE INDEX sent_to ON deliveries (subscription, number);
CREATE INDEX made_at ON deliveries (made)
"""
"""`outbox` has the position up to which the record was followed, and a count of the changes of
subscriptions. A
subscription's `data` is sealed. A delivery waits until `not_before`; `place` names a future one.
`turns` held those in earlier versions and is moved to the queue. Times are milliseconds since
1970."""

TABLES = (
    Table("outbox", "one", {"position": "integer", "changed": "integer"}),
    Table(
        "subscriptions",
        "id",
        {
            "id": "text",
            "number": "integer",
            "data": "blob",
            "state": "text",
            "failures": "integer",
            "not_before": "integer",
            "said": "text",
        },
    ),
    Table(
        "turns",
        "subscription",
        {
            "subscription": "text",
            "game": "text",
            "data": "blob",
            "record": "integer",
            "since": "integer",
            "due": "integer",
        },
    ),
    Table(
        "deliveries",
        "number",
        {
            "id": "text",
            "subscription": "text",
            "game": "text",
            "about": "text",
            "record": "integer",
            "body": "blob",
            "state": "text",
            "attempts": "integer",
            "made": "integer",
            "tried": "integer",
            "said": "text",
            "not_before": "integer null",
            "place": "text null",
        },
    ),
)
"""The type of each column's values; triggers enforce it."""


TAKEN_OVER = """
INSERT INTO deliveries (id, subscription, game, about, record, body, state, attempts, made, tried, said, not_before, place)
    SELECT 'msg_' || subscription || ' ' || game || ' ' || record, subscription,
        coalesce(json_extract(CAST(data AS TEXT), '$.data.tournament'), game),
        CASE instr(game, ' ') WHEN 0 THEN 'turn' ELSE 'time' END, record, data, 'waiting', 0, since, 0, '', due, game
    FROM turns WHERE record > 0;
DELETE FROM turns
"""
"""SQL that moves messages from `turns`, where earlier versions stored them, to the queue."""


class NotificationFile(LogFile):
    _tables = TABLES


def migrate(path: Path) -> int:
    """Migrate the file of subscriptions to this version's schema, creating it if needed. Returns
    the version it had (0: none). Raises `NewerSchema`, and `sqlite3.Error` if the file cannot be
    written."""
    return migrate_to(str(path), VERSION, SCHEMA, TABLES, TAKEN_OVER)
