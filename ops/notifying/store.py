"""Subscriptions and the queue of what is to be sent to them (`SubscriptionStore`), over SQLite or PostgreSQL.

Every write is one transaction, so a process that is killed leaves all of it or nothing. A delivery's id follows from what it
tells and to whom: queued twice, it is there once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError

from domain.store.encryption import Cipher, NotSealed
from ops.notifying.rows import DELIVERY, Queued, Turn, delivery_of, millis, moment, note, queue
from ops.settings.addresses import Place
from ops.stores import notifications
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.log.database import Connection, Lease, LogDatabase
from projections.notifications.subscriptions import Counts, Delivery, DeliveryState, Subscription, SubscriptionAt

USE = "notifications"
"""What subscriptions are sealed for."""

KEPT = timedelta(days=30)
"""How long what was sent, dropped or parked can still be looked at."""

_CHANGED = "UPDATE outbox SET changed = changed + 1"


class NotificationStore:
    """The store as one process has it open; for any number of threads. While nobody ever subscribed there is none, and it is made
    with the first subscription."""

    def __init__(self, place: Place, key: bytes) -> None:
        self._place = place
        self._cipher = Cipher(key, USE)
        self._opened: LogDatabase | None = None
        self._lock = Lock()

    # -- subscriptions -------------------------------------------------------------------------------------------

    def add(self, one: Subscription, *, confirmed: bool) -> None:
        """Keep a new subscription, unless it is kept."""
        if self._there() is None:
            notifications.migrate(self._place)
        state = "active" if confirmed else "unconfirmed"
        with self._writing() as db:
            number = as_number(db.rows("SELECT coalesce(max(number), 0) + 1 FROM subscriptions")[0][0])
            db.execute(
                "INSERT INTO subscriptions (id, number, data, state, failures, not_before, said) VALUES (?, ?, ?, ?, 0, 0, '') "
                "ON CONFLICT (id) DO NOTHING",
                (one.id, number, self._sealed(one), state),
            )
            db.execute(_CHANGED)

    def change(self, one: Subscription) -> None:
        """Put a subscription in the place of the one with its id, if that is there."""
        with self._writing() as db:
            db.execute("UPDATE subscriptions SET data = ? WHERE id = ?", (self._sealed(one), one.id))
            db.execute(_CHANGED)

    def confirm(self, id: str) -> bool:
        """Let what was unconfirmed be active; whether there is such a subscription."""
        if self._there() is None:
            return False
        with self._writing() as db:
            db.execute("UPDATE subscriptions SET state = 'active' WHERE id = ? AND state = 'unconfirmed'", (id,))
            db.execute(_CHANGED)
            return bool(db.rows("SELECT 1 FROM subscriptions WHERE id = ?", (id,)))

    def resume(self, id: str) -> None:
        """Try a subscription that waits or was parked again, from now on."""
        with self._writing() as db:
            db.execute(
                "UPDATE subscriptions SET state = 'active', failures = 0, not_before = 0, said = '' WHERE id = ? AND state IN "
                "('active', 'parked')",
                (id,),
            )
            db.execute("UPDATE deliveries SET state = 'waiting' WHERE subscription = ? AND state = 'parked'", (id,))
            db.execute(_CHANGED)

    def remove(self, id: str) -> bool:
        """Forget a subscription with all that was to be sent to it; whether it was there."""
        if self._there() is None:
            return False
        with self._writing() as db:
            db.execute("DELETE FROM deliveries WHERE subscription = ?", (id,))
            db.execute("DELETE FROM turns WHERE subscription = ?", (id,))
            db.execute(_CHANGED)
            return bool(db.rows("DELETE FROM subscriptions WHERE id = ? RETURNING id", (id,)))

    def find(self, id: str) -> SubscriptionAt | None:
        """A subscription by its id."""
        found = self._read("SELECT id, data, state, failures, said, not_before FROM subscriptions WHERE id = ?", (id,))
        return next(iter(self._subscriptions(found)), None)

    def all(self) -> tuple[SubscriptionAt, ...]:
        """Every subscription, the oldest first. One that was sealed with another key is passed over: nobody knows its address."""
        found = self._read("SELECT id, data, state, failures, said, not_before FROM subscriptions ORDER BY number")
        return tuple(self._subscriptions(found))

    def _subscriptions(self, rows: Sequence[Any]) -> Iterable[SubscriptionAt]:
        for id, data, state, failures, said, not_before in rows:
            try:
                opened = self._cipher.open(as_bytes(data), as_text(id))
                one = msgspec.json.decode(opened, type=Subscription)
            except (NotSealed, msgspec.DecodeError):
                continue
            before = moment(not_before) if as_number(not_before) > 0 else None
            yield SubscriptionAt(one, as_text(state), as_number(failures), as_text(said), before)  # type: ignore[arg-type]  # a word that this store wrote

    def _sealed(self, one: Subscription) -> bytes:
        return self._cipher.seal(msgspec.json.encode(one), one.id)

    def changed(self) -> int:
        """A number that is another one once a subscription was added, changed or ended."""
        found = self._read("SELECT changed FROM outbox")
        return as_number(found[0][0]) if found else -1

    # -- what is to be sent --------------------------------------------------------------------------------------

    def put(self, subscription: str, id: str, about: str, body: bytes, at: datetime) -> None:
        """Queue a message that no record calls for: a test, or the asking for a confirmation."""
        with self._writing() as db:
            queue(db, [Queued(id, subscription, "", about, 0, body)], at)

    def deliveries(self, subscription: str, after: int, limit: int) -> tuple[Delivery, ...]:
        """What was to be sent to a subscription, the newest first: below the number `after`, unless that is 0."""
        where = "subscription = ? AND (? = 0 OR number < ?)"
        query = f"SELECT {DELIVERY} FROM deliveries WHERE {where} ORDER BY number DESC LIMIT ?"  # noqa: S608  only our own words
        return tuple(map(delivery_of, self._read(query, (subscription, after, after, limit))))

    def counts(self, subscription: str = "") -> Counts:
        """How many deliveries of one subscription, or of all, stand how."""
        query = "SELECT state, count(*) FROM deliveries WHERE ? = '' OR subscription = ? GROUP BY state"
        return Counts(**{as_text(state): as_number(number) for state, number in self._read(query, (subscription, subscription))})

    # -- the follower --------------------------------------------------------------------------------------------

    def position(self) -> int:
        """How far the record was followed."""
        found = self._read("SELECT position FROM outbox")
        return as_number(found[0][0]) if found else 0

    def follow(
        self,
        position: int,
        queued: Iterable[Queued],
        begun: Iterable[Turn],
        passed: Iterable[tuple[str, str]],
        at: datetime,
    ) -> None:
        """Queue what the record calls for up to a position, in one transaction with it. `begun` turns take the place of those that
        were waiting in the same place; of `passed` ones, by subscription and place, nobody is told."""
        with self._writing() as db:
            db.executemany("DELETE FROM turns WHERE subscription = ? AND game = ?", passed)
            db.executemany(
                "INSERT INTO turns (subscription, game, data, record, since, due) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (subscription, game) DO UPDATE SET data = excluded.data, record = excluded.record, "
                "since = excluded.since, due = excluded.due",
                [(t.subscription, t.place, t.data, t.record, millis(t.since), millis(t.due)) for t in begun],
            )
            queue(db, queued, at)
            db.execute("UPDATE outbox SET position = ? WHERE position < ?", (position, position))

    def turns(self, game: str = "") -> tuple[Turn, ...]:
        """The turns and clocks that somebody is to be told of, of one game or of all."""
        query = (
            "SELECT subscription, game, data, record, since, due FROM turns "
            "WHERE record > 0 AND (? = '' OR game = ? OR game LIKE ?) ORDER BY due"
        )
        return tuple(
            Turn(as_text(row[0]), as_text(row[1]), as_bytes(row[2]), as_number(row[3]), moment(row[4]), moment(row[5]))
            for row in self._read(query, (game, game, f"{game} %"))
        )

    def call(self, turn: Turn, queued: Queued | None, at: datetime) -> None:
        """Queue the message of a turn or clock that was waiting, or none where it has passed, unless another has begun since."""
        with self._writing() as db:
            gone = db.rows(
                "DELETE FROM turns WHERE subscription = ? AND game = ? AND record = ? RETURNING record",
                (turn.subscription, turn.place, turn.record),
            )
            if gone and queued is not None and not turn.clock:
                db.execute(
                    "UPDATE deliveries SET state = 'dropped', said = ? WHERE subscription = ? AND game = ? AND about = ? "
                    "AND state IN ('waiting', 'parked') AND id <> ?",
                    (PASSED, turn.subscription, turn.game, queued.about, queued.id),
                )
            if gone and queued is not None:
                queue(db, [queued], at)

    # -- the deliverer -------------------------------------------------------------------------------------------

    def first_waiting(self) -> tuple[Delivery, ...]:
        """Of each subscription, the oldest delivery that waits."""
        oldest = "SELECT min(number) FROM deliveries WHERE state = 'waiting' GROUP BY subscription"
        return tuple(map(delivery_of, self._read(f"SELECT {DELIVERY} FROM deliveries WHERE number IN ({oldest})")))  # noqa: S608

    def waiting(self, subscription: str, limit: int) -> tuple[Delivery, ...]:
        """The oldest deliveries that wait for a subscription."""
        where = "subscription = ? AND state = 'waiting'"
        query = f"SELECT {DELIVERY} FROM deliveries WHERE {where} ORDER BY number LIMIT ?"  # noqa: S608  only our own words
        return tuple(map(delivery_of, self._read(query, (subscription, limit))))

    def settle(self, sent: Iterable[Delivery], state: DeliveryState, at: datetime, said: str = "", *, tried: bool = True) -> None:
        """Note what became of deliveries; a subscription to which one was delivered has no failures any more."""
        with self._writing(durable=False) as db:  # what a power cut takes back is sent once more
            for one in sent:
                note(db, one, state, at, said, tried=tried)
                if state == "delivered":
                    db.execute(
                        "UPDATE subscriptions SET failures = 0, not_before = 0, said = '' WHERE id = ? AND failures > 0",
                        (one.subscription,),
                    )

    def failed(self, sent: Sequence[Delivery], at: datetime, said: str, failures: int, again: datetime | None) -> None:
        """Note that deliveries to one subscription failed, for the `failures`-th time in a row: they are tried `again` at a time,
        or parked, and all that waits behind them."""
        with self._writing() as db:
            for one in sent:
                note(db, one, "waiting" if again else "parked", at, said, tried=True)
            db.execute(
                "UPDATE subscriptions SET failures = ?, not_before = ?, said = ? WHERE id = ? AND state != 'ended'",
                (failures, millis(again) if again else 0, said, sent[0].subscription),
            )
            if again is None:  # who never confirmed is not asked again
                db.execute(
                    "UPDATE subscriptions SET state = CASE state WHEN 'active' THEN 'parked' ELSE 'ended' END WHERE id = ?",
                    (sent[0].subscription,),
                )
                db.execute(
                    "UPDATE deliveries SET state = 'parked' WHERE subscription = ? AND state = 'waiting'", (sent[0].subscription,)
                )
            db.execute(_CHANGED)

    def end(self, subscription: str, at: datetime, said: str) -> None:
        """Note that a subscription is over: its receiver wants nothing more, or its holder sees the game no more."""
        with self._writing() as db:
            db.execute("UPDATE subscriptions SET state = 'ended', said = ? WHERE id = ?", (said, subscription))
            db.execute(_CHANGED)
            db.execute("DELETE FROM turns WHERE subscription = ?", (subscription,))
            db.execute(
                "UPDATE deliveries SET state = 'dropped', said = ?, tried = ? "
                "WHERE subscription = ? AND state IN ('waiting', 'parked')",
                (said, millis(at), subscription),
            )

    def sooner(self, at: datetime) -> None:
        """Try all that were not reached at once: the network is there again."""
        with self._writing() as db:
            db.execute(
                "UPDATE subscriptions SET not_before = ? WHERE not_before > ? AND said = ?", (millis(at), millis(at), UNREACHED)
            )

    def forget_before(self, at: datetime) -> None:
        """Forget what was sent, dropped or parked so long before, and addresses that nobody confirmed since."""
        with self._writing() as db:
            db.execute("DELETE FROM deliveries WHERE made < ? AND state != 'waiting'", (millis(at - KEPT),))
            asked = "SELECT 1 FROM deliveries WHERE deliveries.subscription = subscriptions.id"
            db.execute(f"DELETE FROM subscriptions WHERE state = 'unconfirmed' AND NOT EXISTS ({asked})")  # noqa: S608  our own words
            db.execute(_CHANGED)

    # -- the database --------------------------------------------------------------------------------------------

    def lease(self) -> Lease:
        """The right to send. Raises `PersistenceError` where there is no store."""
        return self._database().lease()

    def close(self) -> None:
        """Close it."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def _there(self) -> LogDatabase | None:
        with self._lock:
            if self._opened is None and notifications.is_there(self._place):
                notifications.migrate(self._place)
                self._opened = notifications.notification_database(self._place)
            return self._opened

    def _database(self) -> LogDatabase:
        found = self._there()
        if found is None:
            raise PersistenceError("nobody has subscribed yet")
        return found

    def _read(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        database = self._there()
        if database is None:
            return []
        with database.reader() as db:
            return db.rows(query, values)

    def _writing(self, *, durable: bool = True) -> AbstractContextManager[Connection]:
        return self._database().transaction(lambda _: None, durable=durable)


PASSED = "passed"
"""What is said of a turn that was over before it was told."""

UNREACHED = "not reached"
"""What is said of a receiver that could not even be connected to."""
