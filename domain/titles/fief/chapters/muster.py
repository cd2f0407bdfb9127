"""T 4.2: mercenaries in battle. Their employers send them from the camp at the start of the battle
and of each round."""

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import Battle, Board
from domain.titles.fief.chapters.arrows import begin_arrows
from domain.titles.fief.chapters.forces import (
    Force,
    army,
    captain,
    combat_points,
    dice_for,
    dice_lost_to_walls,
    force_in_battle,
    round_dice,
)
from domain.titles.fief.chapters.settle import end_battle_if_over
from domain.titles.fief.turn import current_battle
from domain.titles.kit import LEGAL, Course, Move, Refusals, Text, Verdict

NO = Refusals("T 4.2", """
revolt = Mercenaries cannot step in during a revolt.
no-battle = There is no battle to send mercenaries to.
no-lord = Mercenaries join a battle only where one of your lords takes part.
not-in-camp = There are {camp} mercenaries in your camp; {away} have fought this turn and stay where they are until it ends.
mid-round = Mercenaries come at the start of the battle or of a round.
held = You have already spoken for this round.
not-asked = Nobody asks for your mercenaries now.
""")  # fmt: skip


def begin_muster(course: Course) -> None:
    """Begin a muster, before the archers and before each round: the battle waits for families that
    have a lord in it and mercenaries in their camp (T 4.2). If there are none, the muster ends at
    once."""
    board, battle = course.board, current_battle(course)
    families = (*battle.attack.families, *battle.defence.families)
    if able := tuple(
        s for s in families if board.families[s].camp and board.lords_of(s, battle.place)
    ):
        course.emit(f.StageBegan("muster", able))
    else:
        end_muster(course)


def end_muster(course: Course) -> None:
    """Go on after a muster: to the archers or to the dice of the round, unless the battle ends."""
    battle, board = current_battle(course), course.board
    if not battle.round and end_battle_if_over(course):
        return
    if _is_attack_too_weak(board, battle):
        course.emit(f.BattleEnded("too-weak"))
    elif battle.round:
        course.emit(f.StageBegan("clash", (captain(board, battle, "attack"),)))
    elif not begin_arrows(course):
        begin_round(course, 1)


def _is_attack_too_weak(board: Board, battle: Battle) -> bool:
    """Whether the battle ends because the walls leave the attack no dice (published). Before the
    first round, mercenaries that may still come from the attackers' camps count, too (T 4.2).
    Version 1 checked only once, before the archers, and without the camps."""
    if battle.round > (0 if board.setting.is_version_1 else 1) or not dice_lost_to_walls(
        board, battle
    ):
        return False
    if battle.round or board.setting.is_version_1:
        return not round_dice(board, battle, "attack")
    to_come = sum(
        board.families[s].camp for s in battle.attack.families if board.lords_of(s, battle.place)
    )
    strength = army(board, battle, battle.attack) + Force(mercenary=to_come)
    return dice_for(board.setting.values, combat_points(board, strength)) <= dice_lost_to_walls(
        board, battle
    )


def begin_round(course: Course, round: int) -> None:
    battle = current_battle(course)
    course.emit(f.RoundBegan(round, battle.quiet + 1 if battle.round and not battle.felled else 0))
    begin_muster(course)


def judge_commit(board: Board, seat: str, action: a.CommitMercenaries) -> Verdict:
    """The verdict on sending mercenaries. They come from the camp to a battle in which their
    employer has a lord, at its start or between rounds, and not in a revolt (T 4.2)."""
    battle = board.battle
    if board.revolt is not None:
        return NO("revolt")
    if battle is None:
        return NO("no-battle")
    if battle.side_of(seat) is None or not force_in_battle(board, battle, seat).lords:
        return NO("no-lord")
    camp = board.families[seat].camp
    if action.count > camp:
        away = sum(
            place.troops[seat].mercenary for place in board.places.values() if seat in place.troops
        )
        return NO("not-in-camp", camp=camp, away=away)
    if battle.stage != "muster":
        return NO("mid-round")
    return LEGAL if seat in battle.waiting else NO("held")


def commit_mercenaries(course: Course, seat: str, action: a.CommitMercenaries) -> None:
    """Emit that mercenaries enter the battle. In a plague zone half of all that the family sends in
    this muster die at once, rounded down."""
    board, battle = course.board, current_battle(course)
    plague, one_in = board.place(battle.place).plague, board.setting.values.plague_fells_one_in
    before = battle.sent.get(seat, 0)
    felled = (before + action.count) // one_in - before // one_in if plague else 0
    course.emit(f.MercenariesCommitted(seat, action.count, felled))
    if not course.board.families[seat].camp:
        _end_sending(course, seat)


def judge_hold_mercenaries(board: Board, seat: str, action: a.HoldMercenaries) -> Verdict:
    battle = board.battle
    question = battle is not None and battle.stage == "muster" and seat in battle.waiting
    return LEGAL if question else NO("not-asked")


def _end_sending(course: Course, seat: str) -> None:
    """Emit that a family sends no more mercenaries; after the last family, end the muster."""
    course.emit(f.Spoke(seat))
    if not current_battle(course).waiting:
        end_muster(course)


MOVES = (
    Move(
        a.HoldMercenaries, ("muster",), judge_hold_mercenaries, lambda course, seat, action: _end_sending(course, seat),
        lambda board, seat: (a.HoldMercenaries(),), Text("sends no more mercenaries"), Text("Hold mercenaries back"),
    ),
    Move(
        a.CommitMercenaries, ("muster",), judge_commit, commit_mercenaries,
        lambda board, seat: (a.CommitMercenaries(count) for count in range(1, board.families[seat].camp + 1)),
        Text("sends {count:mercenary|mercenaries} into the battle"), Text("Commit mercenaries"), weight=0.5,
    ),
)  # fmt: skip
