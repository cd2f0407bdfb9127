"""The audit of a game, as structs: a head that says what the game rests on, and a line for each
record."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from api.game.links import Hand
from api.game.schemas import AnyRoll, ForAudience, SignatureAt
from domain.game.aggregate.dice_statistics import DiceStatistics
from domain.game.record.records import AnyChance
from domain.kernel.text import Text
from domain.transfer.proofs import ProofState
from projections.boards.positions import Digest, IrregularSeqs as Irregularities, Status

How = Literal[
    "retracts",
    "restores",
    "asks",
    "answers",
    "decides",
    "annuls",
    "corrects",
    "overturns",
    "about",
    "signs",
    "keeps",
]


class After(Struct, frozen=True):
    """The position after a record: how far it can be believed, and its fingerprint, which only the
    arbiter is shown, and which is null while somebody could guess a secret from it."""

    fidelity: Annotated[str, Meta(description="`exact`, `unverified`, or `diverged at n`.")]
    fingerprint: str | None


class Why(Struct, frozen=True):
    """Why something was decided or taken back: the rule, the reason's code with its words, and free
    text."""

    rule: str | None
    code: str | None
    reason: Text | None
    words: str | None


class Refers(Struct, frozen=True):
    """Another record that this one speaks of."""

    how: How
    seq: int


class DiceLine(Struct, frozen=True):
    """A roll and where it came from: `verified roll 12` once the seed is shown and it was drawn
    again, `sealed roll 12` before, `roll 12, attested by …` for what was typed in from the
    table."""

    roll: AnyRoll
    provenance: Text


class AuditLine(Struct, frozen=True):
    """One record. `at` is the service's clock, `client_at` the entering device's; `out_of_force`
    the record that took it out; `irregular` whether something is wrong with it."""

    seq: int
    at: datetime
    client_at: datetime | None
    by: Hand
    seat: str | None
    type: str
    what: Text
    in_force: bool | None
    out_of_force: int | None
    irregular: bool
    after: After
    why: Why | None
    refers: tuple[Refers, ...]
    dice: tuple[DiceLine, ...]
    proof: ProofState
    digest: Digest


class Fault(Struct, frozen=True):
    """A record that makes the position irregular, and what it says."""

    seq: int
    text: Text


class PartAt(Struct, frozen=True):
    """One seat's part of the dice: who entered what bound it, and who showed it (null: nobody so
    far). `by` is `service` where the service stood in. Whose key or link it was is this service's
    word."""

    seat: str
    by: Literal["seat", "service"]
    bound: Hand
    shown: Hand | None
    text: Text


class Choosable(Struct, frozen=True):
    """A way in which somebody could have chosen dice that no record can close, and the record it is
    about (null: none). That it was open says nothing of whether it was taken."""

    seq: int | None
    text: Text


class Resting(Struct, frozen=True):
    """On whom a game's dice rest. `verified`: every sealed roll was drawn again from the seed;
    false if that failed, and then `text` says where; null while the seed is not shown, for the
    table's dice and those of a deal. `by_seats`: the seats that contributed, but for those in
    `by_operator`, whose parts were bound with the operator's key. `before`: sealed rolls drawn
    before the contributions were there. `choices`: who could have chosen which dice, as `greffe
    verify` reports it; none where a record does not hold."""

    chance: AnyChance
    verified: bool | None
    text: Text
    commitment: str
    by_seats: tuple[str, ...]
    by_service: tuple[str, ...]
    before: int
    by_operator: tuple[str, ...] = ()
    parts: tuple[PartAt, ...] = ()
    choices: tuple[Choosable, ...] = ()


class SealedAt(Struct, frozen=True):
    """The values that were sealed in a game with seals: how many, the records of those that were
    never opened, and the actions that an arbiter entered without a seal."""

    count: int
    unopened: tuple[int, ...]
    unsealed: tuple[int, ...]
    text: Text


class LogAt(Struct, frozen=True):
    """The log that proves the records: its name, the size of its newest signed head, who is asked
    to cosign, and what is wrong with it, if anything is."""

    origin: str
    signed: int
    witnesses: tuple[str, ...]
    trouble: Text | None


class AuditHead(Struct, frozen=True):
    """The head of an audit, read before its lines. `package` is the digest of what decides a
    game, `build` the program that answers. `complete`: the game is closed, and nothing can follow;
    else this is a prefix."""

    title: Text
    ruleset: str
    version: int
    package: Digest
    catalog: Digest
    placeholders: Annotated[int, Meta(description="How many numbers of the catalog are guesses.")]
    build: str
    opened_at: datetime
    status: Status
    complete: bool
    extent: Text
    fidelity: str
    irregularities: Irregularities
    faults: tuple[Fault, ...]
    resting: Resting
    seals: Annotated[SealedAt | None, Meta(description="Null in a game without seals.")]
    dice: DiceStatistics
    countersignatures: tuple[SignatureAt, ...]
    log: LogAt | None
    limits: Annotated[tuple[Text, ...], Meta(description="What no proof can show.")]


class AuditAt(ForAudience, frozen=True):
    """A game for its arbiter, as an audience may read it. `next` is the `after` of the page that
    follows, if one does."""

    head: AuditHead
    lines: tuple[AuditLine, ...]
    next: int | None
