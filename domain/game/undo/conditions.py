"""Undo: what may be taken back and restored, by whom, and who has to agree.

The barrier is computed from the records, never stored. Undo alone does not cross a roll, a reveal
or another seat's action, because afterwards somebody knows or has done something that undo cannot
reverse. It may also not void standing rolls, since the seat could then roll again, and it may not
void another seat's seal. The policy of the game adds:

    free      a seat takes its own last actions back, up to the barrier; beyond it the seats that
              are affected have to agree
    consent   all other players have to agree, whatever is taken back
    arbiter   a seat asks, the arbiter answers
    none      nothing is taken back; only a ruling can annul

The arbiter takes back to any record, except under `none`. Nothing is taken back in a game from
whose sheet a campaign's next game was opened. In a game whose result a tournament took, nothing is
taken back until the director re-opens the table. Once the arbiter has named the outcome, only the
arbiter takes back and restores."""

from datetime import datetime
from itertools import takewhile
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from domain.game.aggregate.game import Game, Step, need_seat, seat_name
from domain.game.aggregate.standing_rolls import standing_rolls_lost
from domain.game.record.kinds import GAME_KINDS
from domain.game.record.records import UMPIRE, ActionsRetracted, Adjudicate, RetractionAsked
from domain.game.refusals import ProposalRefused, UndoRefused
from domain.game.seals.conditions import BoundSeat, sealed_choice
from domain.kernel.refusals import BadRequest
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text, joined


def steps_from(game: Game, from_seq: int | None) -> tuple[Step, ...]:
    """The steps that go out of force if everything from step `from_seq` on (default: the last) is
    taken back, newest first. Raises `UndoRefused` if there is no such step, or if nothing in this
    game can be taken back."""
    if game.opened.undo == "none":
        raise UndoRefused(
            Text(
                "This game was opened without undo: only a ruling by the arbiter can annul actions."
            ),
        )
    if game.handed_on:
        raise UndoRefused(
            Text(
                "The campaign's next scenario was opened from this game's sheet (record "
                "{handed_on}): nothing can be taken back.",
                handed_on=game.handed_on,
            ),
            game.handed_on,
        )
    need_not_handed_in(game)
    if game.step is None:
        raise UndoRefused(Text("No action is in force: there is nothing to take back."))
    if from_seq is None:
        from_seq = game.step.seq
    gone = [game.step_at(seq) for seq in in_force_from(game, from_seq)]
    if not gone or gone[-1].seq != from_seq:
        raise UndoRefused(
            Text(
                "Record {from_seq} is no action in force: name the first action to take back.",
                from_seq=from_seq,
            ),
            from_seq,
        )
    return tuple(gone)


def need_not_handed_in(game: Game) -> None:
    """Raise `UndoRefused` if a tournament took the game's result and its director has not re-opened
    the table."""
    if game.handed_in:
        raise UndoRefused(
            Text(
                "The tournament took this game's result (record {handed_in}): its director has to "
                "re-open the table first.",
                handed_in=game.handed_in,
            ),
            game.handed_in,
        )


def in_force_from(game: Game, from_seq: int) -> tuple[int, ...]:
    """The actions and corrections in force from record `from_seq` on, newest first."""
    return tuple(
        takewhile(lambda seq: seq >= from_seq, game.history.chain(game.history.tips[game.seq - 1]))
    )


def steps_to_retract(game: Game, seat: str, from_seq: int | None) -> tuple[Step, ...]:
    """The steps that go out of force, newest first, if `seat` takes back everything from `from_seq`
    on without asking (default: the last step). `seat` may be the arbiter. Raises `UndoRefused`,
    which names the record in the way and who would have to agree."""
    if seat != UMPIRE:
        need_seat(game, seat)
    gone = steps_from(game, from_seq)
    if seat == UMPIRE:
        return gone
    need_no_named_outcome(game)
    if game.opened.undo == "arbiter":
        raise UndoRefused(
            Text("In this game the arbiter takes back: ask for it, and say why."),
        )
    for step in gone:
        _need_before_barrier(game, step, seat)
    _need_no_seal_voided(game, seat, gone)
    _need_no_roll_voided(game, gone)
    others = _other_players(game, seat)
    if game.opened.undo == "consent" and others:
        raise UndoRefused(
            Text(
                "In this game nothing is taken back without consent: ask for it, so that {names} "
                "can agree.",
                names=joined([seat_name(game, other) for other in others]),
            ),
        )
    return gone


def _need_before_barrier(game: Game, step: Step, seat: str) -> None:
    """Raise `UndoRefused` if a step is not this seat's, or rolled or revealed something."""
    if step.seat == UMPIRE:
        raise UndoRefused(
            Text(
                "Record {seq} is a correction by the arbiter: only the arbiter takes it back.",
                seq=step.seq,
            ),
            step.seq,
        )
    if step.seat != seat:
        name = game.setting.name(step.seat)
        raise UndoRefused(
            Text(
                "Record {seq} is an action of {name}: taking it back needs consent or the arbiter.",
                seq=step.seq,
                name=name,
            ),
            step.seq,
        )
    if step.stops_undo:
        raise UndoRefused(
            Text(
                "Record {seq} rolled or revealed something: undo alone does not go back across it.",
                seq=step.seq,
            ),
            step.seq,
        )


def _need_no_seal_voided(game: Game, seat: str, gone: tuple[Step, ...]) -> None:
    """Raise `UndoRefused` if another seat's seal would become void without these steps."""
    for seal in voided_seals(game, gone):
        if seal.seat != seat:
            raise UndoRefused(
                Text(
                    "{name} has sealed what it chose since (record {record}): taking this back "
                    "would void "
                    "that seal, and needs consent or the arbiter.",
                    name=seat_name(game, seal.seat),
                    record=seal.record,
                ),
                seal.record,
            )


def voided_seals(game: Game, gone: tuple[Step, ...]) -> tuple[BoundSeat, ...]:
    """The seats whose seals become void without these steps, because the secret choice began with
    one of them."""
    now = sealed_choice(game) if game.history.sealed else None
    return (
        ()
        if now is None or all(step.seq != now.since for step in gone)
        else tuple(now.bound.values())
    )


def _need_no_roll_voided(game: Game, gone: tuple[Step, ...]) -> None:
    left = standing_rolls_lost(game, _tip_without(game, gone))
    if left:
        n, ruling = left[0].roll.number, left[0].ruling
        raise UndoRefused(
            Text(
                "Roll {n} stands by the ruling of record {ruling} and waits to be repeated: undo "
                "alone "
                "does not go back across that.",
                n=n,
                ruling=ruling,
            ),
            ruling,
        )


def _tip_without(game: Game, gone: tuple[Step, ...]) -> int:
    return game.history.before[gone[-1].seq - 1]


def need_no_named_outcome(game: Game) -> None:
    """Raise `UndoRefused` if the arbiter has named the outcome."""
    ruling = game.proceedings.adjudication
    if ruling is not None:
        raise UndoRefused(
            Text(
                "The arbiter has named the outcome (record {seq}): only the arbiter takes back or "
                "restores.",
                seq=ruling.seq,
            ),
            ruling.seq,
        )


def may_undo_alone(game: Game, seat: str) -> bool:
    """Whether the policy lets a seat take back its own last action, up to the barrier, without
    asking."""
    return game.opened.undo == "free" or (
        game.opened.undo == "consent" and not _other_players(game, seat)
    )


def _other_players(game: Game, seat: str) -> tuple[str, ...]:
    return tuple(other for other in game.player_seats if other != seat)


def seats_to_agree(game: Game, seat: str, gone: tuple[Step, ...]) -> tuple[str, ...]:
    """The seats that have to agree if a seat takes these steps back, in order; or the arbiter, if
    no other player can.

    Under `free` these are the players whose actions would go or whose seals would become void. They
    are all other players if a step rolled or revealed something or is an automa's, or if standing
    rolls would become void.
    """
    others = _other_players(game, seat)
    if game.opened.undo == "arbiter" or not others or any(step.seat == UMPIRE for step in gone):
        return (UMPIRE,)
    theirs = {step.seat for step in gone} | {seal.seat for seal in voided_seals(game, gone)}
    everybody = (
        game.opened.undo == "consent"
        or not theirs <= {seat, *others}
        or any(step.stops_undo for step in gone)
    )
    if everybody or standing_rolls_lost(game, _tip_without(game, gone)):
        return others
    return tuple(other for other in others if other in theirs)


def retraction_to_restore(game: Game, seat: str) -> int:
    """The record of the retraction that a seat may restore: the newest, if the seat made it. The
    arbiter may restore any seat's. Raises `UndoRefused`."""
    if seat != UMPIRE:
        need_seat(game, seat)
    need_not_handed_in(game)
    undone = game.undone
    if undone is None:
        raise UndoRefused(
            Text("Nothing can be restored: nothing was taken back since the last action."),
        )
    if seat != UMPIRE:
        need_no_named_outcome(game)
    body = game.history.record(undone.seq).body_as(ActionsRetracted)
    if seat not in (UMPIRE, body.seat):
        name = seat_name(game, body.seat)
        raise UndoRefused(
            Text(
                "{name} took these actions back: only that seat or the arbiter can restore them.",
                name=name,
            ),
            undone.seq,
        )
    return undone.seq


# -- by consent ------------------------------------------------------------------------------------

State = Literal["open", "granted", "refused", "withdrawn", "lapsed"]


class Reply(Struct, frozen=True):
    seq: int
    seat: str
    answer: str


class Proposal(Struct, frozen=True):
    """A seat's request, in record `seq`, to take something back. `settled_by` is the record that
    granted, refused or ended it, or 0."""

    seq: int
    body: RetractionAsked
    replies: tuple[Reply, ...] = ()
    state: State = "open"
    settled_by: int = 0

    @property
    def waits_for(self) -> tuple[str, ...]:
        if self.state != "open":
            return ()
        there = {reply.seat for reply in self.replies}
        return tuple(seat for seat in self.body.affected if seat not in there)


def proposals_of(game: Game, now: datetime | None = None) -> tuple[Proposal, ...]:
    """The requests to take back, oldest first, as of the game's record or as of the time `now`."""
    there = game.proceedings.others if game.history.proceedings else ()
    if all(proposal.state != "open" for proposal in there):
        return there
    time = now or game.history.record(game.seq).body.at
    return tuple(_with_lapse(game, proposal, time) for proposal in there)


def _with_lapse(game: Game, proposal: Proposal, now: datetime) -> Proposal:
    """The proposal as of the time `now`: one that was open is `lapsed` if play has moved on or
    ended, or its time is over."""
    if proposal.state != "open":
        return proposal
    tips = game.history.tips
    later = range(proposal.seq + 1, game.seq + 1)
    settled = next(
        (seq for seq in later if tips[seq - 1] != tips[proposal.seq - 1] or _ends_undo(game, seq)),
        0,
    )
    late = proposal.body.until is not None and now >= proposal.body.until
    return replace(proposal, state="lapsed", settled_by=settled) if settled or late else proposal


def _ends_undo(game: Game, seq: int) -> bool:
    """Whether nothing can be taken back after record `seq`, since it closes the game, hands on its
    sheet or its result, or names its outcome."""
    ruling = game.proceedings.ruling(seq)
    adjudicated = ruling is not None and isinstance(ruling.body.remedy, Adjudicate)
    return adjudicated or GAME_KINDS[game.history.topics[seq - 1]].ends_undo


class OpenRequest(Struct, frozen=True):
    """A request to take something back that is still open: its record, its seat, and the time at
    which it lapses."""

    record: int
    seat: str
    until: datetime | None


def open_requests(game: Game) -> tuple[OpenRequest, ...]:
    """The requests to take back that no record has answered or ended. The time of some may be
    over."""
    return tuple(
        OpenRequest(request.seq, request.body.seat, request.body.until)
        for request in proposals_of(game)
        if request.state == "open"
    )


DAY = 24 * 60 * 60
"""The default lifetime of a proposal, in seconds."""

LONGEST = 30 * DAY
"""The longest lifetime of a proposal, in seconds."""


def steps_to_ask_for(
    game: Game, seat: str, from_seq: int | None, proposals: tuple[Proposal, ...]
) -> tuple[Step, ...]:
    """The steps that would go out of force, if the seat may ask to take back everything from
    `from_seq` on (default: the last step). `proposals` are the game's as of now. Raises a `Refusal`
    if the seat need not ask, or if a request is open."""
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
    need_no_named_outcome(game)
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
    _need_others_to_agree(game, seat, from_seq)
    return gone


def proposal_to_answer(
    game: Game, seq: int, seat: str, proposals: tuple[Proposal, ...], *, agree: bool
) -> Proposal:
    """The proposal of record `seq`, if the seat or the arbiter may answer it. `agree`: the answer
    is to agree. Raises a `Refusal`."""
    if seat != UMPIRE:
        need_seat(game, seat)
    proposal = next((proposal for proposal in proposals if proposal.seq == seq), None)
    if proposal is None:
        raise ProposalRefused(
            Text("Record {asked} asks for nothing to be taken back.", asked=seq), seq
        )
    if proposal.state != "open":
        raise ProposalRefused(_SETTLED(proposal.state, asked=seq), seq, proposal.state)
    _need_may_answer(game, proposal, seat, agree=agree)
    return proposal


def is_granted_by(proposal: Proposal, seat: str) -> bool:
    """Whether every seat that has to agree to the proposal has done so once `seat` agrees. The
    arbiter agrees for all."""
    return seat == UMPIRE or not set(proposal.body.affected) - {
        reply.seat for reply in proposal.replies
    } - {seat}


def _need_others_to_agree(game: Game, seat: str, from_seq: int | None) -> None:
    """Raise `ProposalRefused` if the seat may take this back without asking."""
    try:
        steps_to_retract(game, seat, from_seq)
    except UndoRefused:
        return
    raise ProposalRefused(
        Text("Nobody has to agree to this: take it back without asking."),
    )


_SETTLED = Sentences("""
granted = The proposal of record {asked} was granted: it cannot be answered any more.
refused = The proposal of record {asked} was refused: it cannot be answered any more.
withdrawn = The proposal of record {asked} was withdrawn: it cannot be answered any more.
lapsed
  The proposal of record {asked} has lapsed, because the game went on or is over, or its time ran
    out: it cannot be answered any more.
""")


def _need_may_answer(game: Game, proposal: Proposal, seat: str, *, agree: bool) -> None:
    if seat == UMPIRE or seat in proposal.waits_for or (seat == proposal.body.seat and not agree):
        return
    name = seat_name(game, seat)
    if any(reply.seat == seat for reply in proposal.replies):
        text = Text("{name} has answered this proposal already.", name=name)
    elif seat == proposal.body.seat:
        text = Text("{name} made this proposal and can only withdraw it.", name=name)
    else:
        waiting = [seat_name(game, seat_id, inside=True) for seat_id in proposal.waits_for]
        text = Text(
            "{name} was not asked: the proposal waits for {waiting}.",
            name=name,
            waiting=joined(waiting),
        )
    raise ProposalRefused(text, proposal.seq, proposal.state)
