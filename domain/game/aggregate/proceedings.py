"""The proceedings of a game: its claims, rulings and requests to take back, with the state of each
after a record.

Nothing here is stored. It follows from the records; these are few and decoded when needed.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.game.aggregate.history import History, Memo
from domain.game.record.kinds import GAME_KINDS
from domain.game.record.records import (
    Adjudicate,
    ClaimFiled,
    GameOpened,
    Penalty,
    RulingGiven,
    Stands,
    StartClocks,
    StopClocks,
)
from domain.kernel.text import NO_WORDS, Text
from domain.titles.contract.ruleset import Outcome

WRONG = ("illegal-action", "wrong-entry", "dice")
"""Codes of rulings which say that something is wrong with a record
(`domain/game/rulings/conditions.py`)."""


class Claim(Struct, frozen=True):
    """A claim and the seq of its record. `ruling` is the ruling in force that answers it, or 0
    while it is open."""

    seq: int
    body: ClaimFiled
    ruling: int = 0


class Ruling(Struct, frozen=True):
    """A ruling and the seq of its record. `overturned` is the record that overturned it, or 0 while
    it is in force."""

    seq: int
    body: RulingGiven
    overturned: int = 0


class Proceedings(Struct, frozen=True):
    claims: tuple[Claim, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    others: tuple[Any, ...] = ()

    @property
    def rulings_in_force(self) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.rulings if not ruling.overturned)

    @property
    def open_claims(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if not claim.ruling)

    @property
    def adjudication(self) -> Ruling | None:
        """The newest ruling in force that names the outcome, or None."""
        adjudications = (
            ruling
            for ruling in reversed(self.rulings_in_force)
            if isinstance(ruling.body.remedy, Adjudicate)
        )
        return next(adjudications, None)

    @property
    def outcome(self) -> Outcome | None:
        ruling = self.adjudication
        return (
            ruling.body.remedy.outcome
            if ruling and isinstance(ruling.body.remedy, Adjudicate)
            else None
        )

    @property
    def clock_stop(self) -> Ruling | None:
        """The ruling in force that stopped the clocks, or None if they are not stopped or were
        started again."""
        stops = (
            ruling
            for ruling in reversed(self.rulings_in_force)
            if isinstance(ruling.body.remedy, StopClocks | StartClocks)
        )
        last = next(stops, None)
        return last if last is not None and isinstance(last.body.remedy, StopClocks) else None

    def penalties(self) -> tuple[tuple[int, Penalty], ...]:
        """The penalties in force, each with the record of its ruling."""
        return tuple(
            (r.seq, r.body.remedy)
            for r in self.rulings_in_force
            if isinstance(r.body.remedy, Penalty)
        )

    def records_let_stand(self) -> tuple[int, ...]:
        """The records that rulings in force let stand although they are illegal or wrong."""
        bodies = (
            r.body
            for r in self.rulings_in_force
            if isinstance(r.body.remedy, Stands) and r.body.code in WRONG
        )
        return tuple(body.about for body in bodies if body.about)

    def ruling(self, seq: int) -> Ruling | None:
        return next((ruling for ruling in self.rulings if ruling.seq == seq), None)

    def claim(self, seq: int) -> Claim | None:
        return next((claim for claim in self.claims if claim.seq == seq), None)


NONE = Proceedings()

_READ: Memo[Proceedings] = Memo()


def read_proceedings(history: History, upto: int) -> Proceedings:
    """The proceedings of a game after its record `upto`."""
    count = bisect_right(history.proceedings, upto)
    return _READ.of(history, count, lambda: _proceedings_of(history, count)) if count else NONE


class ProceedingsDraft:
    """The proceedings so far while records are read in order. Each claim, ruling and request is
    found by the seq of the record that made it. `others` are requests to take back."""

    def __init__(self) -> None:
        self.claims: dict[int, Claim] = {}
        self.rulings: dict[int, Ruling] = {}
        self.others: dict[int, Any] = {}


def _proceedings_of(history: History, count: int) -> Proceedings:
    draft = ProceedingsDraft()
    for seq in history.proceedings[:count]:
        add_proceeding = GAME_KINDS[history.topics[seq - 1]].add_proceeding
        if add_proceeding is not None:
            add_proceeding(draft, seq, history.cached_body(seq))
    return Proceedings(
        tuple(draft.claims.values()), tuple(draft.rulings.values()), tuple(draft.others.values())
    )


# -- what closing waits for ------------------------------------------------------------------------


def closing_needs_text(status: str, open_claims: Sequence[int], opened: GameOpened) -> Text | None:
    """The sentence about what a game with an outcome needs before it can be closed; None if the
    game is open or closed. `open_claims` are the records of unanswered claims."""
    if status != "ended":
        return None
    if open_claims:
        return Text(
            "The game is over, and not closed: the arbiter has to rule on what was claimed "
            "(record {claims}).",
            claims=", ".join(map(str, open_claims)),
        )
    before = Text("until then a claim can be filed")
    if opened.undo != "none":
        before = Text("{before} and an action taken back", before=before)
    then = Text(" Closing shows the seed of its dice.") if opened.chance == "sealed" else NO_WORDS
    return Text(
        "The game is over, and waits for the arbiter or the organiser to close it: {before}.{then}",
        before=before,
        then=then,
    )
