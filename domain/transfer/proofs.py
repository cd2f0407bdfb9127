"""How far each record of a game is proven by now: not logged yet, logged, covered by a signed head
of the log, or by a cosigned one. Pages show it; auditors use the bundle."""

from bisect import bisect_right
from datetime import UTC, datetime
from typing import Literal

from msgspec import Struct

from domain.kernel.log import LogBook, SignedHead
from domain.kernel.text import Text
from domain.proof.errors import Refused
from domain.proof.log.checkpoints import read_checkpoint
from domain.proof.log.notes import Note, read_note

State = Literal["unlogged", "waiting", "logged", "signed", "cosigned"]

_TIME = 8
"""Bytes of the time at the beginning of a cosignature."""


class SeenBy(Struct, frozen=True):
    """A witness that cosigned a head of the log that covers a record, and when it first did."""

    witness: str
    at: datetime


class ProofState(Struct, frozen=True):
    """How far a record is proven: its `state` (`unlogged`: this service has no log) and a sentence.
    `index`: its position in the log, from 0; `size`: that of the oldest stored head that covers
    it; `cosigned`: by whom; `of`: how many witnesses are asked. None: not yet."""

    state: State
    text: Text
    index: int | None = None
    size: int | None = None
    cosigned: tuple[SeenBy, ...] = ()
    of: int = 0


class ProofStates:
    """The proof states of a game's records in the log `book` (None: there is no log). The stored
    heads are read once, when it is made."""

    def __init__(self, book: LogBook | None, game: str) -> None:
        """Raises `PersistenceError` if the log cannot be read."""
        self._book, self._game = book, game
        policy = book.witnesses() if book else None
        self._names = {key.label: name for name, key in policy.witnesses.items()} if policy else {}
        self._sizes: list[int] = []
        self._seen: dict[str, list[tuple[int, datetime]]] = {
            name: [] for name in self._names.values()
        }
        for head in book.checkpoints() if book else ():
            self._add_head(head)
        self._sizes.sort()

    @property
    def witnesses(self) -> tuple[str, ...]:
        return tuple(self._seen)

    def of(self, seq: int) -> ProofState:
        """The state of a record. Raises `PersistenceError`."""
        if self._book is None:
            return ProofState("unlogged", Text("This service keeps no log."))
        index, of = self._book.index_of(self._game, seq), len(self._seen)
        if index is None:
            return ProofState("waiting", Text("not in the log yet"), of=of)
        at = bisect_right(self._sizes, index)
        if at == len(self._sizes):
            text = Text("in the log at index {index}, not signed yet", index=index)
            return ProofState("logged", text, index, of=of)
        size = self._sizes[at]
        seen = tuple(
            sorted(
                self._witnesses_covering(index),
                key=lambda cosigned: (cosigned.at, cosigned.witness),
            )
        )
        if seen:
            return ProofState("cosigned", _cosigned_text(seen, of), index, size, seen, of)
        text = Text(
            "in the log at index {index}, under the checkpoint of size {size}",
            index=index,
            size=size,
        )
        return ProofState("signed", text, index, size, of=of)

    def _add_head(self, head: SignedHead) -> None:
        try:
            note = read_note(head.note)
            size = read_checkpoint(note.text).size
        except Refused:
            return
        self._sizes.append(size)
        for name, at in _cosigning_times(note, self._names):
            self._seen[name].append((size, at))

    def _witnesses_covering(self, index: int) -> list[SeenBy]:
        return [
            SeenBy(name, at)
            for name, seen in self._seen.items()
            for _, at in seen[bisect_right(seen, index, key=lambda sized: sized[0]) :][:1]
        ]


def _cosigning_times(note: Note, names: dict[str, str]) -> list[tuple[str, datetime]]:
    """The (witness, time) of each cosignature under a head. `names`: the witnesses by the label of
    their keys. The signatures were verified when they were stored."""
    return [
        (
            names[line.label],
            datetime.fromtimestamp(min(int.from_bytes(line.blob[:_TIME], "big"), 1 << 36), UTC),
        )
        for line in note.signatures
        if line.label in names
    ]


def _cosigned_text(seen: tuple[SeenBy, ...], of: int) -> Text:
    n, at = len(seen), f"{seen[-1].at:%Y-%m-%d %H:%M}"
    return Text("cosigned {at} UTC by {n} of {of}", at=at, n=n, of=of)
