"""The records of a bundle, chained: each one's entry holds the leaf hash of the one before, and the last leaf holds them all."""

from __future__ import annotations

from binascii import b2a_base64
from hashlib import sha256

from domain.ledger.bundle import BundleRecord
from domain.ledger.entries import NO_PREV, record_bytes, valid_topic
from domain.ledger.errors import Misspelt, Unproven
from domain.ledger.merkle import HASH_SIZE
from domain.ledger.spelling import shown

MOST_RECORDS = 1 << 22
"""Records in one game; each takes 32 bytes of memory."""


class Chain:
    """The leaves of a game's records, in order. Written for millions of them."""

    def __init__(self, game: str) -> None:
        self._game = game.encode()
        self._leaves = bytearray()
        self._prev = b2a_base64(NO_PREV, newline=False)
        self._topic, self._topic_bytes = "", b""

    @property
    def records(self) -> int:
        """How many there are."""
        return len(self._leaves) // HASH_SIZE

    def leaf(self, seq: int) -> bytes:
        """The leaf of a record. Raises `Unproven` for one that is not there."""
        if not 0 < seq <= self.records:
            raise Unproven(f"there is no record {seq} before it", f"il n'y a pas d'écriture {seq} avant elle")
        return bytes(self._leaves[HASH_SIZE * (seq - 1) : HASH_SIZE * seq])

    def add(self, record: BundleRecord, seq: int) -> None:
        """The next record, whose number has to be `seq`. Raises `Misspelt`, `Unproven`."""
        if record.seq != seq or seq > MOST_RECORDS:
            raise Unproven(f"record {record.seq} stands in its place", f"l'écriture {record.seq} est à sa place", seq)
        if record.topic != self._topic:
            if not valid_topic(record.topic):
                raise Misspelt(
                    f"{shown(record.topic)} is no kind of record", f"{shown(record.topic)} n'est pas un type d'écriture", seq
                )
            self._topic, self._topic_bytes = record.topic, record.topic.encode()
        try:
            stored = record.text.encode()
        except UnicodeEncodeError:
            raise Misspelt("it is not UTF-8", "elle n'est pas en UTF-8", seq) from None
        entry = record_bytes(self._game, seq, self._prev, self._topic_bytes, sha256(stored).digest())
        leaf = sha256(b"\x00" + entry).digest()
        self._leaves += leaf
        self._prev = b2a_base64(leaf, newline=False)
