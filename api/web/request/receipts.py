"""Receipts of new records: waiting until a signed head covers the record, and until a quorum of
witnesses has cosigned it.

A waiting request wakes the log's writer, and one thread of a process watches the log for all of
them. Waits are short and few: the action is recorded before its receipt is requested, and the table
must not wait for that.
"""

from collections.abc import Callable
from threading import Condition, Thread
from time import monotonic, sleep

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from domain.kernel.log import LogBook, Prover, has_quorum
from domain.proof.log.proofs import Proof

# seconds that a request waits for a complete receipt; then it is answered with what there is
PATIENCE = 2.0

LOOK = 0.004  # seconds between two looks at the log while somebody waits


Size = Callable[[LogBook], int]  # the number of entries under the newest head of some kind


class Receipt(Struct, frozen=True):
    """A receipt, and whether it is complete: there are no witnesses, or a quorum has cosigned its
    head. An incomplete one is the log's word alone."""

    proof: Proof
    complete: bool


class Receipts:
    """Makes receipts of records from the signed log, if the service has one. At most `most`
    requests wait for them at a time."""

    def __init__(self, book: LogBook | None, most: int) -> None:
        self.book = book
        self._prover = Prover(book) if book else None
        self._most = most
        self._changed = Condition()
        self._waiting = 0
        self._changes = 0
        # The number of entries under the newest head when a request waited in vain. Until there are
        # more, no request waits again.
        self._in_vain: dict[Size, int] = {}
        self._watcher: Thread | None = None

    def receipt(self, stream: str, seq: int) -> Receipt | None:
        """The receipt of a record. Waits until it is complete. After a timeout it is incomplete, or
        None if no signed head covers the record. Never raises: whatever is wrong with the log, the
        record was written."""
        try:
            if self.book is None or self._prover is None:
                return None
            self._wait(self.book, stream, seq)
            proof = self._prover.receipt(stream, seq)
            return (
                None
                if proof is None
                else Receipt(proof, has_quorum(proof.checkpoint, self.book.witnesses()))
            )
        except PersistenceError:
            return None

    def cose(self, stream: str, seq: int) -> bytes | None:
        """The COSE receipt of a record. Waits until a signed head covers the record; None after a
        timeout. Raises `PersistenceError`."""
        if self.book is None or self._prover is None:
            return None
        self._reached(self.book, stream, seq, _signed_size, monotonic() + PATIENCE)
        return self._prover.cose(stream, seq)

    def proof(self, stream: str, seq: int) -> Proof | None:
        """The proof of a record. Waits for a head with a quorum; after a timeout it is under a
        signed head, or None if none covers the record. Raises `PersistenceError`."""
        if self.book is None or self._prover is None:
            return None
        self._wait(self.book, stream, seq)
        return self._prover.proof(stream, seq)

    # -- inside ------------------------------------------------------------------------------------

    def _wait(self, book: LogBook, stream: str, seq: int) -> None:
        """Wait until a head with a quorum covers a record. If that does not happen in time, wait
        only for a signed one. Does not wait if too many requests do."""
        until = monotonic() + PATIENCE
        if (
            not self._reached(book, stream, seq, _cosigned_size, until)
            and book.witnesses() is not None
        ):
            self._reached(book, stream, seq, _signed_size, until)

    def _reached(self, book: LogBook, stream: str, seq: int, size: Size, until: float) -> bool:
        """Wait until a head of the kind `size` covers a record. Returns False if it does not happen
        by `until` (as `monotonic` counts), or if this request should not wait."""
        if _covers(book, stream, seq, size):
            return True
        book.ask_for_checkpoint()
        if not self._begin_waiting(book, size):
            return False
        try:
            while True:
                seen = self._changes
                if _covers(book, stream, seq, size):
                    return True
                with self._changed:
                    if self._changes == seen and not self._changed.wait(until - monotonic()):
                        break
            self._in_vain[size] = size(book)
            return False
        finally:
            with self._changed:
                self._waiting -= 1

    def _begin_waiting(self, book: LogBook, size: Size) -> bool:
        """Count this request as waiting. Returns False if it should not wait: too many do, or the
        log's head has not grown since a request waited in vain."""
        if size(book) <= self._in_vain.get(size, -1):
            return False
        with self._changed:
            if self._waiting >= self._most:
                return False
            self._waiting += 1
            if self._watcher is None:
                self._watcher = Thread(
                    target=self._watch, args=(book,), name="receipts", daemon=True
                )
                self._watcher.start()
            self._changed.notify_all()
            return True

    def _watch(self, book: LogBook) -> None:
        seen = -1
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
            try:
                version = book.version()
            except PersistenceError:
                version = seen  # they stop waiting when their time is over
            if version != seen:
                with self._changed:
                    seen, self._changes = version, self._changes + 1
                    self._changed.notify_all()
            sleep(LOOK)


def _covers(book: LogBook, stream: str, seq: int, size: Size) -> bool:
    index = book.index_of(stream, seq)
    return index is not None and index < size(book)


def _signed_size(book: LogBook) -> int:
    """The number of entries under the newest signed head."""
    head = book.head()
    return head.size if head else 0


def _cosigned_size(book: LogBook) -> int:
    """The number of entries under the newest head that a quorum of witnesses has cosigned."""
    head = book.cosigned()
    return head.size if head else 0
