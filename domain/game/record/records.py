"""The records of a game: one stored event for each thing that happens in it.

Each type below is one kind of record. Its JSON bytes are written once, under the topic that is its
class name, and never rewritten. So this file only grows: a new field gets a default, a new kind
gets a new class, and a class whose meaning changes keeps its old name and is translated when it is
read (`decode`). Every change here changes what old games mean.

Personal data and free text are stored outside: a record contains a commitment to them
(`domain/kernel/commitments.py`), and the words can be erased. `salt` makes the hash of a record
unguessable even where its content could be guessed.
"""

from datetime import datetime
from functools import partial
from typing import Any, Literal, get_args

from msgspec import Raw, Struct

from domain.kernel.registry import FIRST, REGISTRY, Record
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import Outcome, Role, Verdict
from domain.titles.contract.time_control import TimeControl

Patch = tuple[dict[str, Any], ...]
"""A JSON Patch (RFC 6902): its operations."""


class Stands(Struct, frozen=True, gc=False, tag="stands"):
    """The ruling lets everything stand as it is."""


class Annul(Struct, frozen=True, gc=False, tag="annul"):
    """The ruling takes everything in force from record `from_seq` on out of force. `rolls` decides
    about the rolls of these actions: the next rolls of their kind repeat them (`stands`), or they
    are rolled again (`reroll`)."""

    from_seq: int
    rolls: Literal["stands", "reroll"]


class Correct(Struct, frozen=True, gc=False, tag="correct"):
    """The ruling corrects the board: by declared `facts`, or by a JSON Patch to the board as a
    document. With a patch there are no facts."""

    facts: Raw
    patch: Patch | None = None


class Penalty(Struct, frozen=True, gc=False, tag="penalty"):
    """Points that a ruling adds to a seat's total outside the board, usually fewer than 0; `points`
    counts in the title's parts of a point. `ranks`: they count for the seat's rank and for the
    winner; negative points make the rank worse even where the fewest points win. In records from
    before this field they are only shown beside the score."""

    seat: str
    points: int
    ranks: bool = False


class Adjudicate(Struct, frozen=True, gc=False, tag="adjudicate"):
    """The ruling names the outcome."""

    outcome: Outcome


class StopClocks(Struct, frozen=True, gc=False, tag="stop-clocks"):
    """The ruling stops the clocks of all seats until the arbiter starts them again."""


class StartClocks(Struct, frozen=True, gc=False, tag="start-clocks"):
    """The ruling starts the stopped clocks again, for the seats that may act."""


class SetClock(Struct, frozen=True, gc=False, tag="set-clock"):
    """The ruling sets a seat's clock: `left` is the milliseconds it has from here on."""

    seat: str
    left: int


OfClocks = StopClocks | StartClocks | SetClock
"""Remedies that change only the clocks of seats, in games that have clocks."""

Remedy = Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetClock


UMPIRE = "arbiter"
"""The word in a record's field `seat` if the arbiter acted."""

UndoPolicy = Literal["free", "consent", "arbiter", "none"]
ChanceMode = Literal["sealed", "table"]
"""The source of the dice of a game outside tournaments."""
AnyChance = Literal["sealed", "table", "duplicate"]
"""The source of the dice of any game. Games of a duplicate challenge share a deal."""


class SeatInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a game. `player` is the random id of the person in it and `name` the commitment to
    their name, both empty at first. `link` is the id of the link that the service gave to this
    seat, so that the actor of a record shows whether the seat itself entered it."""

    id: str
    role: Role
    player: str = ""
    name: str = ""
    link: str = ""


class Lineage(Struct, frozen=True, gc=False, omit_defaults=True):
    """The origin of a branch: the game and the record it grew from, and its purpose. `irregular`
    lists the records of that game which made the board there irregular."""

    game: str
    seq: int
    purpose: str
    irregular: tuple[int, ...] = ()


class Grown(Struct, frozen=True, gc=False, omit_defaults=True):
    """A step that led to the position a branch begins with: record `seq` of the game it grew from,
    the seat it was for, and its facts, or the patch by which an arbiter corrected the board."""

    seq: int
    seat: str
    facts: Raw
    patch: Patch | None = None


class SealOpened(Struct, frozen=True, gc=False):
    """The opening of a seal by an action: the record `ValueSealed` that contains the seal, and its
    salt, 32 bytes in hex."""

    record: int
    salt: str


class ClockReading(Struct, frozen=True, gc=False, omit_defaults=True):
    """The clocks at a record: the milliseconds that each player's seat has left (negative: its time
    is over), how many turns each has ended, and the seats whose clocks run from here on. It was
    computed once, when the record was written."""

    left: dict[str, int]
    turns: dict[str, int]
    runs: tuple[str, ...] = ()


Purpose = Literal["analysis", "dispute", "teaching"]


POLICIES: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
"""Undo policies that games can be opened with (`domain/game/undo/conditions.py`)."""


__all__ = [
    "FIRST",
    "GAME",
    "GAME_TOPICS",
    "RECORD_TYPES",
    "UMPIRE",
    "ActionTaken",
    "ActionsRestored",
    "ActionsRetracted",
    "ChanceMode",
    "ClaimFiled",
    "ClockReading",
    "ContributionCommitted",
    "ContributionRevealed",
    "GameClosed",
    "GameOpened",
    "GameRecord",
    "Grown",
    "Lineage",
    "ListingChanged",
    "NoteAdded",
    "PositionSigned",
    "Record",
    "ResultHandedIn",
    "ResultReopened",
    "RetractionAnswered",
    "RetractionAsked",
    "RulingGiven",
    "RulingOverturned",
    "SealOpened",
    "SeatInfo",
    "SeatLeft",
    "SeatTaken",
    "SheetHandedOn",
    "UndoPolicy",
    "ValueSealed",
    "remedy_of",
]


class GameRecord(Record, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A record of a game. If its seats have clocks, `clock_reading` is their reading."""

    clock_reading: ClockReading | None = None


GAME = "game"
_of_games = partial(REGISTRY.record, GAME)


@_of_games("0.1.0", "an organiser; of a branch, whoever grows it")
class GameOpened(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record: rules, catalog, options, seats, chance, undo policy, and the set-up with
    its rolls.

    A branch has its `lineage` and, in `grown`, every step to the position it begins with, so that
    it can be read without the game it grew from. `owner` is the key that administers the game if
    that is not its `actor`, as with a branch that a player grew. Anybody may watch a `public` game.
    `seals` are the types of actions that seats seal before they show them; empty if none are.
    `arbiter` is the id of the arbiter's link, as a seat's `link` is the id of the seat's. `sheet`
    is the SHA-256 of the sheet from which a campaign's scenario was opened. A game of a
    `tournament` is played at a `table` of a `round`. `time_control` is set if the seats have
    clocks. `name` is the name that somebody typed for the game, empty if nobody did, and null in
    games opened before there was a field for it.
    """

    ruleset: str
    version: int
    catalog: str
    options: dict[str, Any]
    seats: tuple[SeatInfo, ...]
    chance: AnyChance
    commitment: str = ""
    undo: UndoPolicy
    facts: Raw
    rolls: tuple[Roll, ...] = ()
    board: str = ""
    lineage: Lineage | None = None
    grown: tuple[Grown, ...] = ()
    campaign: str = ""
    scenario: int = 0
    tags: tuple[str, ...] = ()
    build: str = ""
    owner: str = ""
    public: bool = False
    seals: tuple[str, ...] = ()
    arbiter: str = ""
    sheet: str = ""
    tournament: str = ""
    round: int = 0
    table: int = 0
    time_control: TimeControl | None = None
    name: str | None = None

    @property
    def administered_by(self) -> str:
        return self.owner or self.actor


@_of_games("0.1.0", "a seat, or the service for a seat that is absent")
class ContributionCommitted(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat commits to its part of the sealed dice before any seat shows its own. `commitment` is
    a SHA-256 in hex, as the audit specifies it. `by`: the seat made the part, or the service made
    it for a seat that was absent."""

    seat: str
    commitment: str
    by: Literal["seat", "service"] = "seat"


@_of_games("0.1.0", "a seat, or the service for a seat that is absent")
class ContributionRevealed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat's part of the sealed dice is shown: `value`, at least 16 bytes in hex. Once all parts
    are revealed, the dice depend on all of them."""

    seat: str
    value: str
    by: Literal["seat", "service"] = "seat"


@_of_games("0.1.0", "a seat, or the arbiter for it")
class ValueSealed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat commits to an action that it will show once all seats that choose in secret have
    committed. `slot` names the choice, uniquely in the game. `seal` is the SHA-256 in hex, as the
    audit specifies it, over the action's JSON. `by` is the role of a person who sealed it for the
    seat, else empty."""

    seat: str
    slot: str
    seal: str
    by: str = ""


@_of_games("0.1.0", "a seat, or an arbiter or organiser for it")
class SeatTaken(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A person takes a seat: `player` is a random id, `name` the commitment to their name."""

    seat: str
    player: str
    name: str = ""


@_of_games("0.1.0", "a seat, or an arbiter or organiser for it")
class SeatLeft(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A person leaves a seat, which is empty again."""

    seat: str
    player: str


@_of_games("0.1.0", "a seat, or the arbiter for it")
class ActionTaken(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An action with all its consequences. `verdict` is stored if the action was illegal and an
    arbiter let it stand. `board` is the fingerprint of the position, in about every twentieth
    action. `opens` names the seal that the action opens, in games with seals."""

    seat: str
    action: Raw
    facts: Raw
    rolls: tuple[Roll, ...] = ()
    board: str = ""
    verdict: Verdict | None = None
    opens: SealOpened | None = None


@_of_games("0.1.0", "a seat")
class RetractionAsked(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat asks to take back everything in force from record `from_seq` on. The `affected` seats
    have to agree, or `arbiter` does. `until` is the time at which the request lapses."""

    seat: str
    from_seq: int
    affected: tuple[str, ...]
    reason: str = ""
    until: datetime | None = None


@_of_games("0.1.0", "a seat, or the arbiter")
class RetractionAnswered(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat agrees to the request of record `asked` or refuses it. The seat that asked withdraws
    it by refusing; `arbiter` can answer in place of all. No record is written with `lapsed`: a
    request lapses by later records or by time."""

    asked: int
    seat: str
    answer: Literal["agree", "refuse", "lapsed"]


@_of_games("0.1.0", "a seat, or the arbiter")
class ActionsRetracted(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Every action in force from record `from_seq` on goes out of force. `seat` took them back, or
    `arbiter` did. `agreed` lists the seats that agreed to the request of record `asked`."""

    seat: str
    from_seq: int
    actions: tuple[int, ...] = ()
    reason: str = ""
    asked: int = 0
    agreed: tuple[str, ...] = ()


@_of_games("0.1.0", "a seat, or the arbiter")
class ActionsRestored(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The actions that the retraction of record `retraction` took back are in force again."""

    seat: str
    retraction: int


@_of_games("0.1.0", "a seat, or the arbiter for it")
class ClaimFiled(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat complains about a record; `text` commits to the words."""

    seat: str
    about: int
    text: str = ""


@_of_games("0.1.0", "the arbiter")
class RulingGiven(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The arbiter's decision: its remedy, the rule it rests on, a reason code, and the commitment
    to the words. `claim` and `about` are the claim and the record it decides on (0: none)."""

    remedy: Remedy
    rule: str
    code: str
    claim: int = 0
    about: int = 0
    text: str = ""
    rolls: tuple[Roll, ...] = ()
    board: str = ""


@_of_games("0.1.0", "the arbiter")
class RulingOverturned(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A ruling goes out of force. `rule`, `code` and `text` give the reason."""

    ruling: int
    rule: str
    code: str
    text: str = ""
    board: str = ""


@_of_games("0.1.0", "a seat, or the arbiter")
class NoteAdded(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A remark about record `about` (0: about the game). `text` is the commitment to the words."""

    text: str
    about: int = 0
    seat: str = ""


@_of_games("0.2.0", "an organiser")
class ListingChanged(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """From here on the game is listed like this: whether anybody may watch it, the tags it is found
    by, and the name that somebody typed for it (null: the name stays). The position does not
    change."""

    public: bool = False
    tags: tuple[str, ...] = ()
    name: str | None = None


@_of_games("0.1.0", "a seat")
class PositionSigned(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat signed record `about`, and with it all records before it, with an Ed25519 key of its
    own: `public` key and `signature` in base64, over the message that the bundle's format
    specifies."""

    seat: str
    about: int
    public: str
    signature: str


@_of_games("0.1.0", "the arbiter, or the director of its tournament")
class GameClosed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The last record: the outcome (null: the game was broken off), the fingerprint of the board,
    and the seed of sealed dice."""

    outcome: Outcome | None = None
    reason: str = ""
    seed: str = ""
    board: str = ""


@_of_games("0.1.0", "the campaign it belongs to, as it goes on")
class SheetHandedOn(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The campaign of this game went on: its scenario `scenario`, the game `game`, was opened from
    this game's sheet. `sheet` is the SHA-256 of that sheet's JSON. From here on nothing in this
    game can be taken back."""

    campaign: str
    scenario: int
    game: str
    sheet: str


@_of_games("0.2.0", "the tournament it belongs to, as a result is taken")
class ResultHandedIn(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The tournament took the result of `table` in `round` from this game's score. `digest` is the
    SHA-256 of the score's JSON. From here on nothing in this game can be taken back, until the
    director re-opens the table."""

    tournament: str
    round: int
    table: int
    digest: str


@_of_games("0.2.0", "the tournament it belongs to, as a table is reopened")
class ResultReopened(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The tournament's director re-opened the table: record `handed`, which handed in the result,
    no longer counts, and actions of this game can be taken back again."""

    tournament: str
    handed: int


def remedy_of(body: Record | None) -> Remedy | None:
    """The remedy that a ruling orders; None for any other record."""
    return body.remedy if isinstance(body, RulingGiven) else None


RECORD_TYPES = REGISTRY.types_of(GAME)

GAME_TOPICS = REGISTRY.topics_of(GAME)
