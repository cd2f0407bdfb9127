"""The notifier's process: `python -m ops.messages`, for the data folder that the environment
names."""

from contextlib import suppress
from threading import Event

from eventsourcing.persistence import PersistenceError

from api.web.access.links import Links
from api.web.metrics import Metrics
from ops.messages.sending import Sender
from ops.messages.service import Notifier
from ops.messages.store import NotificationStore
from ops.settings.config import Settings
from ops.settings.keys import LOST_WITH_LINKS, read_key, secret_key
from ops.settings.process import run_until_told
from ops.settings.tracing import StepNotes, tracing_of
from ops.stores.data_folder import open_clerk
from ops.stores.log.database import Lease
from projections.messages.tokens import Tokens
from projections.steering import Orders

WAIT = 0.5
"""Seconds between two attempts to get the right to send, which another machine may have."""


def main() -> None:
    Metrics().note_process("notifier")
    run_until_told(notify)


def notify(settings: Settings, stop: Event) -> None:
    """Wait until no other process sends notifications of this store, then send them until `stop` is
    set."""
    clerk = open_clerk(settings)
    key = secret_key(settings.secret_key_file)
    store = NotificationStore(settings.notifications, key)
    secret = read_key(settings.link_key_file, LOST_WITH_LINKS)
    lease = _leased(store, stop)
    if lease is not None:
        tracing = tracing_of(settings, "notifier")
        taken, delivered = (
            StepNotes("notifier", clerk.recorder, tracing),
            StepNotes("delivery", clerk.recorder, tracing),
        )
        service = Notifier(
            clerk,
            store,
            Links(clerk.key_values, secret),
            Sender(settings, Tokens(secret), clerk.clock, key),
            taken=taken.of_rows,
            delivered=lambda sent, began: delivered(
                [(delivery.game, delivery.record) for delivery in sent if delivery.game],
                began,
                subscription=sent[0].subscription,
            ),
        )
        service.run(stop, lease.ring_mark, Orders(clerk.key_values, "messages", clerk.clock))
        lease.close()
        if tracing is not None:
            tracing.close()
    store.close()
    clerk.close()


def _leased(store: NotificationStore, stop: Event) -> Lease | None:
    """Wait for the exclusive right to send. Returns the lease, or None if `stop` is set before."""
    lease: Lease | None = None
    while not stop.is_set():
        with suppress(PersistenceError):  # nobody has subscribed yet, or the database is away
            lease = lease or store.lease()
            if lease.take():
                return lease
        stop.wait(WAIT)
    return None


if __name__ == "__main__":
    main()
