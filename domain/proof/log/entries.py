"""Entries: what the log contains about each record, and about itself. Lines in a fixed order, LF,
ASCII, no personal data.

    greffe/record@v1
    game 0b3k…
    seq 7
    prev <base64: leaf hash of seq 6; 32 zero bytes for seq 1>
    topic ActionTaken
    data <base64: SHA-256 of the stored bytes>

The leaf hash of a record's entry is its leaf in the log *and* the `prev` of the game's next record,
so a game has only one history. It covers the bytes as stored; the salt in them keeps their content
from being guessed.

Two kinds of entries are about the log. `greffe/key@v1` announces a key that will sign its
checkpoints, while the old one still does. `greffe/succession@v1`, the first entry of a log begun
after another one was lost, contains the last checkpoint of the lost log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from domain.proof.errors import Misspelt
from domain.proof.log.checkpoints import read_checkpoint
from domain.proof.log.merkle import HASH_SIZE, leaf_hash
from domain.proof.log.notes import ED25519, VerifierKey, read_note, read_verifier_key
from domain.proof.spelling import base64_of, read_base64, read_decimal, read_utf8, shown

RECORD: Final = "greffe/record@v1"
KEY: Final = "greffe/key@v1"
SUCCESSION: Final = "greffe/succession@v1"

MOST_BYTES = (1 << 16) - 1
"""The largest entry: tlog-tiles gives its length two bytes."""

FIRST = 1
NO_PREV = bytes(HASH_SIZE)
"""The `prev` of a stream's first record."""

_GAME = re.compile(r"[0-9A-Za-z](?:[0-9A-Za-z._-]{0,63})", re.ASCII)
_TOPIC = re.compile(r"[A-Z][0-9A-Za-z]{0,63}", re.ASCII)


def valid_stream_id(id: str) -> bool:
    """Whether a stream can have this id: 1 to 64 ASCII letters and digits, with `.`, `_`, `-`
    inside."""
    return _GAME.fullmatch(id) is not None


def valid_topic(topic: str) -> bool:
    return _TOPIC.fullmatch(topic) is not None


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """The entry of one record. Raises `Misspelt` for impossible values."""

    game: str
    seq: int
    prev: bytes
    topic: str
    data: bytes

    def __post_init__(self) -> None:
        if not valid_stream_id(self.game):
            raise Misspelt(
                f"{shown(self.game)} is no id of a game",
                f"{shown(self.game)} n'est pas l'identifiant d'une partie",
            )
        if not valid_topic(self.topic):
            raise Misspelt(
                f"{shown(self.topic)} is no kind of record",
                f"{shown(self.topic)} n'est pas un type d'écriture",
            )
        if len(self.prev) != HASH_SIZE or len(self.data) != HASH_SIZE:
            raise Misspelt("prev and data are 32 bytes each", "prev et data ont chacun 32 octets")
        if self.seq < FIRST or (self.seq == FIRST) != (self.prev == NO_PREV):
            raise Misspelt(
                f"record {self.seq} cannot come after {base64_of(self.prev)}",
                f"l'écriture {self.seq} ne peut suivre {base64_of(self.prev)}",
            )

    @classmethod
    def of(cls, game: str, seq: int, prev: bytes, topic: str, stored: bytes) -> RecordEntry:
        """The entry of a record with these stored bytes. `prev` is the leaf of the record before
        it, or `NO_PREV`."""
        return cls(game, seq, prev, topic, sha256(stored).digest())

    def encode(self) -> bytes:
        return record_bytes(
            self.game.encode(),
            self.seq,
            base64_of(self.prev).encode(),
            self.topic.encode(),
            self.data,
        )

    @property
    def leaf(self) -> bytes:
        """The leaf hash of the entry, which is the `prev` of the next record's entry."""
        return leaf_hash(self.encode())


def record_bytes(game: bytes, seq: int, prev: bytes, topic: bytes, data: bytes) -> bytes:
    """A record's entry as bytes, from parts that are known to be valid; `prev` is in base64. Faster
    than `RecordEntry`, for callers with a million entries."""
    line = base64_of(data).encode()
    return b"greffe/record@v1\ngame %b\nseq %d\nprev %b\ntopic %b\ndata %b\n" % (
        game,
        seq,
        prev,
        topic,
        line,
    )


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """An entry that announces that `key` will sign the log's checkpoints, too."""

    key: VerifierKey

    def encode(self) -> bytes:
        return f"{KEY}\nkey {self.key.encode()}\n".encode()


@dataclass(frozen=True, slots=True)
class SuccessionEntry:
    """An entry by which this log continues one that lost its data. `checkpoint` is the last one
    that the lost log published."""

    checkpoint: bytes

    def encode(self) -> bytes:
        return f"{SUCCESSION}\ncheckpoint {base64_of(self.checkpoint)}\n".encode()


Entry = RecordEntry | KeyEntry | SuccessionEntry


def read_entry(data: bytes) -> Entry:
    """Parse an entry. Raises `Misspelt` unless the bytes are exactly those that encoding the entry
    gives."""
    lines = read_utf8(data, MOST_BYTES, "the entry", "l'entrée").split("\n")
    entry: Entry
    if lines[0] == RECORD and len(lines) == 7:
        game, seq, prev, topic, digest = (
            _field(line, name)
            for line, name in zip(lines[1:], ("game", "seq", "prev", "topic", "data"), strict=False)
        )
        entry = RecordEntry(
            game,
            read_decimal(seq),
            read_base64(prev, HASH_SIZE),
            topic,
            read_base64(digest, HASH_SIZE),
        )
    elif lines[0] == KEY and len(lines) == 3:
        key = read_verifier_key(_field(lines[1], "key"))
        if key.kind != ED25519:
            raise Misspelt(
                "a log signs with a key of type 1", "un journal signe avec une clé de type 1"
            )
        entry = KeyEntry(key)
    elif lines[0] == SUCCESSION and len(lines) == 3:
        checkpoint = read_base64(_field(lines[1], "checkpoint"))
        read_checkpoint(read_note(checkpoint).text)
        entry = SuccessionEntry(checkpoint)
    else:
        raise Misspelt(
            f"{shown(lines[0])} begins no entry of a record",
            f"{shown(lines[0])} ne commence pas une entrée connue",
        )
    if entry.encode() != data:
        raise Misspelt("the entry is not in its one spelling", "l'entrée n'est pas bien écrite")
    return entry


def _field(line: str, name: str) -> str:
    label, space, value = line.partition(" ")
    if label != name or not space:
        raise Misspelt(
            f"{shown(line)} stands where {name} belongs", f"{shown(line)} est à la place de {name}"
        )
    return value
