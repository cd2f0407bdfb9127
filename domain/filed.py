"""Records as they are filed: their stored bytes, read as far as somebody needs them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from domain.campaign_record import CampaignClosed, CampaignOpened, ScenarioOpened
from domain.record import ActionTaken, GameRecord, Record

AnyRecord = GameRecord | CampaignOpened | ScenarioOpened | CampaignClosed

_decoder: msgspec.json.Decoder[AnyRecord] = msgspec.json.Decoder(AnyRecord)
_encoder = msgspec.json.Encoder()

encode = _encoder.encode
"""A record as the bytes that are stored."""


class _RollNumber(Struct, frozen=True, gc=False):
    number: int
    of: int = 0


class _Verdict(Struct, frozen=True, gc=False):
    """That there is one: only an action that was let stand carries a verdict."""


class _Opened(Struct, frozen=True, gc=False):
    record: int


class Outline(Struct, frozen=True, gc=False):
    """What the fold needs of any record: a few fields, whatever its kind; the rest of the bytes is passed over."""

    actor: str = ""
    key: str = ""
    seat: str = ""
    rolls: tuple[_RollNumber, ...] = ()
    board: str = ""
    from_seq: int = 0
    retraction: int = 0
    asked: int = 0
    ruling: int = 0
    verdict: _Verdict | None = None
    opens: _Opened | None = None


_outliner = msgspec.json.Decoder(Outline)


def outline(state: bytes) -> Outline:
    """The outline of a record's stored bytes; raises `DamagedRecord`."""
    try:
        return _outliner.decode(state)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


def outlined(rows: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes, Outline]]:
    """Rows of topic and bytes with their outlines, all at once: a long game has thousands; raises `DamagedRecord`."""
    read = _outliner.decode
    try:
        return [(topic, state, read(state)) for topic, state in rows]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


class DamagedRecord(ValueError):
    """Stored bytes that are no record; the sentence says what is wrong with them."""


def decode(state: bytes) -> Record:
    """A record from its stored bytes; raises `DamagedRecord`."""
    try:
        return _decoder.decode(state)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


class Filed:
    """A record in its place: the game's id, its seq, the kind of record (its topic), and the exact bytes it is stored as.

    `body` is read from the bytes when it is first asked for: a long game is taken in hand without reading every word of it.
    """

    __slots__ = ("_body", "originator_id", "originator_version", "state", "topic")

    def __init__(self, game: str, seq: int, topic: str, state: bytes, body: Record | None = None) -> None:
        self.originator_id = game
        self.originator_version = seq
        self.topic = topic
        self.state = state
        self._body = body

    @classmethod
    def new(cls, game: str, seq: int, body: Record) -> Filed:
        """A record that is about to be stored."""
        return cls(game, seq, type(body).__name__, encode(body), body)

    @property
    def game(self) -> str:
        """The game's id."""
        return self.originator_id

    @property
    def seq(self) -> int:
        """The record's number in its game, from 1."""
        return self.originator_version

    @property
    def outline(self) -> Outline:
        """What the fold needs of the record; raises `DamagedRecord`."""
        body = self._body
        if body is None:
            return outline(self.state)
        if isinstance(body, ActionTaken):  # nearly every record: spared being asked for fields that it does not have
            verdict = _Verdict() if body.verdict else None
            fields = body.actor, body.key, body.seat, body.rolls, body.board
            return Outline(*fields, verdict=verdict, opens=body.opens)  # type: ignore[arg-type]
        return Outline(
            body.actor,
            body.key,
            getattr(body, "seat", ""),
            getattr(body, "rolls", ()),
            getattr(body, "board", ""),
            getattr(body, "from_seq", 0),
            getattr(body, "retraction", 0),
            getattr(body, "asked", 0),
            getattr(body, "ruling", 0),
            _Verdict() if getattr(body, "verdict", None) else None,
        )

    @property
    def body(self) -> Record:
        """What the record says; raises `DamagedRecord` for bytes that are none, or another kind than the topic names."""
        if self._body is None:
            body = decode(self.state)
            if type(body).__name__ != self.topic:
                raise DamagedRecord(f"it is stored as {self.topic} but says it is {type(body).__name__}")
            self._body = body
        return self._body

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Filed) and (self.game, self.seq, self.topic, self.state) == (
            other.game,
            other.seq,
            other.topic,
            other.state,
        )

    def __hash__(self) -> int:
        return hash((self.originator_id, self.originator_version))

    def __repr__(self) -> str:
        return f"Filed({self.game}/{self.seq} {self.topic})"
