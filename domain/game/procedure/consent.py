"""What a proposal to take back asks for: who may ask, who may answer, when it is granted."""

from domain.game.aggregate.game import Game, Step, need_seat, seat_name
from domain.game.aggregate.proceedings import Proposal
from domain.game.procedure.undo import need_no_outcome, steps_from, to_retract
from domain.game.record.records import UMPIRE
from domain.game.refusals import ProposalRefused, UndoRefused
from domain.kernel.refusals import BadRequest
from domain.kernel.text import Text

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
