"""Answers about records and writes, as structs; what an audience may not know is a tombstone in
them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct

from api.game.schemas.games import Digest, Receipt, Status
from api.web.answers import Base64, ForAudience, Needed, OfGame, StateOfReceipt
from domain.game.aggregate.diff import Change
from domain.game.table.countersignatures import Signed
from domain.kernel.text import Text
from domain.titles.contract.chance import Roll
from domain.titles.contract.ruleset import Outcome, Verdict


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


class Acted(OfGame, frozen=True):
    """An action as it was recorded, with all that came of it. `sentences` are the action's, then
    one for each fact."""

    at: datetime
    seat: str
    action: SeenAction
    facts: tuple[SeenFact, ...]
    rolls: tuple[AnyRoll, ...]
    sentences: tuple[Text, ...]
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class Tried(OfGame, frozen=True):
    """What a dry run found at a position. A legal action shows its facts, rolls and what changes
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


class Written(OfGame, frozen=True):
    """What a write other than an action came to. `actions` are those it took out of force or put
    back."""

    type: str
    at: datetime
    sentence: Text
    actions: tuple[int, ...]
    to_act: tuple[str, ...]
    status: Status
    outcome: Outcome | None
    receipt: Receipt = UNSET
    receipt_state: StateOfReceipt = UNSET


class Ruled(Written, frozen=True, kw_only=True):
    """What a ruling came to. `facts` are those it declared, or that came of the action it let
    stand; `changes` is what became of the board, in the arbiter's view, place by place."""

    facts: tuple[SeenFact, ...]
    changes: tuple[Change, ...]


class Illegal(Struct, frozen=True):
    """An imported action that today's rules would refuse."""

    seq: int
    verdict: Verdict


class Imported(Struct, frozen=True):
    """What an import found. `already`: the game was here before with the same records. `trouble`:
    why today's rules could not judge all of a game of older ones."""

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
    def of(cls, one: Signed) -> SignatureAt:
        return cls(
            one.seq or None, one.at, one.actor, one.seat, one.about, one.public, one.signature
        )
