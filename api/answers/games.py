"""Answers about games, as structs. Their schemas are in the OpenAPI document, and answers are encoded from them.

(`Summary`, `BoardAt` and `ScoreAt` only describe: their bytes are made by `projections/shapes/json.py`, for Redis and for us
alike.)
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.answers.access import LinkGiven
from api.answers.base import OfGame
from domain.game.clocks import Clocks
from domain.game.diff import Change
from domain.game.waiting import OpenRequest
from domain.record.base import AnyChance
from domain.record.records import Lineage, UndoPolicy
from domain.rules.ruleset import Field, Outcome, Role
from domain.rules.text import Text
from domain.rules.time_control import TimeControl
from domain.store.log import WitnessAt
from projections.steering import FollowerAt, Name, State

Status = Literal["open", "ended", "closed"]
AnyAction = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
Irregularities = Annotated[
    tuple[int, ...], Meta(description="The records that make this irregular: illegal actions let stand, corrections, penalties, …")
]
Digest = Annotated[str, Meta(description="SHA-256 in hex.")]
Receipt = Annotated[
    str | UnsetType | None,
    Meta(
        description="With `receipt=wait`: the record's receipt, a C2SP tlog-proof; null if the log did not cover it in time. The "
        "record is written either way, and `GET …/records/{seq}/receipt` has it later."
    ),
]
ReceiptState = Literal["complete", "not-complete"]
StateOfReceipt = Annotated[
    ReceiptState | UnsetType,
    Meta(
        description="With `receipt=wait`: `complete` if the receipt's head has the cosignatures that the log's policy asks for (a "
        "log without witnesses needs none). `not-complete`: they did not come in time, or no head covers the record; what there is "
        "so far is the log's word alone, and `GET …/records/{seq}/receipt` has the complete one later."
    ),
]


# -- the games ---------------------------------------------------------------------------------------------------------


class SeatAt(Struct, frozen=True):
    """A seat of a game."""

    id: str
    role: Role
    name: Text


class Counted(Struct, frozen=True):
    """What a seat's points come to: `total` counts, with the `penalty` of rulings in it."""

    seat: str
    total: int
    penalty: int


class Summary(Struct, frozen=True):
    """A game in a list. `at` is when its newest record was written, `placeholders` how many numbers of its catalog are guesses;
    `campaign` and `scenario` say where it belongs, if it belongs to a campaign."""

    id: str
    ruleset: str
    version: int
    title: Text
    status: Status
    seq: int
    opened_at: datetime
    at: datetime
    seats: tuple[SeatAt, ...]
    to_act: tuple[str, ...]
    turn_since: Annotated[
        datetime | None,
        Meta(description="Since when one of `to_act` has been able to act without a break; null where nobody may act."),
    ]
    outcome: Outcome | None
    waits: Annotated[Text | None, Meta(description="Why a game that has an outcome is not closed: what it waits for.")]
    score: Annotated[tuple[Counted, ...], Meta(description="The points that count, of each seat that scores.")]
    irregularities: Irregularities
    open_claims: Annotated[tuple[int, ...], Meta(description="The claims that no ruling answers yet.")]
    open_requests: Annotated[
        tuple[OpenRequest, ...],
        Meta(description="The requests to take something back that no record has settled; each lapses by itself at its `until`."),
    ]
    signed: Annotated[
        tuple[str, ...],
        Meta(description="Of a game with an outcome, the seats that signed its last step, or a record after it, in its record."),
    ]
    tags: tuple[str, ...]
    time_control: Annotated[TimeControl | None, Meta(description="How the clocks of the seats run; null without clocks.")]
    clocks: Annotated[
        Clocks | None,
        Meta(description="The milliseconds left to each seat at a time, and the seats whose clocks run since then."),
    ]
    chance: AnyChance
    undo: UndoPolicy
    catalog: Digest
    placeholders: int
    public: Annotated[bool, Meta(description="Whether anybody may watch without a link.")]
    seals: Annotated[bool, Meta(description="Whether what is chosen in secret is sealed first.")]
    lineage: Lineage | None
    campaign: str | None
    scenario: int | None


class SeatLink(Struct, frozen=True):
    """Where a seat finds what it may do."""

    seat: str
    href: str


class Opened(Struct, frozen=True):
    """A new game: its id, as every write names its `game` (and once more as `id`), its first record's seq, its summary, and the
    links to hand out: one a player's seat, the arbiter's, the spectators'."""

    game: str
    id: str
    seq: int
    summary: Summary
    seats: tuple[SeatLink, ...]
    links: tuple[LinkGiven, ...]
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class GamePage(Struct, frozen=True):
    """Games, those written to last first. `next` is the `after` of the page that follows, if one does; `total` how many games
    are found in all, where that is cheap to know."""

    games: tuple[Summary, ...]
    next: str | None
    total: int | None


# -- the position --------------------------------------------------------------------------------------------------------


class BoardAt(OfGame, frozen=True):
    """A position as an audience may see it; `board` is the title's own view."""

    ruleset: str
    status: Status
    to_act: tuple[str, ...]
    outcome: Outcome | None
    irregularities: Irregularities
    fidelity: Annotated[str, Meta(description="`exact`, `unverified`, or `diverged at n`.")]
    board: dict[str, Any]


class ScorePart(Struct, frozen=True):
    """What some of the points are for."""

    text: Text
    points: int


class SeatScore(Struct, frozen=True):
    """One seat's points by the rules, what they are made of, and with the penalties that rulings gave."""

    seat: str
    points: int
    parts: tuple[ScorePart, ...]
    penalty: int
    total: int


class PenaltyAt(Struct, frozen=True):
    """Points that a ruling in force gave, usually fewer than none."""

    ruling: int
    seat: str
    points: int


class ScoreAt(OfGame, frozen=True):
    """The points at a position."""

    ruleset: str
    status: Status
    to_act: tuple[str, ...]
    outcome: Outcome | None
    irregularities: Irregularities
    fidelity: str
    score: tuple[SeatScore, ...]
    penalties: tuple[PenaltyAt, ...]


class Offer(Struct, frozen=True):
    """One action that can be posted as it is, with the words for its button."""

    action: AnyAction
    label: Text


class Family(Struct, frozen=True):
    """Actions too many to list: what each field may be, and one complete example that can be posted."""

    type: str
    label: Text
    fields: dict[str, Field]
    example: AnyAction


class SeatLegal(Struct, frozen=True):
    """What one seat may do now; nothing if it is not its turn."""

    seat: str
    name: Text
    choices: tuple[Offer, ...]
    templates: tuple[Family, ...]


class LegalAt(OfGame, frozen=True):
    """What may be done now."""

    seats: tuple[SeatLegal, ...]


class Diff(Struct, frozen=True, rename={"from_seq": "from", "to_seq": "to", "other": "with"}):
    """What changed in the view of an audience between two positions; `with` is the game that `to` is of."""

    game: str
    from_seq: Annotated[int, Meta(description="The position before.")]
    to_seq: Annotated[int, Meta(description="The position after.")]
    audience: str
    changes: tuple[Change, ...]
    other: str


# -- the service -----------------------------------------------------------------------------------------------------------


class Health(Struct, frozen=True):
    """How the service is: `degraded` still serves everything, from the store alone."""

    status: Literal["ok", "degraded", "down"]
    store: Annotated[
        Literal["ok", "failing", "down"], Meta(description="`failing`: it can be read, and takes no writes; a write was tried.")
    ]
    views: Literal["ok", "down", "off"]
    lag: Annotated[int | None, Meta(description="Records the views are behind, if both ends can be asked.")]
    log: Annotated[
        Literal["ok", "refusing", "damaged", "unattended", "down", "off"],
        Meta(
            description="The signed log: `refusing` to sign, `damaged` where the record is not what was logged, `unattended` where "
            "no writer is at work."
        ),
    ] = "off"
    log_lag: Annotated[int | None, Meta(description="Records that the log has not taken in yet, if it can be asked.")] = None
    log_says: Annotated[
        Text | None, Meta(description="What is wrong with the log, and what to do about it: for the operator's key.")
    ] = None
    clock_back: Annotated[
        int,
        Meta(
            description="Seconds by which this machine's clock is behind the newest time that the service has known: it was set "
            "back, and the service goes on from there. If it was ahead by mistake before, `greffe clock --reset` is the way back."
        ),
    ] = 0
    secrets_lost: Annotated[
        int,
        Meta(
            description="Seeds and parts of sealed dice that cannot be read with the `secret.key` of the data folder: their games "
            "cannot roll or be closed. Put back the key they were encrypted with and start again."
        ),
    ] = 0
    store_says: Annotated[Text | None, Meta(description="Why the store takes no writes, and what to do about it.")] = None
    witnesses: Annotated[
        tuple[WitnessAt, ...],
        Meta(
            description="The witnesses that are asked to cosign the log's heads; `refusing`: it saw another history of this log, "
            "or does not know it. `says`, what it answered, is for the operator's key."
        ),
    ] = ()
    followers: Annotated[
        dict[Name, State],
        Meta(
            description="Those who follow the record: `frozen` stands still although the record goes on, `paused` rests since the "
            "operator asked for it, `forgotten` for more than an hour, `unknown` cannot be asked."
        ),
    ] = {}


class Followers(Struct, frozen=True):
    """Who follows the record."""

    projections: tuple[FollowerAt, ...]


ANSWERS: tuple[type[Struct], ...] = (Opened, GamePage, BoardAt, ScoreAt, LegalAt, Diff, Health, Followers)
"""What is answered about games, positions and the service."""
