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
    """One use of chance that the table has to answer: `count` values out of `pool`. `replace`: each
    value can come again (dice), or not (a draw). `spec` is `2d6` or `1of13`."""

    kind: str
    label: Text
    count: int
    pool: tuple[Value, ...]
    replace: bool
    spec: str


def needed_rolls(asks: tuple[Ask, ...]) -> tuple[Needed, ...]:
    return tuple(Needed(a.kind, a.label, a.count, a.pool, a.replace, a.spec) for a in asks)


# -- the games -------------------------------------------------------------------------------------


class SeatLink(Struct, frozen=True):
    """The address at which a seat finds what it may do."""

    seat: str
    href: str


class NewGame(Struct, frozen=True, kw_only=True):
    summary: Summary
    seats: tuple[SeatLink, ...]
    links: tuple[LinkGiven, ...]
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class Opened(NewGame, frozen=True):
    """A new game: its id (as `game`, like every write, and as `id`), its first record's seq, its
    summary, and the links to hand out: one for each player's seat, the arbiter's, the
    spectators'."""

    game: str
    id: str
    seq: int


class GamePage(Struct, frozen=True):
    """Games, most recently written first. `next` is the value of `after` for the next page, or
    null; `total` is the number of games found in all, or null if counting takes long; `unreadable`
    are the ids of games that belong on this page and cannot be read."""

    games: tuple[Summary, ...]
    next: str | None
    total: int | None
    unreadable: tuple[str, ...] = ()


# -- the position ----------------------------------------------------------------------------------


class Offer(Struct, frozen=True):
    """An action that can be posted as it is, with the label for its button."""

    action: AnyAction
    label: Text


class Family(Struct, frozen=True):
    """Actions too many to list: the possible values of each field, and one complete example that
    can be posted."""

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
    """The changes in an audience's view between two positions; `with` is the game of the second
    position."""

    game: str
    from_seq: Annotated[int, Meta(description="The position before.")]
    to_seq: Annotated[int, Meta(description="The position after.")]
    audience: str
    changes: tuple[Change, ...]
    other: str


# -- the service -----------------------------------------------------------------------------------


class Followers(Struct, frozen=True):
    """The programs that follow the record."""

    projections: tuple[FollowerAt, ...]


# The answers about games, positions and the service.
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
    """A tombstone: something that this audience may not know. `digest` is that of the record it is
    in."""

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
    """An action as it was recorded, with all its consequences. `sentences` are the action's, then
    one for each fact."""

    at: datetime
    seat: str
    action: SeenAction
    facts: tuple[SeenFact, ...]
    rolls: tuple[AnyRoll, ...]
    sentences: tuple[Text, ...]


class Tried(OfGame, frozen=True):
    """The result of a dry run at a position. For a legal action, it has its facts, its rolls and
    what changes for the seat, or the rolls that it `asks` for. `covered`: the action would reveal
    something hidden, so facts and changes are shown only once it is recorded."""

    seat: str
    verdict: Verdict
    asks: tuple[Needed, ...] = ()
    facts: tuple[SeenFact, ...] = ()
    rolls: tuple[AnyRoll, ...] = ()
    sentences: tuple[Text, ...] = ()
    changes: tuple[Change, ...] = ()
    covered: bool = False


class Entry(Struct, frozen=True):
    """A record as an audience may read it. `in_force` is null unless it is an action or a
    correction of the board; `told` has a sentence for each fact; `words` are free text, null if
    there is none, if it was erased, and for those who watch a public game without a link to it;
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
    """Records in their order. `seq` is the newest of the game; `next` is the value of `after` for
    the next page, or null."""

    records: tuple[Entry, ...]
    next: int | None


class Written(Recorded, frozen=True):
    """The result of a write other than an action: the kind of its record (`type`), the record's
    time and sentence, and the `actions` that it took out of force or put back in force."""

    type: str
    at: datetime
    sentence: Text
    actions: tuple[int, ...]


class Ruled(Written, frozen=True, kw_only=True):
    """The result of a ruling. `facts` are those it declared, or those of the action it let stand;
    `changes` is how the board changed in the arbiter's view, place by place."""

    facts: tuple[SeenFact, ...]
    changes: tuple[Change, ...]


class Illegal(Struct, frozen=True):
    """An imported action that today's rules would refuse."""

    seq: int
    verdict: Verdict


class Imported(Struct, frozen=True):
    """The result of an import. `already`: the game was here before with the same records.
    `trouble`: why today's rules could not judge all of it, if it was played by older ones."""

    game: str
    records: int
    illegal: tuple[Illegal, ...]
    fidelity: str
    already: bool
    trouble: Text | None = None


# The answers about records and writes.
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
    """A signature, which was checked when it was made. `seq` is its record, or null if the game was
    closed already, so that the signature is not a record."""

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
    """A seat's answer to a proposal. `actor` is the key or link with which it was sent; a scribe's
    may send it for several seats."""

    seq: int
    actor: str
    seat: str
    answer: Literal["agree", "refuse", "lapsed"]


class ProposalAt(Entered, frozen=True):
    """A seat's request to take something back: the actions that would go (`steps`), the seats that
    have to agree (`affected`), and its state. While it is open, `board` is the board that it would
    lead to, as the audience would see it, and `changes` are the differences from now."""

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
    """The proposals to take something back in a game, oldest first."""

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
    """A ruling: what it orders, its grounds, and the record that overturned it, or null while it is
    in force."""

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
    board before and after, and the differences."""

    gone: tuple[StepAt, ...]
    before: Board
    after: Board
    changes: tuple[Change, ...]
    verdict: Verdict | None = None


class Irregular(Struct, frozen=True):
    """One irregularity: the record and its kind. `counts`: the board, score or outcome depends on
    it now. `inherited`: a branch grew from an irregular board. `verdict` is the one on an action
    that was let stand, null if the audience may not know it."""

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
    """A decision that an arbiter or director made by hand and that is no irregularity: its record,
    time, actor and reason; `erased`: the words of the reason were erased."""

    seq: int
    at: datetime
    actor: str
    sentence: Text
    reason: str | None
    erased: bool


class Irregularities(OfGame, frozen=True):
    """The report of a game: all irregularities, other decisions made by hand, what cannot be
    proved, the open claims, and how much was taken back."""

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
    """The board as a JSON document with every field, to which a JSON Patch can be applied."""

    board: dict[str, Any]


class Branch(Struct, frozen=True):
    """A branch of a game, grown from its record `seq`. `game` is null if something at that record
    is still hidden from the reader, since the branch's summary could show it."""

    id: str
    seq: int
    purpose: str
    game: Summary | None


class BranchesOf(Struct, frozen=True):
    """The branches that grew from a game, most recently written first."""

    game: str
    branches: tuple[Branch, ...]
    next: str | None


# The answers about what is open or decided in a game.
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
