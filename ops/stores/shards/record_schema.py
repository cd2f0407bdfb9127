"""A shard's record in a schema of a PostgreSQL database, as it is barred and copied from and to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ops.stores.postgres.connections import Connection
from ops.stores.postgres.log_schema import LogSchema
from ops.stores.shared import BARRED

_TRIGGERS = (
    ("barred_records", "records", "INSERT"),
    ("barred_drawer", "drawer", "INSERT OR UPDATE OR DELETE"),
)

BARRING = (
    'CREATE TABLE IF NOT EXISTS barred (stream text COLLATE "C" PRIMARY KEY, state text NOT NULL, shard text NOT NULL)',
    """
CREATE OR REPLACE FUNCTION barred_records() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF EXISTS (SELECT 1 FROM barred WHERE stream = NEW.originator_id) THEN
        RAISE EXCEPTION 'BARRED';
    END IF;
    RETURN NEW;
END
$body$""".replace("BARRED", BARRED),
    """
CREATE OR REPLACE FUNCTION barred_drawer() RETURNS trigger LANGUAGE plpgsql AS $body$
BEGIN
    IF TG_OP = 'DELETE' THEN
        IF EXISTS (SELECT 1 FROM barred WHERE stream = split_part(OLD.key, '/', 1)) THEN
            RAISE EXCEPTION 'BARRED';
        END IF;
        RETURN OLD;
    END IF;
    IF EXISTS (SELECT 1 FROM barred WHERE stream = split_part(NEW.key, '/', 1)) THEN
        RAISE EXCEPTION 'BARRED';
    END IF;
    RETURN NEW;
END
$body$""".replace("BARRED", BARRED),
    *(
        f"CREATE OR REPLACE TRIGGER {name} BEFORE {events} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()"
        for name, table, events in _TRIGGERS
    ),
)
"""What a shard's record has beside its tables. In plpgsql each statement sees what was committed before it began, so a writer that
waited for the lock of whoever bars sees the bar."""


SELECT = (
    "SELECT coalesce(n.id, 0), r.originator_id, r.originator_version, r.topic, r.state FROM records r "
    "LEFT JOIN notifications n USING (originator_id, originator_version) WHERE r.originator_id = ? ORDER BY r.originator_version"
)
"""The rows of a stream with their notification ids."""


INSERT = (
    "WITH written AS (INSERT INTO records (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?) "
    "RETURNING originator_id, originator_version) "
    "INSERT INTO pending (originator_id, originator_version) SELECT originator_id, originator_version FROM written"
)
"""Writes a row, which is numbered like every other (`ops/stores/postgres/schema.py`). For which request it was first written is not
carried over."""


class RecordSchema(LogSchema):
    """The schema of a record (`LogDatabase`): a writer here waits until all others have written, and they wait for it."""

    @contextmanager
    def transaction(self, step: Callable[[str], None], *, durable: bool = True) -> Iterator[Connection]:
        """One transaction that writes."""
        with self._connections.transaction(writing=True) as one:
            one.execute("LOCK TABLE records, drawer IN SHARE ROW EXCLUSIVE MODE")
            step("begun")
            yield one
        step("committed")
