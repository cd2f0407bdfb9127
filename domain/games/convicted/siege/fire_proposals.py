"""A possible volley, bombardment or pouring, drawn at random from what the position allows."""

from __future__ import annotations

from random import Random

from domain.games.convicted.board import Board
from domain.games.convicted.field import SIDES, SIDES_OF, ZONES, Side, Zone
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege.suggest import facing, harm, pick, some, squads, target


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


def attackers(board: Board, engines: bool) -> list[tuple[Side, Zone, str, int]]:
    """Enemy shooters or engines that have not acted in this stage."""
    setting, found = board.setting, []
    for side in SIDES:
        for zone in ZONES:
            for unit, n in board.zone(side, zone).items():
                left = n - board.declared.get(f"{side}/{zone}/{unit}", 0)
                armed = setting.engines.get(unit) if engines else setting.foes.get(unit)
                able = armed is not None and armed.fire
                if able and left > 0:
                    found.append((side, zone, unit, left))
    return found


def enemy_shoot(board: Board, seat: str, rng: Random) -> a.EnemyShoot | None:
    """A volley of enemy ranged units at a section they face."""
    chosen = pick(rng, attackers(board, engines=False))
    if chosen is None:
        return None
    side, zone, unit, n = chosen
    section, count = rng.choice(facing(side)), rng.randint(1, n)
    return a.EnemyShoot(side, zone, unit, count, section, some(rng, board.sections[section].units, count))


def bombard(board: Board, seat: str, rng: Random) -> a.Bombard | None:
    """Enemy engines against a section they face."""
    chosen = pick(rng, attackers(board, engines=True))
    if chosen is None:
        return None
    side, zone, engine, _ = chosen
    section = target(board, side, rng)
    gate = section == "N" and rng.random() < 0.5
    damage, withdrawn = harm(board, section, gate, rng)
    lost = () if withdrawn else some(rng, board.sections[section].units, 1)
    return a.Bombard(side, zone, engine, 1, section, damage, gate, lost, withdrawn)


def pour(board: Board, seat: str, rng: Random) -> a.Pour | None:
    """Cauldrons or boulders of the seat on a squad."""
    found = []
    for section, number in squads(board):
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
