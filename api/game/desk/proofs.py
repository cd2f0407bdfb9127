"""How far each record is proven: in the log, under a signed head, under one that witnesses have cosigned."""

from __future__ import annotations

from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from api.web.request.log_health import look
from api.web.request.service import Service
from domain.kernel.log import LogBook
from domain.kernel.text import Text
from domain.proof.log.notes import read_note


class Proven(Struct, frozen=True):
    """A record's proof state: `waiting` for the log, `logged`, `signed`, or `cosigned` by so many of the witnesses asked."""

    state: str
    witnesses: int = 0
    of: int = 0


class Proofs:
    """The log as the desk of one game reads it. It always answers: whatever is wrong with the log, the record was written."""

    def __init__(self, found: Service, game: str) -> None:
        self._game = game
        self._book: LogBook | None = found.receipts.book
        health = look(found)
        self.says: Text | None = health.says
        self.there = self._book is not None and health.state != "down"
        self._signed, self._cosigned, self._witnesses, self._asked = 0, 0, 0, 0
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
            return Proven("cosigned", self._witnesses, self._asked)
        return Proven("signed" if index < self._signed else "logged")

    def _measure(self) -> None:
        if self._book is None or not self.there:
            return
        head, cosigned = self._book.head(), self._book.cosigned()
        self._signed = head.size if head else 0
        policy = self._book.witnesses()
        if cosigned is not None and policy is not None:
            asked = {key.label for key in policy.witnesses.values()}
            self._cosigned, self._asked = cosigned.size, len(asked)
            self._witnesses = len(asked & {signature.label for signature in read_note(cosigned.note).signatures})
