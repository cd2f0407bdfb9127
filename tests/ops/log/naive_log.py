"""The required content of a log, computed in a simple way: the record's rows in their order, each
linked to the one before it in its game."""

from typing import Any

from domain.game.clerk.clerk import Clerk
from domain.game.commands import Opening, Order
from domain.kernel.text import Text
from domain.proof.log.checkpoints import open_checkpoint
from domain.proof.log.entries import NO_PREV, KeyEntry, RecordEntry, SuccessionEntry, read_entry
from domain.proof.log.merkle import Frontier, leaf_hash
from domain.proof.log.notes import read_verifier_key
from ops.stores.log.reading import Ledger
from tests.builders.logs import Log
from tests.builders.tiles import new_tiles, tile_bytes


def entries_of(clerk: Clerk) -> list[bytes]:
    last: dict[str, bytes] = {}
    entries = []
    rows: Any = clerk.recorder.select_notifications(1, 1_000_000)
    for row in rows:
        prev = last.get(row.originator_id, NO_PREV)
        entry = RecordEntry.of(
            row.originator_id, row.originator_version, prev, row.topic, bytes(row.state)
        )
        last[row.originator_id] = entry.leaf
        entries.append(entry.encode())
    return entries


def entries_in(ledger: Ledger) -> list[bytes]:
    return ledger.entries(0, 1_000_000)


def records_in(ledger: Ledger) -> list[bytes]:
    return [entry for entry in entries_in(ledger) if isinstance(read_entry(entry), RecordEntry)]


def own_entries_in(ledger: Ledger) -> dict[int, KeyEntry | SuccessionEntry]:
    read = enumerate(map(read_entry, entries_in(ledger)))
    return {index: entry for index, entry in read if isinstance(entry, KeyEntry | SuccessionEntry)}


def check_log(ledger: Ledger, clerk: Clerk) -> None:
    """Fail unless the log has the clerk's record, or its beginning, and is consistent: entries,
    tiles and all signed heads."""
    entries = entries_in(ledger)
    assert records_in(ledger) == entries_of(clerk)[: len(records_in(ledger))]
    nodes, roots, frontier = {}, {0: Frontier().root()}, Frontier()
    for entry in entries:
        nodes.update(
            {(node.level, node.index): node.hash for node in frontier.append(leaf_hash(entry))}
        )
        roots[frontier.size] = frontier.root()
    assert ledger.standing().size == len(entries)
    for tile in new_tiles(0, len(entries)):
        if tile.level is not None:
            assert ledger.tile(tile) == tile_bytes(
                tile, lambda level, index: nodes[level, index]
            ), tile
    keys = [read_verifier_key(key.verifier) for key in ledger.log_keys()]
    sizes = []
    for head in ledger.checkpoints():
        checkpoint = open_checkpoint(head.note, keys).checkpoint
        assert (checkpoint.origin, checkpoint.size) == (ledger.origin(), head.size)
        assert roots.get(checkpoint.size) == checkpoint.root, (
            f"the head of size {checkpoint.size} is not the log's"
        )
        sizes.append(checkpoint.size)
    assert sizes == sorted(sizes), "the heads went back"
    for index, entry in enumerate(entries):
        read = read_entry(entry)
        if isinstance(read, RecordEntry):
            assert ledger.index_of(read.game, read.seq) == index


def english(text: Text | None) -> str:
    assert text is not None
    return text.en


def refusal(log: Log) -> str:
    """The reason why the log refuses to sign."""
    return english(log.log_and_sign_all())


def damage(log: Log) -> str:
    return english(log.standing().damage)


class Tables:
    def __init__(self, clerk: Clerk, games: int = 3) -> None:
        self.clerk = clerk
        self.games = [
            clerk.open_game(Opening(ruleset="northgard-training"), "tester", f"open-{n}").state.id
            for n in range(games)
        ]
        self._number = 0

    def note(self, times: int = 1) -> None:
        for _ in range(times):
            self._number += 1
            id = self.games[self._number % len(self.games)]
            seq = self.clerk.game(id).seq
            self.clerk.note(
                Order(id, seq, "tester", f"note-{self._number}-{seq}"), f"note {self._number}"
            )
