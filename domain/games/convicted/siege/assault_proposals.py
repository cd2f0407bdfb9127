"""A possible advance, reinforcement, squad, fight or way in, drawn at random from what the position allows."""

from __future__ import annotations

from random import Random

from domain.games.convicted.actions import Band
from domain.games.convicted.board import Board, Stack
from domain.games.convicted.field import MOAT, SECTIONS, SIDES, SLOTS_BEFORE, ZONES, Place, SectionId, Side
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege.declarations import attacked
from domain.games.convicted.siege.manoeuvre import due_at, dug, free, rested
from domain.games.convicted.siege.melee import open_to
from domain.games.convicted.siege.suggest import foes_in, harm, party, pick, some, squads, target


def approach(board: Board, seat: str, rng: Random) -> a.Approach | None:
    """Units that a ditch or moat slows."""
    places = [
        (side, slot) for side in SIDES for slot in SLOTS_BEFORE[side] if board.ring[slot] and foes_in(board, free(board, side))
    ]
    chosen = pick(rng, places)
    if chosen is None:
        return None
    side, slot = chosen
    return a.Approach(side, slot, party(foes_in(board, free(board, side)), rng))


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
            ready = rested(board, side, slot) if board.ring[slot] else foes_in(board, free(board, side))
            around = not board.ring[slot] and dug(board, side)
            if ready and not crossed and not around:
                found.append((side, slot, ready))
    chosen = pick(rng, found)
    if chosen is None:
        return None
    side, name, ready = chosen
    slot = next(s for s in SLOTS_BEFORE[side] if s == name)
    going = party(ready, rng)
    due = due_at(board, side, slot, sum(b.count for b in going)) if board.takes("advance") else 0
    drowned: list[Band] = []
    for band in going:
        if due:
            drowned.append(Band(band.unit, min(due, band.count)))
            due -= drowned[-1].count
    return a.Advance(side, slot, going, tuple(drowned))


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
    side = pick(rng, [side for side in SIDES if foes_in(board, board.fronts[side].assault)])
    if side is None:
        return None
    units = foes_in(board, board.fronts[side].assault)
    leader = rng.choice(sorted(units))
    rest = {u: n - (u == leader) for u, n in units.items() if n > (u == leader)}
    return a.FormSquad(target(board, side, rng), side, leader, some(rng, rest, 4))


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


def _fresh(board: Board) -> list[tuple[SectionId, int]]:
    """The squads that have not attacked in this stage."""
    return [(section, number) for section, number in squads(board) if not board.declared.get(attacked(section, number))]


def fight(board: Board, seat: str, rng: Random) -> a.Fight | None:
    """A squad's attack with some losses."""
    chosen = pick(rng, _fresh(board))
    if chosen is None:
        return None
    section, number = chosen
    what = board.sections[section]
    return a.Fight(section, number, some(rng, what.squads[number].units, 3), some(rng, what.units, 2))


def batter(board: Board, seat: str, rng: Random) -> a.Batter | None:
    """A squad's attack on a fortification."""
    chosen = pick(rng, _fresh(board))
    if chosen is None:
        return None
    section, number = chosen
    gate = section == "N" and rng.random() < 0.5
    damage, withdrawn = harm(board, section, gate, rng)
    return a.Batter(section, number, damage, gate, withdrawn)


def enter(board: Board, seat: str, rng: Random) -> a.Enter | None:
    """A squad, or some of it, getting into the city."""
    chosen = pick(rng, [(s, i) for s, i in squads(board) if open_to(board, s)])
    if chosen is None:
        return None
    section, number = chosen
    return a.Enter(section, number, party(board.sections[section].squads[number].units, rng))


def desert(board: Board, seat: str, rng: Random) -> a.Desert | None:
    """Some units that leave."""
    found = [(side, zone) for side in SIDES for zone in ZONES if board.zone(side, zone)]
    chosen = pick(rng, found)
    if chosen is None:
        return None
    troops = some(rng, board.zone(*chosen), 3)
    return a.Desert(*chosen, troops) if troops else None
