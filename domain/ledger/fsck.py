"""The store against the log: every entry derived again from the stored record, and the differences named.

A changed row, a row that is gone, a row put in another's place, a tail that was deleted and written anew under the same numbers:
each shows, because the log keeps what the rows once were. Rows that the log has not taken in yet are no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from domain.ledger.entries import FIRST, NO_PREV, RecordEntry, read_entry
from domain.ledger.errors import Refused, Said

Row = tuple[str, bytes]
"""A stored record: its topic and its bytes."""


@dataclass(frozen=True, slots=True)
class StoreDifference:
    """Where store and log disagree: the entry's index in the log, and the record it is for (game "" where that cannot be said)."""

    index: int
    game: str
    seq: int
    said: Said


def differences(entries: Iterable[bytes], row_of: Callable[[str, int], Row | None]) -> Iterator[StoreDifference]:
    """The differences between the log's entries, all of them in order, and the stored rows; `row_of` finds a row by game and seq.

    Memory grows with the number of games, not of records.
    """
    leaves: dict[str, tuple[int, bytes]] = {}
    for index, data in enumerate(entries):
        try:
            entry = read_entry(data)
        except Refused as e:
            yield StoreDifference(index, "", 0, e.said)
            continue
        if not isinstance(entry, RecordEntry):
            continue
        seq, prev = leaves.get(entry.game, (FIRST - 1, NO_PREV))
        leaves[entry.game] = entry.seq, entry.leaf
        said = _of_place(entry, seq, prev) or _of_row(entry, row_of(entry.game, entry.seq))
        if said:
            yield StoreDifference(index, entry.game, entry.seq, said)


def _of_place(entry: RecordEntry, seq: int, prev: bytes) -> Said | None:
    if (entry.seq, entry.prev) == (seq + 1, prev):
        return None
    return Said(
        f"in the log, record {entry.seq} of {entry.game} does not follow record {seq}",
        f"dans le journal, l'écriture {entry.seq} de {entry.game} ne suit pas l'écriture {seq}",
    )


def _of_row(entry: RecordEntry, row: Row | None) -> Said | None:
    where = Said(f"record {entry.seq} of {entry.game}", f"l'écriture {entry.seq} de {entry.game}")
    if row is None:
        return Said(f"{where.en} is in the log and not in the store", f"{where.fr} est au journal et pas en réserve")
    topic, stored = row
    if topic != entry.topic:
        return Said(
            f"{where.en} is stored as {topic} and was logged as {entry.topic}",
            f"{where.fr} est stockée comme {topic} et fut inscrite comme {entry.topic}",
        )
    if RecordEntry.of(entry.game, entry.seq, entry.prev, topic, stored).data != entry.data:
        return Said(
            f"the stored bytes of {where.en} are not those that were logged",
            f"les octets stockés de {where.fr} ne sont pas ceux qui furent inscrits",
        )
    return None
