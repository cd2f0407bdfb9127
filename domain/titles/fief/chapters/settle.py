"""The losses after a roll, and the end of a battle.

Both sides take their losses at once as far as these are forced; then the battle waits for families
that have a choice. Published rules: a battle is won when the other army has fallen. Lords left
without troops are captured by a lord of the winning army or by the infidels; otherwise they are
killed. If only lords are left on both sides, the battle ends without a winner. It also ends if an
aimed shot, before the first round (in version 1 of the rules, in any round), has killed the last
attacking lord (TA 1.2.1); if the shot misses, the battle continues."""

from itertools import islice

from domain.titles.fief import actions as a, facts as f
from domain.titles.fief.board import INFIDELS, SIDES, Battle, Board, Side, SideName, Troops
from domain.titles.fief.chapters.forces import (
    Losses,
    army,
    captain,
    force_in_battle,
    hit_splits,
    hits_to_absorb,
    other_side,
    ways_to_absorb,
)
from domain.titles.fief.chapters.lords import dissolve_guard, kill_lord
from domain.titles.fief.chapters.losses import chosen_losses, emit_bombard_losses, emit_losses
from domain.titles.fief.turn import current_battle
from domain.titles.kit import Course


def settle_losses(course: Course) -> bool:
    """Take the losses of both sides as far as there is no choice, and let the battle wait for
    families that have one. Returns whether all losses are taken."""
    for name in SIDES:
        _share_out(course, name)
    waiting = []
    for name in SIDES:
        battle = current_battle(course)
        side = battle.side(name)
        if (
            side.families
            and side.hits
            and not side.shares
            and _hits_due(course.board, battle, side)
        ):
            waiting.append(captain(course.board, battle, name))
        for family, share in side.shares.items():
            if share and not _settle_family(course, family, share):
                waiting.append(family)
    if waiting:
        course.emit(f.StageBegan("losses", tuple(waiting)))
    return not waiting


def _hits_due(board: Board, battle: Battle, side: Side) -> int:
    return hits_to_absorb(board.setting.values, army(board, battle, side), side.hits)


def _share_out(course: Course, name: SideName) -> None:
    battle, board = current_battle(course), course.board
    side = battle.side(name)
    if not side.hits:
        return
    if side.horde:
        course.emit(f.HordeFelled(min(side.hits, side.horde)))
        return
    forces = tuple(force_in_battle(board, battle, family) for family in side.families)
    choices = list(islice(hit_splits(board.setting.values, forces, side.hits), 2))
    if len(choices) == 1 and any(choices[0]):
        shares = {
            family: hits for family, hits in zip(side.families, choices[0], strict=True) if hits
        }
        course.emit(f.SharesSet(name, shares))


def _settle_family(course: Course, family: str, share: int) -> bool:
    """Take a family's losses if there is only one way to absorb its share. Returns whether they
    were taken."""
    battle = current_battle(course)
    there = force_in_battle(course.board, battle, family)
    choices = list(islice(ways_to_absorb(course.board.setting.values, there, share), 2))
    if len(choices) == 1:
        emit_losses(course, family, battle.place, choices[0])
    return len(choices) == 1


def share_losses(course: Course, seat: str, action: a.ShareLosses) -> bool:
    """Divide the hits among the families of a side as its captain chose, and take losses that are
    forced. Returns whether the battle waits for nobody any more."""
    battle = current_battle(course)
    name = battle.side_of(seat) or "attack"
    shares = {share.family: share.hits for share in action.shares if share.hits}
    course.emit(f.SharesSet(name, shares), f.Spoke(seat))
    for family, share in shares.items():
        if not _settle_family(course, family, share):
            course.emit(f.StageBegan("losses", (*current_battle(course).waiting, family)))
    return not current_battle(course).waiting


def take_losses(course: Course, seat: str, action: a.TakeLosses) -> bool:
    """Take the losses that a family chose in a battle. Returns whether the battle waits for nobody
    any more."""
    emit_losses(course, seat, current_battle(course).place, chosen_losses(action))
    course.emit(f.Spoke(seat))
    return not current_battle(course).waiting


def end_battle_if_over(course: Course) -> bool:
    """End the battle if a side has no soldiers left, or if an aimed shot left the attack without
    lords. Returns whether it ended."""
    battle = current_battle(course)
    for name in SIDES:
        if not army(course.board, battle, battle.side(name)).soldiers:
            for family in battle.side(name).families:
                emit_bombard_losses(course, family, battle.place)
    left = {name: army(course.board, battle, battle.side(name)) for name in SIDES}
    shot_down = battle.defence.shot == "aim" and (
        not battle.round or course.board.setting.is_version_1
    )
    if shot_down and not left["attack"].lords:
        course.emit(f.BattleEnded("leaderless"))
        return True
    standing = [name for name in SIDES if left[name].soldiers]
    if len(standing) == 2:
        return False
    if standing:
        capture_or_kill_lords(course, other_side(standing[0]))
        course.emit(f.BattleEnded("victory", standing[0]))
    elif left["attack"].lords and left["defence"].lords:
        course.emit(f.BattleEnded("lords-only"))
    elif left["attack"].lords or left["defence"].lords:
        course.emit(f.BattleEnded("victory", "attack" if left["attack"].lords else "defence"))
    else:
        course.emit(f.BattleEnded("wiped-out"))
    return True


def capture_or_kill_lords(course: Course, loser: SideName) -> None:
    """Capture the losing side's lords; kill them if nobody can hold them."""
    battle = current_battle(course)
    captor = captor_for(course.board, battle, other_side(loser))
    for family in battle.side(loser).families:
        for lord in course.board.lords_of(family, battle.place):
            if captor:
                dissolve_guard(course, lord)
                course.emit(f.LordCaptured(lord, captor))
            else:
                kill_lord(course, lord)


def captor_for(board: Board, battle: Battle, winner: SideName) -> str:
    """The captor of the losing side's lords: the winners' first family with a lord in the battle,
    or the infidels; empty if there is none."""
    side = battle.side(winner)
    if side.horde:
        return INFIDELS
    return next((family for family in side.families if board.lords_of(family, battle.place)), "")


def surrender(course: Course, side: SideName) -> None:
    battle = current_battle(course)
    course.emit(f.Surrendered(side))
    for family in battle.side(side).families:
        there = force_in_battle(course.board, battle, family)
        emit_losses(course, family, battle.place, Losses(*there.tokens))
        if there.bombard:
            course.emit(f.TroopsLost(family, battle.place, Troops(bombard=there.bombard)))
    capture_or_kill_lords(course, side)
    course.emit(f.BattleEnded("surrender", other_side(side)))
