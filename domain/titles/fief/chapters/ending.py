"""The end of a session: a victory that the table accepts (published: 3 points alone, 4 as a married
pair), or an agreement."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import Board
from domain.titles.fief.chapters import declaring
from domain.titles.fief.chapters.lords import ally, victory_points
from domain.titles.kit import LEGAL, Course, Move, Outcome, Pick, Refusals, Sentences, Text, Verdict

NO = Refusals("Victory", """
over = The session is over.
no-partner = An agreement has no winners.
not-married = Two families win together only if married.
married = A married family wins together with its ally, {ally}, or not at all.
too-few-points = {need} victory points are needed; the recorded titles give {have}.
not-asked = No proposal waits for your answer.
""")  # fmt: skip
SAID = Sentences("""
agreement = proposes to end the session by agreement
together = claims victory together with {ally} ({points} VP)
alone = claims victory ({points} VP)
""")  # fmt: skip
ENDS = Sentences("""
victory = {winners} wins the session.
married-victory = {winners} win together, by marriage.
agreement = The families agreed to end the session.
""")  # fmt: skip


def judge_propose(board: Board, seat: str, action: a.ProposeEnd) -> Verdict:
    """The verdict on a proposed end. An agreement must name no partner. A victory needs enough
    points in the recorded titles, unless an option leaves that to the table."""
    if action.kind == "agreement":
        return NO("no-partner") if action.partner else LEGAL
    allied = ally(board, seat)
    if action.partner and action.partner != allied:
        return NO("not-married")
    if allied and not action.partner:
        return NO("married", ally=board.word("family", allied))
    have, need = claimed_points(board, seat, action), needed_points(board, action.partner)
    if board.setting.options.victory_shows_in_titles and have < need:
        return NO("too-few-points", need=need, have=have)
    return LEGAL


def claimed_points(board: Board, seat: str, action: a.ProposeEnd) -> int:
    """The victory points of a family, and of the partner it names, from the recorded titles."""
    return victory_points(board, seat) + (
        victory_points(board, action.partner) if action.partner else 0
    )


def needed_points(board: Board, partner: str) -> int:
    """The victory points needed to win: with a partner, or alone if `partner` is empty."""
    needs = board.setting.values.victory
    return needs.married if partner else needs.alone


def propose_end(course: Course, seat: str, action: a.ProposeEnd) -> None:
    others = tuple(s for s in course.board.setting.seats if s != seat)
    course.emit(f.EndProposed(seat, action.kind, action.partner, others))


def sample_propose(board: Board, seat: str, pick: Pick) -> a.ProposeEnd:
    claim = a.ProposeEnd("victory", ally(board, seat))
    return (
        claim
        if claimed_points(board, seat, claim) >= needed_points(board, claim.partner)
        else a.ProposeEnd("agreement")
    )


def judge_end_answer(board: Board, seat: str, action: a.AnswerEnd) -> Verdict:
    return (
        LEGAL if board.proposal is not None and seat in board.proposal.waiting else NO("not-asked")
    )


def answer_proposal(course: Course, seat: str, action: a.AnswerEnd) -> None:
    if not action.agree:
        course.emit(f.EndRefused(seat))
        return
    course.emit(f.EndAgreed(seat))
    proposal = course.board.proposal
    if proposal is None or proposal.waiting:
        return
    if proposal.kind == "agreement":
        course.emit(f.SessionEnded("agreement", ()))
    elif proposal.partner:
        course.emit(f.SessionEnded("married-victory", (proposal.by, proposal.partner)))
    else:
        course.emit(f.SessionEnded("victory", (proposal.by,)))


def outcome(board: Board) -> Outcome | None:
    if (ending := board.ending) is None:
        return None
    return Outcome(
        ending.code,
        ending.winners,
        ENDS(ending.code, winners=board.setting.families(ending.winners)),
    )


def claim_label(board: Board, seat: str, action: a.ProposeEnd) -> Text:
    if action.kind == "agreement":
        return SAID("agreement")
    points = claimed_points(board, seat, action)
    return SAID(
        "together" if action.partner else "alone",
        ally=board.word("family", action.partner),
        points=points,
    )


PROPOSE = Text("Propose the end")
MOVES = (
    declaring.declared(
        a.ProposeEnd,
        ("end",),
        judge=judge_propose,
        do=propose_end,
        sampler=sample_propose,
        label=lambda board, action: claim_label(board, board.waiting[0], action),
        name=PROPOSE,
        form=PROPOSE,
        hint=Text("The other families are asked whether they agree."),
        rule=NO.rule,
    ),
    Move(
        a.AnswerEnd,
        ("proposal",),
        judge_end_answer,
        answer_proposal,
        lambda board, seat: (a.AnswerEnd(True), a.AnswerEnd(False)),
        lambda board, action: (
            Text("agrees to the end") if action.agree else Text("refuses the end")
        ),
        Text("Answer the proposed end"),
    ),
)
