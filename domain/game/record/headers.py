"""Headers of a game's records: the few fields the fold needs, so that a long game is loaded without
parsing everything. Also, which kinds of records may contain rolls."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct

from domain.game.record.records import ActionTaken, GameOpened
from domain.kernel.stored import DamagedRecord, StoredRecord, as_bytes
from domain.kernel.text import Text

ROLLING = frozenset(kind.__name__ for kind in (GameOpened, ActionTaken))


class RollsOutOfPlace(DamagedRecord):
    """A record contains rolls although its kind may not, or their numbers are not the next ones.
    `sentence` is for readers."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.sentence = text


def need_rolls_in_place(
    seq: int, topic: str, numbers: Sequence[int], rolled: int, *, branch: bool = False
) -> None:
    """Raise `RollsOutOfPlace` unless record `seq` may contain rolls with these `numbers`. `rolled`
    is the number of the last roll before it. `branch`: it opens a branch.

    Only actions and openings (not those of branches) roll, and numbers are dense. Sealed dice
    follow from the seed and the number alone, so rolls in another record could choose the dice that
    follow."""
    if not numbers:
        return
    if branch:
        raise RollsOutOfPlace(
            Text(
                "record {seq} opens a branch with rolls, and nothing is rolled when one opens",
                seq=seq,
            ),
        )
    if topic not in ROLLING:
        raise RollsOutOfPlace(
            Text(
                "record {seq} is a {topic} with rolls, and nothing is rolled in it: only openings "
                "and actions roll",
                seq=seq,
                topic=topic,
            ),
        )
    if list(numbers) != list(range(rolled + 1, rolled + 1 + len(numbers))):
        raise RollsOutOfPlace(
            Text(
                "the roll numbers of record {seq} do not go on from {rolled}, the last one",
                seq=seq,
                rolled=rolled,
            ),
        )


class _RollNumber(Struct, frozen=True, gc=False):
    number: int
    of: int = 0


class _Verdict(Struct, frozen=True, gc=False):
    """Stands for any verdict. The fold needs only to know whether an action has one: it was then
    let stand."""


class _Opened(Struct, frozen=True, gc=False):
    record: int


class RecordHeader(Struct, frozen=True, gc=False):
    """The fields of a record that the fold needs, whatever its kind. The decoder skips the rest."""

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


_decoder = msgspec.json.Decoder(RecordHeader)


def record_header(state: bytes) -> RecordHeader:
    """Decode the header of stored bytes. Raises `DamagedRecord`."""
    try:
        return _decoder.decode(as_bytes(state))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as e:
        raise DamagedRecord(str(e)) from None


def record_headers(
    topics: Sequence[str], states: Sequence[bytes]
) -> Iterator[tuple[str, bytes, RecordHeader]]:
    """Decode the headers of many records at once. Yields topic, stored bytes and header of each.
    Raises `DamagedRecord`."""
    try:
        headers = list(map(_decoder.decode, states))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, TypeError) as e:
        raise DamagedRecord(str(e)) from None
    if not set(map(type, states)) <= {bytes}:
        raise DamagedRecord("its bytes are not stored as bytes")
    return zip(topics, states, headers, strict=True)


def header_of(stored: StoredRecord) -> RecordHeader:
    """The header of a record: from its body if that is decoded already, else from its bytes. Raises
    `DamagedRecord`."""
    body = stored.parsed
    if body is None:
        return record_header(stored.state)
    if isinstance(
        body, ActionTaken
    ):  # nearly every record, so its missing fields are not looked up
        verdict = _Verdict() if body.verdict else None
        fields = body.actor, body.key, body.seat, body.rolls, body.board
        return RecordHeader(*fields, verdict=verdict, opens=body.opens)  # type: ignore[arg-type]  # a header reads less of rolls
    return RecordHeader(
        actor=body.actor,
        key=body.key,
        seat=getattr(body, "seat", ""),
        rolls=getattr(body, "rolls", ()),
        board=getattr(body, "board", ""),
        from_seq=getattr(body, "from_seq", 0),
        retraction=getattr(body, "retraction", 0),
        asked=getattr(body, "asked", 0),
        ruling=getattr(body, "ruling", 0),
        verdict=_Verdict() if getattr(body, "verdict", None) else None,
    )


class _Titled(Struct, frozen=True):
    ruleset: str


def title_of(opening: StoredRecord) -> str:
    """The title of a game or tournament, decoded from its first record. Raises
    `msgspec.DecodeError`."""
    return msgspec.json.decode(opening.state, type=_Titled).ruleset
