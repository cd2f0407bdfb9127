"""The process of the log's writer: waits for the lease, then writes until it is told to stop."""

from __future__ import annotations

import logging
import os
import signal
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import cast

from eventsourcing.persistence import PersistenceError

from api.http.metrics import Metrics
from domain.clerk.clerk import Clerk
from domain.rules.text import Text
from ops.log.checking import Check, Fault, Recorder
from ops.log.folder import writer_of
from ops.log.guard import Guard
from ops.settings.config import Settings
from ops.settings.logs import configure
from ops.stores.data_folder import open_clerk
from ops.stores.log.opening import lease_of
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting
from ops.witness.ask import cosigning

STANDBY = 0.2
"""Seconds between two attempts to take the lease."""

_log = logging.getLogger("greffe.log")


def main() -> None:
    """Write the log of the data folder that the environment names, in a thread; this one waits for a signal."""
    asks = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, asks)
    settings = Settings.load(os.environ)
    configure(settings.log)
    stop = Event()
    Metrics().runs("log")
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write, settings, stop)
        writing.add_done_callback(lambda _: os.kill(os.getpid(), signal.SIGTERM))
        signal.sigwait(asks)
        stop.set()
        writing.result()


def write(settings: Settings, stop: Event) -> None:
    """Wait for the lease, and write as long as it is held."""
    lease = lease_of(settings.ledger)
    standing_by = False
    while not lease.take():
        if not standing_by:
            _log.warning("another writer has the log: standing by")
            standing_by = True
        if stop.wait(STANDBY):
            return
    clerk, ledger = open_clerk(settings), LedgerWriting(settings.ledger)
    with cosigning(settings, clerk.clock), ThreadPoolExecutor(1) as pool:
        pool.submit(check, settings, clerk, ledger).add_done_callback(_checked)
        writer_of(settings, clerk, ledger, lease).run(stop)
    ledger.close()
    clerk.close()
    lease.close()


def check(settings: Settings, clerk: Clerk, writing: LedgerWriting) -> None:
    """`fsck`, and what it found as a notice. Records that did not fit are forgotten where all is well."""
    reading, recorder = Ledger(settings.ledger), cast(Recorder, clerk.recorder)
    try:
        faults = list(Check(recorder, reading, Guard(settings.guard_file)).faults())
    except PersistenceError as e:
        faults = [Fault(Text("the log cannot be checked: {e}", e=e))]
    finally:
        reading.close()
    if faults:
        first = faults[0].text
        text = Text("{first}.", first=first.capital())
        writing.say("check", text, len(faults))
    else:
        writing.say("check", None)
        writing.say("misfit", None)
    if faults:
        _log.error("the record differs from the log: %s", faults[0].text.en)


def _checked(checking: Future[None]) -> None:
    """A check that broke does not end the writing, but is not passed over either."""
    broken = checking.exception()
    if broken is not None:
        _log.error("the log could not be checked", exc_info=broken)


if __name__ == "__main__":
    main()
