"""The dice of a battle: rolls, bombards' rerolls (TA 2), the guard's bonus (TA 3), losses."""

from __future__ import annotations

from domain.games.fief import actions as b
from domain.games.fief.battle import arrows, losses, settle
from domain.games.fief.battle.end import check_over
from domain.games.fief.battle.forces import army, captain, round_dice
from domain.games.fief.battle.muster import begin_round
from domain.games.fief.battle.revolt import take_revolt_losses
from domain.games.fief.board import SIDES, Board, Side
from domain.games.fief.chapter import Chapter, Rule, Story, asked, current
from domain.games.fief.facts import battle as bf
from domain.rules.chance import Ask, Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal

# -- rolling ---------------------------------------------------------------------------------------------------------


def judge_fight(board: Board, seat: str, action: b.FightRound) -> Verdict:
    """The attack's captain rolls once everybody is ready."""
    loose = asked(board, seat, "loose")
    return loose if loose.legal else asked(board, seat, "clash")


def fight(story: Story, seat: str, action: b.FightRound, chance: Chance) -> None:
    """Both sides roll at once, the archers of both or all who fight; a royal guard adds to its side's roll of a round."""
    board, battle = story.board, current(story)
    if battle.stage == "loose":
        arrows.loose(story, chance)
        _after_roll(story)
        return
    values = board.setting.values
    rolling = [(side, round_dice(board, battle, side)) for side in SIDES]
    rolling = [(side, count) for side, count in rolling if count]
    asks = [Ask("battle", arrows.LABELS[side], count, values.die_faces, True) for side, count in rolling]
    for (side, _), dice in zip(rolling, chance.ask(*asks), strict=True):
        forces = army(board, battle, battle.side(side))
        bonus = values.guard.bonus if forces.guard else 0
        story.tell(bf.DiceRolled(side, tuple(int(d) for d in dice), bonus, forces.bombard))
    _after_roll(story)


def shoot(story: Story, seat: str, action: b.Volley | b.AimAtLord | b.HoldFire, chance: Chance) -> None:
    """Choose what the archers do. Where both sides choose, the last choice shows both; where one does, its arrows fly at once."""
    arrows.choose(story, seat, action)
    if not current(story).waiting and not arrows.show(story):
        arrows.loose(story, chance)
        _after_roll(story)


def _after_roll(story: Story) -> None:
    board, battle = story.board, current(story)
    able = tuple(captain(board, battle, side) for side in SIDES if _can_reroll(board, battle.side(side)))
    if able:
        story.tell(bf.StageBegan("reroll", able))
    else:
        _deal(story)


def _can_reroll(board: Board, side: Side) -> bool:
    fresh = board.setting.options.reroll_same_die or len(side.rerolled) < len(side.dice)
    return bool(side.rerolls > 0 and side.dice and fresh)


# -- rerolls ---------------------------------------------------------------------------------------------------------


def judge_reroll(board: Board, seat: str, action: b.Reroll) -> Verdict:
    """TA 2: one battle die for each bombard and round, never the die of an aimed shot."""
    battle = board.battle
    name = battle.side_of(seat) if battle else None
    if battle and name and not battle.round and battle.side(name).shot == "aim":
        return illegal("aimed", "TA 2", "The die of an aimed shot is never rerolled.", "Le dé d'un tir visé ne se relance jamais.")
    due = asked(board, seat, "reroll", "TA 2")
    if not due.legal or battle is None or name is None:
        return due
    side = battle.side(name)
    if action.die >= len(side.dice):
        return illegal(
            "no-die",
            "TA 2",
            f"The side has {len(side.dice)} dice, numbered from 0.",
            f"Le camp a {len(side.dice)} dés, numérotés depuis 0.",
        )
    if action.die in side.rerolled and not board.setting.options.reroll_same_die:
        return illegal(
            "die-rerolled", "TA 2", "This die has been rerolled already this round.", "Ce dé a déjà été relancé pendant ce round."
        )
    return LEGAL


def reroll(story: Story, seat: str, action: b.Reroll, chance: Chance) -> None:
    """The new face stands."""
    battle = current(story)
    side = battle.side_of(seat) or "attack"
    (face,) = chance.dice("reroll", arrows.LABELS[side], 1, story.board.setting.values.die_faces)
    story.tell(bf.DieRerolled(side, action.die, int(face)))
    if not _can_reroll(story.board, current(story).side(side)):
        _kept(story, seat)


def judge_keep(board: Board, seat: str, action: b.KeepDice) -> Verdict:
    """A captain with rerolls left."""
    return asked(board, seat, "reroll", "TA 2")


def keep(story: Story, seat: str, action: b.KeepDice, chance: Chance) -> None:
    """No more rerolls."""
    _kept(story, seat)


def _kept(story: Story, seat: str) -> None:
    story.tell(bf.Spoke(seat))
    if not current(story).waiting:
        _deal(story)


# -- losses ----------------------------------------------------------------------------------------------------------


def _deal(story: Story) -> None:
    """Each side suffers the other's roll."""
    battle = current(story)
    story.tell(bf.HitsDealt(attack=total(battle.defence), defence=total(battle.attack)))
    if settle.settle(story):
        _after_losses(story)


def total(side: Side) -> int:
    """A side's roll: its dice and its bonus, or nothing if it has rolled no die."""
    return sum(side.dice) + side.bonus if side.dice else 0


def share(story: Story, seat: str, action: b.ShareLosses, chance: Chance) -> None:
    """A captain shares the hits out."""
    if settle.share_losses(story, seat, action):
        _after_losses(story)


def take(story: Story, seat: str, action: b.TakeLosses, chance: Chance) -> None:
    """An owner takes his losses, in a battle or a revolt."""
    if story.board.battle is None:
        take_revolt_losses(story, seat, action)
    elif settle.take_losses(story, seat, action):
        _after_losses(story)


def _after_losses(story: Story) -> None:
    if check_over(story):
        return
    board, battle = story.board, current(story)
    if not battle.round:
        begin_round(story, 1)
    elif not battle.felled and battle.quiet + 1 >= board.setting.values.quiet_rounds:
        story.tell(bf.BattleEnded("deadlock"))
    else:
        captains = tuple(captain(board, battle, side) for side in SIDES if battle.side(side).families)
        story.tell(bf.StageBegan("parley", captains))


CHAPTER: Chapter = {
    b.Volley: Rule(arrows.judge_volley, shoot),
    b.AimAtLord: Rule(arrows.judge_aim, shoot),
    b.HoldFire: Rule(arrows.judge_hold_fire, shoot),
    b.FightRound: Rule(judge_fight, fight),
    b.Reroll: Rule(judge_reroll, reroll),
    b.KeepDice: Rule(judge_keep, keep),
    b.ShareLosses: Rule(losses.judge_share, share),
    b.TakeLosses: Rule(losses.judge_take, take),
}
