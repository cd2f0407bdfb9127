"""Answers about proposals, claims, rulings, branches and studies, as structs."""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from api.game.schemas.games import Summary
from api.game.schemas.records import AnyRoll
from api.web.answers import Entered, ForAudience, OfGame
from domain.game.aggregate.diff import Change
from domain.game.aggregate.proceedings import State
from domain.kernel.text import Text
from domain.titles.contract.ruleset import Outcome, Verdict

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
    """That a seat asked for something to be taken back: what would go, who has to agree, how it
    stands. While it is open, `board` is what the board would become for the audience that asks, and
    `changes` where it would differ."""

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
    """What a ruling would come to: the actions that would go out of force, the board before and
    after, and where they differ."""

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


class Irregularities(OfGame, frozen=True):
    """The report of a game: every irregularity ever, the claims still open, and how much was taken
    back."""

    fidelity: str
    outcome: Outcome | None
    irregularities: tuple[Irregular, ...]
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
