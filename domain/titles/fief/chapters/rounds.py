"""The dice of a battle: rolls, bombards' rerolls (TA 2), the guard's bonus (TA 3), losses."""

from collections.abc import Callable, Iterator

from domain.titles.contract.chance import Ask
from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import SIDES, Board, Side
from domain.titles.fief.chapters import arrows, losses, settle
from domain.titles.fief.chapters.forces import army, captain, round_dice
from domain.titles.fief.chapters.muster import begin_round
from domain.titles.fief.chapters.revolt import take_revolt_losses
from domain.titles.fief.chapters.settle import end_battle_if_over
from domain.titles.fief.turn import current_battle, judge_stage
from domain.titles.kit import LEGAL, Action, Course, Move, Refusals, Text, Verdict

NO = Refusals("TA 2", """
aimed = The die of an aimed shot is never rerolled.
no-die = The side has {dice} dice, numbered from 0.
die-rerolled = This die has been rerolled already this round.
""")  # fmt: skip

# -- rolling ---------------------------------------------------------------------------------------


def judge_fight(board: Board, seat: str, action: a.FightRound) -> Verdict:
    loose = judge_stage(board, seat, "loose")
    return loose if loose.legal else judge_stage(board, seat, "clash")


def roll_dice(course: Course, seat: str, action: a.FightRound) -> None:
    """Roll for both sides at once: their archers' shots, or the dice of the round, to which royal
    guards add a bonus."""
    board, battle = course.board, current_battle(course)
    if battle.stage == "loose":
        arrows.roll_shots(course)
        _after_roll(course)
        return
    values = board.setting.values
    rolling = [(side, round_dice(board, battle, side)) for side in SIDES]
    rolling = [(side, count) for side, count in rolling if count]
    asks = [
        Ask("battle", arrows.DICE[side], count, values.die_faces, True) for side, count in rolling
    ]
    for (side, _), dice in zip(rolling, course.chance.ask(*asks), strict=True):
        forces = army(board, battle, battle.side(side))
        bonus = values.guard.bonus if forces.has_guard else 0
        course.emit(f.DiceRolled(side, tuple(int(d) for d in dice), bonus, forces.bombard))
    _after_roll(course)


def shoot_arrows(course: Course, seat: str, action: arrows.Shot) -> None:
    """Emit what a side's archers do. If both sides had a choice, the second choice reveals both; if
    only one side had, its shot is rolled at once."""
    arrows.choose_shot(course, seat, action)
    if not current_battle(course).waiting and not arrows.reveal_shots(course):
        arrows.roll_shots(course)
        _after_roll(course)


def _after_roll(course: Course) -> None:
    board, battle = course.board, current_battle(course)
    if able := tuple(
        captain(board, battle, side) for side in SIDES if _can_reroll(board, battle.side(side))
    ):
        course.emit(f.StageBegan("reroll", able))
    else:
        _deal_hits(course)


def _can_reroll(board: Board, side: Side) -> bool:
    fresh = board.setting.options.reroll_same_die or len(side.rerolled) < len(side.dice)
    return bool(side.rerolls > 0 and side.dice and fresh)


# -- rerolls ---------------------------------------------------------------------------------------


def judge_reroll(board: Board, seat: str, action: a.Reroll) -> Verdict:
    """The verdict on a reroll: one battle die for each bombard in each round, but not the die of an
    aimed shot (TA 2)."""
    battle = board.battle
    name = battle.side_of(seat) if battle else None
    if battle and name and not battle.round and battle.side(name).shot == "aim":
        return NO("aimed")
    if (
        not (due := judge_stage(board, seat, "reroll", NO.rule)).legal
        or battle is None
        or name is None
    ):
        return due
    side = battle.side(name)
    if action.die >= len(side.dice):
        return NO("no-die", dice=len(side.dice))
    again = action.die in side.rerolled and not board.setting.options.reroll_same_die
    return NO("die-rerolled") if again else LEGAL


def reroll(course: Course, seat: str, action: a.Reroll) -> None:
    battle = current_battle(course)
    side = battle.side_of(seat) or "attack"
    (face,) = course.chance.dice(
        "reroll", arrows.DICE[side], 1, course.board.setting.values.die_faces
    )
    course.emit(f.DieRerolled(side, action.die, int(face)))
    if not _can_reroll(course.board, current_battle(course).side(side)):
        _keep_dice(course, seat)


def offer_rerolls(board: Board, seat: str) -> Iterator[a.Reroll]:
    battle = board.battle
    return (
        a.Reroll(die)
        for die in range(len(battle.side(battle.side_of(seat) or "attack").dice) if battle else 0)
    )


def _keep_dice(course: Course, seat: str) -> None:
    """Emit that a captain rolls no more dice again; after the last captain, deal the hits."""
    course.emit(f.Spoke(seat))
    if not current_battle(course).waiting:
        _deal_hits(course)


# -- losses ----------------------------------------------------------------------------------------


def _deal_hits(course: Course) -> None:
    battle = current_battle(course)
    course.emit(f.HitsDealt(attack=hits_rolled(battle.defence), defence=hits_rolled(battle.attack)))
    if settle.settle_losses(course):
        _after_losses(course)


def hits_rolled(side: Side) -> int:
    """The hits of a side's last roll, with its bonus."""
    return sum(side.dice) + side.bonus if side.dice else 0


def share_hits(course: Course, seat: str, action: a.ShareLosses) -> None:
    if settle.share_losses(course, seat, action):
        _after_losses(course)


def take_own_losses(course: Course, seat: str, action: a.TakeLosses) -> None:
    if course.board.battle is None:
        take_revolt_losses(course, seat, action)
    elif settle.take_losses(course, seat, action):
        _after_losses(course)


def _after_losses(course: Course) -> None:
    if end_battle_if_over(course):
        return
    board, battle = course.board, current_battle(course)
    if not battle.round:
        begin_round(course, 1)
    elif not battle.felled and battle.quiet + 1 >= board.setting.values.quiet_rounds:
        course.emit(f.BattleEnded("deadlock"))
    else:
        captains = tuple(
            captain(board, battle, side) for side in SIDES if battle.side(side).families
        )
        course.emit(f.StageBegan("parley", captains))


ARROWS, ROUND = Text("lets the arrows fly"), Text("fights the round")


def _offer_in_battle(
    kind: type[a.Volley | a.HoldFire],
) -> Callable[[Board, str], tuple[Action, ...]]:
    """The function that offers an action of this kind, with the number of the current battle."""
    return lambda board, seat: (kind(board.battles),)


MOVES = (
    Move(
        a.Volley, ("arrows",), arrows.judge_volley, shoot_arrows, _offer_in_battle(a.Volley),
        Text("has the archers make their special attack"), Text("Volley"),
    ),
    Move(
        a.HoldFire, ("arrows",), arrows.judge_hold_fire, shoot_arrows, _offer_in_battle(a.HoldFire),
        Text("has the archers hold fire"), Text("Hold fire"),
    ),
    Move(
        a.AimAtLord, ("arrows",), arrows.judge_aim, shoot_arrows, arrows.offer_aims, Text("has the archers aim "
            "at {lord}"),
        Text("Aim at a lord"), weight=2,
    ),
    Move(
        a.FightRound, ("loose", "clash"), judge_fight, roll_dice, lambda board, seat: (a.FightRound(),),
        lambda board, action: ARROWS if board.battle is not None and board.battle.stage == "loose" else ROUND,
        Text("Fight a round"),
    ),
    Move(
        a.KeepDice, ("reroll",), lambda board, seat, action: judge_stage(board, seat, "reroll", NO.rule),
        lambda course, seat, action: _keep_dice(course, seat), lambda board, seat: (a.KeepDice(),), Text("keeps the dice"),
        Text("Keep the dice"),
    ),
    Move(
        a.Reroll, ("reroll",), judge_reroll, reroll, offer_rerolls, Text("rerolls die {number} with a "
            "bombard"), Text("Roll a die again"),
    ),
    Move(
        a.ShareLosses, ("losses",), losses.judge_shares, share_hits, losses.offer_shares, Text("shares the hits out: {out}"),
        Text("Share out the losses"), forms=losses.share_form,
    ),
    Move(
        a.TakeLosses, ("losses",), losses.judge_losses_taken, take_own_losses, losses.offer_losses, Text("takes losses: "
            "{what}"), Text("Take the losses"),
        forms=losses.loss_form,
    ),
)  # fmt: skip
