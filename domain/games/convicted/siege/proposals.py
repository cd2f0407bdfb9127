"""One possible declaration of each kind in a siege, drawn at random from what the position allows.

Offers show one as their example, random players play them. A proposal is only ever a suggestion: it is judged like any action.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from domain.games.convicted.actions import Band, ConvictedAction
from domain.games.convicted.board import Board
from domain.games.convicted.field import SECTIONS, SIDES, Takes
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege import assault_proposals as assault
from domain.games.convicted.siege import fire_proposals as fire
from domain.games.convicted.siege.suggest import pick, some
from domain.games.convicted.values import Goods

Propose = Callable[[Board, str, Random], ConvictedAction | None]


def cast(board: Board, seat: str, rng: Random) -> a.Cast | None:
    """A spell, as the Sorcerer's additional one where it is his."""
    spell = pick(rng, [s for s, rite in board.setting.spells.items() if rite.level <= board.buildings["mage-tower"]])
    if spell is None:
        return None
    extra = board.heroes.get(seat) == "sorcerer" and "sorcerer" not in board.used
    side = pick(rng, [side for side in SIDES if board.fronts[side].assault])
    if side is None:
        return a.Cast(spell, extra)
    hits = some(rng, board.fronts[side].assault, 2)
    return a.Cast(spell, extra, tuple(a.Hit(side, "assault", band.unit, band.count) for band in hits))


def bless(board: Board, seat: str, rng: Random) -> a.Bless | None:
    """A blessing."""
    found = [b for b, rite in board.setting.blessings.items() if rite.level <= board.buildings["chapel"]]
    blessing = pick(rng, found)
    return a.Bless(blessing) if blessing else None


def preach(board: Board, seat: str, rng: Random) -> a.Preach:
    """A section for the Heretic, with shooters if there are any."""
    manned = [s for s, what in board.sections.items() if any(board.setting.troops[u].fire for u in what.units)]
    return a.Preach(rng.choice(manned or SECTIONS))


def deploy(board: Board, seat: str, rng: Random) -> a.Deploy | None:
    """The troops of one side: more of them, and engines, as the turns go by."""
    side = pick(rng, [s for s in SIDES if not board.fronts[s].deployed])
    if side is None:
        return None
    setting, left = board.setting, board.box
    foes = [f.id for f in setting.foes.values() if f.people == board.fronts[side].people]
    engines = [e.id for e in setting.engines.values() if "enemy" in e.sides]
    most, stack = 4 + board.turn, {}
    if left["enemies"] >= most * len(foes):
        stack = {unit: rng.randint(0, most) for unit in foes}
    if left["engines"] >= 2:
        stack[rng.choice(engines)] = rng.randint(0, 2)
    return a.Deploy(side, tuple(Band(unit, n) for unit, n in stack.items() if n))


def ravage(board: Board, seat: str, rng: Random) -> a.Ravage | None:
    """What the enemies in the city do to it."""
    if not board.inside:
        return None
    plundered = Goods(wood=rng.randint(0, board.stock.wood))
    standing = [b for b, n in board.buildings.items() if n]
    razed = (rng.choice(standing),) if standing and rng.random() < 0.4 else ()
    lost, slain = some(rng, board.city, 2), some(rng, board.inside, 3)
    if not (plundered.total or razed or lost or slain):
        slain = (Band(min(board.inside), 1),)
    return a.Ravage(plundered, razed, lost, slain)


def loot(board: Board, seat: str, rng: Random) -> a.Loot | None:
    """Some wood from the slain."""
    if board.looted or not board.slain or not board.box["resources"]:
        return None
    return a.Loot(Goods(wood=rng.randint(1, min(3, board.box["resources"]))))


TAKEN: dict[type[ConvictedAction], tuple[Takes, ...]] = {
    a.Shoot: ("volleys", "engines"),
    a.EnemyShoot: ("enemy-volleys",),
    a.Bombard: ("enemy-engines",),
    a.Pour: ("pour",),
    a.Approach: ("advance",),
    a.Advance: ("advance", "advance-engines"),
    a.Reinforce: ("reinforcements",),
    a.FormSquad: ("squads",),
    a.Foresee: ("oracle",),
    a.Fight: ("fights",),
    a.Batter: ("batter",),
    a.Enter: ("entry",),
    a.Desert: ("desertion",),
    a.Cast: ("rites",),
    a.Bless: ("rites",),
}


def timely(board: Board, kind: type[ConvictedAction]) -> bool:
    """Whether declarations of a kind belong to the stage being played; outside the assault all do."""
    return board.step != "assault" or any(board.takes(taken) for taken in TAKEN.get(kind, ()))


SIEGE: dict[type[ConvictedAction], Propose] = {
    a.Shoot: fire.shoot,
    a.EnemyShoot: fire.enemy_shoot,
    a.Bombard: fire.bombard,
    a.Pour: fire.pour,
    a.Approach: assault.approach,
    a.Advance: assault.advance,
    a.Reinforce: assault.reinforce,
    a.FormSquad: assault.form_squad,
    a.Foresee: assault.foresee,
    a.Fight: assault.fight,
    a.Batter: assault.batter,
    a.Enter: assault.enter,
    a.Desert: assault.desert,
    a.Cast: cast,
    a.Bless: bless,
    a.Preach: preach,
    a.Deploy: deploy,
    a.Ravage: ravage,
    a.Loot: loot,
}
