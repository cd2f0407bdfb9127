"""Subscriptions and their queue of messages, in SQLite or PostgreSQL. Methods that
`SubscriptionStore` declares are documented there.

A row of `deliveries` is one message to one receiver, not sent before `not_before`. `number` orders
the messages of a receiver and game. The id is derived from the event and the receiver, so a message
is queued only once. `place` is set for a future message, about a turn or a seat's time, which a
later record may postpone or cancel.

Every write is one transaction, so a killed process leaves all of it or nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from threading import Lock
from typing import Any, cast, get_args

import msgspec
from msgspec import Raw

from domain.kernel.encryption import Cipher, NotSealed
from domain.kernel.key_values import kept_as
from ops.settings.addresses import Place
from ops.stores.by_place import by_place
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.database import Lease, LogDatabase
from ops.stores.pool import Connection
from ops.stores.sqlite import notification_file
from projections.messages.subscriptions import (
    Counts,
    Delivery,
    DeliveryState,
    Subscription,
    SubscriptionAt,
    SubscriptionState,
)

USE = "notifications"

KEPT = timedelta(days=30)
"""How long sent, dropped and parked messages can be listed before they are deleted."""

PASSED = "passed"
"""The reason for dropping the message of a turn that ended before it was sent."""

_CHANGED = "UPDATE outbox SET changed = changed + 1"
_SUBSCRIPTION = "SELECT id, data, state, failures, said, not_before FROM subscriptions"
_DELIVERY = (
    "SELECT number, id, subscription, game, about, record, body, state, attempts, made, "
    "tried, said, place FROM deliveries"
)
_TO_COME = "coalesce(place, '') <> '' AND state IN ('waiting', 'parked') AND attempts = 0"
"""The SQL condition for a future message about a turn or a clock."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NotificationStore:
    """The store of subscriptions at a `place`, created on first use. `key` seals the subscriptions.
    Thread-safe."""

    def __init__(self, place: Place, key: bytes) -> None:
        self._place = place
        self._cipher = Cipher(key, USE)
        self._opened: LogDatabase | None = None
        self._lock = Lock()

    # -- subscriptions -----------------------------------------------------------------------------

    def add(self, subscription: Subscription, *, confirmed: bool) -> None:
        with self._changing() as db:
            number = as_number(
                db.rows("SELECT coalesce(max(number), 0) + 1 FROM subscriptions")[0][0]
            )
            db.execute(
                "INSERT INTO subscriptions (id, number, data, state, failures, not_before, said) "
                "VALUES (?, ?, ?, ?, 0, 0, '') "
                "ON CONFLICT (id) DO NOTHING",
                (
                    subscription.id,
                    number,
                    self._sealed(subscription),
                    "active" if confirmed else "unconfirmed",
                ),
            )

    def change(self, subscription: Subscription) -> None:
        with self._changing() as db:
            db.execute(
                "UPDATE subscriptions SET data = ? WHERE id = ?",
                (self._sealed(subscription), subscription.id),
            )
            db.execute(
                "UPDATE deliveries SET not_before = 0 WHERE subscription = ? AND state = "
                "'waiting' AND attempts = 0 AND place = ''",
                (subscription.id,),
            )

    def confirm(self, id: str) -> bool:
        with self._changing() as db:
            db.execute(
                "UPDATE subscriptions SET state = 'active' WHERE id = ? AND state = 'unconfirmed'",
                (id,),
            )
            return bool(db.rows("SELECT 1 FROM subscriptions WHERE id = ?", (id,)))

    def resume(self, id: str) -> None:
        with self._changing() as db:
            db.execute(
                "UPDATE subscriptions SET state = 'active', failures = 0, not_before = 0, said = "
                "'' WHERE id = ? AND state IN "
                "('active', 'parked')",
                (id,),
            )
            db.execute(
                "UPDATE deliveries SET state = 'waiting', attempts = 0, not_before = 0 "
                "WHERE subscription = ? AND (state = 'parked' OR (state = 'waiting' AND attempts "
                "> 0))",
                (id,),
            )

    def remove(self, id: str) -> bool:
        with self._changing() as db:
            db.execute("DELETE FROM deliveries WHERE subscription = ?", (id,))
            return bool(db.rows("DELETE FROM subscriptions WHERE id = ? RETURNING id", (id,)))

    def find(self, id: str) -> SubscriptionAt | None:
        return next(
            iter(self._subscriptions(self._read(f"{_SUBSCRIPTION} WHERE id = ?", (id,)))), None
        )

    def all(self) -> tuple[SubscriptionAt, ...]:
        return tuple(self._subscriptions(self._read(f"{_SUBSCRIPTION} ORDER BY number")))

    def _subscriptions(self, rows: Sequence[Any]) -> Iterable[SubscriptionAt]:
        for id, data, state, failures, why, not_before in rows:
            try:
                subscription = msgspec.json.decode(
                    self._cipher.open(as_bytes(data), as_text(id)), type=Subscription
                )
            except (NotSealed, msgspec.DecodeError):
                continue
            reached = cast("SubscriptionState", as_text(state))
            if reached in get_args(SubscriptionState):
                yield SubscriptionAt(
                    subscription,
                    reached,
                    as_number(failures),
                    as_text(why),
                    _moment_if_any(not_before),
                )

    def damaged(self) -> Iterator[str]:
        """The table and key of each row that cannot be read, and the damage that the database finds
        in its own files."""
        database = self._database()
        yield from (f"{cell.table} {cell.row}" for cell in database.mistyped_cells())
        yield from database.file_faults()
        whole = {each.subscription.id for each in self.all()}
        for (id,) in self._read("SELECT id FROM subscriptions"):
            if as_text(id) not in whole:
                yield f"subscriptions {as_text(id)}"
        for number, body, state in self._read("SELECT number, body, state FROM deliveries"):
            if state not in get_args(DeliveryState) or kept_as(Raw, as_bytes(body)) is None:
                yield f"deliveries {number}"

    def _sealed(self, subscription: Subscription) -> bytes:
        return self._cipher.seal(msgspec.json.encode(subscription), subscription.id)

    def changed(self) -> int:
        """A counter that increases when a subscription is added, changed or ended."""
        return as_number(self._read("SELECT changed FROM outbox")[0][0])

    def deliveries(self, subscription: str, after: int, limit: int) -> tuple[Delivery, ...]:
        where = (
            f"subscription = ? AND NOT ({_TO_COME}) AND (? = 0 OR number < ?) ORDER BY number "
            f"DESC LIMIT ?"
        )
        return self._deliveries(where, (subscription, after, after, limit))

    def counts(self, subscription: str = "") -> Counts:
        query = (
            f"SELECT state, count(*) FROM deliveries WHERE (? = '' OR subscription = ?) AND "  # noqa: S608
            f"NOT ({_TO_COME}) GROUP BY state"
        )
        return Counts(
            **{
                as_text(state): as_number(number)
                for state, number in self._read(query, (subscription, subscription))
                if as_text(state) in Counts.__struct_fields__
            }
        )

    # -- queueing ----------------------------------------------------------------------------------

    def put(self, subscription: str, id: str, about: str, body: bytes, moment: datetime) -> None:
        with self._writing() as db:
            _queue(
                db,
                [
                    Delivery(
                        number=0,
                        id=id,
                        subscription=subscription,
                        game="",
                        about=about,
                        record=0,
                        body=body,
                        made=moment,
                    )
                ],
            )

    def position(self) -> int:
        return as_number(self._read("SELECT position FROM outbox")[0][0])

    def store_batch(
        self,
        position: int,
        queued: Iterable[Delivery],
        to_come: Mapping[tuple[str, str], Delivery | None],
    ) -> None:
        """Store the messages caused by the record up to a position, and the position, in one
        transaction. `queued`: messages to send. `to_come`: the future message to put at each
        (subscription, place), with None to cancel the one there."""
        with self._writing() as db:
            for (subscription, place), delivery in to_come.items():
                where = "subscription = ? AND place = ? AND id <> ?"
                named = (subscription, place, delivery.id if delivery is not None else "")
                db.execute(f"DELETE FROM deliveries WHERE {where} AND {_TO_COME}", named)  # noqa: S608  only our own words
                if delivery is not None:
                    state = "state IN ('waiting', 'parked')"
                    db.execute(
                        f"UPDATE deliveries SET state = 'dropped', said = ? WHERE {where} AND "  # noqa: S608
                        f"{state}",
                        (PASSED, *named),
                    )
                    _queue(db, [delivery])
            _queue(db, queued)
            db.execute("UPDATE outbox SET position = ? WHERE position < ?", (position, position))

    def to_come(self, game: str) -> tuple[Delivery, ...]:
        """The future messages about turns and clocks, of one game ("": of all)."""
        return self._deliveries(
            f"{_TO_COME} AND (? = '' OR place = ? OR place LIKE ?)", (game, game, f"{game} %")
        )

    # -- sending -----------------------------------------------------------------------------------

    def due(self, now: datetime) -> list[str]:
        """The ids of the subscriptions to which a message is due now, longest waiting first. A
        subscription that failed as a whole is left out until its next attempt."""
        rows = self._read(
            "SELECT d.subscription FROM deliveries d JOIN subscriptions s ON s.id = "
            "d.subscription WHERE d.state = 'waiting' "
            "AND coalesce(d.not_before, 0) <= ? AND s.state IN ('active', 'unconfirmed') AND "
            "s.not_before <= ? "
            "GROUP BY d.subscription ORDER BY min(d.number)",
            (millis(now), millis(now)),
        )
        return [as_text(id) for (id,) in rows]

    def waiting(self, subscription: str, now: datetime, limit: int) -> tuple[Delivery, ...]:
        where = (
            "subscription = ? AND state = 'waiting' AND coalesce(not_before, 0) <= ? ORDER BY "
            "number LIMIT ?"
        )
        return self._deliveries(where, (subscription, millis(now), limit))

    def held(self, subscription: str, now: datetime) -> dict[str, datetime]:
        """The games about which a subscription gets nothing now, because an earlier message about
        them failed: game to the time of the next attempt."""
        rows = self._read(
            "SELECT game, max(not_before) FROM deliveries "
            "WHERE subscription = ? AND state = 'waiting' AND attempts > 0 AND not_before > ? "
            "GROUP BY game",
            (subscription, millis(now)),
        )
        return {as_text(game): _moment(until) for game, until in rows}

    def put_off(self, delivery: Delivery, until: datetime) -> None:
        with self._writing(durable=False) as db:
            db.execute(
                "UPDATE deliveries SET not_before = ? WHERE number = ?",
                (millis(until), delivery.number),
            )

    def settle(
        self, sent: Iterable[Delivery], state: DeliveryState, moment: datetime, why: str = ""
    ) -> None:
        """Store the final state of deliveries (delivered or dropped, and why). A successful one
        resets the subscription's count of failures."""
        with self._writing(durable=False) as db:  # what a power cut takes back is sent once more
            for delivery in sent:
                _store_result(db, delivery, state, moment, why, moment, int(state == "delivered"))
                if state == "delivered":
                    well = "UPDATE subscriptions SET failures = 0, not_before = 0, said = ''"
                    if db.rows(
                        f"{well} WHERE id = ? AND failures > 0 RETURNING id",
                        (delivery.subscription,),
                    ):
                        db.execute(_CHANGED)

    def note_failed(
        self,
        sent: Sequence[Delivery],
        moment: datetime,
        why: str,
        failures: int,
        again: datetime | None,
        *,
        whole: bool,
    ) -> None:
        """Store that deliveries to a subscription failed, for the `failures`-th time in a row.

        - `again`, not `whole`: they and others about their game wait until then.
        - `again` and `whole`: all messages to the subscription wait until then.
        - neither: they are dropped.
        - `whole` alone: they are parked with all that waits for the subscription, and the
          subscription with them; one that was never confirmed ends.
        """
        id, parks = sent[0].subscription, again is None and whole
        with self._changing() as db:
            for delivery in sent:
                _store_result(
                    db,
                    delivery,
                    "waiting" if again else "parked" if parks else "dropped",
                    moment,
                    why,
                    again or moment,
                )
                if again is not None:  # those behind it in its line wait for it
                    behind = (
                        "subscription = ? AND game = ? AND state = 'waiting' AND "
                        "coalesce(not_before, 0) < ?"
                    )
                    until = millis(again)
                    db.execute(
                        f"UPDATE deliveries SET not_before = ? WHERE {behind}",  # noqa: S608
                        (until, id, delivery.game, until),
                    )
            db.execute(
                "UPDATE subscriptions SET failures = ?, not_before = ?, said = ? WHERE id = ? AND "
                "state <> 'ended'",
                (failures, millis(again) if again and whole else 0, why, id),
            )
            if parks:  # who never confirmed is not asked again
                db.execute(
                    "UPDATE subscriptions SET state = CASE state WHEN 'active' THEN 'parked' ELSE "
                    "'ended' END WHERE id = ?",
                    (id,),
                )
                db.execute(
                    "UPDATE deliveries SET state = 'parked' WHERE subscription = ? AND state = "
                    "'waiting'",
                    (id,),
                )

    def end(self, subscription: str, moment: datetime, why: str) -> None:
        """End a subscription and drop its waiting messages. `why`: the receiver wants no more, or
        the holder may not see the game any more."""
        with self._changing() as db:
            db.execute(
                "UPDATE subscriptions SET state = 'ended', said = ? WHERE id = ?",
                (why, subscription),
            )
            db.execute(
                "UPDATE deliveries SET state = 'dropped', said = ?, tried = ? "
                "WHERE subscription = ? AND state IN ('waiting', 'parked')",
                (why, millis(moment), subscription),
            )

    def forget_before(self, moment: datetime) -> None:
        """Delete messages that are not waiting and were made more than `KEPT` before `moment`, and
        then unconfirmed subscriptions that have no message left."""
        with self._changing() as db:
            db.execute(
                "DELETE FROM deliveries WHERE made < ? AND state <> 'waiting'",
                (millis(moment - KEPT),),
            )
            db.execute(
                "DELETE FROM subscriptions WHERE state = 'unconfirmed' "
                "AND NOT EXISTS (SELECT 1 FROM deliveries WHERE deliveries.subscription = "
                "subscriptions.id)"
            )

    # -- the database ------------------------------------------------------------------------------

    def lease(self) -> Lease:
        return self._database().lease()

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _database(self) -> LogDatabase:
        with self._lock:
            if self._opened is None:
                by_place(self._place, notification_file.migrate, "notification_schema.migrate")
                self._opened = by_place(
                    self._place,
                    notification_file.NotificationFile,
                    "notification_schema.NotificationSchema",
                )
            return self._opened

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        with self._database().reader() as db:
            return db.rows(query, values)

    def _deliveries(self, where: str, values: Sequence[Any]) -> tuple[Delivery, ...]:
        return tuple(map(_delivery, self._read(f"{_DELIVERY} WHERE {where}", values)))

    def _writing(self, *, durable: bool = True) -> AbstractContextManager[Connection]:
        return self._database().transaction(lambda _: None, durable=durable)

    @contextmanager
    def _changing(self) -> Iterator[Connection]:
        """A write transaction that also increases the counter `changed`."""
        with self._writing() as db:
            yield db
            db.execute(_CHANGED)


def millis(moment: datetime) -> int:
    """A time as stored: milliseconds since 1970."""
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _moment(number: Any) -> datetime:
    return _EPOCH + timedelta(milliseconds=as_number(number))


def _moment_if_any(number: Any) -> datetime | None:
    return _moment(number) if as_number(number) > 0 else None


def _queue(db: Connection, queued: Iterable[Delivery]) -> None:
    """Store deliveries as waiting, each once by its id: as parked if the subscription is, and not
    at all if it has ended. For an id that exists and was not attempted yet, body and due time are
    replaced."""
    for delivery in queued:
        db.execute(
            "INSERT INTO deliveries "
            "(id, subscription, game, about, record, body, state, attempts, made, tried, said, "
            "not_before, place) "
            "SELECT ?, ?, ?, ?, ?, ?, CASE WHEN state = 'parked' THEN 'parked' ELSE 'waiting' "
            "END, 0, ?, 0, '', ?, ? "
            "FROM subscriptions WHERE id = ? AND state <> 'ended' ON CONFLICT (id) DO UPDATE "
            "SET body = excluded.body, not_before = excluded.not_before "
            "WHERE deliveries.attempts = 0 AND deliveries.state IN ('waiting', 'parked')",
            (
                *(
                    delivery.id,
                    delivery.subscription,
                    delivery.game,
                    delivery.about,
                    delivery.record,
                    delivery.body,
                ),
                *(
                    millis(delivery.made or _EPOCH),
                    millis(delivery.due or _EPOCH),
                    delivery.place,
                    delivery.subscription,
                ),
            ),
        )


def _store_result(
    db: Connection,
    delivery: Delivery,
    state: DeliveryState,
    moment: datetime,
    why: str,
    again: datetime,
    tries: int = 1,
) -> None:
    db.execute(
        "UPDATE deliveries SET state = ?, attempts = attempts + ?, tried = ?, said = ?, "
        "not_before = ? WHERE number = ?",
        (state, tries, millis(moment), why, millis(again), delivery.number),
    )


def _delivery(row: Any) -> Delivery:
    (
        number,
        id,
        subscription,
        game,
        about,
        record,
        body,
        state,
        attempts,
        made,
        tried,
        why,
        place,
    ) = row
    return Delivery(
        number=as_number(number),
        id=as_text(id),
        subscription=as_text(subscription),
        game=as_text(game),
        about=as_text(about),
        record=as_number(record),
        body=as_bytes(body),
        state=as_text(state),  # type: ignore[arg-type]  # a word that this store wrote
        attempts=as_number(attempts),
        made=_moment(made),
        tried=_moment_if_any(tried),
        said=as_text(why),
        place=as_text(place or ""),
    )
