"""One possible declaration of each kind in a siege, drawn at random from what the position allows.

Offers show one as their example, random players play them. A proposal is only ever a suggestion: it is judged like any action.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from domain.games.convicted import siege_actions as a
from domain.games.convicted.actions import Band, ConvictedAction
from domain.games.convicted.board import Board, Stack
from domain.games.convicted.field import MOAT, SECTIONS, SIDES, SIDES_OF, SLOTS_BEFORE, ZONES, Place, SectionId, Side, Zone
from domain.games.convicted.manoeuvre import free, rested, toll
from domain.games.convicted.melee import open_to
from domain.games.convicted.values import Goods

T = TypeVar("T")
Propose = Callable[[Board, str, Random], ConvictedAction | None]


def pick(rng: Random, things: Sequence[T]) -> T | None:
    """One of several, or none of none."""
    return rng.choice(things) if things else None


def some(rng: Random, stack: Stack, most: int) -> tuple[Band, ...]:
    """Up to `most` pieces of one kind of a stack; perhaps none."""
    unit = pick(rng, sorted(stack))
    count = rng.randint(0, min(most, stack[unit])) if unit else 0
    return (Band(unit, count),) if unit and count else ()


def _facing(side: Side) -> list[SectionId]:
    return [s for s in SECTIONS if side in SIDES_OF[s]]


def shoot(board: Board, seat: str, rng: Random) -> a.Shoot | None:
    """A volley of the seat's ranged units or siege engines at a zone with enemies in it."""
    setting, found = board.setting, []
    for section, what in board.sections.items():
        if what.seat != seat:
            continue
        armed = {u: n for u, n in what.units.items() if setting.troops[u].fire and board.takes("volleys")}
        armed |= {e: n for e, n in what.engines.items() if not setting.engines[e].pours and board.takes("engines")}
        targets = [(side, zone) for side in SIDES_OF[section] for zone in board.level(section).reach if board.zone(side, zone)]
        left = {weapon: n - board.declared.get(f"{section}/{weapon}", 0) for weapon, n in armed.items()}
        found += [(section, weapon, n, target) for weapon, n in left.items() if n > 0 for target in targets]
    chosen = pick(rng, found)
    if chosen is None:
        return None
    section, weapon, n, (side, zone) = chosen
    count = rng.randint(1, n)
    return a.Shoot(section, weapon, count, side, zone, some(rng, board.zone(side, zone), count))


def _attackers(board: Board, engines: bool) -> list[tuple[Side, Zone, str, int]]:
    """Enemy shooters or engines that have not acted in this stage."""
    setting, found = board.setting, []
    for side in SIDES:
        for zone in ZONES:
            for unit, n in board.zone(side, zone).items():
                left = n - board.declared.get(f"{side}/{zone}/{unit}", 0)
                able = unit in setting.engines if engines else unit in setting.foes and setting.foes[unit].fire
                if able and left > 0:
                    found.append((side, zone, unit, left))
    return found


def enemy_shoot(board: Board, seat: str, rng: Random) -> a.EnemyShoot | None:
    """A volley of enemy ranged units at a section they face."""
    chosen = pick(rng, _attackers(board, engines=False))
    if chosen is None:
        return None
    side, zone, unit, n = chosen
    section, count = rng.choice(_facing(side)), rng.randint(1, n)
    return a.EnemyShoot(side, zone, unit, count, section, some(rng, board.sections[section].units, count))


def bombard(board: Board, seat: str, rng: Random) -> a.Bombard | None:
    """Enemy engines against a section they face."""
    chosen = pick(rng, _attackers(board, engines=True))
    if chosen is None:
        return None
    side, zone, engine, _ = chosen
    section = rng.choice(_facing(side))
    gate = section == "N" and rng.random() < 0.5
    damage, withdrawn = _harm(board, section, gate, rng)
    lost = () if withdrawn else some(rng, board.sections[section].units, 1)
    return a.Bombard(side, zone, engine, 1, section, damage, gate, lost, withdrawn)


def _harm(board: Board, section: SectionId, gate: bool, rng: Random) -> tuple[int, tuple[Band, ...]]:
    """Some damage a section can take, and who falls back if it is destroyed by it."""
    what = board.sections[section]
    left = what.gate if gate else what.resistance
    damage = min(left, rng.choice((0, 1, 1, 2)))
    if gate or not damage or damage < left:
        return damage, ()
    over = sum(what.units.values()) - board.setting.levels[section][0].capacity
    back: list[Band] = []
    for unit, n in sorted(what.units.items()):
        if over > 0:
            back.append(Band(unit, min(n, over)))
            over -= n
    return damage, tuple(back)


def approach(board: Board, seat: str, rng: Random) -> a.Approach | None:
    """Units that a ditch or moat slows."""
    places = [
        (side, slot) for side in SIDES for slot in SLOTS_BEFORE[side] if board.ring[slot] and _units(board, free(board, side))
    ]
    chosen = pick(rng, places)
    if chosen is None:
        return None
    side, slot = chosen
    return a.Approach(side, slot, _party(_units(board, free(board, side)), rng))


def _units(board: Board, stack: Stack) -> Stack:
    return {u: n for u, n in stack.items() if u in board.setting.foes}


def _party(stack: Stack, rng: Random) -> tuple[Band, ...]:
    unit = rng.choice(sorted(stack))
    others = [u for u in sorted(stack) if u != unit and rng.random() < 0.6]
    return tuple(Band(u, rng.randint((stack[u] + 1) // 2, stack[u])) for u in (unit, *others))


def advance(board: Board, seat: str, rng: Random) -> a.Advance | None:
    """Units or engines that go into the assault zone, with the moat's toll where there is one."""
    found: list[tuple[Side, str, Stack]] = []
    for side in SIDES:
        if board.takes("advance-engines"):
            engines = {u: n for u, n in board.fronts[side].deployment.items() if u in board.setting.engines}
            found += [(side, slot, engines) for slot in SLOTS_BEFORE[side] if engines]
            continue
        for slot in SLOTS_BEFORE[side]:
            crossed = board.ring[slot] == MOAT and board.declared.get(f"crossed/{side}/{slot}")
            ready = rested(board, side, slot) if board.ring[slot] else _units(board, free(board, side))
            if ready and not crossed:
                found.append((side, slot, ready))
    chosen = pick(rng, found)
    if chosen is None:
        return None
    side, name, ready = chosen
    slot = next(s for s in SLOTS_BEFORE[side] if s == name)
    party = _party(ready, rng)
    due = toll(board, sum(b.count for b in party)) if board.takes("advance") and board.ring[slot] == MOAT else 0
    drowned: list[Band] = []
    for band in party:
        if due:
            drowned.append(Band(band.unit, min(due, band.count)))
            due -= drowned[-1].count
    return a.Advance(side, slot, party, tuple(drowned))


def reinforce(board: Board, seat: str, rng: Random) -> a.Reinforce | None:
    """Some of the seat's units going elsewhere."""
    sources: list[tuple[Place, Stack]] = [(s, what.units) for s, what in board.sections.items() if what.seat == seat and what.units]
    sources += [("city", board.city)] if board.city else []
    chosen = pick(rng, sources)
    if chosen is None:
        return None
    origin, units = chosen
    open_sections: list[Place] = [s for s in SECTIONS if s != origin and board.room(s) > 0]
    if origin == "city":
        open_sections = [s for s in open_sections if s != "city" and board.sections[s].seat == seat]
    target = pick(rng, open_sections)
    unit = rng.choice(sorted(units))
    if target is None or target == "city":
        return None
    return a.Reinforce(unit, rng.randint(1, min(units[unit], board.room(target))), origin, target)


def form_squad(board: Board, seat: str, rng: Random) -> a.FormSquad | None:
    """A squad from the units of an assault zone."""
    side = pick(rng, [side for side in SIDES if _units(board, board.fronts[side].assault)])
    if side is None:
        return None
    units = _units(board, board.fronts[side].assault)
    leader = rng.choice(sorted(units))
    rest = {u: n - (u == leader) for u, n in units.items() if n > (u == leader)}
    return a.FormSquad(rng.choice(_facing(side)), side, leader, some(rng, rest, 4))


def _squads(board: Board) -> list[tuple[SectionId, int]]:
    return [(s, i) for s, what in board.sections.items() for i, squad in enumerate(what.squads) if squad.units]


def pour(board: Board, seat: str, rng: Random) -> a.Pour | None:
    """Cauldrons or boulders of the seat on a squad."""
    found = []
    for section, number in _squads(board):
        what = board.sections[section]
        for engine, n in what.engines.items():
            left = n - board.declared.get(f"{section}/{engine}", 0)
            if what.seat == seat and board.setting.engines[engine].pours and left > 0:
                found.append((section, number, engine))
    chosen = pick(rng, found)
    if chosen is None:
        return None
    section, number, engine = chosen
    return a.Pour(section, engine, 1, number, some(rng, board.sections[section].squads[number].units, 3))


def foresee(board: Board, seat: str, rng: Random) -> a.Foresee | None:
    """One move of the Oracle."""
    if board.heroes.get(seat) != "oracle" or board.begun or "oracle" in board.used:
        return None
    origin = pick(rng, [s for s in SECTIONS if board.sections[s].units])
    target = pick(rng, [s for s in SECTIONS if s != origin and board.room(s) > 0])
    if origin is None or target is None:
        return None
    units = board.sections[origin].units
    unit = rng.choice(sorted(units))
    most = min(units[unit], board.room(target), board.setting.values.powers.oracle_units)
    return a.Foresee((a.Move(unit, rng.randint(1, most), origin, target),)) if most else None


def fight(board: Board, seat: str, rng: Random) -> a.Fight | None:
    """A squad's attack with some losses."""
    chosen = pick(rng, _squads(board))
    if chosen is None:
        return None
    section, number = chosen
    what = board.sections[section]
    return a.Fight(section, number, some(rng, what.squads[number].units, 3), some(rng, what.units, 2))


def batter(board: Board, seat: str, rng: Random) -> a.Batter | None:
    """A squad's attack on a fortification."""
    chosen = pick(rng, _squads(board))
    if chosen is None:
        return None
    section, number = chosen
    gate = section == "N" and rng.random() < 0.5
    damage, withdrawn = _harm(board, section, gate, rng)
    return a.Batter(section, number, damage, gate, withdrawn)


def enter(board: Board, seat: str, rng: Random) -> a.Enter | None:
    """A squad, or some of it, getting into the city."""
    chosen = pick(rng, [(s, i) for s, i in _squads(board) if open_to(board, s)])
    if chosen is None:
        return None
    section, number = chosen
    return a.Enter(section, number, _party(board.sections[section].squads[number].units, rng))


def desert(board: Board, seat: str, rng: Random) -> a.Desert | None:
    """Some units that leave."""
    found = [(side, zone) for side in SIDES for zone in ZONES if board.zone(side, zone)]
    chosen = pick(rng, found)
    if chosen is None:
        return None
    troops = some(rng, board.zone(*chosen), 3)
    return a.Desert(*chosen, troops) if troops else None


def cast(board: Board, seat: str, rng: Random) -> a.Cast | None:
    """A spell, as the Sorcerer's additional one where it is his."""
    spell = pick(rng, [s for s, rite in board.setting.spells.items() if rite.level <= board.buildings["mage-tower"]])
    if spell is None:
        return None
    extra = board.heroes.get(seat) == "sorcerer" and "sorcerer" not in board.used
    side = pick(rng, [side for side in SIDES if board.fronts[side].assault])
    if side is None:
        return a.Cast(spell, extra)
    return a.Cast(spell, extra, side, "assault", some(rng, board.fronts[side].assault, 2))


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


SIEGE: dict[type[ConvictedAction], Propose] = {
    a.Shoot: shoot,
    a.EnemyShoot: enemy_shoot,
    a.Bombard: bombard,
    a.Pour: pour,
    a.Approach: approach,
    a.Advance: advance,
    a.Reinforce: reinforce,
    a.FormSquad: form_squad,
    a.Foresee: foresee,
    a.Fight: fight,
    a.Batter: batter,
    a.Enter: enter,
    a.Desert: desert,
    a.Cast: cast,
    a.Bless: bless,
    a.Preach: preach,
    a.Deploy: deploy,
    a.Ravage: ravage,
    a.Loot: loot,
}
