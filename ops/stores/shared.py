"""What both stores share: the statements that both recorders and both tables of the key-value store
are asked with, and what a factory offers; and that a log's lease is lost."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    Notification,
    NotSupportedError,
    OperationalError,
    ProcessRecorder,
    StoredEvent,
    TrackingRecorder,
)

from domain.kernel.stored import RecordStore
from ops.stores.cells import as_bytes
from ops.stores.key_values import LAST, Cells, KeyValues, cipher_of

__all__ = ["Displaced", "OrderedKeys", "SharedRecorder", "StoreFactory", "game_rows", "rows_from"]


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

    _notified: str
    """The statement for rows with their notification ids, up to its condition."""

    @abstractmethod
    def _events(self, statement: str, values: Sequence[str | int]) -> Iterable[tuple[Any, ...]]:
        """What a statement selects: game, seq, topic, bytes and, if it asks for it, the id."""

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


class OrderedKeys(ABC):
    """The key-value store's table (`Cells`), its keys in the order of their characters' code
    points."""

    @abstractmethod
    def rows(self, statement: str, values: Sequence[str | int]) -> list[Any]:
        """What a statement selects from the store."""

    @abstractmethod
    def execute(self, statement: str, values: Sequence[str | bytes]) -> None:
        """Run a statement that changes the store."""

    def put(self, kind: str, key: str, data: bytes) -> None:
        self.execute(
            "INSERT INTO drawer (kind, key, data) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
            (kind, key, data),
        )

    def get(self, kind: str, key: str) -> bytes | None:
        there = self.rows("SELECT data FROM drawer WHERE kind = ? AND key = ?", (kind, key))
        return as_bytes(there[0][0]) if there else None

    def delete(self, kind: str, key: str) -> None:
        self.execute("DELETE FROM drawer WHERE kind = ? AND key = ?", (kind, key))

    def keys(self, kind: str, start: str) -> list[str]:
        return [key for (key,) in self._select("key", kind, start)]

    def items(
        self, kind: str, start: str, after: str, limit: int | None
    ) -> list[tuple[str, bytes]]:
        return self._select("key, data", kind, start, after, limit)

    def _select(
        self, what: str, kind: str, start: str, after: str = "", limit: int | None = None
    ) -> list[Any]:
        where = "kind = ? AND key >= ? AND key < ? AND key > ?"
        statement = f"SELECT {what} FROM drawer WHERE {where} ORDER BY key"  # noqa: S608  only our own words
        values: list[str | int] = [kind, start, start + LAST, after]
        return (
            self.rows(statement, values)
            if limit is None
            else self.rows(statement + " LIMIT ?", [*values, limit])
        )


class StoreFactory(InfrastructureFactory[TrackingRecorder], ABC):
    """What a store offers: a recorder, and the clerk's key-value store, whose secrets are sealed
    with the key in the file that `SECRET_KEY_FILE` names."""

    @abstractmethod
    def cells(self) -> Cells:
        """The table of the key-value store."""

    def key_values(self) -> KeyValues:
        return KeyValues(self.cells(), cipher_of(self.env.get("SECRET_KEY_FILE", "") or ""))

    def aggregate_recorder(self, purpose: str = "events") -> AggregateRecorder:
        """Not offered: boards of long games are kept in the key-value store, not as the library's
        snapshots."""
        raise NotSupportedError(f"no recorder for {purpose}")

    def tracking_recorder(
        self, tracking_recorder_class: type[TrackingRecorder] | None = None
    ) -> TrackingRecorder:
        """Not offered: followers track their position where their views are, in Redis."""
        raise NotSupportedError(f"no {tracking_recorder_class}: positions are tracked in Redis")

    def process_recorder(self) -> ProcessRecorder:
        """Not offered: no game reacts to another."""
        raise NotSupportedError("no process recorder: no game reacts to another")
