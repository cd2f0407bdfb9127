"""The audit of a game, as structs: a head about the whole game, and a line for each record."""

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
    """The position after a record: how far the replay confirms it, and its fingerprint. The
    fingerprint is for the arbiter only, and null while somebody could guess a secret from it."""

    fidelity: Annotated[str, Meta(description="`exact`, `unverified`, or `diverged at n`.")]
    fingerprint: str | None


class Why(Struct, frozen=True):
    """The reason why something was decided or taken back: the rule, the reason's code with its
    words, and free text."""

    rule: str | None
    code: str | None
    reason: Text | None
    words: str | None


class Refers(Struct, frozen=True):
    """Another record to which this one refers, and how."""

    how: How
    seq: int


class DiceLine(Struct, frozen=True):
    """A roll and its source in words: `sealed roll 12`; `verified roll 12` once the seed is
    revealed and the roll was drawn again; `roll 12, attested by …` if it was typed in from the
    table."""

    roll: AnyRoll
    provenance: Text


class AuditLine(Struct, frozen=True):
    """A record in the audit. `at` is by the service's clock, `client_at` by the entering device's;
    `by` is the key or link; `out_of_force` is the record that took it out of force; `irregular`:
    something is wrong with it."""

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
    """A record that makes the position irregular, and its sentence."""

    seq: int
    text: Text


class PartAt(Struct, frozen=True):
    """One seat's part of the dice: who committed to it, and who revealed it (null: nobody so far).
    `by` is `service` if the service stood in. Only this service vouches for whose key or link it
    was."""

    seat: str
    by: Literal["seat", "service"]
    bound: Hand
    shown: Hand | None
    text: Text


class Choosable(Struct, frozen=True):
    """A way in which somebody could have chosen dice and which no record can rule out, and the
    record it is about (null: none). It does not mean that anybody did."""

    seq: int | None
    text: Text


class Resting(Struct, frozen=True):
    """On whom a game's dice depend. `verified`: every sealed roll was drawn again from the seed;
    false if that failed, and then `text` says where; null while the seed is not revealed, for the
    table's dice and for those of a shared deal. `by_seats`: the seats that contributed, except
    those in `by_operator`, whose parts were committed with the operator's key. `before`: the number
    of sealed rolls drawn before all contributions were there. `choices`: who could have chosen
    which dice, as `greffe verify` reports it; empty if a record is not valid."""

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
    """The seals of a game: how many there are, the records of those that were never opened, and the
    actions that an arbiter entered without a seal."""

    count: int
    unopened: tuple[int, ...]
    unsealed: tuple[int, ...]
    text: Text


class LogAt(Struct, frozen=True):
    """The log that proves the records: its name, the size of its newest signed head, its witnesses,
    and what is wrong with it (null: nothing)."""

    origin: str
    signed: int
    witnesses: tuple[str, ...]
    trouble: Text | None


class AuditHead(Struct, frozen=True):
    """The head of an audit. `package` is the digest of the code and data that decide a game,
    `build` is the program that answers. `complete`: the game is closed, and no record can follow;
    else more may follow."""

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
    """The audit of a game as an audience may read it. `next` is the value of `after` for the next
    page, or null."""

    head: AuditHead
    lines: tuple[AuditLine, ...]
    next: int | None
