"""Answers about games as structs, which are encoded and described in the OpenAPI document."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from api.game.links import LinkGiven
from api.web.answers import Base64, Health, StateOfReceipt
from domain.game.aggregate.correction import Change
from domain.game.seats.countersignatures import Signed
from domain.game.undo.conditions import State
from domain.kernel.text import Text
from domain.titles.contract.chance import Ask, Roll, Value
from domain.titles.contract.ruleset import Field, Outcome, Verdict
from projections.boards.positions import (
    BoardAt,
    Digest,
    OfGame,
    ScoreAt,
    Status,
    Summary,
)
from projections.steering import FollowerAt

AnyAction = Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
Receipt = Annotated[
    str | UnsetType | None,
    Meta(
        description="With `receipt=wait`: the record's receipt, a C2SP tlog-proof; null if the "
        "log did not cover it in time. The "
        "record is written either way, and `GET …/records/{seq}/receipt` has it later."
    ),
]


class ForAudience(OfGame, frozen=True):
    audience: str


class Entered(Struct, frozen=True):
    seq: int
    at: datetime
    actor: str


class Needed(Struct, frozen=True):
    """One use of chance that the table has to answer: `count` values out of `pool`, each put back
    (`replace`: dice) or not (a draw); `spec` is `2d6` or `1of13`."""

    kind: str
    label: Text
    count: int
    pool: tuple[Value, ...]
    replace: bool
    spec: str


def needed(asks: tuple[Ask, ...]) -> tuple[Needed, ...]:
    return tuple(Needed(a.kind, a.label, a.count, a.pool, a.replace, a.spec) for a in asks)


# -- the games -------------------------------------------------------------------------------------


class SeatLink(Struct, frozen=True):
    """Where a seat finds what it may do."""

    seat: str
    href: str


class NewGame(Struct, frozen=True, kw_only=True):
    summary: Summary
    seats: tuple[SeatLink, ...]
    links: tuple[LinkGiven, ...]
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class Opened(NewGame, frozen=True):
    """A new game: its id, as every write names its `game` (and once more as `id`), its first
    record's seq, its summary, and the links to hand out: one a player's seat, the arbiter's, the
    spectators'."""

    game: str
    id: str
    seq: int


class GamePage(Struct, frozen=True):
    """Games, those written to last first. `next` is the `after` of the page that follows, if one
    does; `total` how many games are found in all, where that is cheap to know; `unreadable` are the
    ids of those that belong on this page and cannot be read."""

    games: tuple[Summary, ...]
    next: str | None
    total: int | None
    unreadable: tuple[str, ...] = ()


# -- the position ----------------------------------------------------------------------------------


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
    """The legal actions of one seat; none if it is not its turn."""

    seat: str
    name: Text
    choices: tuple[Offer, ...]
    templates: tuple[Family, ...]


class LegalAt(OfGame, frozen=True):
    """The legal actions of each seat at a position."""

    seats: tuple[SeatLegal, ...]


class Diff(Struct, frozen=True, rename={"from_seq": "from", "to_seq": "to", "other": "with"}):
    """The changes in an audience's view between two positions; `with` is the game of position
    `to`."""

    game: str
    from_seq: Annotated[int, Meta(description="The position before.")]
    to_seq: Annotated[int, Meta(description="The position after.")]
    audience: str
    changes: tuple[Change, ...]
    other: str


# -- the service -----------------------------------------------------------------------------------


class Followers(Struct, frozen=True):
    """The followers of the record."""

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


def _one_of(*names: str) -> Meta:
    return Meta(
        extra_json_schema={"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    )


SeenAction = Annotated[Any, _one_of("Action", "Hidden")]
SeenFact = Annotated[Any, _one_of("Fact", "Hidden")]
AnyRoll = Annotated[Any, _one_of("Roll", "RollKept")]


class Hidden(Struct, frozen=True, tag="hidden"):
    """Something stands here that this audience may not know. `digest` is that of the record it
    stands in."""

    digest: str = ""


class RollKept(Struct, frozen=True):
    """A roll whose values this audience may not know."""

    number: int
    kind: str
    spec: str
    source: str


class Recorded(OfGame, frozen=True, kw_only=True):
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class Acted(Recorded, frozen=True):
    """An action as it was recorded, with all that came of it. `sentences` are the action's, then
    one for each fact."""

    at: datetime
    seat: str
    action: SeenAction
    facts: tuple[SeenFact, ...]
    rolls: tuple[AnyRoll, ...]
    sentences: tuple[Text, ...]


class Tried(OfGame, frozen=True):
    """The result of a dry run at a position. A legal action shows its facts, rolls and what changes
    for the seat, or what it `asks`. `covered`: it would uncover what is hidden, so the rest is
    shown once it is recorded."""

    seat: str
    verdict: Verdict
    asks: tuple[Needed, ...] = ()
    facts: tuple[SeenFact, ...] = ()
    rolls: tuple[AnyRoll, ...] = ()
    sentences: tuple[Text, ...] = ()
    changes: tuple[Change, ...] = ()
    covered: bool = False


class Entry(Struct, frozen=True):
    """A record as an audience may read it. `in_force` is null for what is neither an action nor a
    correction of the board; `told` has a sentence for each fact; `words` are free text, null where
    there is none, where it was erased, and for those who watch a public game without a link to it;
    `digest` is that of the stored bytes."""

    seq: int
    type: str
    at: datetime
    in_force: bool | None
    sentence: Text
    told: tuple[Text, ...]
    words: str | None
    rolls: tuple[AnyRoll, ...]
    digest: Digest
    record: dict[str, Any]


class EntryAt(Struct, frozen=True):
    """One record of a game."""

    game: str
    entry: Entry


class EntryPage(ForAudience, frozen=True):
    """Records in their order. `seq` is the newest; `next` is the `after` of the page that follows,
    if one does."""

    records: tuple[Entry, ...]
    next: int | None


class Written(Recorded, frozen=True):
    """The result of a write other than an action. `actions` are those it took out of force or put
    back."""

    type: str
    at: datetime
    sentence: Text
    actions: tuple[int, ...]


class Ruled(Written, frozen=True, kw_only=True):
    """The result of a ruling. `facts` are those it declared, or that came of the action it let
    stand; `changes` is what became of the board, in the arbiter's view, place by place."""

    facts: tuple[SeenFact, ...]
    changes: tuple[Change, ...]


class Illegal(Struct, frozen=True):
    """An imported action that today's rules would refuse."""

    seq: int
    verdict: Verdict


class Imported(Struct, frozen=True):
    """The result of an import. `already`: the game was here before with the same records.
    `trouble`: why today's rules could not judge all of a game of older ones."""

    game: str
    records: int
    illegal: tuple[Illegal, ...]
    fidelity: str
    already: bool
    trouble: Text | None = None


# What is answered about records and writes.
ENTRIES: tuple[type[Struct], ...] = (
    Acted,
    Tried,
    EntryAt,
    EntryPage,
    Written,
    Ruled,
    Imported,
    Hidden,
    Roll,
    RollKept,
)


class SignatureAt(Struct, frozen=True):
    """A signature that was checked when it came, in record `seq`; or, where that is null, beside
    the record of a closed game."""

    seq: int | None
    at: datetime
    actor: str
    seat: str
    about: int
    public: Base64
    signature: Base64

    @classmethod
    def of(cls, item: Signed) -> SignatureAt:
        return cls(
            item.seq or None,
            item.at,
            item.actor,
            item.seat,
            item.about,
            item.public,
            item.signature,
        )


Board = Annotated[
    dict[str, Any], Meta(description="The title's own view, for the audience that asks.")
]


class StepAt(Struct, frozen=True):
    """An action that would go, or went, out of force. `by` is the record that took it out, or
    null."""

    seq: int
    seat: str
    sentence: Text
    rolls: tuple[AnyRoll, ...]
    by: int | None = None


class ReplyAt(Struct, frozen=True):
    """A seat's answer to a proposal; `actor` is the key or link it came with, which may be a
    scribe's for several seats."""

    seq: int
    actor: str
    seat: str
    answer: Literal["agree", "refuse", "lapsed"]


class ProposalAt(Entered, frozen=True):
    """A seat's request to take something back: the actions that would go (`steps`), the seats that
    have to agree (`affected`), and its state. While it is open, `board` is what the board would
    become for the audience that asks, and `changes` where it would differ."""

    seat: str
    from_seq: int
    affected: tuple[str, ...]
    replies: tuple[ReplyAt, ...]
    waits_for: tuple[str, ...]
    state: State
    settled: int | None
    until: datetime | None
    words: str | None
    steps: tuple[StepAt, ...]
    board: Board | None = None
    changes: tuple[Change, ...] = ()


class Proposals(ForAudience, frozen=True):
    """The proposals of a game, oldest first."""

    proposals: tuple[ProposalAt, ...]


class Retracted(ForAudience, frozen=True):
    """Every action that is out of force, with its rolls, which keep their numbers."""

    actions: tuple[StepAt, ...]


class ClaimAt(Entered, frozen=True):
    """A claim and the ruling in force that answers it, or null while it is open."""

    seat: str
    about: int
    words: str | None
    ruling: int | None


class Claims(OfGame, frozen=True):
    """The claims of a game, oldest first."""

    claims: tuple[ClaimAt, ...]


class RulingAt(Entered, frozen=True):
    """A ruling: what it orders, what it rests on, and the record that overturned it, or null while
    it holds."""

    sentence: Text
    remedy: Annotated[
        dict[str, Any],
        Meta(
            description="What is ordered; a tombstone stands for what this audience may not know."
        ),
    ]
    rule: str
    code: str
    reason: Text
    words: str | None
    claim: int | None
    about: int | None
    overturned: int | None


class Rulings(ForAudience, frozen=True):
    """The rulings of a game, oldest first."""

    rulings: tuple[RulingAt, ...]


class Preview(ForAudience, frozen=True):
    """The consequences of a ruling before it is given: the actions that would go out of force, the
    board before and after, and where they differ."""

    gone: tuple[StepAt, ...]
    before: Board
    after: Board
    changes: tuple[Change, ...]
    verdict: Verdict | None = None


class Irregular(Struct, frozen=True):
    """One irregularity: the record, what kind, and whether it `counts`: board, score or outcome are
    what they are by it, now. `inherited`: a branch grew from an irregular board. `verdict` is that
    on an action which was let stand, null where the audience may not know it."""

    seq: int
    kind: Literal[
        "illegal-action",
        "let-stand",
        "inherited",
        "correction",
        "annulment",
        "penalty",
        "adjudication",
        "overturned",
        "divergence",
        "clock",
    ]
    at: datetime
    actor: str
    sentence: Text
    counts: bool
    rule: str = ""
    code: str = ""
    verdict: Verdict | None = None


class DecidedByHand(Struct, frozen=True):
    """A decision of an arbiter or director in a game that is no irregularity: its record, time,
    actor and reason; `erased`: the words of the reason were erased."""

    seq: int
    at: datetime
    actor: str
    sentence: Text
    reason: str | None
    erased: bool


class Irregularities(OfGame, frozen=True):
    """The report of a game: every irregularity ever, what else was decided by hand, what nobody can
    prove, the claims still open, and how much was taken back."""

    fidelity: str
    outcome: Outcome | None
    irregularities: tuple[Irregular, ...]
    acts: tuple[DecidedByHand, ...]
    unprovable: tuple[Text, ...]
    open_claims: tuple[int, ...]
    retractions: int
    retracted_actions: tuple[int, ...]
    retracted_rolls: tuple[int, ...]


class Document(OfGame, frozen=True):
    """The board as a JSON document with every field: what a JSON Patch is made against."""

    board: dict[str, Any]


class Branch(Struct, frozen=True):
    """A branch of a game, grown from its record `seq`. `game` is null where something at that
    record is still hidden from the reader: how the branch goes on would show it."""

    id: str
    seq: int
    purpose: str
    game: Summary | None


class BranchesOf(Struct, frozen=True):
    """The branches that grew from a game, the one written to last first."""

    game: str
    branches: tuple[Branch, ...]
    next: str | None


# What is answered about a shared table.
TABLE_ANSWERS: tuple[type[Struct], ...] = (
    Proposals,
    Retracted,
    Claims,
    Rulings,
    Preview,
    Irregularities,
    Document,
    BranchesOf,
)
