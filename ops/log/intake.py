"""Adding the records to the log: row by row in notification order, each after its predecessor in
its stream.

An entry's index differs from the notification's number, since the log also has entries of its own,
and the store's numbers may have gaps.
"""

import logging
from collections.abc import Callable, Sequence
from hashlib import sha256
from time import time_ns

from eventsourcing.persistence import Notification

from domain.kernel.log import stored_bytes
from domain.kernel.stored import RecordStore
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import Checkpoint
from domain.proof.log.entries import RecordEntry, read_entry
from ops.log.guard import Guard
from ops.settings.errors import SigningRefused
from ops.stores.log.writing import Batch, LedgerWriting

READ = 1_000

Taken = Callable[[Sequence[Notification], int], None]

_log = logging.getLogger("greffe.log")


class Intake:
    """Adds one store's rows to one log. `position` is the notification number of the last row
    added."""

    def __init__(
        self,
        recorder: RecordStore,
        ledger: LedgerWriting,
        guard: Guard,
        taken: Taken = lambda rows, began: None,
    ) -> None:
        """`taken` is called with the rows that were added together, and the time when that began
        (`time_ns`)."""
        self._recorder, self._ledger, self._guard, self._taken = recorder, ledger, guard, taken
        self._behind = True
        self.position = 0

    def resume(self) -> None:
        """Set `position` to where the log has stopped. If the row there is not the one that was
        logged, the store is another copy: then start at 0 and read all rows again, skipping those
        in the log."""
        with self._ledger.batch() as batch:
            self.position, digest = batch.followed_to()
            if self.position:
                rows = self._recorder.select_notifications(self.position, 1, self.position)
                if not rows or row_digest(rows[0]) != digest:
                    _log.warning(
                        "the record is another copy of itself: it is gone through from its "
                        "beginning"
                    )
                    batch.set_position(0, b"")
                    self.position = 0

    def add_rows(self) -> tuple[int, bool]:
        """Add at most `READ` rows to the log. Returns the number of rows read, and whether the log
        has grown.

        The entries are not yet durable: a power cut may lose those that are not signed, and they
        are then made again from the same records. Raises `SigningRefused`, adding nothing, if the
        log would differ from the one that was signed.
        """
        began = time_ns()
        with self._ledger.batch(durable=False) as batch:
            rows = self._recorder.select_notifications(
                batch.position, READ, inclusive_of_start=False
            )
            before, held = batch.size, self._head_to_regain(batch)
            for row in rows:
                self._add_row(batch, row)
                if held is not None and batch.size == held.size:
                    self._guard.admit(
                        Checkpoint(held.origin, batch.size, batch.root), batch.nodes(), signed=True
                    )
                    held = None
            if rows:
                batch.set_position(rows[-1].id, row_digest(rows[-1]))
        self.position = batch.position
        self._taken(rows, began)
        return len(rows), batch.size > before

    def _head_to_regain(self, batch: Batch) -> Checkpoint | None:
        """The head in the guard, if the log is shorter than that: entries were lost and are now
        made again from the record. None if the log is not behind or the guard cannot be read."""
        if not self._behind:
            return None
        try:
            held = self._guard.last()
        except SigningRefused:
            return None  # the signing says so
        self._behind = held is not None and batch.size < held.size
        return held if self._behind else None

    def _add_row(self, batch: Batch, row: Notification) -> None:
        """Add a row's entry unless it is in the log. If the row does not fit the log, note that as
        a misfit instead."""
        game, seq = str(row.originator_id), row.originator_version
        last, leaf = batch.last_logged(game)
        if seq <= last:
            if not _is_logged(batch, row):
                _misfit(
                    batch,
                    Text(
                        "Record {seq} of {game} is in the log already, as another one.",
                        seq=seq,
                        game=game,
                    ),
                )
        elif seq > last + 1:
            awaited = Text(
                "Record {seq} of {game} came where record {next} was awaited.",
                seq=seq,
                game=game,
                next=last + 1,
            )
            _misfit(batch, awaited)
        else:
            try:
                entry = RecordEntry.of(game, seq, leaf, row.topic, stored_bytes(row.state))
            except Refused as e:
                why = Text(e.said.en, e.said.fr)
                _misfit(
                    batch,
                    Text(
                        "Record {seq} of {game} cannot be in the log: {why}.",
                        seq=seq,
                        game=game,
                        why=why,
                    ),
                )
            else:
                batch.add(entry.encode(), game, seq)


def row_digest(row: Notification) -> bytes:
    """The SHA-256 of a row's game, seq, topic and bytes."""
    return sha256(
        f"{row.originator_id}\n{row.originator_version}\n{row.topic}\n".encode()
        + stored_bytes(row.state)
    ).digest()


def _is_logged(batch: Batch, row: Notification) -> bool:
    logged = batch.entry_of(str(row.originator_id), row.originator_version)
    entry = read_entry(logged) if logged is not None else None
    data = sha256(stored_bytes(row.state)).digest()
    return isinstance(entry, RecordEntry) and (entry.topic, entry.data) == (row.topic, data)


def _misfit(batch: Batch, text: Text) -> None:
    """Note in the log's notices that a record does not fit it: the first such sentence and their
    number."""
    number, first = batch.notice("misfit") or (0, text)
    batch.set_notice("misfit", first, number + 1)
    _log.error("the record differs from the log: %s", text.en)
