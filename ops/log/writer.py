"""The writer: follows the record, appends an entry for each record to the log, and signs the log.

    in one transaction     entries, tiles, the position up to which the record was followed
    in another             the guard's file, the signature, the checkpoint

After a kill between any two steps the next writer continues from the stored state. Only the second
transaction is synced to disk, which syncs the first, too. So after a power cut the guard may be
ahead of the log. The missing entries are then made again from the record and compared with the
guard. Two writers at once do no harm, since each works in whole transactions.
"""

import logging
from collections.abc import Callable
from threading import Event
from time import monotonic, sleep

from eventsourcing.persistence import PersistenceError

from domain.kernel.stored import RecordStore
from domain.kernel.text import Text
from ops.log.guard import Guard
from ops.log.intake import READ, Intake, Taken
from ops.log.keyring import KeyRing
from ops.log.signing import LogSigner
from ops.settings.errors import SigningRefused
from ops.stores.log.writing import LedgerWriting
from ops.stores.shared import Displaced
from projections.steering import Orders

PACE = 1.0
"""Seconds between two checkpoints if nobody waits for one."""

HURRIED = 0.05
"""Seconds between two checkpoints if somebody does."""

GATHER = 0.2
"""Seconds for which records are collected if nobody waits for a checkpoint, since one transaction
for all costs less."""

IDLE = 0.5
"""Seconds between checks whether somebody waits for a checkpoint while nothing happens. Whoever
waits has mostly written a record, which ends the pause anyway."""

WAITS = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts while the record or the log cannot be reached."""

_log = logging.getLogger("greffe.log")


class LogWriter:
    """Writes one log. `ring_mark` returns other bytes after somebody has asked for a checkpoint
    (`Lease.ring_mark`), and `await_ring` waits for that. `vouch` is called with whether the guard
    has admitted the newest head. `taken` is passed to `Intake`."""

    def __init__(
        self,
        recorder: RecordStore,
        ledger: LedgerWriting,
        ring: KeyRing,
        guard: Guard,
        ring_mark: Callable[[], bytes] = lambda: b"",
        await_ring: Callable[[bytes, float], None] = lambda heard, seconds: sleep(seconds),
        vouch: Callable[[bool], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
        taken: Taken = lambda rows, began: None,
    ) -> None:
        self.intake, self.signing = (
            Intake(recorder, ledger, guard, taken),
            LogSigner(ledger, ring, guard),
        )
        self._recorder, self._ring, self._vouch, self._clock = recorder, ring, vouch, clock
        self._ring_mark, self._await_ring = ring_mark, await_ring
        self._heard = ring_mark()
        self._unsigned = True
        self._took = self._tried = float("-inf")

    def run(self, stop: Event, orders: Orders | None = None) -> None:
        """Write until `stop` is set, and then once more everything recorded so far. Continues after
        outages of either store; writes nothing while the operator has paused it (`orders`). Returns
        early if another writer has the log. Any other error ends the process, and its supervisor
        starts it again."""
        failed, begun, reported, paused = 0, False, "", False
        while not stop.is_set():
            try:
                paused = orders is not None and orders.paused()
                if paused:
                    stop.wait(IDLE)
                    continue
                if not begun:
                    self.intake.resume()
                    begun = True
                self._write_and_sign(stop)
                failed, reported = 0, reported if self._unsigned else ""
            except Displaced as e:
                _log.warning("the log is left to another writer: %s", e)
                return
            except PersistenceError as e:
                if reported != str(e):
                    _log.warning("the log pauses: %s", e)
                    if orders is not None:
                        orders.note_failure(e)
                reported = str(e)
                stop.wait(WAITS[min(failed, len(WAITS) - 1)])
                failed += 1
        try:
            if not paused:
                self.log_and_sign_all()
        except PersistenceError as e:
            _log.warning("the log stops before the end of the record: %s", e)

    def log_and_sign_all(self) -> Text | None:
        """Log all records and sign the log. Returns why it could not be signed, or None. Raises
        `PersistenceError`."""
        self.intake.resume()
        try:
            while self.intake.add_rows()[0] == READ:
                pass
            self.signing.sign()
        except SigningRefused as e:
            self.signing.report_refusal(e.text)
            return e.text
        return None

    def _write_and_sign(self, stop: Event) -> None:
        # looked at before the record is read: who rang after the record was written is served by
        # this round
        ring_mark = self._ring_mark()
        awaited = ring_mark != self._heard
        try:
            taken, grown = self.intake.add_rows()
            now = self._clock()
            self._took = now if taken else self._took
            self._unsigned = (
                self._unsigned or grown or awaited or self._ring.has_changed()
            )  # who rings may miss a head that is lost
            if self._unsigned and now >= self._seconds_until_due(awaited=awaited):
                self._tried = now
                self.signing.sign()
                self._unsigned = False
        except SigningRefused as e:
            self._vouch(False)
            self.signing.report_refusal(e.text)
            self._heard = ring_mark
            stop.wait(PACE)
            return
        if not self._unsigned:
            self._heard = ring_mark
            self._vouch(True)
        if taken < READ:
            self._wait_for_work(stop, awaited=ring_mark != self._heard)

    def _seconds_until_due(self, *, awaited: bool) -> float:
        return self._tried + (HURRIED if awaited else PACE)

    def _wait_for_work(self, stop: Event, *, awaited: bool) -> None:
        """Wait until there is something to do: new records, somebody who asks for a checkpoint, a
        checkpoint that is due, or changed keys. `awaited`: somebody waits for a checkpoint, so wait
        only until it is due."""
        due = self._seconds_until_due(awaited=awaited) if self._unsigned else float("inf")
        while not stop.is_set() and (now := self._clock()) < due:
            if awaited:
                stop.wait(due - now)
            elif self._ring_mark() != self._heard or self._ring.has_changed():
                return
            elif now < self._took + GATHER:
                self._await_ring(self._heard, min(self._took + GATHER, due) - now)
            elif self._recorder.await_change(self.intake.position, min(IDLE, due - now)):
                return
