"""How far each record is proven: in the log, under a signed head, under one that witnesses have cosigned."""

from __future__ import annotations

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from api.log_health import look
from api.service import Service
from domain.ledger.notes import read_note
from domain.logbook import Head, LogBook
from domain.words import Text


class Proven(Struct, frozen=True):
    """A record's proof state: `waiting` for the log, `logged`, `signed`, or `cosigned` by so many witnesses."""

    state: str
    witnesses: int = 0


class Proofs:
    """The log as the desk of one game reads it. It always answers: whatever is wrong with the log, the record was written."""

    def __init__(self, found: Service, game: str) -> None:
        self._game = game
        self._book: LogBook | None = found.receipts.book
        health = look(found)
        self.says: Text | None = health.says
        self.there = self._book is not None and health.state != "down"
        self._signed, self._cosigned, self._witnesses = 0, 0, 0
        try:
            self._measure()
        except PersistenceError:
            self.there = False

    def of(self, seq: int) -> Proven | None:
        """How far a record is proven; none where there is no log to say so."""
        if not self.there or self._book is None:
            return None
        try:
            index = self._book.index_of(self._game, seq)
        except PersistenceError:
            return None
        if index is None:
            return Proven("waiting")
        if self._witnesses and index < self._cosigned:
            return Proven("cosigned", self._witnesses)
        return Proven("signed" if index < self._signed else "logged")

    def _measure(self) -> None:
        if self._book is None or not self.there:
            return
        head, cosigned = self._book.head(), self._book.cosigned()
        self._signed = head.size if head else 0
        if cosigned is not None:
            names = {key.verifier.partition("+")[0] for key in self._book.log_keys()}
            self._cosigned, self._witnesses = cosigned.size, _witnesses(cosigned, names)


def _witnesses(head: Head, own: set[str]) -> int:
    """How many others than the log itself have signed a head."""
    return len({signature.name for signature in read_note(head.note).signatures} - own)
