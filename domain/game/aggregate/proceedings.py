"""Proceedings beside the play: proposals to take back, claims and rulings, as they stand after a
record.

Nothing here is stored: it follows from the records and, for what lapses, from the time. A game has
few of these records, so they are read when somebody asks.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.history import History, Memo
from domain.game.record.kinds import GAME_KINDS
from domain.game.record.records import (
    Adjudicate,
    ClaimFiled,
    GameOpened,
    Penalty,
    RetractionAsked,
    RulingGiven,
    Stands,
    StartClocks,
    StopClocks,
)
from domain.kernel.text import NO_WORDS, Text
from domain.titles.contract.ruleset import Outcome

WRONG = ("illegal-action", "wrong-entry", "dice")
"""Reasons that say of a record that something is wrong with it
(`domain/game/rulings/conditions.py`)."""

State = Literal["open", "granted", "refused", "withdrawn", "lapsed"]


class Reply(Struct, frozen=True):
    seq: int
    seat: str
    answer: str


class Proposal(Struct, frozen=True):
    """A seat asked in record `seq` for something to be taken back. `settled` is the record that
    settled it, or 0."""

    seq: int
    body: RetractionAsked
    replies: tuple[Reply, ...] = ()
    state: State = "open"
    settled: int = 0

    @property
    def waits_for(self) -> tuple[str, ...]:
        if self.state != "open":
            return ()
        there = {reply.seat for reply in self.replies}
        return tuple(seat for seat in self.body.affected if seat not in there)


class Claim(Struct, frozen=True):
    """A claim, in record `seq`; `ruling` is the ruling in force that answers it, or 0 while it is
    open."""

    seq: int
    body: ClaimFiled
    ruling: int = 0


class Ruling(Struct, frozen=True):
    """A ruling, in record `seq`; `overturned` is the record that overturned it, or 0 while it
    holds."""

    seq: int
    body: RulingGiven
    overturned: int = 0


class Proceedings(Struct, frozen=True):
    proposals: tuple[Proposal, ...] = ()
    claims: tuple[Claim, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    @property
    def holding(self) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.rulings if not ruling.overturned)

    @property
    def open_claims(self) -> tuple[Claim, ...]:
        return tuple(claim for claim in self.claims if not claim.ruling)

    @property
    def adjudicated(self) -> Ruling | None:
        """The newest ruling that names the outcome and holds."""
        adjudications = (
            ruling
            for ruling in reversed(self.holding)
            if isinstance(ruling.body.remedy, Adjudicate)
        )
        return next(adjudications, None)

    @property
    def outcome(self) -> Outcome | None:
        ruling = self.adjudicated
        return (
            ruling.body.remedy.outcome
            if ruling and isinstance(ruling.body.remedy, Adjudicate)
            else None
        )

    @property
    def stopped(self) -> Ruling | None:
        """The ruling by which the clocks of the seats stand; none where the newest that holds has
        started them again."""
        stops = (
            ruling
            for ruling in reversed(self.holding)
            if isinstance(ruling.body.remedy, StopClocks | StartClocks)
        )
        last = next(stops, None)
        return last if last is not None and isinstance(last.body.remedy, StopClocks) else None

    def penalties(self) -> tuple[tuple[int, Penalty], ...]:
        return tuple(
            (r.seq, r.body.remedy) for r in self.holding if isinstance(r.body.remedy, Penalty)
        )

    def let_stand(self) -> tuple[int, ...]:
        bodies = (
            r.body
            for r in self.holding
            if isinstance(r.body.remedy, Stands) and r.body.code in WRONG
        )
        return tuple(body.about for body in bodies if body.about)

    def proposal(self, seq: int) -> Proposal | None:
        return next((proposal for proposal in self.proposals if proposal.seq == seq), None)

    def ruling(self, seq: int) -> Ruling | None:
        return next((ruling for ruling in self.rulings if ruling.seq == seq), None)

    def claim(self, seq: int) -> Claim | None:
        return next((claim for claim in self.claims if claim.seq == seq), None)


NONE = Proceedings()

_SETTLED: Memo[Proceedings] = Memo(NONE)
"""Proceedings that no time and no play can change any more."""


def read_proceedings(history: History, upto: int, now: datetime | None = None) -> Proceedings:
    """The proceedings of a game after its record `upto`, as they stood then; with `now`, as they
    stand at that time."""
    count = bisect_right(history.proceedings, upto)
    if not count:
        return NONE
    known, at, proceedings = _SETTLED.known(history)
    if known == count and at <= upto:
        return proceedings
    proceedings = _read(history, count)
    if any(proposal.state == "open" for proposal in proceedings.proposals):
        time = now or history.filed(upto).body.at
        rulings = {ruling.seq: ruling for ruling in proceedings.rulings}
        proceedings = replace(
            proceedings,
            proposals=tuple(
                _lapsed(proposal, history, upto, time, rulings)
                for proposal in proceedings.proposals
            ),
        )
    if now is None and not any(
        proposal.state == "open" for proposal in proceedings.proposals
    ):  # and so it stays, whatever is played
        _SETTLED.keep(history, count, upto, proceedings)
    return proceedings


class Draft:
    """Proposals, claims and rulings by their records, as far as they were read."""

    def __init__(self) -> None:
        self.proposals: dict[int, Proposal] = {}
        self.claims: dict[int, Claim] = {}
        self.rulings: dict[int, Ruling] = {}


def _read(history: History, count: int) -> Proceedings:
    draft = Draft()
    for seq in history.proceedings[:count]:
        proceeds = GAME_KINDS[history.topics[seq - 1]].proceeds
        if proceeds is not None:
            proceeds(draft, seq, history.matter(seq))
    return Proceedings(
        tuple(draft.proposals.values()), tuple(draft.claims.values()), tuple(draft.rulings.values())
    )


def _lapsed(
    proposal: Proposal, history: History, upto: int, now: datetime, rulings: Mapping[int, Ruling]
) -> Proposal:
    """An open proposal lapses when the play moves on or cannot any more, or when its time has run
    out."""
    if proposal.state != "open":
        return proposal
    tip = history.tips[proposal.seq - 1]
    later = range(proposal.seq + 1, upto + 1)
    settled = next(
        (seq for seq in later if history.tips[seq - 1] != tip or _settles(history, seq, rulings)), 0
    )
    late = proposal.body.until is not None and now >= proposal.body.until
    return replace(proposal, state="lapsed", settled=settled) if settled or late else proposal


def _settles(history: History, seq: int, rulings: Mapping[int, Ruling]) -> bool:
    """Whether record `seq` leaves nothing to be taken back: the game is closed, handed on or
    adjudicated with it."""
    adjudicated = seq in rulings and isinstance(rulings[seq].body.remedy, Adjudicate)
    return adjudicated or GAME_KINDS[history.topics[seq - 1]].settles


# -- what closing waits for ------------------------------------------------------------------------


def waits_for(status: str, open_claims: Sequence[int], opened: GameOpened) -> Text | None:
    """What a game with an outcome waits for before it is closed; none while it is played and once
    it is closed. `open_claims` are the records of those that no ruling answers."""
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
