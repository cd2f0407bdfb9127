"""The end of a battle: who is left, who is captured.

Published rules: a battle is won when the other army has fallen; lords left without troops are captured, or killed by an army
that has no lord to hold them; if only lords are left on both sides nothing more happens. The battle also stops when an aimed
shot has killed the last attacking lord, before any round (TA 1.2.1); after one that missed it goes on as any other.
"""

from __future__ import annotations

from domain.titles.fief.battle.forces import Losses, army, in_battle, other
from domain.titles.fief.battle.losses import fell, fell_bombards
from domain.titles.fief.board import INFIDELS, SIDES, Battle, Board, SideName, Troops
from domain.titles.fief.facts import battle as bf
from domain.titles.fief.facts import realm as f
from domain.titles.fief.facts import troops as t
from domain.titles.fief.lords import kill, stand_down
from domain.titles.fief.turn import current
from domain.titles.kit import Course


def check_over(course: Course) -> bool:
    """End the battle if one side has nothing left to fight with; whether it ended."""
    battle = current(course)
    for name in SIDES:
        if not army(course.board, battle, battle.side(name)).soldiers:
            for family in battle.side(name).families:
                fell_bombards(course, family, battle.place)
    left = {name: army(course.board, battle, battle.side(name)) for name in SIDES}
    shot_down = battle.defence.shot == "aim" and (not battle.round or course.board.setting.first)
    if shot_down and not left["attack"].lords:
        course.tell(bf.BattleEnded("leaderless"))
        return True
    standing = [name for name in SIDES if left[name].soldiers]
    if len(standing) == 2:
        return False
    if standing:
        _win(course, standing[0])
    elif left["attack"].lords and left["defence"].lords:
        course.tell(bf.BattleEnded("lords-only"))
    elif left["attack"].lords or left["defence"].lords:
        course.tell(bf.BattleEnded("victory", "attack" if left["attack"].lords else "defence"))
    else:
        course.tell(bf.BattleEnded("wiped-out"))
    return True


def _win(course: Course, winner: SideName) -> None:
    take_lords(course, other(winner))
    course.tell(bf.BattleEnded("victory", winner))


def take_lords(course: Course, loser: SideName) -> None:
    battle = current(course)
    captor = holder(course.board, battle, other(loser))
    for family in battle.side(loser).families:
        for lord in course.board.lords_of(family, battle.place):
            if captor:
                stand_down(course, lord)
                course.tell(f.LordCaptured(lord, captor))
            else:
                kill(course, lord)


def holder(board: Board, battle: Battle, winner: SideName) -> str:
    """Who holds the captives: the winners' first family with a lord in the battle, the infidels, or nobody."""
    side = battle.side(winner)
    if side.horde:
        return INFIDELS
    return next((family for family in side.families if board.lords_of(family, battle.place)), "")


def surrender(course: Course, side: SideName) -> None:
    battle = current(course)
    course.tell(bf.Surrendered(side))
    for family in battle.side(side).families:
        there = in_battle(course.board, battle, family)
        fell(course, family, battle.place, Losses(*there.tokens))
        if there.bombard:
            course.tell(t.TroopsLost(family, battle.place, Troops(bombard=there.bombard)))
    take_lords(course, side)
    course.tell(bf.BattleEnded("surrender", other(side)))
