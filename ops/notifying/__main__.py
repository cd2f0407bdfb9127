"""The process that notifies: `python -m ops.notifying`, over the data folder that the environment names."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from eventsourcing.persistence import PersistenceError

from api.access.links import Links
from ops.notifying.sending import Sender
from ops.notifying.service import LOOK, Notifying
from ops.notifying.store import NotificationStore
from ops.settings.config import Settings
from ops.settings.keys import LOST_WITH_LINKS, read_key, secret_key
from ops.settings.logs import configure
from ops.stores.data_folder import open_clerk
from ops.stores.log.database import Lease
from projections.notifications.tokens import Tokens

WAIT = 2.0
"""Seconds between two tries for the right to send, which another machine may have."""


def main() -> None:
    """Notify in a thread until a signal says stop; this one waits for it, as `ops/serving/follow.py` does."""
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure(settings.log)
    stop = Event()
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(notify, settings, stop)
        running.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
        signal.sigwait(asks)
        stop.set()
        running.result()


def notify(settings: Settings, stop: Event) -> None:
    """Notify until `stop` is set, as the only one over this store."""
    clerk = open_clerk(settings)
    key = secret_key(settings.secret_key_file)
    store = NotificationStore(settings.notifications, key)
    secret = read_key(settings.link_key_file, LOST_WITH_LINKS)
    lease = _leased(store, stop)
    if lease is not None:
        service = Notifying(clerk, store, Links(clerk.key_values, secret), Sender(settings, Tokens(secret), clerk.clock, key))
        service.run(stop, lease.rung)
        lease.close()
    store.close()
    clerk.close()


def _leased(store: NotificationStore, stop: Event) -> Lease | None:
    """The right to send, once nobody else has it; none where it is time to stop before."""
    lease: Lease | None = None
    while not stop.is_set():
        try:
            lease = lease or store.lease()
            if lease.take():
                return lease
            stop.wait(WAIT)
        except PersistenceError:
            stop.wait(LOOK)
    return None


if __name__ == "__main__":
    main()
