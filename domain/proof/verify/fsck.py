"""A comparison of the store with the log: every entry is derived again from the stored record, and
differences are reported.

The log has a digest of each row. So it shows rows that were changed, deleted or moved, and rows at
the end that were deleted and written again under the same numbers. Rows that the log has not taken
in yet are no difference.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from domain.proof.errors import Refused, Sentence
from domain.proof.log.entries import FIRST, NO_PREV, RecordEntry, read_entry, record_bytes
from domain.proof.log.merkle import leaf_hash
from domain.proof.spelling import base64_of

Row = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class StoreDifference:
    """A difference between store and log: the entry's index in the log, and the game and seq of its
    record (`game` is empty if unknown)."""

    index: int
    game: str
    seq: int
    said: Sentence


def differences(
    entries: Iterable[bytes], row_of: Callable[[str, int], Row | None]
) -> Iterator[StoreDifference]:
    """The differences between stored rows and `entries`, which are all entries of the log in order.
    `row_of` finds a row by game and seq, or returns None.

    Memory grows with the number of games, not of records. An entry is made from its row and
    compared as a whole; only a different one is parsed.
    """
    chains: dict[bytes, tuple[int, bytes]] = {}
    for index, data in enumerate(entries):
        start = _START.match(data)
        if start:
            game = start[1]
            seq, prev = chains.get(game, (FIRST - 1, _NO_PREV))
            row = row_of(game.decode(), seq + 1)
            same = row is not None and data == record_bytes(
                game, seq + 1, prev, row[0].encode(), sha256(row[1]).digest()
            )
            if not same:
                yield from _entry_differences(index, data, seq, prev, row_of)
            chains[game] = int(start[2]), base64_of(leaf_hash(data)).encode()
        else:
            yield from _entry_differences(index, data, 0, b"", row_of)


_START = re.compile(rb"greffe/record@v1\ngame ([0-9A-Za-z._-]{1,64})\nseq ([1-9][0-9]{0,18})\n")
_NO_PREV = base64_of(NO_PREV).encode()


def _entry_differences(
    index: int, data: bytes, seq: int, prev: bytes, row_of: Callable[[str, int], Row | None]
) -> Iterator[StoreDifference]:
    try:
        entry = read_entry(data)
    except Refused as e:
        yield StoreDifference(index, "", 0, e.said)
        return
    if isinstance(entry, RecordEntry):
        sentence = _place_fault(entry, seq, prev) or _row_fault(
            entry, row_of(entry.game, entry.seq)
        )
        if sentence:
            yield StoreDifference(index, entry.game, entry.seq, sentence)


def _place_fault(entry: RecordEntry, seq: int, prev: bytes) -> Sentence | None:
    if (entry.seq, base64_of(entry.prev).encode()) == (seq + 1, prev):
        return None
    return Sentence(
        f"in the log, record {entry.seq} of {entry.game} does not follow record {seq}",
        f"dans le journal, l'écriture {entry.seq} de {entry.game} ne suit pas l'écriture {seq}",
    )


def _row_fault(entry: RecordEntry, row: Row | None) -> Sentence | None:
    where = Sentence(
        f"record {entry.seq} of {entry.game}", f"l'écriture {entry.seq} de {entry.game}"
    )
    if row is None:
        return Sentence(
            f"{where.en} is in the log and not in the store",
            f"{where.fr} est au journal et pas en réserve",
        )
    topic, stored = row
    if topic != entry.topic:
        return Sentence(
            f"{where.en} is stored as {topic} and was logged as {entry.topic}",
            f"{where.fr} est stockée comme {topic} et fut inscrite comme {entry.topic}",
        )
    if sha256(stored).digest() != entry.data:
        return Sentence(
            f"the stored bytes of {where.en} are not those that were logged",
            f"les octets stockés de {where.fr} ne sont pas ceux qui furent inscrits",
        )
    return None
