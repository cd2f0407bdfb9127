"""The notifier: one loop that follows the record and has threads send the due messages.

A receiver is served by one thread at a time. A failed message is retried after growing pauses, and
meanwhile delays only messages about the same game. A receiver that has failed several times in a
row, or asks for a pause, gets nothing until the next attempt. A message that was sent but not yet
noted as sent when this process is killed is sent once more under the same id.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from random import Random
from threading import Event
from time import monotonic, time_ns

from eventsourcing.persistence import PersistenceError

from api.messages.holders import is_still_valid
from api.web.access.links import Links
from domain.game.clerk.clerk import Clerk
from domain.kernel.refusals import Refusal
from domain.kernel.stored import DamagedRecord
from ops.messages.following import MessageFollower, Taken
from ops.messages.retry_policy import NotAccepted, ReceiverGone, RefusedForGood, seconds_until_retry
from ops.messages.store import PASSED, NotificationStore
from projections.messages.messages import daily_message_id
from projections.messages.recipients import FAILING, sees
from projections.messages.subscriptions import PERSONAL, Delivery, Subscription, earliest_sending
from projections.steering import ALL, Orders

LOOK, BUSY = 0.5, 0.05
"""Seconds between two checks of the record and the queue; BUSY: while there is more to read."""

AGAIN = 2.0
"""Seconds between attempts while the record or the store cannot be reached."""

THREADS, SHARE = 128, 64
"""THREADS: the most receivers served at once; a waiting thread costs little. SHARE: the most of
them that belong to one key or link."""

STRETCH = 5.0
"""Seconds after which a thread leaves a receiver, so that others have their turn."""

TOGETHER = 50
"""The most messages in one digest."""

FORGET = timedelta(hours=1)
"""How often old deliveries are deleted."""

OVER, UNSEEN = "its key or link holds no more", "it may not be seen any more"

UNWANTED = "its receiver does not want it any more"
"""The reason for dropping a message if its receiver has meanwhile muted the subscription or that
kind of message."""

PLAIN = ("test", "confirm")
"""Kinds of messages that somebody requested directly. They are sent even to a muted subscription
and in quiet hours."""

Send = Callable[[Subscription, str, Sequence[Delivery]], None]
Delivered = Callable[[Sequence[Delivery], int], None]

_log = logging.getLogger("greffe.notifications")


class Notifier:
    """The notifier of one record and one store of subscriptions. `links` finds out whether a link
    is still valid; `send` sends one message (`Sender`)."""

    def __init__(
        self,
        clerk: Clerk,
        store: NotificationStore,
        links: Links,
        send: Send,
        taken: Taken = lambda rows, began: None,
        delivered: Delivered = lambda sent, began: None,
    ) -> None:
        """`taken` is called with the rows that were read together, `delivered` with the deliveries
        that a receiver accepted together; both also with the time when that began (`time_ns`)."""
        self._clerk, self._store, self._links, self._send, self._delivered = (
            clerk,
            store,
            links,
            send,
            delivered,
        )
        self.following = MessageFollower(clerk, store, taken)
        self.busy: dict[str, str] = {}
        self._pool = ThreadPoolExecutor(THREADS, "sending")
        self._stop, self._done = Event(), Event()
        self._chance = Random()
        self._forgotten = datetime.min.replace(tzinfo=clerk.clock().tzinfo)

    def run(
        self, stop: Event, ours: Callable[[], object] = lambda: None, orders: Orders | None = None
    ) -> None:
        """Run until `stop` is set. Continues after outages of either store; does nothing while the
        operator has paused it (`orders`). `ours` raises `PersistenceError` if another process has
        the right to send. Any other error ends the process, and its supervisor starts it again."""
        reported = ""
        while not stop.is_set():
            self._done.clear()
            try:
                ours()
                self._done.wait(
                    BUSY if self._obey_orders(orders) and self.follow_and_send() else LOOK
                )
                reported = ""
            except PersistenceError as e:
                if reported != str(e):
                    _log.warning("notifications pause: %s", e)
                    if orders is not None:
                        orders.note_failure(e)
                reported = str(e)
                stop.wait(AGAIN)
            except Exception as e:
                if orders is not None:
                    orders.note_failure(e)
                raise
        self.close()

    def close(self) -> None:
        """Begin no new deliveries, and wait until the running ones have ended."""
        self._stop.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _obey_orders(self, orders: Orders | None) -> bool:
        """Do the rebuild that the operator requests, if any. Returns False if the operator has
        paused the notifier."""
        if orders is None:
            return True
        if orders.paused():
            return False
        if task := orders.task():
            self.following.rebuild("" if task == ALL else task)
            orders.clear_task()
        return True

    def follow_and_send(self) -> bool:
        """Read one batch of records and queue its messages; then start a thread for each receiver
        to whom something is due. Returns whether there are more records to read. Raises
        `PersistenceError`."""
        more = self.following.process_rows()
        holders = {
            each.subscription.id: each.subscription.holder.id
            for each in self.following.subscribers()
        }
        now = self._clerk.clock()
        for id in self._store.due(now) if holders else ():
            holder = holders.get(id)
            if (
                holder is not None
                and id not in self.busy
                and list(self.busy.values()).count(holder) < SHARE
            ):
                self.busy[id] = holder
                self._pool.submit(self._serve_receiver, id)
        if holders and now - self._forgotten > FORGET:
            self._store.forget_before(now)
            self._forgotten = now
        return more

    # -- in a thread -------------------------------------------------------------------------------

    def _serve_receiver(self, id: str) -> None:
        begun = monotonic()
        try:
            while not self._stop.is_set() and self._send_next(id) and monotonic() - begun < STRETCH:
                pass
        except PersistenceError as e:
            _log.warning("sending pauses: %s", e)
        except Exception:  # noqa: BLE001  a fault of our own: the others go on
            _log.exception("a message could not be sent")
            self._stop.wait(1.0)
        finally:
            del self.busy[id]
            self._done.set()

    def _send_next(self, id: str) -> bool:
        """Send a subscription's next message or digest; drop or postpone messages that must not be
        sent now. Returns whether to continue with this subscription at once."""
        target, now = self._find_sendable_subscription(id), self._clerk.clock()
        if target is None:
            return False
        if not is_still_valid(self._clerk.key_values, self._links, target.holder, now):
            # asked before each message: what was revoked is silent at once
            self._store.end(id, now, OVER)
            return False
        together = TOGETHER if target.digest is not None and target.way in PERSONAL else 1
        waiting, held = self._store.waiting(id, now, together), self._store.held(id, now)
        good: list[Delivery] = []
        for each in waiting:
            if why := self.why_useless(target, each):
                self._store.settle([each], "dropped", now, why)
                continue
            # a test and a confirmation go at any hour
            may_go = now if each.about in PLAIN else earliest_sending(target, now, each.made or now)
            until = max(may_go, held.get(each.game, now))
            if until > now:
                self._store.put_off(each, until)
            else:
                good.append(each)
        if (
            good and self._find_sendable_subscription(id) == target
        ):  # not ended, muted or changed just now
            return self._attempt(target, good)
        return bool(waiting)

    def _find_sendable_subscription(self, id: str) -> Subscription | None:
        """The subscription with this id, if messages may be sent to it."""
        found = self._store.find(id)
        if found is None or found.state not in ("active", "unconfirmed"):
            return None
        return found.subscription

    def why_useless(self, subscription: Subscription, sent: Delivery) -> str:
        """Why a message should not be sent any more: the receiver does not want it, its holder may
        not see the game any more, the turn has passed, the time is not over, or the game cannot be
        read. Empty if it should be sent."""
        if sent.about not in PLAIN and (subscription.muted or sent.about not in subscription.about):
            return UNWANTED
        try:
            if sent.game and not sees(
                subscription.holder, sent.game, self.following.ownership_of(sent.game)
            ):
                return UNSEEN
            return "" if self.following.is_still_due(sent) else PASSED
        except (Refusal, DamagedRecord, LookupError, ValueError) as e:
            _log.warning("a message about %s is dropped: %s", sent.game, e)
            return "the game cannot be read"

    def _attempt(self, subscription: Subscription, sent: Sequence[Delivery]) -> bool:
        """Send deliveries of one subscription and store the result. Returns whether to continue
        with this subscription at once."""
        began = time_ns()
        try:
            self._send(
                subscription,
                sent[0].id if len(sent) == 1 else daily_message_id(tuple(each.id for each in sent)),
                sent,
            )
        except ReceiverGone as e:
            self._store.end(subscription.id, self._clerk.clock(), e.said)
            return False
        except NotAccepted as e:
            return self._store_failure(subscription, sent, e)
        except Exception:  # noqa: BLE001  a fault of our own: it is logged, and the message tried again like any other
            _log.exception("a message could not be made or sent")
            return self._store_failure(subscription, sent, NotAccepted("a fault of Greffe's own"))
        self._store.settle(sent, "delivered", self._clerk.clock())
        self._delivered(sent, began)
        return True

    def _store_failure(
        self, subscription: Subscription, sent: Sequence[Delivery], why: NotAccepted
    ) -> bool:
        found, now = self._store.find(subscription.id), self._clerk.clock()
        if found is None:
            return False
        failures = found.failures + 1
        whole = why.after is not None or isinstance(why, RefusedForGood) or failures >= FAILING
        seconds = (
            None
            if isinstance(why, RefusedForGood)
            else seconds_until_retry(
                max(each.attempts for each in sent) + 1, why.after, self._chance
            )
        )
        again = now + timedelta(seconds=seconds) if seconds is not None else None
        self._store.note_failed(sent, now, why.said, failures, again, whole=whole)
        if again is None:
            _log.warning(
                "messages are parked" if whole else "a message is dropped",
                extra={"subscription": subscription.id, "why": why.said},
            )
        return not whole
