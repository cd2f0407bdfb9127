"""Kinds of records: one row for each, with everything the program knows about the kind.

A row says how a record changes the state of its stream, which sentence describes it, who may read
it, which subjects it is about, how a replay requests it again and where reports list it. The rows
of one kind of stream form its `Kinds`, which the packages `domain/game`, `domain/tournament`, …
create on import. Code that treats records by kind asks the row, so no second table has to agree
with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from domain.kernel.registry import REGISTRY, Record
from domain.kernel.stored import DamagedRecord, StoredRecord
from domain.kernel.text import Text, TextError

Subject = tuple[str | int, ...]
"""A kind of subject and the id or number of one; the kind alone stands for all of them."""

Subjects = frozenset[Subject] | None
"""The subjects of a record or a write; None: it concerns all subjects."""


class RecordDiffers(TextError):
    """The service would have written another record than the one stored. `text` says how they
    differ and can end a sentence."""


class NeverAsked(RecordDiffers):
    """No request makes a record of this kind, so a replay cannot request it. `text` says why."""


@dataclass(frozen=True)
class Readers:
    """The readers of a kind's records, in addition to the operator. `words` describes them. `may`
    decides for one record and one reader; None: everybody who reads the stream may. Others get a
    tombstone, without the content."""

    words: str
    may: Callable[..., bool] | None = None


class Reference(NamedTuple):
    """A field in which a record names another record of its stream by seq. `kinds` are the kinds it
    may name (empty: any); `may_be_none`: 0 may stand for none."""

    kinds: tuple[type[Record], ...] = ()
    may_be_none: bool = False


class Notice(NamedTuple):
    """A message that a record causes. `about` is its topic, a word such as "claim" or
    "pairing". `to` lists the seats or entrants who receive it; `officials`:
    whether the officials receive it, too. `place`: in a tournament, the round and the table;
    else (0, 0)."""

    about: Any
    to: tuple[str, ...] = ()
    officials: bool = False
    place: tuple[int, int] = (0, 0)


def unchanged(state: Any, seq: int, body: Any) -> Any:
    """The fold of kinds whose records do not change the state: it returns the state."""
    return state


def about_everything(body: Any) -> Subjects:
    return None


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of record: one row with everything the program knows about it.

    - `fold(state, seq, body)` returns the state after the record; it may change the state in place.
      It raises `KeyError`, `IndexError` or `ValueError` if the record cannot follow.
    - `asks` requests the record again in a replay; its arguments depend on the kind of stream.
    - `says`: the record's sentence, or a function of the state after it and the body. None: the
      game's title makes the sentence.
    - `by_hand`: whether an official decided the record, or a function of the state before it and
      the body that says so. Reports list all records decided by hand; `why` is the name of the
      field that commits to the reason.
    - `departs(state, body)`: departures from the rules that the record causes, in addition to those
      it states. `state` is the state before it.
    - `part`: a word for a group of kinds, such as "undo" or "claim", by which pages select records.
    - `about(body)` returns the subjects it changes. A write is stale if its writer has not seen a
      record about one of the write's subjects.
    - `notices(state, body)` returns the messages it causes, on the state after it.
    - `answered_by`: the kind of record that the same write may store right after it, as its answer.
    - `references`: the fields that name earlier records."""

    record: type[Record]
    reads: Readers
    asks: Callable[..., object] | NeverAsked
    says: Text | Callable[[Any, Any], Text] | None
    by_hand: bool | Callable[[Any, Any], bool]
    fold: Callable[[Any, int, Any], Any] = unchanged
    why: str = "reason"
    departs: Callable[[Any, Any], tuple[Any, ...]] | None = None
    about: Callable[[Any], Subjects] = about_everything
    notices: Callable[[Any, Any], Iterable[Notice]] | None = None
    part: str = ""
    answered_by: type[Record] | None = None
    references: Mapping[str, Reference] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        return REGISTRY.topics[self.record]

    def tell(self, state: Any, body: Any) -> Text:
        assert self.says is not None
        return self.says(state, body) if callable(self.says) else self.says

    def decided_by_hand(self, state: Any, body: Any) -> bool:
        """Whether an official decided this record. `state`: the state before the record."""
        return self.by_hand(state, body) if callable(self.by_hand) else self.by_hand

    def ask(self, *on: Any) -> object:
        """Request a record of this kind again in a replay. Raises `NeverAsked` if no request makes
        one, and `RecordDiffers` if the service would have written another."""
        if isinstance(self.asks, NeverAsked):
            raise NeverAsked(self.asks.text)  # a raised one keeps the frames it passed
        return self.asks(*on)


class ToldRecord(NamedTuple):
    """A record with its sentence. `by_hand`: an official decided it."""

    seq: int
    body: Any
    text: Text
    by_hand: bool = True

    @property
    def reason(self) -> str:
        """The commitment to the official's reason, or an empty string."""
        commitment: str = getattr(self.body, row_of(self.body).why, "")
        return commitment


S = TypeVar("S")

ROWS: dict[type[Record], Kind] = {}
"""All rows by the type of their record."""


class Kinds(Generic[S]):
    """The rows of one kind of stream. `noun` names the stream in a sentence ("a study"). `opening`
    is the type of a stream's first record, from which `begin` makes the first state. Raises
    `ValueError` if a kind has two rows."""

    def __init__(
        self, noun: str, opening: type[Record], begin: Callable[[StoredRecord], S], *rows: Kind
    ) -> None:
        self._noun, self._opening, self._begin = noun, opening, begin
        self._folds: dict[type[Record], Callable[[Any, int, Any], Any]] = {}
        self.rows: tuple[Kind, ...] = ()
        self.add(*rows)

    def add(self, *rows: Kind) -> None:
        """Add rows to this kind of stream, and `register` them."""
        register(*rows)
        self.rows += rows
        self._folds |= {kind.record: kind.fold for kind in rows if kind.record is not self._opening}

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.rows)

    def fold(self, records: Iterable[StoredRecord], start: S | None = None) -> S | None:
        """The state after `records`, continuing from `start` if given. Returns None if there are
        neither records nor a `start`. Raises `DamagedRecord`."""
        state: Any = start
        keys = dict(state.keys) if state is not None else {}
        for record in records:
            body = record.body
            state = self._first_state(record) if state is None else self._state_after(state, record)
            if body.key:
                keys[body.actor, body.key] = record.seq
        return None if state is None else replace(state, keys=keys)

    def _first_state(self, record: StoredRecord) -> S:
        if not isinstance(record.body, self._opening):
            raise DamagedRecord(
                f"{self._noun} begins with its opening, not with {record.topic}",
                record.stream,
                record.seq,
            )
        return self._begin(record)

    def _state_after(self, state: Any, record: StoredRecord) -> Any:
        body = record.body
        fold = self._folds.get(type(body))
        if fold is None or record.seq != state.seq + 1:
            raise DamagedRecord(f"{record.topic} does not follow here", record.stream, record.seq)
        try:
            after = fold(state, record.seq, body)
        except (KeyError, IndexError, ValueError) as e:
            raise DamagedRecord(
                f"it does not follow from the records before it ({e})", record.stream, record.seq
            ) from None
        return replace(after, seq=record.seq, at=body.at)


def register(*rows: Kind) -> None:
    """Register rows, so that `row_of` finds them. Raises `ValueError` if a kind has two."""
    for kind in rows:
        if ROWS.setdefault(kind.record, kind) is not kind:
            raise ValueError(f"two rows for {kind.topic}")
        REGISTRY.readers[kind.record] = kind.reads.words


def row_of(body: Record) -> Kind:
    """The row of a record. Raises `KeyError` if it has none."""
    return ROWS[type(body)]


def notices_of(state: Any, body: Record) -> Iterable[Notice]:
    """The messages that a record causes, on the state after it."""
    notices = row_of(body).notices
    return () if notices is None else notices(state, body)


def touches(body: Record, about: Subjects) -> bool:
    """Whether a record is about one of the subjects in `about`. If `about` is None, or the record
    is about everything, the answer is yes."""
    mine = row_of(body).about(body)
    return about is None or mine is None or bool(mine & about)
