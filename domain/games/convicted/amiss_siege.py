"""What makes the besiegers impossible: peoples, zones, squads, enemies in the city."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from domain.games.convicted.board import Board, Front, Section
from domain.games.convicted.field import SIDES_OF, SLOTS_BEFORE, SectionId, Side
from domain.games.convicted.stacks import Stack, gathered
from domain.rules.invariants import above, at, below, twice, unknown
from domain.rules.text import Text

SLOWED = Text("a slot where this side is slowed", "un emplacement où ce côté est ralenti")


def siege(board: Board) -> Iterator[Text]:
    """Everything that is wrong with them."""
    peoples = [front.people for front in board.fronts.values() if front.people]
    yield from unknown(peoples, [people.id for people in board.setting.values.peoples], Text("a people", "un peuple"))
    yield from twice(peoples)
    for side, front in board.fronts.items():
        yield from _front(board, side, front)
    for id, section in board.sections.items():
        yield from _squads(board, id, section)
    yield from _stack("city", board.inside)
    yield from unknown(board.inside, board.setting.foes, Text("an enemy unit", "une unité ennemie"))


def _stack(where: str, stack: Stack) -> Iterable[Text]:
    return below(((at(where, unit, unit), count) for unit, count in stack.items()), 1)


def _theirs(board: Board, side: Side) -> list[str]:
    """What can come against a side: its people, and the enemy's siege engines."""
    setting, people = board.setting, board.fronts[side].people
    engines = [engine.id for engine in setting.engines.values() if "enemy" in engine.sides]
    return [*(foe.id for foe in setting.foes.values() if foe.people == people), *engines] if people else []


def _front(board: Board, side: Side, front: Front) -> Iterator[Text]:
    what = Text(f"an enemy that comes against side {side}", f"un ennemi qui attaque le côté {side}")
    stacks = (front.deployment, front.assault, *front.held.values())
    yield from unknown(gathered(*stacks), _theirs(board, side), what)
    yield from chain.from_iterable(_stack(side, stack) for stack in stacks)
    if front.deployed and not front.people:
        yield Text(f"side {side} is deployed, and nobody has come", f"le côté {side} est déployé, et personne n'est venu")
    if (front.deployment or front.assault) and not front.deployed:
        yield Text(f"side {side} has enemies before it is deployed", f"le côté {side} a des ennemis avant d'être déployé")
    yield from unknown(front.held, SLOTS_BEFORE[side], SLOWED)
    for unit, count in gathered(*front.held.values()).items():
        yield from above([(at(side, f"{unit} slowed", f"{unit} ralentis"), count)], front.deployment.get(unit, 0))


def _squads(board: Board, id: SectionId, section: Section) -> Iterator[Text]:
    squads = [squad for squad in section.squads if squad.units]
    count = at(id, "squads", "escouades")
    yield from above([(count, len(squads))], board.setting.values.siege.squads_per_section)
    for squad in section.squads:
        if squad.side not in SIDES_OF[id]:
            yield Text(f"{id}: a squad from side {squad.side}", f"{id} : une escouade du côté {squad.side}")
        yield from _stack(id, squad.units)
        units = [unit for unit in _theirs(board, squad.side) if unit in board.setting.foes]
        yield from unknown([squad.leader, *squad.units], units, Text("an enemy unit of that side", "une unité ennemie de ce côté"))
        if squad.units and squad.leader not in squad.units:
            yield Text(f"{id}: a squad without its leader", f"{id} : une escouade sans son meneur")
