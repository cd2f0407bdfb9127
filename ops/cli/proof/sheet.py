"""The score sheet that a seat signs: the leaf of a record, computed here from the records that a
service exports, and the position after that record.

A service exports a game to each seat: the stored bytes of every record that the seat may read, and
of the others their kind and the SHA-256 of their bytes. These suffice to chain all entries
(`domain/proof/log/entries.py`), so the leaf to sign is computed here and not taken from the
service. If no record is hidden, the game is folded here, too.
"""

from hashlib import sha256

import msgspec
from msgspec import Struct

from domain.game.aggregate.game import Game
from domain.game.record.records import PositionSigned
from domain.kernel.text import Text
from domain.proof.bundle.countersigns import countersign_message
from domain.proof.errors import Refused
from domain.proof.log.entries import FIRST, NO_PREV, RecordEntry
from domain.proof.spelling import printable
from domain.transfer.exports import CATALOG_TYPE, HIDDEN_TYPE, ExportLine, Tombstone
from domain.transfer.imports import GameFile
from domain.transfer.refusals import DamagedFile, RedactedFile
from ops.settings.errors import CommandFailed

_line = msgspec.json.Decoder(ExportLine).decode
_tombstone = msgspec.json.Decoder(Tombstone).decode

_RECORD = "greffe."
"""The prefix of the type of a record's line, before its topic."""


class ExportedRecords(Struct, frozen=True):
    """The records of a game as a service exported them. `lines`: the lines of the export, the
    catalog first. `leaves`: the leaf hash of each record, from record 1 on. `hidden`: the seqs of
    the records that the seat may not read. `signings`: the seqs of those that record a
    signature."""

    game: str
    lines: tuple[bytes, ...]
    leaves: tuple[bytes, ...]
    hidden: tuple[int, ...]
    signings: tuple[int, ...]

    @property
    def last(self) -> int:
        return len(self.leaves)

    @property
    def newest_seq(self) -> int:
        """The seq of the newest record that is not itself a signature: the one to sign by
        default."""
        return next((seq for seq in range(self.last, FIRST, -1) if seq not in self.signings), FIRST)

    def message_to_sign(self, seq: int, seat: str) -> bytes:
        return countersign_message(self.game, seq, self.leaves[seq - 1], seat)

    def count_hidden_upto(self, seq: int) -> int:
        return sum(1 for hidden_seq in self.hidden if hidden_seq <= seq)

    def game_at(self, seq: int) -> Game | None:
        """The game after record `seq`, folded here. None if a record up to it is hidden, or if this
        program's rules cannot read it."""
        try:
            return GameFile(b"\n".join(self.lines[: seq + 1])).game
        except (DamagedFile, RedactedFile):
            return None


def read_export(data: bytes) -> ExportedRecords:
    """Parse an export. Raises `CommandFailed` for other bytes, or records out of order."""
    try:
        return _parsed_export(data)
    except (msgspec.DecodeError, Refused, ValueError) as e:
        raise CommandFailed(
            Text(
                "The records, as they were given, cannot be read: {why}.",
                why=e.said if isinstance(e, Refused) else printable(str(e)),
            )
        ) from None


def _parsed_export(data: bytes) -> ExportedRecords:
    catalog, *lines = data.removesuffix(b"\n").split(b"\n")
    if _line(catalog).type != CATALOG_TYPE:
        raise ValueError("they do not begin with the catalog")
    leaves: list[bytes] = []
    hidden, signings = [], []
    game = _line(lines[0]).subject if lines else ""
    for seq, line in enumerate(map(_line, lines), start=FIRST):
        if (line.subject, line.sequence) != (game, seq):
            raise ValueError(
                f"record {line.sequence} of {line.subject} stands where record {seq} belongs"
            )
        topic, digest = line.type.removeprefix(_RECORD), sha256(line.data).digest()
        if line.type == HIDDEN_TYPE:
            stone = _tombstone(line.data)
            topic, digest = stone.topic, bytes.fromhex(stone.digest)
            hidden.append(seq)
        if topic == PositionSigned.__name__:
            signings.append(seq)
        leaves.append(RecordEntry(game, seq, leaves[-1] if leaves else NO_PREV, topic, digest).leaf)
    if not leaves:
        raise ValueError("there are none")
    return ExportedRecords(game, (catalog, *lines), tuple(leaves), tuple(hidden), tuple(signings))
