"""The sequence of a turn: which families act in each phase, and what happens between phases.

The base game's phase Achats (4.0) is four phases here, in the order of T 4.1 and T 4.3: ransoms,
upkeep of the mercenaries, their auction, other purchases."""

from typing import Any

from domain.kernel.text import listed
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import IN_TURN, TURN, Battle, Board, Phase, Stage
from domain.titles.fief.words import NOBODY, PHASES, STAGES
from domain.titles.kit import (
    LEGAL,
    OVER,
    Action,
    Course,
    Move,
    Phase as Moment,
    Refusals,
    Text,
    Verdict,
    accept_any,
)

RULE = "Phases"
ALONE: frozenset[str] = frozenset((*IN_TURN, "placement", "ransom"))
TOGETHER: tuple[Phase, ...] = ("upkeep", "auction")

ANSWERS = Text("answers the proposed end")
MOMENTS = (
    *(Moment(id, name) for id, name in (PHASES | STAGES).items()),
    Moment("proposal", ANSWERS),
    Moment("revolt", Text("may calm the revolt")),
)

NO = Refusals(RULE, """
no-seat = No family sits at {seat}.
over = The session is over.
battle-first = The battle has to be fought out first.
revolt-first = The revolt has to be settled first.
answer-first = The proposed end of the session has to be answered first.
wrong-phase = This is the phase {now}; the action belongs to {due}.
not-your-turn = It is the turn of {whose}.
not-asked = The battle does not wait for this from you now.
no-village = There is no village {place} on the map.
""")  # fmt: skip


# -- whose turn it is ------------------------------------------------------------------------------


def awaited(board: Board) -> str:
    """What the session waits for: a proposal, a revolt, a stage of the battle, or else the
    phase."""
    if board.ending is not None:
        return OVER
    if board.proposal is not None:
        return "proposal"
    if board.revolt is not None:
        return "revolt" if board.revolt.waiting else "losses"
    return board.battle.stage if board.battle is not None else board.phase


def need_family(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    """A gate: refuses seats that are no family of the session."""
    return LEGAL if seat in board.families else NO.under("Families")("no-seat", seat=seat)


def need_not_over(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    """A gate: refuses every action after the end."""
    return LEGAL if board.ending is None else NO.under("Victory")("over")


def need_turn(rules: Any, board: Board, seat: str, action: Action) -> Verdict:
    """A gate for actions that families take alone in a phase: refuses them in other phases, to a
    family that is not next, and while a battle, a revolt or a proposal is in progress. Other
    actions pass; their judges check who may act."""
    move = rules.moves[type(action)]
    if not ALONE.issuperset(move.phases):
        return LEGAL
    if board.battle is not None:
        return NO.under("Battles")("battle-first")
    if board.revolt is not None:
        return NO.under("T 4.4")("revolt-first")
    if board.proposal is not None:
        return NO.under("Victory")("answer-first")
    if board.phase not in move.phases:
        due = listed(tuple(PHASES[phase] for phase in move.phases), NOBODY)
        return NO.under(move.rule or RULE)("wrong-phase", now=PHASES[board.phase], due=due)
    if board.waiting[:1] != (seat,):
        return NO("not-your-turn", whose=board.setting.families(board.waiting[:1]))
    return LEGAL


GATES = (need_family, need_not_over, need_turn)


def judge_stage(board: Board, seat: str, stage: Stage, rule: str = "Battles") -> Verdict:
    """Refuses, citing `rule`, a family for which the battle does not wait at this stage."""
    battle = board.battle
    waits = battle is not None and battle.stage == stage and seat in battle.waiting
    return LEGAL if waits else NO.under(rule)("not-asked")


def current_battle(course: Course) -> Battle:
    battle: Battle | None = course.board.battle
    assert battle is not None
    return battle


def acting_families(board: Board, phase: Phase) -> tuple[str, ...]:
    """The families that have something to do in a phase, in order. If there are none, the phase is
    skipped."""
    seats = board.setting.seats
    if phase == "ransom":
        captive = {lord.family for lord in board.lords.values() if lord.captor and not lord.dead}
        return tuple(s for s in seats if s in captive)
    if phase == "upkeep":
        return tuple(s for s in seats if board.families[s].camp)
    if phase == "auction":
        return seats if board.pool else ()
    return seats


def begin_phase(course: Course, phase: Phase) -> None:
    """Begin a phase, or the next one in which a family has something to do."""
    if families := acting_families(course.board, phase):
        course.emit(f.PhaseBegan(phase, families))
    else:
        begin_phase_after(course, phase)


def begin_phase_after(course: Course, phase: Phase) -> None:
    """Begin the phase that follows `phase`. After the last one, return the mercenaries to their
    camps (T 4.2) and begin a new turn."""
    if phase in ("placement", "end"):
        for place, there in course.board.places.items():
            for family, troops in there.troops.items():
                if troops.mercenary:
                    course.emit(f.MercenariesReturned(family, place, troops.mercenary))
        course.emit(f.TurnBegan(course.board.turn + 1))
        begin_phase(course, TURN[0])
    else:
        begin_phase(course, TURN[TURN.index(phase) + 1])


def end_family_phase(course: Course, family: str) -> None:
    """Emit that a family has ended its part of the phase; after the last, begin the next phase."""
    course.emit(f.FamilyDone(family))
    if not course.board.waiting:
        begin_phase_after(course, course.board.phase)


def village_refusal(place: str) -> Verdict:
    return NO.under("Map")("no-village", place=place)


def judge_village(board: Board, place: str) -> Verdict:
    return (
        LEGAL
        if place in board.setting.places and place != board.setting.values.overseas.id
        else village_refusal(place)
    )


MOVES = (
    Move(
        a.EndPhase,
        (*IN_TURN, "ransom"),
        accept_any,
        lambda course, seat, action: end_family_phase(course, seat),
        lambda board, seat: (a.EndPhase(),),
        Text("is done"),
        Text("End the phase"),
        passing=True,
    ),
)
