"""Taking back what one seat may not take back alone: ask, agree, refuse, withdraw, lapse.

A proposal is a record; so is each answer. The last agreement and the retraction it grants are
stored together or not at all. A proposal lapses when the play moves on or is over, or its time runs
out; nothing is recorded for that, it follows from the records.
"""

from datetime import timedelta

from domain.game.aggregate.game import Game, Step, need_seat, seat_name
from domain.game.aggregate.proceedings import Proposal, read_proceedings
from domain.game.clerk.clerk import Clerk
from domain.game.clerk.commands import Answer, Order
from domain.game.procedure.undo import affected, line_from, need_no_outcome, steps_from, to_retract
from domain.game.record.records import (
    UMPIRE,
    ActionsRetracted,
    Record,
    RetractionAnswered,
    RetractionAsked,
)
from domain.game.refusals import ProposalRefused, UndoRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text
from domain.kernel.writer import Unit

DAY = 24 * 60 * 60
"""Seconds after which a proposal lapses unless it says otherwise."""

LONGEST = 30 * DAY
"""The most seconds a proposal can stay open."""


def to_ask(
    game: Game, seat: str, from_seq: int | None, proposals: tuple[Proposal, ...]
) -> tuple[Step, ...]:
    """The steps that would go, where a seat may ask for it; `proposals` are those so far, as they
    stand by now. Raises a refusal where there is nothing to ask, or something is asked already."""
    if seat == UMPIRE:
        raise BadRequest(
            "/ask",
            Text(
                "The arbiter takes back without asking anybody: leave `ask` out, or name the seat "
                "that asks."
            ),
        )
    need_seat(game, seat)
    gone = steps_from(game, from_seq)
    need_no_outcome(game)
    for proposal in proposals:
        if proposal.state == "open":
            raise ProposalRefused(
                Text(
                    "Record {seq} already asks for something to be taken back: answer or withdraw "
                    "that first.",
                    seq=proposal.seq,
                ),
                proposal.seq,
                "open",
            )
    _must_be_asked(game, seat, from_seq)
    return gone


def to_answer(
    game: Game, seq: int, seat: str, proposals: tuple[Proposal, ...], *, agree: bool
) -> Proposal:
    """The proposal of record `seq`, where a seat, or the arbiter, may answer it so. Raises a
    refusal."""
    if seat != UMPIRE:
        need_seat(game, seat)
    proposal = next((proposal for proposal in proposals if proposal.seq == seq), None)
    if proposal is None:
        raise ProposalRefused(
            Text("Record {asked} asks for nothing to be taken back.", asked=seq), seq
        )
    if proposal.state != "open":
        raise ProposalRefused(_SETTLED[proposal.state].filled({"asked": seq}), seq, proposal.state)
    _may_answer(game, proposal, seat, agree=agree)
    return proposal


def settles(proposal: Proposal, seat: str) -> bool:
    """Whether nothing is left to wait for once a seat, or the arbiter, agrees."""
    return seat == UMPIRE or not set(proposal.body.affected) - {
        reply.seat for reply in proposal.replies
    } - {seat}


def _must_be_asked(game: Game, seat: str, from_seq: int | None) -> None:
    try:
        to_retract(game, seat, from_seq)
    except UndoRefused:
        return
    raise ProposalRefused(
        Text("Nobody has to agree to this: take it back without asking."),
    )


_SETTLED = {
    "granted": Text("The proposal of record {asked} was granted: it cannot be answered any more."),
    "refused": Text("The proposal of record {asked} was refused: it cannot be answered any more."),
    "withdrawn": Text(
        "The proposal of record {asked} was withdrawn: it cannot be answered any more."
    ),
    "lapsed": Text(
        "The proposal of record {asked} has lapsed, because the game went on or is over, or its "
        "time ran out: "
        "it cannot be answered any more."
    ),
}


def _may_answer(game: Game, proposal: Proposal, seat: str, *, agree: bool) -> None:
    if seat == UMPIRE or seat in proposal.waits_for or (seat == proposal.body.seat and not agree):
        return
    name = seat_name(game, seat)
    if any(reply.seat == seat for reply in proposal.replies):
        en, fr = (
            f"{name.en} has answered this proposal already.",
            f"{name.fr} a déjà répondu à cette demande.",
        )
    elif seat == proposal.body.seat:
        en, fr = (
            f"{name.en} made this proposal and can only withdraw it.",
            f"{name.fr} a fait cette demande et peut seulement la retirer.",
        )
    else:
        waiting = [seat_name(game, seat_id, inside=True) for seat_id in proposal.waits_for]
        en = f"{name.en} was not asked: the proposal waits for {', '.join(n.en for n in waiting)}."
        fr = (
            f"{name.fr} n'a pas été sollicité : la demande attend "
            f"{', '.join(n.fr for n in waiting)}."
        )
    raise ProposalRefused(Text(en, fr), proposal.seq, proposal.state)


class Consents:
    def __init__(self, clerk: Clerk) -> None:
        self._clerk = clerk

    def proposals(self, game: Game) -> tuple[Proposal, ...]:
        """The proposals of a game, oldest first, as they stand by now."""
        return read_proceedings(game.history, game.seq, self._clerk.clock()).proposals

    def ask(
        self,
        order: Order,
        seat: str,
        from_seq: int | None = None,
        reason: str = "",
        seconds: int = DAY,
    ) -> Answer:
        """Ask that everything in force from a record on (default: the last action) be taken
        back."""
        if not 0 < seconds <= LONGEST:
            raise BadRequest(
                "/seconds",
                Text("A proposal stays open for 1 to {longest} seconds.", longest=LONGEST),
            )

        def record(game: Game, unit: Unit) -> Record:
            stamp = unit.stamp
            gone = to_ask(
                game,
                seat,
                from_seq,
                read_proceedings(game.history, game.seq, stamp["at"]).proposals,
            )
            return RetractionAsked(
                **stamp,
                seat=seat,
                from_seq=gone[-1].seq,
                affected=affected(game, seat, gone),
                reason=unit.words(reason, "/reason"),
                until=stamp["at"] + timedelta(seconds=seconds),
            )

        return self._clerk.write(order, record)

    def answer(self, order: Order, seq: int, seat: str, *, agree: bool) -> Answer:
        """Agree or refuse as a seat that was asked; withdraw, as the seat that asked, by refusing.
        The arbiter answers for all.

        Once everybody has agreed, the actions are out of force: the answer is the retraction."""

        def record(game: Game, unit: Unit) -> Record | tuple[Record, ...]:
            stamp = (
                unit.stamp
            )  # it lapses by the time of the answer, as later readers of the records will find
            proposal = to_answer(
                game,
                seq,
                seat,
                read_proceedings(game.history, game.seq, stamp["at"]).proposals,
                agree=agree,
            )
            word = RetractionAnswered(
                **stamp, asked=seq, seat=seat, answer="agree" if agree else "refuse"
            )
            if not agree or not settles(proposal, seat):
                return word
            agreed = [*(reply.seat for reply in proposal.replies), seat]
            gone = line_from(game, proposal.body.from_seq)
            unkeyed = RetractionAnswered(
                at=stamp["at"], actor=order.actor, asked=seq, seat=seat, answer="agree"
            )
            return unkeyed, ActionsRetracted(
                **stamp,
                seat=proposal.body.seat,
                from_seq=proposal.body.from_seq,
                actions=tuple(sorted(gone)),
                reason=proposal.body.reason,
                asked=seq,
                agreed=tuple(agreed),
            )

        return self._clerk.write(order, record)
