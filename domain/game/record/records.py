"""The record: one stored event for each thing that happens in a game.

Each type below is one kind of record. It is written once, as the JSON bytes of `encode`, under the
topic that is its class name, and never rewritten. So this file only grows: a new field gets a
default, a new kind gets a new class, and a class whose meaning changes keeps its old name and is
translated when it is read (`decode`). Every change here changes what old games mean.

Personal data and free text stay outside: a record holds a commitment to them
(`domain/kernel/commitments.py`), and the words are kept where they can be erased. `salt` makes the
hash of a record unguessable even where its content could be guessed.
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
    """Nothing changes."""


class Annul(Struct, frozen=True, gc=False, tag="annul"):
    """Everything in force from a record on goes out of force. Rolls crossed stand (the next roll of
    the same kind repeats them) or are rolled again."""

    from_seq: int
    rolls: Literal["stands", "reroll"]


class Correct(Struct, frozen=True, gc=False, tag="correct"):
    """The board is corrected: by facts that are declared, or by a patch against the board as
    `domain/game/aggregate/correction.py` writes it, and then there are no facts."""

    facts: Raw
    patch: Patch | None = None


class Penalty(Struct, frozen=True, gc=False, tag="penalty"):
    """Points added to a seat's beside the board, usually fewer than 0. `ranks`: they count for its
    place and the winner; a loss of points makes the place worse even where the fewest points win. In
    records from before this field they are only shown beside the score."""

    seat: str
    points: int
    ranks: bool = False


class Adjudicate(Struct, frozen=True, gc=False, tag="adjudicate"):
    """The arbiter names the outcome."""

    outcome: Outcome


class StopClocks(Struct, frozen=True, gc=False, tag="stop-clocks"):
    """All clocks of the seats stand until the arbiter starts them again."""


class StartClocks(Struct, frozen=True, gc=False, tag="start-clocks"):
    """Clocks that the arbiter has stopped run again, for the seats that may act."""


class SetClock(Struct, frozen=True, gc=False, tag="set-clock"):
    """A seat has so many milliseconds left from here on."""

    seat: str
    left: int


OfClocks = StopClocks | StartClocks | SetClock
"""Remedies that concern the clocks of seats alone, in games that have them."""

Remedy = Stands | Annul | Correct | Penalty | Adjudicate | StopClocks | StartClocks | SetClock


UMPIRE = "arbiter"
"""What stands in the place of a seat where the arbiter did something."""

UndoPolicy = Literal["free", "consent", "arbiter", "none"]
ChanceMode = Literal["sealed", "table"]
"""Where the dice of a game outside tournaments come from."""
AnyChance = Literal["sealed", "table", "duplicate"]
"""Where the dice of any game come from: games of a duplicate challenge share a deal."""


class SeatInfo(Struct, frozen=True, gc=False, omit_defaults=True):
    """A seat of a game: a random player id once somebody sits there, and the commitment to the
    name. `link` is the id of the link that the service gave this player's seat, so that the actors
    of records tell whether the seat entered them itself."""

    id: str
    role: Role
    player: str = ""
    name: str = ""
    link: str = ""


class Lineage(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a game grew from: another game at a seq, and what for. `irregular` are that game's
    records that made the board irregular from which it grew."""

    game: str
    seq: int
    purpose: str
    irregular: tuple[int, ...] = ()


class Grown(Struct, frozen=True, gc=False, omit_defaults=True):
    """One step of the line that a branch grew on: record `seq` of the game it left, the seat it was
    for, and its facts, or the patch by which an arbiter corrected the board there."""

    seq: int
    seat: str
    facts: Raw
    patch: Patch | None = None


class SealOpened(Struct, frozen=True, gc=False):
    """How an action opens its seal: the record `ValueSealed` that holds it, and the salt, 32 bytes
    in hex."""

    record: int
    salt: str


class ClockReading(Struct, frozen=True, gc=False, omit_defaults=True):
    """What the clocks say at a record: the milliseconds that each player's seat has left (below 0:
    its time is over), how many turns it has ended, and the seats whose clocks run from here on.
    Worked out once (`domain/game/aggregate/clocks.py`), and never again."""

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
    """What every record of a game says beside: what the clocks read, in games whose seats have
    clocks."""

    clock_reading: ClockReading | None = None


GAME = "game"
_of_games = partial(REGISTRY.record, GAME)


@_of_games("0.1.0", "an organiser; of a branch, whoever grows it")
class GameOpened(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The first record: rules, catalog, options, seats, chance, undo policy, and the set-up with
    its rolls.

    A branch has its `lineage` and, in `grown`, everything that led to the position it starts from:
    it can be read without the game it left. `owner` is the key that administers the game if that
    is not its `actor`, as with a branch that a player grew. Anybody may watch a `public` game as
    its spectators do. `seals` are the types of the actions that seats seal before they show them;
    empty if none are. `arbiter` is the id of the arbiter's link, as a seat's `link` is the id of
    the seat's. `sheet` is the SHA-256 of the sheet that a campaign's scenario was opened from. A
    game of a `tournament` is played at a `table` of a `round`. `time_control` is set if the seats
    have clocks. `name` is the name typed for the game played, empty if none was typed, and null in
    games opened before Greffe asked for it.
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
    """A seat binds itself to its part of the sealed dice before any seat shows its own:
    `commitment` is the SHA-256 of the audit's specification, in hex. `by` says whether the seat
    made it up, or the service did for a seat that was absent."""

    seat: str
    commitment: str
    by: Literal["seat", "service"] = "seat"


@_of_games("0.1.0", "a seat, or the service for a seat that is absent")
class ContributionRevealed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The part that a seat committed to, at least 16 bytes in hex. Once all parts are revealed, the
    dice depend on all of them."""

    seat: str
    value: str
    by: Literal["seat", "service"] = "seat"


@_of_games("0.1.0", "a seat, or the arbiter for it")
class ValueSealed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat binds itself to an action that it will show once all who choose in secret are bound.
    `slot` says what is chosen, in words unique in the game; `seal` is that of the audit's
    specification (`domain/proof/chance/seals.py`) over the action's JSON; `by` is the role of
    somebody else who sealed it for the seat."""

    seat: str
    slot: str
    seal: str
    by: str = ""


@_of_games("0.1.0", "a seat, or an arbiter or organiser for it")
class SeatTaken(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Somebody sits down: a random player id, with the commitment to the name."""

    seat: str
    player: str
    name: str = ""


@_of_games("0.1.0", "a seat, or an arbiter or organiser for it")
class SeatLeft(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The seat is empty again."""

    seat: str
    player: str


@_of_games("0.1.0", "a seat, or the arbiter for it")
class ActionTaken(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """An action with all its consequences. `verdict` is kept where an illegal action was let stand;
    `board` is the position's fingerprint, on about every twentieth action; `opens` what the seat
    was bound to, in games with seals."""

    seat: str
    action: Raw
    facts: Raw
    rolls: tuple[Roll, ...] = ()
    board: str = ""
    verdict: Verdict | None = None
    opens: SealOpened | None = None


@_of_games("0.1.0", "a seat")
class RetractionAsked(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat asks that everything in force from a record on be taken back; the `affected` seats
    have to agree, or `arbiter`."""

    seat: str
    from_seq: int
    affected: tuple[str, ...]
    reason: str = ""
    until: datetime | None = None


@_of_games("0.1.0", "a seat, or the arbiter")
class RetractionAnswered(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat agrees to a proposed retraction, or refuses; the seat that asked withdraws it by
    refusing. `arbiter` can answer in place of all. (`lapsed` is kept for readers of records: a
    proposal lapses by what follows it, no record says so.)"""

    asked: int
    seat: str
    answer: Literal["agree", "refuse", "lapsed"]


@_of_games("0.1.0", "a seat, or the arbiter")
class ActionsRetracted(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Every action in force from `from_seq` on goes out of force. `seat` took them back, or
    `arbiter`; `agreed` names the seats that consented to what was asked for in record `asked`."""

    seat: str
    from_seq: int
    actions: tuple[int, ...] = ()
    reason: str = ""
    asked: int = 0
    agreed: tuple[str, ...] = ()


@_of_games("0.1.0", "a seat, or the arbiter")
class ActionsRestored(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """What the retraction `retraction` took out of force is in force again."""

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
    """The arbiter's decision: its remedy, the rule it rests on, a reason code and the commitment to
    the words."""

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
    """A ruling no longer holds, and why."""

    ruling: int
    rule: str
    code: str
    text: str = ""
    board: str = ""


@_of_games("0.1.0", "a seat, or the arbiter")
class NoteAdded(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """Somebody remarks something, about a record or the game; `text` commits to the words."""

    text: str
    about: int = 0
    seat: str = ""


@_of_games("0.2.0", "an organiser")
class ListingChanged(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """From here on the game is listed like this, whatever its opening or an earlier change says:
    whether anybody may watch it, the words it is found by, and the name that was typed for it
    (none: the name stays). The position stays."""

    public: bool = False
    tags: tuple[str, ...] = ()
    name: str | None = None


@_of_games("0.1.0", "a seat")
class PositionSigned(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A seat signed record `about`, and with it all before it, with an Ed25519 key of its own: the
    `public` key and the `signature` in base64, over the message of
    `domain/proof/bundle/countersigns.py`."""

    seat: str
    about: int
    public: str
    signature: str


@_of_games("0.1.0", "the arbiter, or the director of its tournament")
class GameClosed(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The last record: the outcome (none: broken off), the board's fingerprint and the seed of
    sealed dice."""

    outcome: Outcome | None = None
    reason: str = ""
    seed: str = ""
    board: str = ""


@_of_games("0.1.0", "the campaign it belongs to, as it goes on")
class SheetHandedOn(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The campaign this game belongs to went on: scenario `scenario`, the game `game`, was opened
    from this one's sheet, whose JSON has the SHA-256 `sheet`. From here on nothing of this game can
    be taken back."""

    campaign: str
    scenario: int
    game: str
    sheet: str


@_of_games("0.2.0", "the tournament it belongs to, as a result is taken")
class ResultHandedIn(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The tournament this game belongs to took the result of its table, `table` of `round`, from
    the score here, whose JSON has the SHA-256 `digest`. From here on nothing of this game can be
    taken back, until it is re-opened."""

    tournament: str
    round: int
    table: int
    digest: str


@_of_games("0.2.0", "the tournament it belongs to, as a table is reopened")
class ResultReopened(GameRecord, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """The director of the tournament gave back the result that record `handed` handed in: this game
    can be taken back again."""

    tournament: str
    handed: int


def remedy_of(body: Record | None) -> Remedy | None:
    """The remedy that a ruling orders; None for any other record."""
    return body.remedy if isinstance(body, RulingGiven) else None


RECORD_TYPES = REGISTRY.types_of(GAME)

GAME_TOPICS = REGISTRY.topics_of(GAME)
