"""A roll settled: hits fall on both sides at once, as far as nobody has a choice; then the battle waits for those who do."""

from __future__ import annotations

from itertools import islice

from domain.titles.fief import actions as a
from domain.titles.fief.battle.absorbing import absorbed, splits, ways
from domain.titles.fief.battle.forces import army, captain, in_battle
from domain.titles.fief.battle.losses import chosen, fell
from domain.titles.fief.board import SIDES, Battle, Board, Side, SideName
from domain.titles.fief.facts import battle as bf
from domain.titles.fief.turn import current
from domain.titles.kit import Course


def settle(course: Course) -> bool:
    """Let hits fall on both sides as far as nobody has a choice; whether all losses are taken."""
    for name in SIDES:
        _share_out(course, name)
    waiting = []
    for name in SIDES:
        battle = current(course)
        side = battle.side(name)
        if side.families and side.hits and not side.shares and _due(course.board, battle, side):
            waiting.append(captain(course.board, battle, name))
        for family, share in side.shares.items():
            if share and not _settle_one(course, family, share):
                waiting.append(family)
    if waiting:
        course.tell(bf.StageBegan("losses", tuple(waiting)))
    return not waiting


def _due(board: Board, battle: Battle, side: Side) -> int:
    return absorbed(board.setting.values, army(board, battle, side), side.hits)


def _share_out(course: Course, name: SideName) -> None:
    battle, board = current(course), course.board
    side = battle.side(name)
    if not side.hits:
        return
    if side.horde:
        course.tell(bf.HordeFelled(min(side.hits, side.horde)))
        return
    forces = tuple(in_battle(board, battle, family) for family in side.families)
    found = list(islice(splits(board.setting.values, forces, side.hits), 2))
    if len(found) == 1 and any(found[0]):
        shares = {family: hits for family, hits in zip(side.families, found[0], strict=True) if hits}
        course.tell(bf.SharesSet(name, shares))


def _settle_one(course: Course, family: str, share: int) -> bool:
    """Take a family's losses if there is only one way to; whether they are taken."""
    battle = current(course)
    there = in_battle(course.board, battle, family)
    found = list(islice(ways(course.board.setting.values, there, share), 2))
    if len(found) == 1:
        fell(course, family, battle.place, found[0])
    return len(found) == 1


def share_losses(course: Course, seat: str, action: a.ShareLosses) -> bool:
    """Share the hits out; whether all losses are taken."""
    battle = current(course)
    name = battle.side_of(seat) or "attack"
    shares = {share.family: share.hits for share in action.shares if share.hits}
    course.tell(bf.SharesSet(name, shares), bf.Spoke(seat))
    for family, share in shares.items():
        if not _settle_one(course, family, share):
            course.tell(bf.StageBegan("losses", (*current(course).waiting, family)))
    return not current(course).waiting


def take_losses(course: Course, seat: str, action: a.TakeLosses) -> bool:
    """Take a family's losses in a battle; whether all losses are taken."""
    fell(course, seat, current(course).place, chosen(action))
    course.tell(bf.Spoke(seat))
    return not current(course).waiting
