"""The log writer's process: waits for the lease, then writes until it is told to stop."""

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event

from eventsourcing.persistence import PersistenceError

from api.web.metrics import Metrics
from domain.game.clerk.clerk import Clerk
from domain.kernel.text import Text
from ops.log.checking import LogCheck, StoreFault
from ops.log.folder import writer_of
from ops.log.guard import Guard
from ops.log.keyring import KeyRing
from ops.log.standby import GuardUpdater
from ops.settings.config import Settings
from ops.settings.process import run_until_told
from ops.settings.tracing import StepNotes, tracing_of
from ops.stores.data_folder import wait_for_clerk
from ops.stores.log.database import Lease
from ops.stores.log.opening import lease_of
from ops.stores.log.reading import Ledger
from ops.stores.log.writing import LedgerWriting
from ops.witness.ask import cosigning
from projections.steering import Orders

CHECK_AGAIN = (5.0, 15.0, 60.0, 300.0, 3600.0)
"""Seconds until the next check after one that found something."""

STANDBY = 0.2
"""Seconds between two attempts to take the lease."""

_log = logging.getLogger("greffe.log")


def main() -> None:
    Metrics().note_process("log")
    run_until_told(write_log)


def write_log(settings: Settings, stop: Event) -> None:
    """Wait for the lease, and write the log as long as this process has it; wait again if another
    writer takes it. Returns after `stop` is set."""
    clerk = wait_for_clerk(settings, stop)
    if clerk is None:
        return
    lease = lease_of(settings.ledger)
    tracing = tracing_of(settings, "log")
    steps, orders = (
        StepNotes("log", clerk.recorder, tracing),
        Orders(clerk.key_values, "log", clerk.clock),
    )
    while stand_by(settings, lease, stop):
        ledger = LedgerWriting(settings.ledger)
        over = Event()
        with cosigning(settings, clerk.clock), ThreadPoolExecutor(1) as pool:
            pool.submit(check_until_well, settings, clerk, ledger, over).add_done_callback(
                _log_check_error
            )
            try:
                writer_of(settings, clerk, ledger, lease, steps.of_rows).run(stop, orders)
            finally:
                over.set()
        ledger.close()
    clerk.close()
    lease.close()
    if tracing is not None:
        tracing.close()


def stand_by(settings: Settings, lease: Lease, stop: Event) -> bool:
    """Wait until this process has the lease or `stop` is set. Returns whether it has the lease.
    While another machine writes the log, this machine's guard is updated with its signed heads."""
    standby: GuardUpdater | None = None
    state = ""
    while not stop.is_set():
        try:
            if lease.take():
                if standby is not None:
                    standby.update_guard()  # what the last writer signed
                    standby.close()
                return True
            if not state:
                _log.warning("another writer has the log: standing by")
                state = "standing by"
            if standby is None and not isinstance(settings.ledger, Path):
                standby = GuardUpdater(
                    Ledger(settings.ledger),
                    KeyRing(settings.log_key_file),
                    Guard(settings.guard_file),
                    lease,
                )
            if standby is not None:
                standby.update_guard()
        except PersistenceError as e:
            if state != str(e):
                _log.warning("standing by: %s", e)
            state = str(e)
        stop.wait(STANDBY)
    if standby is not None:
        standby.close()
    return False


def check_until_well(settings: Settings, clerk: Clerk, writing: LedgerWriting, over: Event) -> None:
    """Check the log, and check again after increasing pauses while there are faults, until `over`
    is set. A check that could not be completed counts as a fault, too."""
    for pause in CHECK_AGAIN:
        try:
            if check_and_note(settings, clerk, writing):
                return
        except PersistenceError as e:
            _log.warning("what the check found cannot be noted: %s", e)
        if over.wait(pause):
            return


def check_and_note(settings: Settings, clerk: Clerk, writing: LedgerWriting) -> bool:
    """Run `fsck` beside the writer. Store its first fault as a notice; without a fault, delete that
    notice, and the notice of misfits unless there are more than before the check. Returns whether
    there is no fault. Raises `PersistenceError` if no notice can be stored."""
    recorder = clerk.recorder
    misfits = 0
    with closing(Ledger(settings.ledger)) as reading:
        try:
            misfits = reading.misfits()
            faults = list(
                LogCheck(recorder, reading, Guard(settings.guard_file)).faults(signing=True)
            )
        except PersistenceError as e:
            faults = [StoreFault(Text("the log cannot be checked: {e}", e=e))]
    if faults:
        writing.set_notice("check", Text("{first}.", first=faults[0].text.capital()), len(faults))
    else:
        writing.set_notice("check", None)
        writing.forget("misfit", misfits)
    if faults:
        _log.error("the record differs from the log: %s", faults[0].text.en)
    return not faults


def _log_check_error(checking: Future[None]) -> None:
    """Log the exception that ended the checks, if there is one; the writer continues."""
    broken = checking.exception()
    if broken is not None:
        _log.error("the log could not be checked", exc_info=broken)


if __name__ == "__main__":
    main()
