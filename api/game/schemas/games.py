"""Answers about games, as structs. Their schemas are in the OpenAPI document, and answers are
encoded from them.

(`Summary`, `BoardAt` and `ScoreAt` only describe: their bytes are made by
`projections/boards/json.py`, for Redis and for us alike.)
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.web.access.answers import LinkGiven
from api.web.answers import Health, OfGame, StateOfReceipt
from domain.game.aggregate.clocks import Clocks
from domain.game.aggregate.diff import Change
from domain.game.aggregate.waiting import OpenRequest
from domain.game.record.base import AnyChance
from domain.game.record.records import Lineage, UndoPolicy
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Field, Outcome, Role
from domain.titles.contract.time_control import TimeControl
from projections.steering import FollowerAt

Status = Literal["open", "ended", "closed"]
AnyAction = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
Irregularities = Annotated[
    tuple[int, ...],
    Meta(
        description="The records that make this irregular: illegal actions let stand, "
        "corrections, penalties, …"
    ),
]
Digest = Annotated[str, Meta(description="SHA-256 in hex.")]
Receipt = Annotated[
    str | UnsetType | None,
    Meta(
        description="With `receipt=wait`: the record's receipt, a C2SP tlog-proof; null if the "
        "log did not cover it in time. The "
        "record is written either way, and `GET …/records/{seq}/receipt` has it later."
    ),
]


# -- the games -------------------------------------------------------------------------------------


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
    """A game in a list. `at` is when its newest record was written, `placeholders` how many numbers
    of its catalog are guesses; `campaign` and `scenario` say where it belongs, if it belongs to a
    campaign."""

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
        Meta(
            description="Since when one of `to_act` has been able to act without a break; null "
            "where nobody may act."
        ),
    ]
    outcome: Outcome | None
    waits: Annotated[
        Text | None,
        Meta(description="Why a game that has an outcome is not closed: what it waits for."),
    ]
    score: Annotated[
        tuple[Counted, ...], Meta(description="The points that count, of each seat that scores.")
    ]
    irregularities: Irregularities
    open_claims: Annotated[
        tuple[int, ...], Meta(description="The claims that no ruling answers yet.")
    ]
    open_requests: Annotated[
        tuple[OpenRequest, ...],
        Meta(
            description="The requests to take something back that no record has settled; each "
            "lapses by itself at its `until`."
        ),
    ]
    signed: Annotated[
        tuple[str, ...],
        Meta(
            description="Of a game with an outcome, the seats that signed its last step, or a "
            "record after it, in its record."
        ),
    ]
    tags: tuple[str, ...]
    time_control: Annotated[
        TimeControl | None,
        Meta(description="How the clocks of the seats run; null without clocks."),
    ]
    clocks: Annotated[
        Clocks | None,
        Meta(
            description="The milliseconds left to each seat at a time, and the seats whose clocks "
            "run since then."
        ),
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
    """A new game: its id, as every write names its `game` (and once more as `id`), its first
    record's seq, its summary, and the links to hand out: one a player's seat, the arbiter's, the
    spectators'."""

    game: str
    id: str
    seq: int
    summary: Summary
    seats: tuple[SeatLink, ...]
    links: tuple[LinkGiven, ...]
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class GamePage(Struct, frozen=True):
    """Games, those written to last first. `next` is the `after` of the page that follows, if one
    does; `total` how many games are found in all, where that is cheap to know."""

    games: tuple[Summary, ...]
    next: str | None
    total: int | None


# -- the position ----------------------------------------------------------------------------------


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
    """One seat's points by the rules, what they are made of, and with the penalties that rulings
    gave."""

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
    """Actions too many to list: what each field may be, and one complete example that can be
    posted."""

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
    """What changed in the view of an audience between two positions; `with` is the game that `to`
    is of."""

    game: str
    from_seq: Annotated[int, Meta(description="The position before.")]
    to_seq: Annotated[int, Meta(description="The position after.")]
    audience: str
    changes: tuple[Change, ...]
    other: str


# -- the service -----------------------------------------------------------------------------------


class Followers(Struct, frozen=True):
    """Who follows the record."""

    projections: tuple[FollowerAt, ...]


# What is answered about games, positions and the service.
ANSWERS: tuple[type[Struct], ...] = (
    Opened,
    GamePage,
    BoardAt,
    ScoreAt,
    LegalAt,
    Diff,
    Health,
    Followers,
)
