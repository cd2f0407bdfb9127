"""Shared by both stores: the recorder's SQL, a base class of their factories, and the error of a
lost lease."""

from abc import ABC
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    InfrastructureFactory,
    Notification,
    NotSupportedError,
    OperationalError,
    StoredEvent,
    TrackingRecorder,
)

from domain.kernel.registry import FIRST
from domain.kernel.stored import RecordStore
from domain.kernel.trace_context import Cause, cause_of
from ops.stores.cells import as_text
from ops.stores.key_values import KeyValues, cipher_of
from ops.stores.pool import Connection


class Displaced(OperationalError):
    """This process has lost the lease of a log to another writer."""


COLUMNS = "r.originator_id, r.originator_version, r.topic, r.state"
SELECT = f"SELECT {COLUMNS} FROM records r WHERE r.originator_id = ?"  # noqa: S608  only our own words
SELECT_ROWS = (
    "SELECT originator_version, topic, state FROM records WHERE originator_id = ? "
    "ORDER BY originator_version"
)


class SharedRecorder(RecordStore):
    """The methods of a recorder whose SQL statements both databases accept."""

    _id: str
    _log: str
    _notified: str
    """`_id`: the column of the notification id. `_log`: the table with that column. `_notified`:
    the query for rows with their notification id, without its condition."""
    _causes: bool | None
    """Whether the table of records has the column `cause`. Records are written without causes into
    a store that was not migrated yet."""

    _connections: Any
    """A `Pool` of the store's kind."""
    _columns_of: Callable[[Any, str], set[str]]
    """Returns the columns of a table."""

    def _events(self, statement: str, values: Sequence[str | int]) -> Iterable[tuple[Any, ...]]:
        """The rows of a query for records, each as (game, seq, topic, bytes) and, if the query
        selects it, the notification id."""
        with self._connections.connection() as db:
            rows: list[tuple[Any, ...]] = db.rows(statement, values)
            return rows

    def _has_causes(self, db: Connection) -> bool:
        if self._causes is None:
            self._causes = "cause" in self._columns_of(db, "records")
        return self._causes

    def causes(self, places: Sequence[tuple[str, int]]) -> list[Cause]:
        query = (
            f"WITH place (stream, number) AS (VALUES {', '.join(['(?, ?)'] * len(places))}) "  # noqa: S608  only our own words
            "SELECT cause FROM place JOIN records ON originator_id = stream AND "
            "originator_version = number"
        )
        with self._connections.connection() as db:
            if not places or not self._has_causes(db):
                return []
            contexts = [
                cause_of(text)
                for (text,) in db.rows(query, [cell for place in places for cell in place])
            ]
        return list(dict.fromkeys(cause for cause in contexts if cause is not None))

    def select_rows(self, game: str) -> Iterator[tuple[int, str, bytes]]:
        with self._connections.connection() as db:
            return iter(db.rows(SELECT_ROWS, (game,)))

    def select_notifications(
        self,
        start: int | None,
        limit: int,
        stop: int | None = None,
        topics: Sequence[str] = (),
        *,
        inclusive_of_start: bool = True,
    ) -> Sequence[Notification]:
        query = f"{self._notified} WHERE {self._id} {'>=' if inclusive_of_start else '>'} ?"
        values: list[str | int] = [start or 0]
        if stop is not None:
            query, values = f"{query} AND {self._id} <= ?", [*values, stop]
        if topics:
            query += f" AND r.topic IN ({', '.join('?' * len(topics))})"
            values += topics
        query += f" ORDER BY {self._id} LIMIT ?"
        return [Notification(*row) for row in self._events(query, [*values, limit])]

    def trouble(self, seconds: float | None = None) -> str:
        return str(self._connections.trouble(seconds))

    def select_events(
        self,
        originator_id: UUID | str,
        *,
        gt: int | None = None,
        lte: int | None = None,
        desc: bool = False,
        limit: int | None = None,
    ) -> Sequence[StoredEvent]:
        query, values = SELECT, list[str | int]([str(originator_id)])
        for condition, bound in (
            (" AND originator_version > ?", gt),
            (" AND originator_version <= ?", lte),
        ):
            if bound is not None:
                query, values = query + condition, [*values, bound]
        query += f" ORDER BY originator_version {'DESC' if desc else 'ASC'}"
        if limit is not None:
            query, values = query + " LIMIT ?", [*values, limit]
        return [StoredEvent(*row) for row in self._events(query, values)]

    def select_openings_and_topics(
        self, since: int, stop: int, topics: Sequence[str], limit: int
    ) -> Sequence[Notification]:
        query = (
            f"{self._notified} WHERE {self._id} > ? AND {self._id} <= ? AND "
            f"(r.originator_version = {FIRST} OR r.topic IN ({', '.join('?' * len(topics))})) "
            f"ORDER BY {self._id} LIMIT ?"
        )
        return [Notification(*row) for row in self._events(query, [since, stop, *topics, limit])]

    def newest_notification_ids(self, stop: int) -> list[tuple[str, int]]:
        query = (
            f"SELECT originator_id, MAX({self._id}) FROM {self._log} "  # noqa: S608  only our own words
            f"WHERE {self._id} <= ? GROUP BY originator_id"
        )
        with self._connections.connection() as db:
            return [(as_text(id), newest) for id, newest in db.rows(query, [stop])]

    def newest_below(self, stop: int, limit: int) -> Sequence[Notification]:
        query = (
            f"{self._notified} WHERE {self._id} < ? AND NOT EXISTS (SELECT 1 FROM records AS later "  # noqa: S608  only our own words
            "WHERE later.originator_id = r.originator_id AND later.originator_version > "
            f"r.originator_version) ORDER BY {self._id} DESC LIMIT ?"
        )
        return [Notification(*row) for row in self._events(query, [stop, limit])]

    def openings(self, topics: Sequence[str]) -> Sequence[StoredEvent]:
        query = (
            f"SELECT {COLUMNS} FROM records r WHERE originator_version = {FIRST} AND "  # noqa: S608  only our own words
            f"topic <> 'GameOpened' AND topic IN ({', '.join('?' * len(topics))})"
        )
        return [StoredEvent(*row) for row in self._events(query, topics)]

    def newest_of(self, game: str) -> Notification | None:
        query = (
            f"{self._notified} WHERE r.originator_id = ? ORDER BY r.originator_version DESC LIMIT 1"
        )
        return next((Notification(*row) for row in self._events(query, (game,))), None)

    def newest_with_topic(self, id: str, topic: str) -> StoredEvent | None:
        """The newest record of a stream with this topic, or None. The topic is a literal in the
        query, so that the database uses the index for it."""
        query = f"{SELECT} AND r.topic = '{topic}' ORDER BY r.originator_version DESC LIMIT 1"
        return next((StoredEvent(*row) for row in self._events(query, (id,))), None)


class StoreFactory(InfrastructureFactory[TrackingRecorder], ABC):
    """A factory of a store's recorder and key-value store. Secrets are sealed with the key in the
    file `SECRET_KEY_FILE`."""

    _connections: Any
    """A `Pool` of the store's kind."""

    def key_values(self) -> KeyValues:
        secret = self.env.get("SECRET_KEY_FILE", "") or ""
        return KeyValues(self._connections, cipher_of(secret))

    def _not_offered(self, *_: Any, **__: Any) -> Any:
        """Raises `NotSupportedError`: snapshots of long games are in the key-value store, followers
        store their position with their views in Redis, and no stream reacts to another."""
        raise NotSupportedError("no snapshots, no positions and no processes are recorded here")

    aggregate_recorder = tracking_recorder = process_recorder = _not_offered

    def close(self) -> None:
        self._connections.close()
