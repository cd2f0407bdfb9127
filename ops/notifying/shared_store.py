"""The store of a shard: subscriptions to all that a key or a hall covers are of all shards, and lie in the directory.

Each shard sends what its own games call for, and has a copy of them beside its queue; what the directory says is asked again right
before each message. So what is muted, changed or ended at one shard is so at all from that moment on, and while the directory does
not answer nothing is sent by them. A shard that was away finds them when it comes back, and goes on from where they began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from threading import RLock
from time import monotonic
from typing import Any, Literal

import msgspec
from eventsourcing.persistence import OperationalError, PersistenceError
from msgspec import Struct
from msgspec.structs import replace

from domain.clerk.clerk import Clerk
from domain.record.stored import DamagedRecord, Filed
from domain.store.encryption import NotSealed
from ops.notifying.store import KEPT, NotificationStore
from ops.settings.addresses import Place
from ops.settings.config import Settings
from ops.settings.keys import secret_key
from ops.stores import notifications
from ops.stores.key_values import Cells
from ops.stores.log.database import Lease
from ops.stores.shards.arrived import Arrived
from ops.stores.shards.claiming import OpenedLater
from ops.stores.shards.shared_values import SharedValues
from projections.notifications.subscriptions import Subscription, SubscriptionAt

KIND = "subscription"
"""Where the directory keeps them, sealed, by their ids."""

EVERY = 2.0
"""Seconds after which a shard finds what is new in the directory: subscriptions made or resumed elsewhere."""

PAUSE = 2.0
"""Seconds for which a directory that did not answer is not asked again: others are not kept waiting for it, message by message."""

READ = 200
"""Rows read at a time."""


class Everywhere(Struct, frozen=True):
    """A subscription as the directory has it. Its messages begin `since` it was made or confirmed: `after` a notification of each
    shard that there was then, or by the time of records at one that did not answer (`None`); at a later shard once that has a
    copy. `resumed` says how often it was."""

    subscription: Subscription
    state: Literal["unconfirmed", "active", "ended"]
    since: datetime
    after: dict[str, int | None]
    said: str = ""
    resumed: int = 0


class SharedStore(NotificationStore):
    """The store of one shard as one process has it open. Without a `clerk` it only says whether there is somebody to tell."""

    def __init__(self, place: Place, key: bytes, shard: str, cells: Callable[[], Cells], clerk: Clerk | None = None) -> None:
        super().__init__(place, key)
        self._shard, self._cells, self._clerk = shard, cells, clerk
        self._syncing = RLock()
        self._asked = self._away = float("-inf")

    # -- subscriptions -------------------------------------------------------------------------------------------

    def add(self, one: Subscription, *, confirmed: bool, elsewhere: Mapping[str, int | None] | None = None) -> None:
        """Keep a new subscription; one to all games for all shards."""
        if one.game:
            super().add(one, confirmed=confirmed)
            return
        made = replace(one, everywhere=True)
        kept = Everywhere(made, "active" if confirmed else "unconfirmed", one.at, {**(elsewhere or {}), self._shard: one.after})
        with self._directory() as cells:
            cells.put(KIND, one.id, self._closed(kept))
        if confirmed:
            self._adopt(kept)
        else:
            super().add(made, confirmed=False)

    def change(self, one: Subscription) -> None:
        """Put a subscription in the place of the one with its id, at all shards."""
        if one.everywhere:
            self._rewrite(one.id, lambda kept: replace(kept, subscription=one))
            self._look_up(one.id)
        else:
            super().change(one)

    def confirm(self, id: str, elsewhere: Mapping[str, int | None] | None = None) -> bool:
        """Let what was unconfirmed be active; whether there is such a subscription."""
        if self._own(id) or self._kept(id) is None:
            return super().confirm(id)
        clerk = self._need_clerk()
        begins = {**(elsewhere or {}), self._shard: clerk.recorder.max_notification_id() or 0}
        self._rewrite(
            id,
            lambda kept: replace(kept, state="active", since=clerk.clock(), after=begins) if kept.state == "unconfirmed" else kept,
        )
        return self._look_up(id) is not None

    def resume(self, id: str) -> None:
        """Try a subscription that waits or was parked again, at all shards."""
        if self._own(id) or self._kept(id) is None:
            super().resume(id)
            return
        self._rewrite(id, lambda kept: replace(kept, resumed=kept.resumed + 1))
        self._look_up(id)

    def remove(self, id: str) -> bool:
        """Forget a subscription, at all shards."""
        if self._own(id):
            return super().remove(id)
        with self._directory() as cells:
            there = cells.get(KIND, id) is not None
            cells.delete(KIND, id)
        return super().remove(id) or there

    def end(self, subscription: str, at: datetime, said: str) -> None:
        """Note that a subscription is over, at all shards."""
        if not self._own(subscription):
            self._rewrite(subscription, lambda kept: replace(kept, state="ended", said=said))
        super().end(subscription, at, said)

    def find(self, id: str) -> SubscriptionAt | None:
        """A subscription as the directory says it is. One to all games is not told of while that does not answer."""
        found = super().find(id)
        if found is not None and found.subscription.game:
            return found
        if found is None:
            with suppress(PersistenceError):  # one to a game alone needs no directory
                return self._look_up(id)
            return None
        return self._look_up(id)

    def ready(self, id: str) -> SubscriptionAt | None:
        """The same right before something is sent: none while nobody can say how it stands."""
        try:
            return self.find(id)
        except PersistenceError:
            return None

    def all(self) -> tuple[SubscriptionAt, ...]:
        """Every subscription, the oldest first; while the directory does not answer, as it stood."""
        with suppress(PersistenceError):
            self.refresh(0.0)
        return super().all()

    def changed(self) -> int:
        """A number that is another one once a subscription was added, changed or ended, at any shard: after `EVERY`."""
        with suppress(PersistenceError):
            self.refresh(EVERY)
        return super().changed()

    def forget_before(self, at: datetime) -> None:
        """Forget what is old, and addresses that nobody confirmed, at all shards."""
        with suppress(PersistenceError):
            old = [id for id, kept in self._all_kept().items() if kept.state == "unconfirmed" and kept.since < at - KEPT]
            with self._directory() as cells:
                for id in old:
                    cells.delete(KIND, id)
        super().forget_before(at)

    def there(self) -> bool:
        """Whether anybody subscribed, here or to all games."""
        if super().there():
            return True
        try:
            with self._directory() as cells:
                return bool(cells.keys(KIND, ""))
        except PersistenceError:
            return False

    def lease(self) -> Lease:
        """The right to send. Raises `PersistenceError` where there is nobody to tell."""
        self.changed()
        return super().lease()

    # -- the directory -------------------------------------------------------------------------------------------

    def refresh(self, after: float) -> None:
        """Have what the directory says, unless it was asked less than `after` seconds ago. Raises `PersistenceError` where it does
        not answer."""
        if self._clerk is None or monotonic() - self._asked < after:
            return
        with self._syncing:
            self._asked = monotonic()
            mine = {at.subscription.id: at for at in super().all() if not at.subscription.game}
            kept = self._all_kept()  # read after those that are here: what was made meanwhile is not taken for ended
            for id, at in mine.items():
                if id in kept:
                    self._follow_up(at, kept[id])
                elif at.subscription.everywhere:
                    super().remove(id)
                elif at.state != "ended":
                    self._share(at)
            for id, one in kept.items():
                if id not in mine and one.state == "active":
                    self._adopt(one)

    @contextmanager
    def _directory(self) -> Iterator[Cells]:
        """What the directory keeps. Raises `PersistenceError` where it does not answer, and then at once for a while."""
        if monotonic() - self._away < PAUSE:
            raise OperationalError("the directory of shards did not answer just now")
        try:
            yield self._cells()
        except PersistenceError:
            self._away = monotonic()
            raise

    def _own(self, id: str) -> bool:
        """Whether a subscription is one to a game or tournament, which is this shard's alone."""
        found = super().find(id)
        return found is not None and bool(found.subscription.game)

    def _look_up(self, id: str) -> SubscriptionAt | None:
        """A subscription to all games as the directory says it is, by now."""
        with self._syncing:
            at, kept = super().find(id), self._kept(id)
            if kept is None:
                if at is not None and at.subscription.everywhere:
                    super().remove(id)
                    return None
                return at
            if at is not None:
                self._follow_up(at, kept)
            elif kept.state == "active":
                self._adopt(kept)
            return super().find(id)

    def _follow_up(self, at: SubscriptionAt, kept: Everywhere) -> None:
        """Have the copy here say what the directory says."""
        id, mine = at.subscription.id, at.subscription
        wanted = replace(kept.subscription, after=mine.after, everywhere=True, resumed=kept.resumed)
        if kept.state == "active" and at.state == "unconfirmed":
            wanted = replace(wanted, after=self._begins(kept))
            super().confirm(id)
            self.go_back(wanted.after)
        if wanted != mine:
            super().change(wanted)
        if kept.resumed > mine.resumed:
            super().resume(id)
        if kept.state == "ended" and at.state != "ended":
            super().end(id, self._need_clerk().clock(), kept.said)

    def _adopt(self, kept: Everywhere) -> None:
        """Have a copy of a subscription here, from where its messages begin."""
        after = self._begins(kept)
        one = replace(kept.subscription, after=after, everywhere=True, resumed=kept.resumed)
        notifications.migrate(self._place)
        super().add(one, confirmed=True)
        self.go_back(after)

    def _share(self, at: SubscriptionAt) -> None:
        """Have one that was made before these were of all shards lie in the directory. Elsewhere it begins now."""
        state: Literal["unconfirmed", "active"] = "unconfirmed" if at.state == "unconfirmed" else "active"
        one = at.subscription
        kept = Everywhere(replace(one, everywhere=True), state, self._need_clerk().clock(), {self._shard: one.after})
        with self._directory() as cells:
            cells.put(KIND, one.id, self._closed(kept))
        super().change(kept.subscription)

    def _begins(self, kept: Everywhere) -> int:
        """The notification after which a subscription's messages begin at this shard."""
        clerk = self._need_clerk()
        newest = clerk.recorder.max_notification_id() or 0
        after = kept.after.get(self._shard, newest)
        return min(after, newest) if after is not None else self._before(clerk, kept.since, newest)

    def _before(self, clerk: Clerk, since: datetime, newest: int) -> int:
        """The last notification of a record that was made here before a time: from the end, as far as it takes."""
        arrived = Arrived(clerk.key_values, self._shard)
        while newest > 0:
            begin = max(0, newest - READ)
            rows = clerk.recorder.select_notifications(begin, READ, inclusive_of_start=False)
            for row in reversed([one for one in rows if one.id <= newest]):
                id = str(row.originator_id)
                with suppress(DamagedRecord):
                    at = Filed(id, row.originator_version, row.topic, row.state).body.at
                    if at < since and not arrived.has(id, row.originator_version):
                        return row.id
            newest = begin
        return 0

    def _need_clerk(self) -> Clerk:
        assert self._clerk is not None, "a process that only asks whether somebody subscribed"
        return self._clerk

    def _kept(self, id: str) -> Everywhere | None:
        with self._directory() as cells:
            data = cells.get(KIND, id)
        return self._opened_as(id, data) if data is not None else None

    def _all_kept(self) -> dict[str, Everywhere]:
        with self._directory() as cells:
            items = cells.items(KIND, "", "", None)
        found = ((id, self._opened_as(id, data)) for id, data in items)
        return {id: kept for id, kept in found if kept is not None}

    def _rewrite(self, id: str, changed: Callable[[Everywhere], Everywhere]) -> None:
        def rewritten(_kind: str, key: str, data: bytes) -> bytes | None:
            kept = self._opened_as(key, data) if key == id else None
            made = changed(kept) if kept is not None else None
            return self._closed(made) if made is not None and made != kept else None

        with self._directory() as cells:
            cells.change((KIND,), rewritten)

    def _closed(self, kept: Everywhere) -> bytes:
        return self._cipher.seal(msgspec.json.encode(kept), kept.subscription.id)

    def _opened_as(self, id: str, data: bytes) -> Everywhere | None:
        """What is kept, but for what was sealed with another key: nobody knows its address."""
        try:
            return msgspec.json.decode(self._cipher.open(data, id), type=Everywhere)
        except (NotSealed, msgspec.DecodeError):
            return None


def store_of(settings: Settings, clerk: Clerk | None = None) -> NotificationStore:
    """The store of a service: with the directory behind it where it is a shard."""
    key = secret_key(settings.secret_key_file)
    if not settings.shard:
        return NotificationStore(settings.notifications, key)
    if clerk is not None:
        values: Any = clerk.key_values  # a shard's share the directory's, which is open already
        shared: SharedValues = values.cells
        return SharedStore(settings.notifications, key, settings.shard, shared.shared, clerk)
    directory = OpenedLater(settings.directory_place)
    return SharedStore(settings.notifications, key, settings.shard, lambda: directory().values)
