"""Registers the kinds of records for taking back and restoring, alone or by consent."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from domain.game.aggregate.game import Game, seat_name
from domain.game.aggregate.history import History, tip_after_cut
from domain.game.aggregate.proceedings import ProceedingsDraft
from domain.game.aggregate.replayed_record import ReplayedRecord
from domain.game.record import records as r
from domain.game.record.kinds import WATCHERS, GameKind, IncomingRecord, register_game_kinds
from domain.game.record.records import UMPIRE
from domain.game.undo.conditions import (
    LONGEST,
    Proposal,
    Reply,
    State,
    in_force_from,
    is_granted_by,
    open_requests,
    proposal_to_answer,
    proposals_of,
    retraction_to_restore,
    seats_to_agree,
    steps_to_ask_for,
    steps_to_retract,
)
from domain.kernel.kinds import Notice, RecordDiffers, Reference
from domain.kernel.sentences import Sentences
from domain.kernel.text import Text, joined

# -- how it changes the chain ----------------------------------------------------------------------


def _fold_retraction(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    back = tip_after_cut(history, seq, incoming.header.from_seq, incoming.tip)
    history.rulings_below.add_cut(seq, lambda base: history.in_chain(base, back))
    return back, (seq, incoming.tip, incoming.undone)


def _fold_restoration(history: History, seq: int, incoming: IncomingRecord) -> tuple[int, Any]:
    undone, retraction = incoming.undone, incoming.header.retraction
    if undone is None or undone[0] != retraction:
        raise ValueError(f"record {seq} restores retraction {retraction}, which cannot be restored")
    history.rulings_below.add_return(seq, undone[0])
    return undone[1], undone[2]


# -- what it does to proposals ---------------------------------------------------------------------


def _add_proposal(draft: ProceedingsDraft, seq: int, body: r.RetractionAsked) -> None:
    draft.others[seq] = Proposal(seq, body)


def _add_reply(draft: ProceedingsDraft, seq: int, body: r.RetractionAnswered) -> None:
    if body.asked in draft.others:
        draft.others[body.asked] = _with_answer(draft.others[body.asked], seq, body)


def _with_answer(proposal: Proposal, seq: int, body: r.RetractionAnswered) -> Proposal:
    replies = (*proposal.replies, Reply(seq, body.seat, body.answer))
    if body.answer == "refuse":
        state: State = "withdrawn" if body.seat == proposal.body.seat else "refused"
        return replace(proposal, replies=replies, state=state, settled_by=seq)
    return replace(proposal, replies=replies)


def _mark_granted(draft: ProceedingsDraft, seq: int, body: r.ActionsRetracted) -> None:
    if body.asked in draft.others:
        draft.others[body.asked] = replace(
            draft.others[body.asked], state="granted", settled_by=seq
        )


# -- how it is told --------------------------------------------------------------------------------


def records_in_words(seqs: tuple[int, ...], first: int) -> Text:
    if len(seqs) < 2:
        return Text("record {first}", first=first)
    numbers = ", ".join(map(str, seqs[:-1]))
    return Text("records {numbers} and {seqs}", numbers=numbers, seqs=seqs[-1])


def _say_retraction(game: Game, body: r.ActionsRetracted) -> Text:
    who, what = seat_name(game, body.seat), records_in_words(body.actions, body.from_seq)
    if not body.agreed:
        return Text("{who} takes back {what}.", who=who, what=what)
    names = [seat_name(game, seat, inside=True) for seat in body.agreed]
    agreed = joined(names, Text.pgettext("agreed", " and "))
    return Text("{who} takes back {what}, as {agreed} agreed.", who=who, what=what, agreed=agreed)


def _say_answer(game: Game, body: r.RetractionAnswered) -> Text:
    who, n = seat_name(game, body.seat), body.asked
    if body.answer == "refuse" and body.seat == getattr(game.history.record(n).body, "seat", ""):
        return Text("{who} withdraws the request of record {n}.", who=who, n=n)
    if _is_by_one_actor(game, body):
        return Text(
            "{who} agrees to the retraction asked for in record {n}, by the hand that asked for it.",
            who=who,
            n=n,
        )
    return _ANSWERS(body.answer, who=who, n=n)


def _is_by_one_actor(game: Game, body: r.RetractionAnswered) -> bool:
    """Whether the actor who asked for a retraction also entered this agreement to it."""
    there = 0 < body.asked <= game.seq and body.answer == "agree"
    return there and game.history.record(body.asked).body.actor == body.actor


_ANSWERS = Sentences("""
agree = {who} agrees to the retraction asked for in record {n}.
refuse = {who} refuses the retraction asked for in record {n}.
lapsed = {who} did not answer the retraction asked for in record {n}.
""")


def _notices_of_asked(game: Game, body: r.RetractionAsked) -> Iterator[Notice]:
    asked = tuple(seat for seat in body.affected if seat not in (body.seat, UMPIRE))
    yield Notice("request", asked, officials=UMPIRE in body.affected)


# -- how it is asked for again ---------------------------------------------------------------------


def _check_asked(on: ReplayedRecord, body: Any) -> None:
    gone = steps_to_ask_for(on.game, body.seat, body.from_seq, proposals_of(on.game, body.at))
    on.need_same("affected", seats_to_agree(on.game, body.seat, gone))
    seconds = (body.until - body.at).total_seconds() if body.until is not None else 0
    if not 0 < seconds <= LONGEST:
        raise RecordDiffers(Text("it does not stay open for as long as one can"))


def _check_answered(on: ReplayedRecord, body: Any) -> None:
    if body.answer not in ("agree", "refuse"):
        raise RecordDiffers(Text("nobody answers like this"))
    agree = body.answer == "agree"
    proposal_to_answer(
        on.game,
        body.asked,
        body.seat,
        proposals_of(on.game, body.at),
        agree=agree,
    )


def _check_retracted(on: ReplayedRecord, body: Any) -> None:
    if body.asked:
        _need_agreed(on, body)
        return
    gone = steps_to_retract(on.game, body.seat, body.from_seq)
    on.need_same("actions", tuple(step.seq for step in reversed(gone)))
    on.need_same("agreed", ())


def _need_agreed(on: ReplayedRecord, body: Any) -> None:
    """Raise `RecordDiffers` unless a retraction by consent follows the last agreement to it."""
    game, last = on.game, on.previous
    proposal = _proposal_before(on, body.asked)
    if (
        proposal is None
        or not (
            isinstance(last, r.RetractionAnswered)
            and last.asked == body.asked
            and last.answer == "agree"
        )
        or not is_granted_by(proposal, last.seat)
    ):
        raise RecordDiffers(
            Text(
                "not all who were to agree to what record {asked} asked for have agreed with "
                "the record before it",
                asked=body.asked,
            ),
        )
    on.need_same("seat", proposal.body.seat)
    on.need_same("from_seq", proposal.body.from_seq)
    on.need_same("reason", proposal.body.reason)
    on.need_same("actions", tuple(sorted(in_force_from(game, body.from_seq))))
    on.need_same("agreed", (*(reply.seat for reply in proposal.replies), last.seat))


def _proposal_before(on: ReplayedRecord, seq: int) -> Proposal | None:
    """The proposal of record `seq`, without what the record just before the requested one does to
    it; None if there is no such proposal."""
    there = proposals_of(on.before, on.body.at)
    return next((proposal for proposal in there if proposal.seq == seq), None)


def _check_restored(on: ReplayedRecord, body: Any) -> None:
    on.need_same("retraction", retraction_to_restore(on.game, body.seat))


def _need_granted(on: ReplayedRecord, answer: r.RetractionAnswered) -> None:
    """Raise `RecordDiffers` if `answer` was the last agreement and the record after it is not the
    retraction."""
    if isinstance(on.body, r.ActionsRetracted):
        return
    there = _proposal_before(on, answer.asked)
    if answer.answer == "agree" and there is not None and is_granted_by(there, answer.seat):
        raise RecordDiffers(
            Text(
                "with record {seq} everybody had agreed, and what was asked for is not taken back",
                seq=on.game.seq,
            ),
        )


register_game_kinds(
    GameKind(
        record=r.RetractionAsked,
        references={"from_seq": Reference((r.ActionTaken, r.RulingGiven))},
        reads=WATCHERS,
        part="undo",
        says=lambda game, body: Text(
            "{who} asks to take back everything from record {n}.",
            who=game.setting.name(body.seat),
            n=body.from_seq,
        ),
        asks=_check_asked,
        column="proceedings",
        add_proceeding=_add_proposal,
        notices=_notices_of_asked,
        stops_clocks=lambda game: bool(open_requests(game)),
        grows=True,
    ),
    GameKind(
        record=r.RetractionAnswered,
        references={"asked": Reference((r.RetractionAsked,))},
        reads=WATCHERS,
        part="undo",
        says=_say_answer,
        by_hand=_is_by_one_actor,
        asks=_check_answered,
        column="proceedings",
        add_proceeding=_add_reply,
        check_next=_need_granted,
    ),
    GameKind(
        record=r.ActionsRetracted,
        references={"asked": Reference((r.RetractionAsked,), may_be_none=True)},
        reads=WATCHERS,
        part="undo",
        says=_say_retraction,
        asks=_check_retracted,
        fold=_fold_retraction,
        add_proceeding=_mark_granted,
    ),
    GameKind(
        record=r.ActionsRestored,
        reads=WATCHERS,
        part="undo",
        says=lambda game, body: Text(
            "{who} restores what record {n} took back.",
            who=seat_name(game, body.seat),
            n=body.retraction,
        ),
        asks=_check_restored,
        fold=_fold_restoration,
        grows=True,
    ),
)
