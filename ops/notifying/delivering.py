"""The deliverer: sends what is queued, to each receiver one after the other, to many at once.

A receiver that fails is tried again at growing intervals; everything for it waits, and other receivers do not. Those that take
long to answer have slots of their own. The receiver that was sent to longest ago is the next. What was sent but not yet noted
when this process is killed is sent once more, under the same id.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random
from threading import Event, Lock
from time import monotonic, time_ns

from eventsourcing.persistence import PersistenceError

from ops.notifying.outcomes import Failed, Over, Refused, pause
from ops.notifying.slots import QUICK, SLOW, Slots
from ops.notifying.store import UNREACHED, NotificationStore
from projections.notifications import times
from projections.notifications.messages import digest_id
from projections.notifications.subscriptions import PERSONAL, Delivery, Subscription, SubscriptionAt

STRETCH = 5.0
"""Seconds for which one receiver is sent to without a pause: then others have their turn."""

TOGETHER = 50
"""Messages in one digest at most."""

UNWANTED = "its receiver does not want it any more"
"""What is said of a message whose receiver has muted the subscription since, or wants nothing of that kind any more."""

PLAIN = ("test", "confirm")
"""What no record calls for: it was asked for by itself, and is sent always."""

Send = Callable[[Subscription, str, Sequence[Delivery]], None]
Allowed = Callable[[Subscription], str]
"""Why nothing may be sent to a subscription any more; empty where it may."""
Current = Callable[[Subscription, Delivery], str]
"""Why a message is of no use any more, or not for its receiver; empty where it is."""

Delivered = Callable[[Sequence[Delivery], int], None]

_log = logging.getLogger("greffe.notifications")


class Delivering:
    """Sends the queue of one store in threads."""

    def __init__(
        self,
        store: NotificationStore,
        send: Send,
        allowed: Allowed,
        current: Current,
        clock: Callable[[], datetime],
        chance: Random | None = None,
        ticks: Callable[[], float] = monotonic,
        delivered: Delivered = lambda sent, began: None,
    ) -> None:
        """`clock` tells the time of the day, `ticks` seconds that have passed. `delivered` hears of deliveries that a receiver has
        taken together, and since when they were sent (`time_ns`)."""
        self._delivered = delivered
        self._store, self._send, self._allowed, self._current, self._clock = store, send, allowed, current, clock
        self._chance = chance or Random()
        self._ticks, self._slots = ticks, Slots(ticks)
        self._pool = ThreadPoolExecutor(QUICK + SLOW, "sending")
        self._lock = Lock()
        self._stop = Event()
        self._unreached: set[str] = set()
        """Who could not be reached since somebody was last: of two or more, the network is thought to be away."""
        self.done = Event()
        """Set whenever a receiver has been sent to."""

    def look(self, there: dict[str, SubscriptionAt]) -> int:
        """Begin sending what is due; how many receivers are sent to by now. Raises `PersistenceError`."""
        now = self._clock()
        self._slots.keep(there.keys())
        for first in sorted(self._store.first_waiting(), key=lambda one: (self._slots.last(one.subscription), one.number)):
            at = there.get(first.subscription)
            if at is None:
                continue
            one = at.subscription
            if _may_go(one, first, now) and self._slots.free(one.id, one.holder.id):
                fresh = self._store.find(one.id)
                if fresh is not None and fresh.state in ("active", "unconfirmed") and (fresh.before is None or fresh.before <= now):
                    self._slots.take(one.id, one.holder.id)
                    self._pool.submit(self._run, one.id)
        return self.busy

    @property
    def busy(self) -> int:
        """How many receivers are sent to."""
        return len(self._slots)

    def close(self) -> None:
        """End: what is under way is finished, as long as that may take; nothing new is begun."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    # -- in a thread ---------------------------------------------------------------------------------------------

    def _run(self, id: str) -> None:
        begun = self._ticks()
        try:
            while not self._stop.is_set() and self._one(id):
                if self._ticks() - begun >= STRETCH or not self._slots.may_stay(id):
                    break
        except PersistenceError as e:
            _log.warning("sending pauses: %s", e)
        except Exception:  # noqa: BLE001  a fault of our own: the others go on
            _log.exception("a message could not be sent")
            self._stop.wait(1.0)
        finally:
            self._slots.give_back(id)
            self.done.set()

    def _one(self, id: str) -> bool:
        """Send the next message, or digest, of a subscription; whether to go on with it."""
        one = self._sent_to(id)
        if one is None:
            return False
        if why := self._allowed(one):
            self._store.end(one.id, self._clock(), why)
            return False
        gathered = one.digest is not None and one.way in PERSONAL
        waiting = self._store.waiting(one.id, TOGETHER if gathered else 1)
        good: list[Delivery] = []
        for each in waiting:
            if why := _unwanted(one, each) or self._current(one, each):
                self._store.settle([each], "dropped", self._clock(), why, tried=False)
            elif _may_go(one, each, self._clock()):
                good.append(each)
            else:
                break
        else:
            if not good:  # all of them were of no use any more: on to those behind them
                return bool(waiting)
        if good and self._sent_to(id) != one:  # ended, muted or changed just now: by what it says now
            return True
        return bool(good) and self._attempt(one, good)

    def _sent_to(self, id: str) -> Subscription | None:
        """A subscription as it is now, if anything is sent to it."""
        at = self._store.find(id)
        sent_to = at is not None and at.state in ("active", "unconfirmed")
        return at.subscription if at is not None and sent_to else None

    def _attempt(self, one: Subscription, sent: Sequence[Delivery]) -> bool:
        began = time_ns()
        id = sent[0].id if len(sent) == 1 else digest_id(tuple(each.id for each in sent))
        try:
            with self._slots.asking(one.id):
                self._send(one, id, sent)
        except Failed as e:
            self._fail(one, sent, e.said, e.after)
            return False
        except Refused as e:
            self._fail(one, sent, e.said, None, for_good=True)
            return False
        except Over as e:
            self._store.end(one.id, self._clock(), e.said)
            return False
        except Exception:  # noqa: BLE001  a fault of our own: it is logged, and the message tried again like any other
            _log.exception("a message could not be made or sent")
            self._fail(one, sent, "a fault of Greffe's own", None)
            return False
        self._store.settle(sent, "delivered", self._clock())
        self._delivered(sent, began)
        with self._lock:
            away = len(self._unreached) > 1
            self._unreached.clear()
        if away:
            self._store.sooner(self._clock())
        return True

    def _fail(self, one: Subscription, sent: Sequence[Delivery], said: str, after: float | None, *, for_good: bool = False) -> None:
        at = self._store.find(one.id)
        if at is None:
            return
        with self._lock:
            if said == UNREACHED:
                self._unreached.add(one.id)
            else:
                self._unreached.clear()
        now, failures = self._clock(), at.failures + 1
        seconds = None if for_good else pause(failures, after, self._chance)
        again = now + timedelta(seconds=seconds) if seconds is not None else None
        self._store.failed(sent, now, said, failures, again)
        if again is None:
            _log.warning("messages are parked", extra={"subscription": one.id, "why": said})


def _unwanted(one: Subscription, sent: Delivery) -> str:
    """Why a message that waits is not wanted any more: its receiver wants nothing for now, or nothing of this kind."""
    return UNWANTED if sent.about not in PLAIN and (one.muted or sent.about not in one.about) else ""


def _may_go(one: Subscription, first: Delivery, now: datetime) -> bool:
    """Whether a message may go now, by the quiet hours and the digest of its receiver; a test and a confirmation always."""
    if first.about in PLAIN:
        return True
    return times.not_before(one, now, first.made or now) <= now
