"""The parley between rounds, for each side's captain: fight on, surrender, offer or answer a truce,
or break off an assault (published rules)."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import Board
from domain.titles.fief.chapters.forces import captain_to_answer, other_side
from domain.titles.fief.chapters.muster import begin_round
from domain.titles.fief.chapters.settle import surrender
from domain.titles.fief.turn import current_battle, judge_stage
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict

NO = Refusals("Battles", """
infidels = Infidels make no truce; break off instead.
truce-refused = The truce was refused; fight on first.
no-truce = No truce was offered to you.
no-walls = Only the attack on a castle or a city can be broken off alone: fight on, surrender or offer a truce.
""")  # fmt: skip


def judge_parley(board: Board, seat: str, action: a.FightOn | a.Surrender) -> Verdict:
    return judge_stage(board, seat, "parley")


def fight_on(course: Course, seat: str, action: a.FightOn) -> None:
    course.emit(f.Spoke(seat))
    if not current_battle(course).waiting:
        begin_round(course, current_battle(course).round + 1)


def judge_truce(board: Board, seat: str, action: a.OfferTruce) -> Verdict:
    due, battle = judge_stage(board, seat, "parley"), board.battle
    if not due.legal or battle is None:
        return due
    side = battle.side_of(seat) or "attack"
    if battle.side(other_side(side)).horde:
        return NO("infidels")
    return NO("truce-refused") if battle.side(side).truce_refused else LEGAL


def judge_truce_answer(board: Board, seat: str, action: a.AnswerTruce) -> Verdict:
    battle = board.battle
    due = (
        battle is not None
        and battle.stage == "truce"
        and seat == captain_to_answer(board, battle.truce)
    )
    return LEGAL if due else NO("no-truce")


def judge_break_off(board: Board, seat: str, action: a.BreakOff) -> Verdict:
    due, battle = judge_stage(board, seat, "parley"), board.battle
    if not due.legal or battle is None:
        return due
    alone = seat in battle.attack.families and (battle.ground != "open" or battle.defence.horde > 0)
    return LEGAL if alone else NO("no-walls")


PARLEY = ("parley",)
MOVES = (
    Move(
        a.FightOn, PARLEY, judge_parley, fight_on, lambda board, seat: (a.FightOn(),), Text("fights on"), Text("Fight on"),
        weight=12,
    ),
    Move(
        a.BreakOff, PARLEY, judge_break_off, lambda course, seat, action: course.emit(f.BattleEnded("broken-off")),
        lambda board, seat: (a.BreakOff(),), Text("breaks the battle off"), Text("Break off"), weight=2,
    ),
    Move(
        a.OfferTruce, PARLEY, judge_truce,
        lambda course, seat, action: course.emit(f.TruceOffered(seat, captain_to_answer(course.board, seat))),
        lambda board, seat: (a.OfferTruce(),), Text("offers a truce"), Text("Offer a truce"),
    ),
    Move(
        a.Surrender, PARLEY, judge_parley,
        lambda course, seat, action: surrender(course, current_battle(course).side_of(seat) or "attack"),
        lambda board, seat: (a.Surrender(),), Text("surrenders"), Text("Surrender"),
    ),
    Move(
        a.AnswerTruce, ("truce",), judge_truce_answer,
        lambda course, seat, action: course.emit(f.BattleEnded("truce") if action.accept else f.TruceRefused(seat)),
        lambda board, seat: (a.AnswerTruce(True), a.AnswerTruce(False)),
        lambda board, action: Text("accepts the truce") if action.accept else Text("refuses the "
            "truce"), Text("Answer a truce"),
    ),
)  # fmt: skip
