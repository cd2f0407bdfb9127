"""Notifications as one loop: follow the record, notify whose turn it is after a while of quiet, send."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event
from time import monotonic

import msgspec
from eventsourcing.persistence import PersistenceError

from api.access.holders import holds
from api.access.links import Links
from domain.clerk.clerk import Clerk
from domain.errors import Refusal
from domain.kernel.stored import DamagedRecord
from ops.notifying.delivering import Delivered, Delivering, Send
from ops.notifying.following import Following, Taken, call, due_turns, still_over, still_theirs
from ops.notifying.store import PASSED, NotificationStore
from projections.notifications.messages import Message
from projections.notifications.recipients import sees
from projections.notifications.subscriptions import Delivery, Subscription

LOOK = 0.5
"""Seconds between two looks at the record and the queue."""

BUSY = 0.05
"""The same while there is more to read or to send."""

WAITS = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts while the record or the store cannot be reached."""

FORGET = timedelta(hours=1)
"""How often old deliveries are forgotten."""

OVER, UNSEEN = "its key or link holds no more", "it may not be seen any more"

_log = logging.getLogger("greffe.notifications")


class Notifying:
    """Follows, calls and sends, over one clerk and one store; `links` tell whose access holds."""

    def __init__(
        self,
        clerk: Clerk,
        store: NotificationStore,
        links: Links,
        send: Send,
        ticks: Callable[[], float] = monotonic,
        taken: Taken = lambda rows, began: None,
        delivered: Delivered = lambda sent, began: None,
    ) -> None:
        """`taken` and `delivered` hear of what was gone through and of what was sent (`Following`, `Delivering`)."""
        self._clerk, self._store, self._links = clerk, store, links
        self.following = Following(clerk, store, taken)
        self.delivering = Delivering(store, send, self.allowed, self.current, clerk.clock, ticks=ticks, delivered=delivered)
        self._forgotten = datetime.min.replace(tzinfo=clerk.clock().tzinfo)

    def run(self, stop: Event, ours: Callable[[], object] = lambda: None) -> None:
        """Go on until `stop` is set, through outages of either store; `ours` raises `PersistenceError` while another process has
        the right to send. Any other error ends it: its supervisor starts it again."""
        failed = 0
        while not stop.is_set():
            self.delivering.done.clear()
            try:
                ours()
                pause = BUSY if self.look() else LOOK
                failed = 0
            except PersistenceError as e:
                if not failed:
                    _log.warning("notifications pause: %s", e)
                pause = WAITS[min(failed, len(WAITS) - 1)]
                failed += 1
            if pause == LOOK and not failed:
                self.delivering.done.wait(pause)
            else:
                stop.wait(pause)
        self.delivering.close()

    def look(self) -> bool:
        """Follow one batch, call those whose turn it is, begin sending what is due; whether there is more to do at once. Raises
        `PersistenceError`."""
        more = self.following.take()
        there = {at.subscription.id: at for at in self.following.subscriptions()}
        now = self._clerk.clock()
        called = list(due_turns(self._store, {id: at.subscription for id, at in there.items()}, now)) if there else []
        for turn, one in called:
            call(self._clerk, self._store, turn, one)
        if there:
            self.delivering.look(there)
        if there and now - self._forgotten > FORGET:
            self._store.forget_before(now)
            self._forgotten = now
        return more or bool(called)

    def allowed(self, one: Subscription) -> str:
        """Why nothing may be sent to a subscription any more; empty where it may. Asked before each message: what was revoked is
        silent at once."""
        return "" if holds(self._clerk.key_values, self._links, one.holder, self._clerk.clock()) else OVER

    def current(self, one: Subscription, sent: Delivery) -> str:
        """Why a message is not for its receiver any more: the game left the holder's hall, the turn is over, or
        the time is not over any more."""
        if not sent.game:
            return ""
        try:
            if not sees(one.holder, sent.game, self.following.owned(sent.game)):
                return UNSEEN
            if sent.about == "turn" and still_theirs(sent.body, self._clerk.game(sent.game)) is None:
                return PASSED
            if sent.about == "time":
                said = msgspec.json.decode(sent.body, type=Message)
                if still_over(sent.body, self.following.game_of(said.data), self._clerk.clock()) is None:
                    return PASSED
        except (Refusal, DamagedRecord, LookupError, ValueError) as e:
            _log.warning("a message about %s is dropped: %s", sent.game, e)
            return "the game cannot be read"
        return ""
