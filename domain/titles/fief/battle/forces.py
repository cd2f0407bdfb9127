"""What fights: forces, combat points, dice.

A combat die for up to 6 points, two from 7, three from 13 (published table); the expansion's archers and mercenaries count as
sergeants (TA 1.1, TA 4), royal guards as knights and sergeants (TA 3), bombards for nothing (TA 2).
"""

from __future__ import annotations

from operator import add

from msgspec import Struct
from msgspec.structs import astuple

from domain.titles.fief.board import Battle, Board, Side, SideName
from domain.titles.fief.values import Values

Tokens = tuple[int, int, int, int, int, int]
ABSORBING = ("sergeant", "knight", "archer", "mercenary", "guard_sergeant", "guard_knight")
"""The kinds that absorb hits, in the order of `tokens`."""


class Losses(Struct, frozen=True, gc=False):
    """Tokens by kind, and lords: those that are taken off."""

    sergeant: int = 0
    knight: int = 0
    archer: int = 0
    mercenary: int = 0
    guard_sergeant: int = 0
    guard_knight: int = 0
    lords: tuple[str, ...] = ()

    @property
    def tokens(self) -> Tokens:
        """The numbers of troops, in the order of `ABSORBING`."""
        return (self.sergeant, self.knight, self.archer, self.mercenary, self.guard_sergeant, self.guard_knight)


class Force(Losses, frozen=True, gc=False):
    """What a family, or a whole side, has in a fight. Troops absorb hits; lords come last, bombards never."""

    bombard: int = 0

    @property
    def soldiers(self) -> int:
        return sum(self.tokens)

    @property
    def guard(self) -> bool:
        return self.guard_sergeant + self.guard_knight > 0

    def __add__(self, more: Force) -> Force:
        return Force(*map(add, astuple(self), astuple(more)))

    def holds(self, losses: Losses) -> bool:
        return (
            all(gone <= have for gone, have in zip(losses.tokens, self.tokens, strict=True))
            and len(set(losses.lords)) == len(losses.lords)
            and set(losses.lords) <= set(self.lords)
        )


def force(board: Board, family: str, place: str, mercenaries: int = 0) -> Force:
    """What a family has in a place; of the mercenaries there only those engaged now."""
    troops, guard = board.troops(family, place), board.guard_at(family, place)
    ordinary = troops.sergeant, troops.knight, troops.archer
    return Force(*ordinary, mercenaries, guard.sergeant, guard.knight, board.lords_of(family, place), troops.bombard)


def in_battle(board: Board, battle: Battle, family: str) -> Force:
    return force(board, family, battle.place, battle.engaged.get(family, 0))


def army(board: Board, battle: Battle, side: Side) -> Force:
    """What a whole side has, its horde counted as sergeants."""
    total = Force(sergeant=side.horde)
    for family in side.families:
        total += in_battle(board, battle, family)
    return total


# -- combat points and dice ----------------------------------------------------------------------------------------


def points(board: Board, force: Force) -> int:
    v = board.setting.values
    sergeant, knight = v.troops.sergeant.cp, v.troops.knight.cp
    return (
        (force.sergeant + force.mercenary + force.guard_sergeant) * sergeant
        + (force.knight + force.guard_knight) * knight
        + force.archer * v.troops.archer.cp
        + force.bombard * v.troops.bombard.cp
        + sum(lord_points(board, id) for id in force.lords)
    )


def lord_points(board: Board, id: str) -> int:
    """A man, a titled lady and a warrior lady count; an untitled lady does not (published)."""
    values, card = board.setting.values.lord, board.setting.lords[id]
    if card.sex == "man":
        return values.cp_man
    return values.cp_lady_titled if card.warrior or board.lords[id].titles else values.cp_lady_untitled


def dice_for(values: Values, points: int) -> int:
    return max((dice for least, dice in values.dice_by_cp if points >= least), default=0)


def penalty(board: Board, battle: Battle) -> int:
    """Dice the attack loses to walls: each siege engine cancels one, a Souterrain all (published)."""
    if battle.souterrain:
        return 0
    return max(0, board.setting.values.fort_penalty.on(battle.ground) - battle.engines)


def round_dice(board: Board, battle: Battle, side: SideName) -> int:
    dice = dice_for(board.setting.values, points(board, army(board, battle, battle.side(side))))
    return max(0, dice - penalty(board, battle)) if side == "attack" else dice


def captain(board: Board, battle: Battle, side: SideName) -> str:
    """Who speaks for a side: its first family that still has troops or lords in the battle; none for a horde."""
    families = battle.side(side).families
    for family in families:
        there = in_battle(board, battle, family)
        if there.soldiers or there.lords:
            return family
    return families[0] if families else ""


def other(side: SideName) -> SideName:
    return "defence" if side == "attack" else "attack"


def answering(board: Board, offered_by: str) -> str:
    battle = board.battle
    side: SideName | None = battle.side_of(offered_by) if battle else None
    return captain(board, battle, other(side)) if battle and side else ""
