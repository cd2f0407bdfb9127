"""Kinds of records: one row for each, and all that is to be known of it stands there.

A row says how a record changes the state of its stream, how it is told, who may read it, what it
touches, how a replay asks for it again and where it stands in a report. The rows of one kind of
stream are its `Kinds`; subjects make them when they are imported, and nothing here knows what they
are. What has to treat records by their kind asks the row, so that no second table has to agree.
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
"""A kind of subject and which one it is; the kind alone is all of them."""

Subjects = frozenset[Subject] | None
"""What a record or a write is about; none: everything."""


class Otherwise(TextError):
    """A record says something else than would have been written; `text` says what, as the end of a
    sentence."""


class Unasked(Otherwise):
    """Nobody can have asked for a record, and why."""


@dataclass(frozen=True)
class Readers:
    """Who reads a kind of record as it is stored, beside the operator, in `words`. `may` asks it of
    one record, with what its subject knows of who asks; all of them may where it is none. The
    others get a tombstone in the record's place."""

    words: str
    may: Callable[..., bool] | None = None


class Reference(NamedTuple):
    """A field in which a record names another: of which kinds (none: any), and whether it may name
    none, as 0."""

    kinds: tuple[type[Record], ...] = ()
    may_be_none: bool = False


class Call(NamedTuple):
    """What somebody is to be told of a record: what it is `about`, in a word of its subject; `to`
    whom; whether the `officials` are; and the `place`, in numbers of its subject."""

    about: Any
    to: tuple[str, ...] = ()
    officials: bool = False
    place: tuple[int, int] = (0, 0)


def stays(state: Any, seq: int, body: Any) -> Any:
    """The fold of a record that changes no state."""
    return state


def about_everything(body: Any) -> Subjects:
    return None


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of record. `fold` takes the state before it, its seq and what it says, and answers the
    state after it, which it may do in place; it raises `KeyError`, `IndexError` or `ValueError`
    where the record does not follow. `asks` asks for a record again: each kind of stream says with
    what. `says` is its sentence, or makes it of the state and what it says (none: its title does).
    `by_hand`: it is, or some of its kind are, what somebody decided who is no player, and then a
    line of the report, whose reason the field `why` commits to; `departs` makes what departs from
    the rules beside what the record itself says of that, of the state before it. `part` is where
    it stands in lists. `about` is what it touches: a write is stale where its writer has not seen a
    record about the same. `calls` makes what somebody is to be told of it, on the state after it.
    `before`: a write may make one of these and, right after it, one of that kind, which answers the
    request. `references` are the fields in which it names records before it."""

    record: type[Record]
    reads: Readers
    asks: Callable[..., object] | Unasked
    says: Text | Callable[[Any, Any], Text] | None
    by_hand: bool | Callable[[Any, Any], bool]
    fold: Callable[[Any, int, Any], Any] = stays
    why: str = "reason"
    departs: Callable[[Any, Any], tuple[Any, ...]] | None = None
    about: Callable[[Any], Subjects] = about_everything
    calls: Callable[[Any, Any], Iterable[Call]] | None = None
    part: str = ""
    before: type[Record] | None = None
    references: Mapping[str, Reference] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        return REGISTRY.topics[self.record]

    def tell(self, state: Any, body: Any) -> Text:
        assert self.says is not None
        return self.says(state, body) if callable(self.says) else self.says

    def decides(self, state: Any, body: Any) -> bool:
        """Whether a record of this kind is what somebody decided by hand."""
        return self.by_hand(state, body) if callable(self.by_hand) else self.by_hand

    def ask(self, *on: Any) -> object:
        """Ask for a record of this kind again; raises `Unasked` where nobody can have asked."""
        if isinstance(self.asks, Unasked):
            raise Unasked(self.asks.text)  # a raised one keeps the frames it passed
        return self.asks(*on)


class Told(NamedTuple):
    """A record with its sentence, and whether it is what somebody decided by hand."""

    seq: int
    body: Any
    text: Text
    by_hand: bool = True

    @property
    def reason(self) -> str:
        """The commitment to why; empty where no reason was given."""
        commitment: str = getattr(self.body, row_of(self.body).why, "")
        return commitment


S = TypeVar("S")

ROWS: dict[type[Record], Kind] = {}
"""By the type of the record."""


class Kinds(Generic[S]):
    """The rows of one kind of stream, `noun` ("a study"); `begin` makes the state of its `opening`.
    Raises `ValueError` for a kind that has a row."""

    def __init__(
        self, noun: str, opening: type[Record], begin: Callable[[StoredRecord], S], *rows: Kind
    ) -> None:
        self._noun, self._opening, self._begin = noun, opening, begin
        self._folds: dict[type[Record], Callable[[Any, int, Any], Any]] = {}
        self.rows: tuple[Kind, ...] = ()
        self.add(*rows)

    def add(self, *rows: Kind) -> None:
        """Make the rows of a chapter known."""
        register(*rows)
        self.rows += rows
        self._folds |= {kind.record: kind.fold for kind in rows if kind.record is not self._opening}

    def __iter__(self) -> Iterator[Kind]:
        return iter(self.rows)

    def fold(self, records: Iterable[StoredRecord], start: S | None = None) -> S | None:
        """The state of a stream from its records, or from those after `start`; none if there are
        none. Raises `DamagedRecord`."""
        state: Any = start
        keys = dict(state.keys) if state is not None else {}
        for record in records:
            body = record.body
            state = self._opened(record) if state is None else self._after(state, record)
            if body.key:
                keys[body.actor, body.key] = record.seq
        return None if state is None else replace(state, keys=keys)

    def _opened(self, record: StoredRecord) -> S:
        if not isinstance(record.body, self._opening):
            raise DamagedRecord(
                f"{self._noun} begins with its opening, not with {record.topic}",
                record.stream,
                record.seq,
            )
        return self._begin(record)

    def _after(self, state: Any, record: StoredRecord) -> Any:
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
    """Make rows known; raises `ValueError` for a kind that has one."""
    for kind in rows:
        if ROWS.setdefault(kind.record, kind) is not kind:
            raise ValueError(f"two rows for {kind.topic}")
        REGISTRY.readers[kind.record] = kind.reads.words


def row_of(body: Record) -> Kind:
    """The row of a record. Raises `KeyError` where its subject made none."""
    return ROWS[type(body)]


def calls_of(state: Any, body: Record) -> Iterable[Call]:
    """What somebody is to be told of a record, on the state after it."""
    calls = row_of(body).calls
    return () if calls is None else calls(state, body)


def touches(body: Record, about: Subjects) -> bool:
    """Whether a record matters to a write about these subjects."""
    mine = row_of(body).about(body)
    return about is None or mine is None or bool(mine & about)
