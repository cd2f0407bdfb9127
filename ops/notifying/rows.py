"""Rows of the store of subscriptions: what is queued, what waits for its time, and what is sent, as they are written and read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.database import Connection
from projections.notifications.subscriptions import Delivery, DeliveryState

DELIVERY = "number, id, subscription, game, about, record, body, state, attempts, made, tried, said"
"""The columns of a delivery."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Queued(NamedTuple):
    """A message to queue."""

    id: str
    subscription: str
    game: str
    about: str
    record: int
    body: bytes


class Turn(NamedTuple):
    """A turn that somebody is to be told of once it was quiet, or the time of a seat once it is over: `data` is what would be told.
    `place` is the game, and of a clock its seat behind it: what is to come is there once a place."""

    subscription: str
    place: str
    data: bytes
    record: int
    since: datetime
    due: datetime

    @property
    def game(self) -> str:
        """The game that is played."""
        return self.place.partition(" ")[0]

    @property
    def clock(self) -> str:
        """The seat whose clock it is; empty of a turn."""
        return self.place.partition(" ")[2]


def millis(at: datetime) -> int:
    """A time as the store has it."""
    return (at - _EPOCH) // timedelta(milliseconds=1)


def moment(number: Any) -> datetime:
    """The same back."""
    return _EPOCH + timedelta(milliseconds=max(0, as_number(number)))


def queue(db: Connection, queued: Iterable[Queued], at: datetime) -> None:
    """Queue messages, each once by its id."""
    for one in queued:
        db.execute(
            "INSERT INTO deliveries (id, subscription, game, about, record, body, state, attempts, made, tried, said) "
            "SELECT ?, ?, ?, ?, ?, ?, CASE WHEN state = 'parked' THEN 'parked' ELSE 'waiting' END, 0, ?, 0, '' "
            "FROM subscriptions WHERE id = ? AND state != 'ended' ON CONFLICT (id) DO NOTHING",
            (one.id, one.subscription, one.game, one.about, one.record, one.body, millis(at), one.subscription),
        )


def note(db: Connection, one: Delivery, state: DeliveryState, at: datetime, said: str, *, tried: bool) -> None:
    """Note what became of a delivery."""
    db.execute(
        "UPDATE deliveries SET state = ?, attempts = attempts + ?, tried = ?, said = ? WHERE number = ?",
        (state, int(tried), millis(at), said, one.number),
    )


def delivery_of(row: Any) -> Delivery:
    """A delivery from its columns (`DELIVERY`)."""
    number, id, subscription, game, about, record, body, state, attempts, made, tried, said = row
    return Delivery(
        as_number(number),
        as_text(id),
        as_text(subscription),
        as_text(game),
        as_text(about),
        as_number(record),
        as_bytes(body),
        as_text(state),  # type: ignore[arg-type]  # a word that this store wrote
        as_number(attempts),
        moment(made),
        moment(tried) if as_number(tried) > 0 else None,
        as_text(said),
    )
