"""Stored records: their bytes, of which only what is asked for is parsed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from domain.record.campaign_records import CAMPAIGN_TOPICS, CampaignClosed, CampaignOpened, ScenarioOpened
from domain.record.records import ActionTaken, GameRecord, Record
from domain.record.study_records import STUDY_TOPICS, AnyStudyRecord
from domain.record.tournament_records import TOURNAMENT_TOPICS, AnyTournamentRecord
from domain.rules.text import Text

Kind = TypeVar("Kind", bound=Record)

AnyRecord = GameRecord | CampaignOpened | ScenarioOpened | CampaignClosed | AnyTournamentRecord | AnyStudyRecord

NO_GAMES_TOPICS = CAMPAIGN_TOPICS | TOURNAMENT_TOPICS | STUDY_TOPICS
"""What the records of campaigns, tournaments and studies are stored under: readers of the log that want games skip these."""

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
        return _outliner.decode(_bytes(state))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


def outlined(topics: Sequence[str], states: Sequence[bytes]) -> Iterator[tuple[str, bytes, Outline]]:
    """Topics and stored bytes of records with their outlines, read all at once: a long game has thousands; raises
    `DamagedRecord`."""
    try:
        seen = list(map(_outliner.decode, states))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as e:
        raise DamagedRecord(str(e)) from None
    if not set(map(type, states)) <= {bytes}:
        raise DamagedRecord("its bytes are not stored as bytes")
    return zip(topics, states, seen, strict=True)


def _bytes(state: bytes) -> bytes:
    """Stored bytes, which somebody may have made a text or a number of; raises `DamagedRecord`."""
    if type(state) is not bytes:
        raise DamagedRecord(f"its bytes are stored as {type(state).__name__}")
    return state


class DamagedRecord(ValueError):
    """A stored record that is none, that does not follow from those before it, or that is gone; or, `newer`, of a kind that this
    version does not know. `game` and `seq` name it where that is known, and `text` is the sentence for the reader."""

    def __init__(self, why: str, game: str = "", seq: int = 0, *, newer: bool = False) -> None:
        super().__init__(why)
        self.why, self.game, self.seq, self.newer = why, game, seq, newer

    def named(self, game: str, seq: int) -> DamagedRecord:
        """The same of a record in its place."""
        return self if self.seq else DamagedRecord(self.why, game, seq, newer=self.newer)

    @property
    def text(self) -> Text:
        """What is wrong, and how far the game can be read all the same."""
        if not self.seq:
            return Text("A stored record is damaged.")
        place: dict[str, Any] = {"seq": self.seq, "game": self.game}
        if self.newer:
            told = Text(
                "Record {seq} of {game} is of a kind that only newer versions of Greffe know, so this one has to be updated",
                **place,
            )
        else:
            told = Text("Record {seq} of {game} is damaged or gone, and nothing after it can be shown", **place)
        if self.seq > 2:
            return Text("{told}: positions 1 to {last} are whole.", told=told, last=self.seq - 1)
        return Text("{told}.", told=told)


def decode(state: bytes) -> Record:
    """A record from its stored bytes; raises `DamagedRecord`."""
    try:
        return _decoder.decode(_bytes(state))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


class Filed:
    """A record in its place: the game's id, its seq, the kind of record (its topic), and the exact bytes it is stored as.

    `body` is read from the bytes when it is first asked for: a long game is loaded without parsing all of it.
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
            return Outline(*fields, verdict=verdict, opens=body.opens)  # type: ignore[arg-type]  # an outline reads less of rolls
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
            try:
                body = decode(self.state)
            except DamagedRecord as e:
                raise e.named(self.game, self.seq) from None
            if type(body).__name__ != self.topic:
                why = f"it is stored as {self.topic} but says it is {type(body).__name__}"
                raise DamagedRecord(why, self.game, self.seq)
            self._body = body
        return self._body

    def body_as(self, kind: type[Kind]) -> Kind:
        """What a record says that is known to be of this kind; raises `DamagedRecord` as `body` does."""
        body = self.body
        assert isinstance(body, kind)
        return body

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
