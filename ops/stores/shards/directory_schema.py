"""A directory of shards in a schema of a PostgreSQL database."""

from __future__ import annotations

from ops.settings.addresses import Address
from ops.stores.postgres import schema
from ops.stores.postgres.log_schema import LogSchema, SessionLease

MOVING = schema.MIGRATING + 5
"""The advisory lock of whoever moves homes."""

DIRECTORY = """
CREATE TABLE directory (one integer PRIMARY KEY CHECK (one = 1), placed bigint NOT NULL, version bigint NOT NULL);
INSERT INTO directory VALUES (1, 0, 0);
CREATE TABLE shards (
    name text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL,
    origin text NOT NULL UNIQUE,
    settings text NOT NULL,
    address text NOT NULL,
    share bigint NOT NULL,
    closed bigint NOT NULL
);
CREATE TABLE homes (
    home text COLLATE "C" PRIMARY KEY,
    shard text NOT NULL,
    version bigint NOT NULL,
    astray bigint NOT NULL,
    goes_to text NOT NULL,
    step text NOT NULL
);
CREATE INDEX homes_astray ON homes (home) WHERE astray = 1;
CREATE INDEX homes_moving ON homes (home) WHERE step <> '';
CREATE TABLE streams (
    stream text COLLATE "C" PRIMARY KEY,
    request text COLLATE "C" NOT NULL UNIQUE,
    home text COLLATE "C" NOT NULL
);
CREATE INDEX streams_of ON streams (home);
CREATE TABLE drawer (
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (kind, key)
);
"""
"""As in SQLite (`directory_file.py`); `version` grows with each transaction."""


class DirectorySchema(LogSchema):
    """The schema as one process has it open (`LogDatabase`)."""

    counted = "directory"

    def lease(self) -> SessionLease:
        """The right to move homes."""
        return SessionLease(self._address, MOVING)


def migrate(address: Address) -> int:
    """Bring the schema to this version, making it if need be; answers and raises what `schema.migrate` does."""
    return schema.migrate(address, DIRECTORY)


def is_there(address: Address) -> bool:
    """Whether there is a directory. Raises `OperationalError` where the database does not answer."""
    return schema.is_there(address)
