"""What both stores share: the statement for a game's rows, the key-value store's keys in order, and
what a factory offers; and that a log's lease is lost."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from eventsourcing.persistence import (
    AggregateRecorder,
    InfrastructureFactory,
    NotSupportedError,
    OperationalError,
    ProcessRecorder,
    TrackingRecorder,
)

from ops.stores.key_values import LAST, Cells, KeyValues, cipher_of

__all__ = ["Displaced", "OrderedKeys", "StoreFactory", "game_rows", "rows_from"]


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


class OrderedKeys(ABC):
    """The keys of the key-value store's table, in the order of their characters' code points
    (`Cells`)."""

    @abstractmethod
    def rows(self, statement: str, values: Sequence[str | int]) -> list[Any]:
        """What a statement selects from the store."""

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
