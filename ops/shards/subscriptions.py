"""Subscriptions to what a home has, carried with it: nothing is told twice or not at all over a move.

    told      what the home's records call for is queued at the old shard: its follower has gone through all of them
    leaving   nothing more is sent to these subscriptions there; a message that is under way is waited for
    left      the notifier there has said that none is under way (or, where none runs, whoever moves the home has its lease)
    arriving  the other shard has them, with their queue, and sends nothing yet
    (none)    the home is that shard's: they are as they were, and the old shard has forgotten them

`leaving`, `left` and `arriving` stand before the state itself, with a colon. Addresses and secrets stay sealed: all shards have one
`secret.key`, and a subscription is sealed anew only because it names a record of the log that it follows (`after`).

Those to all games of a key or of a hall are of both shards (`ops/notifying/shared_store.py`) and go on being told of other games.
Of them only the messages about this home go over, with the same words before their states, and the turns that wait for their time
(`messages_of_all.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.store.encryption import Cipher, NotSealed
from ops.notifying.following import Following
from ops.notifying.shared_store import store_of
from ops.notifying.store import ARRIVING, LEAVING, LEFT, USE, NotificationStore
from ops.settings.config import Settings
from ops.settings.errors import CannotServe
from ops.settings.keys import secret_key
from ops.shards.messages_of_all import DELIVERY, TURN, Messages, marks
from ops.stores import notifications
from ops.stores.cells import as_bytes, as_number, as_text
from ops.stores.data_folder import open_clerk
from ops.stores.log.database import Connection
from projections.notifications.subscriptions import Subscription

PATIENCE = 60.0
"""Seconds to wait for the notifier of the old shard: a message takes at most a quarter of that."""

LOOK = 0.05
"""Seconds between two looks."""


class Subscriptions:
    """Those of one shard, as whoever moves homes has them open."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cipher = Cipher(secret_key(settings.secret_key_file), USE)

    # -- at the old shard ----------------------------------------------------------------------------------------

    def leave(self, streams: Sequence[str]) -> None:
        """Have all told that the records of barred streams call for, and then nothing more sent to who subscribed to them. Raises
        `CannotServe` where the notifier does not come to that."""
        clerk = open_clerk(self._settings)
        store = store_of(self._settings, clerk)
        try:
            store.all()  # those to all games that were made elsewhere just now are known here, too
            if not self._there():
                return
            self._tell(clerk, store, clerk.recorder.max_notification_id() or 0)
            with self._writing() as db:
                for id in self._about(db, streams):
                    db.execute(
                        "UPDATE subscriptions SET state = ? || state WHERE id = ? AND state IN ('unconfirmed', 'active', 'parked')",
                        (LEAVING, id),
                    )
                Messages(db, self._of_all(db), streams).leave()
                db.execute("UPDATE outbox SET changed = changed + 1")
            self._until(lambda: not store.leaving() and not store.leaving_messages(), store, lambda: _have_left(store))
        finally:
            store.close()
            clerk.close()

    def stay(self, streams: Sequence[str]) -> None:
        """Go on sending to them here."""
        if self._there():
            with self._writing() as db:
                for id in self._about(db, streams):
                    _become(db, id, LEAVING)
                    _become(db, id, LEFT)
                Messages(db, self._of_all(db), streams).stay(LEAVING, LEFT)
                db.execute("UPDATE outbox SET changed = changed + 1")

    def forget(self, streams: Sequence[str], *, state: str = LEFT) -> None:
        """Forget those that left; or, where a move is undone, those that were to arrive."""
        if self._there():
            with self._writing() as db:
                for id in self._about(db, streams):
                    if db.rows("DELETE FROM subscriptions WHERE id = ? AND state LIKE ? RETURNING id", (id, f"{state}%")):
                        _forget_queue(db, id)
                Messages(db, self._of_all(db), streams).forget(state)
                db.execute("UPDATE outbox SET changed = changed + 1")

    # -- at the new one ------------------------------------------------------------------------------------------

    def take(self, other: Subscriptions, streams: Sequence[str]) -> int:
        """Have those that left another shard, in the place of what was here of them once; they follow what is recorded from now on.
        Answers how many they are."""
        found, of_all = list(other._left(streams)), other._left_of_all(streams)
        if not found and of_all == ([], []):
            return 0
        notifications.migrate(self._settings.notifications)
        clerk = open_clerk(self._settings)
        store = store_of(self._settings, clerk)
        try:
            after = clerk.recorder.max_notification_id() or 0
            store.all()  # those to all games are here, too, if they were not
        finally:
            store.close()
            clerk.close()
        with self._writing() as db:
            for one, (state, failures, not_before, said), deliveries, turns in found:
                _forget_queue(db, one.id)
                db.execute("DELETE FROM subscriptions WHERE id = ?", (one.id,))
                number = as_number(db.rows("SELECT coalesce(max(number), 0) + 1 FROM subscriptions")[0][0])
                sealed = self._cipher.seal(msgspec.json.encode(replace(one, after=after)), one.id)
                db.execute(
                    "INSERT INTO subscriptions (id, number, data, state, failures, not_before, said) VALUES (?, ?, ?, ?, ?, ?, ?)",
                    (one.id, number, sealed, ARRIVING + state, failures, not_before, said),
                )
                db.executemany(f"INSERT INTO deliveries ({DELIVERY}) VALUES ({marks(DELIVERY)})", deliveries)  # noqa: S608
                db.executemany(f"INSERT INTO turns ({TURN}) VALUES ({marks(TURN)})", turns)  # noqa: S608  only our own words
            Messages(db, self._of_all(db), streams).arrive(*of_all)
        return len(found)

    def arrive(self, streams: Sequence[str]) -> None:
        """Send to them here from now on."""
        if self._there():
            with self._writing() as db:
                for id in self._about(db, streams):
                    _become(db, id, ARRIVING)
                Messages(db, self._of_all(db), streams).stay(ARRIVING)
                db.execute("UPDATE outbox SET changed = changed + 1")

    # -- inside --------------------------------------------------------------------------------------------------

    def _tell(self, clerk: Any, store: NotificationStore, last: int) -> None:
        """Wait until the follower has gone through the record up to `last`; where no notifier runs, do it."""
        following = Following(clerk, store)

        def told() -> bool:
            there = store.all()
            return not there or max(store.position(), min(at.subscription.after for at in there)) >= last

        self._until(told, store, following.take)

    def _until(self, done: Any, store: NotificationStore, work: Any) -> None:
        """Wait for the notifier of this shard, or do its work as long as there is none."""
        until = monotonic() + PATIENCE
        lease = store.lease()
        try:
            while not done():
                if lease.take():
                    work()
                elif monotonic() > until:
                    raise CannotServe(
                        f"The notifier of {self._settings.shard} has not come up with its record, or still waits for an answer: "
                        "see /readyz there, then run the same again."
                    )
                else:
                    sleep(LOOK)
        finally:
            lease.close()

    def _left(self, streams: Sequence[str]) -> Iterator[tuple[Subscription, tuple[Any, ...], list[Any], list[Any]]]:
        """What left this shard: each subscription, how it stood, what is queued for it or was sent, its turns."""
        if not self._there():
            return
        with self._open() as database, database.snapshot() as db:
            for id in self._about(db, streams):
                query = "SELECT data, state, failures, not_before, said FROM subscriptions WHERE id = ? AND state LIKE ?"
                for data, state, *stood in db.rows(query, (id, f"{LEFT}%")):
                    one = msgspec.json.decode(self._cipher.open(as_bytes(data), id), type=Subscription)
                    queue = f"SELECT {DELIVERY} FROM deliveries WHERE subscription = ? ORDER BY number"  # noqa: S608  our own words
                    sent = db.rows(queue, (id,))
                    turns = db.rows(f"SELECT {TURN} FROM turns WHERE subscription = ?", (id,))  # noqa: S608  only our own words
                    yield one, (as_text(state).removeprefix(LEFT), *stood), [tuple(row) for row in sent], [tuple(t) for t in turns]

    def _left_of_all(self, streams: Sequence[str]) -> tuple[list[Any], list[Any]]:
        """What subscriptions to all games are still to be told of a home that left this shard, as it arrives at the other."""
        if not self._there():
            return [], []
        with self._open() as database, database.snapshot() as db:
            return Messages(db, self._of_all(db), streams).left()

    def _of_all(self, db: Connection) -> set[str]:
        """The ids of subscriptions to all games."""
        return {one.id for one in self._all(db) if not one.game}

    def _about(self, db: Connection, streams: Sequence[str]) -> list[str]:
        """The ids of subscriptions to one of these streams alone."""
        return [one.id for one in self._all(db) if one.game in streams]

    def _all(self, db: Connection) -> Iterator[Subscription]:
        for id, data in db.rows("SELECT id, data FROM subscriptions ORDER BY number"):
            try:
                yield msgspec.json.decode(self._cipher.open(as_bytes(data), as_text(id)), type=Subscription)
            except (NotSealed, msgspec.DecodeError):
                continue

    def _there(self) -> bool:
        if not notifications.is_there(self._settings.notifications):
            return False
        notifications.migrate(self._settings.notifications)
        return True

    @contextmanager
    def _open(self) -> Iterator[Any]:
        database = notifications.notification_database(self._settings.notifications)
        try:
            yield database
        finally:
            database.close()

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with self._open() as database, database.transaction(lambda _done: None) as db:
            yield db


def _have_left(store: NotificationStore) -> None:
    for id in store.leaving():
        store.left(id)
    for id in store.leaving_messages():
        store.left_messages(id)


def _become(db: Connection, id: str, prefix: str) -> None:
    """Take what stands before a state from it."""
    db.execute("UPDATE subscriptions SET state = replace(state, ?, '') WHERE id = ? AND state LIKE ?", (prefix, id, f"{prefix}%"))


def _forget_queue(db: Connection, id: str) -> None:
    db.execute("DELETE FROM deliveries WHERE subscription = ?", (id,))
    db.execute("DELETE FROM turns WHERE subscription = ?", (id,))
