"""What both stores share: the statements that both recorders are asked with, and what a factory
offers; and that a log's lease is lost."""

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

from domain.kernel.stored import RecordStore
from domain.kernel.trace_context import Cause, cause_of
from ops.stores.key_values import KeyValues, cipher_of
from ops.stores.pool import Connection

__all__ = ["Displaced", "SharedRecorder", "StoreFactory", "game_rows", "rows_from"]


class Displaced(OperationalError):
    """The lease of a log was lost, and another writer has it now."""


def game_rows(
    select: str,
    game: UUID | str,
    gt: int | None = None,
    lte: int | None = None,
    *,
    desc: bool = False,
    limit: int | None = None,
) -> tuple[str, list[str | int]]:
    """The statement and its values for a game's rows in the order of their numbers: those after
    `gt`, up to `lte`, at most `limit`; `select` ends with the condition on the game's id."""
    values: list[str | int] = [str(game)]
    for condition, bound in (
        (" AND originator_version > ?", gt),
        (" AND originator_version <= ?", lte),
    ):
        if bound is not None:
            select, values = select + condition, [*values, bound]
    select += f" ORDER BY originator_version {'DESC' if desc else 'ASC'}"
    return (select, values) if limit is None else (select + " LIMIT ?", [*values, limit])


def rows_from(
    id: str,
    topic: str,
    start: int | None,
    stop: int | None,
    topics: Sequence[str],
    *,
    inclusive: bool,
) -> tuple[str, list[str | int]]:
    """The condition and its values for rows from an id on, up to `stop`, of some topics; `id` and
    `topic` name the columns."""
    where, values = [f"{id} >= ?" if inclusive else f"{id} > ?"], list[str | int]([start or 0])
    if stop is not None:
        where, values = [*where, f"{id} <= ?"], [*values, stop]
    if topics:
        where, values = [*where, f"{topic} IN ({', '.join('?' * len(topics))})"], [*values, *topics]
    return " AND ".join(where), values


COLUMNS = "r.originator_id, r.originator_version, r.topic, r.state"
SELECT = f"SELECT {COLUMNS} FROM records r WHERE r.originator_id = ?"  # noqa: S608  only our own words
SELECT_ROWS = (
    "SELECT originator_version, topic, state FROM records WHERE originator_id = ? "
    "ORDER BY originator_version"
)


class SharedRecorder(RecordStore):
    """What a recorder answers by statements that both databases take."""

    _id: str
    _notified: str
    """The column of the notification id, and the statement for rows with it, up to its
    condition."""
    _causes: bool | None
    """Whether there is room for causes: a store that was not migrated yet is written as it is."""

    _connections: Any
    """A `Pool`, of the store's own kind."""
    _columns_of: Callable[[Any, str], set[str]]
    """The columns that a table has."""

    def _events(self, statement: str, values: Sequence[str | int]) -> Iterable[tuple[Any, ...]]:
        """What a statement selects: game, seq, topic, bytes and, if it asks for it, the id."""
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
                cause_of(text) for (text,) in db.rows(query, [cell for at in places for cell in at])
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
        where, values = rows_from(
            self._id, "r.topic", start, stop, topics, inclusive=inclusive_of_start
        )
        query = f"{self._notified} WHERE {where} ORDER BY {self._id} LIMIT ?"
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
        query, values = game_rows(SELECT, originator_id, gt, lte, desc=desc, limit=limit)
        return [StoredEvent(*row) for row in self._events(query, values)]

    def newest_of(self, game: str) -> Notification | None:
        query = (
            f"{self._notified} WHERE r.originator_id = ? ORDER BY r.originator_version DESC LIMIT 1"
        )
        return next((Notification(*row) for row in self._events(query, (game,))), None)

    def newest_as(self, id: str, topic: str) -> StoredEvent | None:
        """The newest record of a stream under a topic, or none. The topic stands in the query, so
        that an index for it is used."""
        query = f"{SELECT} AND r.topic = '{topic}' ORDER BY r.originator_version DESC LIMIT 1"
        return next((StoredEvent(*row) for row in self._events(query, (id,))), None)


class StoreFactory(InfrastructureFactory[TrackingRecorder], ABC):
    """What a store offers: a recorder, and the clerk's key-value store, whose secrets are sealed
    with the key in the file that `SECRET_KEY_FILE` names."""

    _connections: Any
    """A `Pool`, of the store's own kind."""

    def key_values(self) -> KeyValues:
        secret = self.env.get("SECRET_KEY_FILE", "") or ""
        return KeyValues(self._connections, cipher_of(secret))

    def _not_offered(self, *_: Any, **__: Any) -> Any:
        """Boards of long games are kept in the key-value store, not as the library's snapshots;
        followers track their position where their views are, in Redis; no game reacts to
        another."""
        raise NotSupportedError("no snapshots, no positions and no processes are recorded here")

    aggregate_recorder = tracking_recorder = process_recorder = _not_offered

    def close(self) -> None:
        self._connections.close()
