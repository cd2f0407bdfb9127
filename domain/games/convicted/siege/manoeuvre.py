"""Movement: the enemy's advance over ditches and moats, reinforcements, and squads.

In the rule text: "Zone d'Assaut", "Fossé", "Douve", "Escouade", "Capacité".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.convicted.board import Board, Stack, gathered
from domain.games.convicted.common import bands, first_fault, own_section, present, roomy
from domain.games.convicted.field import MOAT, SLOTS_BEFORE, Side, Slot, at_place, at_zone, section_name, sentence
from domain.games.convicted.preparation.setup import Table
from domain.games.convicted.siege import actions as a
from domain.games.convicted.siege.declarations import EnemyAdvanced, EnemyHalted, SquadFormed, UnitsMoved
from domain.games.convicted.siege.fire import facing
from domain.games.convicted.siege.losses import EnemiesLost
from domain.games.convicted.siege.stages import in_stage
from domain.rules.chance import Chance
from domain.rules.ruleset import LEGAL, Verdict, illegal
from domain.rules.text import Text


def free(board: Board, side: Side) -> Stack:
    """Who stands in a deployment zone and has not been slowed by a ditch."""
    front = board.fronts[side]
    held = gathered(*front.held.values())
    return {unit: n - held.get(unit, 0) for unit, n in front.deployment.items() if n > held.get(unit, 0)}


def rested(board: Board, side: Side, slot: Slot) -> Stack:
    """Who was slowed at a slot in an earlier stage 5 and may cross now."""
    held = board.fronts[side].held.get(slot, {})
    fresh = {unit: board.declared.get(f"{side}/{slot}/{unit}", 0) for unit in held}
    return {unit: n - fresh[unit] for unit, n in held.items() if n > fresh[unit]}


def toll(board: Board, crossing: int) -> int:
    """How many of so many units a moat takes: 20 %, rounded as the catalog says (A-CV-9)."""
    siege = board.setting.values.siege
    hundredths = crossing * siege.moat_percent
    return -(-hundredths // 100) if siege.moat_rounding == "up" else hundredths // 100


def due_at(board: Board, side: Side, slot: Slot, crossing: int) -> int:
    """How many of so many units fall as they cross at a slot: what the toll of all of the side that have crossed a moat in this
    stage comes to, less what they have paid. Under version 1 each moat had a toll of its own, rounded by itself."""
    if board.ring[slot] != MOAT or board.setting.version == 1:
        return toll(board, crossing) if board.ring[slot] == MOAT else 0
    before = sum(board.declared.get(f"crossed/{side}/{s}", 0) for s in SLOTS_BEFORE[side] if board.ring[s] == MOAT)
    return toll(board, before + crossing) - toll(board, before)


def dug(board: Board, side: Side) -> tuple[Slot, ...]:
    """The ditches and moats that a side's units have to cross, by the reading of the table (option `ditches`)."""
    if board.setting.version == 1 or board.setting.options.ditches == "slot":
        return ()
    return tuple(slot for slot in SLOTS_BEFORE[side] if board.ring[slot])


def _before(side: Side, slot: Slot) -> Verdict:
    if slot in SLOTS_BEFORE[side]:
        return LEGAL
    slots = ", ".join(SLOTS_BEFORE[side])
    return illegal(
        "not-before",
        "Douves/Fossés",
        f"From side {side} the ring is crossed at {slots}, not at {slot}.",
        f"Du côté {side}, on franchit l'anneau en {slots}, pas en {slot}.",
    )


def _units_only(board: Board, troops: Stack, rule: str) -> Verdict:
    engine = next((unit for unit in troops if unit not in board.setting.foes), "")
    if not engine:
        return LEGAL
    name = board.setting.named(engine)
    return illegal(
        "not-a-unit", rule, f"{sentence(name.en)} is no enemy unit.", f"{sentence(name.fr)} n'est pas une unité ennemie."
    )


def _judge_approach(board: Board, seat: str, action: a.Approach) -> Verdict:
    troops = bands(action.troops)
    verdict = first_fault(in_stage(board, "advance"), _before(action.side, action.slot), _units_only(board, troops, "Fossé"))
    if verdict.legal and not board.ring[action.slot]:
        return illegal(
            "no-ditch",
            "Fossé",
            f"Nothing slows the enemy at {action.slot}: without a ditch or moat units go into the assault zone.",
            f"Rien ne ralentit l'ennemi en {action.slot} : sans fossé ni douve, les unités avancent dans la Zone d'Assaut.",
        )
    return first_fault(verdict, present(board, free(board, action.side), troops, at_zone(action.side, "deployment")))


def _approach(table: Table, seat: str, action: a.Approach, chance: Chance) -> None:
    table.tell(*(EnemyHalted(action.side, action.slot, unit, count) for unit, count in bands(action.troops).items()))


def _judge_advance(board: Board, seat: str, action: a.Advance) -> Verdict:
    troops, drowned = bands(action.troops), bands(action.drowned)
    engines = [unit for unit in troops if unit in board.setting.engines]
    verdict = first_fault(
        in_stage(board, "advance-engines" if engines else "advance"),
        _before(action.side, action.slot),
        present(board, board.fronts[action.side].deployment, troops, at_zone(action.side, "deployment")),
    )
    if not verdict.legal:
        return verdict
    if engines:
        return first_fault(_all_engines(board, troops), _drowned(drowned, 0, action.slot))
    if not board.ring[action.slot]:
        where = Text(f"free to advance at {action.slot}", f"libres d'avancer en {action.slot}")
        return first_fault(
            _not_around(board, action.side, action.slot),
            present(board, free(board, action.side), troops, where),
            _drowned(drowned, 0, action.slot),
        )
    return _judge_crossing(board, action, troops, drowned)


def _not_around(board: Board, side: Side, slot: Slot) -> Verdict:
    """Whether units may use bare ground although the side has a ditch or moat: by default one of them protects the whole side."""
    there = dug(board, side)
    if not there:
        return LEGAL
    slots = ", ".join(there)
    return illegal(
        "ditch-before-side",
        "Fossé",
        f"Side {side} has a ditch or moat ({slots}): units from there cross it, and do not go around it at {slot}.",
        f"Le côté {side} a un fossé ou une douve ({slots}) : les unités le franchissent et ne le contournent pas en {slot}.",
    )


def _all_engines(board: Board, troops: Stack) -> Verdict:
    if all(unit in board.setting.engines for unit in troops):
        return LEGAL
    return illegal(
        "one-kind",
        "Phase de Manoeuvre",
        "Units and siege engines advance in stages of their own.",
        "Unités et engins de siège avancent chacun à leurs stades.",
    )


def _judge_crossing(board: Board, action: a.Advance, troops: Stack, drowned: Stack) -> Verdict:
    """Through a ditch or moat: only who was slowed there before; a moat is crossed together and takes its toll."""
    ready = rested(board, action.side, action.slot)
    for unit, count in troops.items():
        if ready.get(unit, 0) < count:
            name = board.setting.named(unit)
            return illegal(
                "ditch",
                "Fossé",
                f"The ditch at {action.slot} keeps {name.en} in the deployment zone: {ready.get(unit, 0)} may cross now,"
                " the others come up to it and cross in the next stage 5.",
                f"Le fossé en {action.slot} retient {name.fr} dans la Zone de Déploiement : {ready.get(unit, 0)} peuvent passer,"
                " les autres au Stade 5 suivant.",
            )
    moat = board.ring[action.slot] == MOAT
    if moat and board.declared.get(f"crossed/{action.side}/{action.slot}"):
        return illegal(
            "crossed",
            "Douve",
            f"The moat at {action.slot} has been crossed in this stage: declare all who cross it together.",
            f"La douve en {action.slot} a déjà été franchie à ce stade : déclarez ensemble tous ceux qui passent.",
        )
    due = due_at(board, action.side, action.slot, sum(troops.values()))
    return first_fault(_drowned(drowned, due, action.slot), present(board, troops, drowned, Text("in the moat", "dans la douve")))


def _drowned(drowned: Stack, due: int, slot: Slot) -> Verdict:
    count = sum(drowned.values())
    if count == due:
        return LEGAL
    return illegal(
        "moat-toll",
        "Douve",
        f"Crossing at {slot} takes {due} of these units (20 % in a moat, none elsewhere), not {count}.",
        f"Le passage en {slot} coûte {due} de ces unités (20 % dans une douve, aucune ailleurs), pas {count}.",
    )


def _advance(table: Table, seat: str, action: a.Advance, chance: Chance) -> None:
    table.tell(*(EnemyAdvanced(action.side, action.slot, unit, count) for unit, count in bands(action.troops).items()))
    table.tell(*(EnemiesLost(action.side, "assault", unit, count) for unit, count in bands(action.drowned).items()))


def _judge_reinforce(board: Board, seat: str, action: a.Reinforce) -> Verdict:
    origin, target = action.origin, action.target
    if origin == target:
        name = section_name(target)
        return illegal("no-move", "Capacité", f"They stand there already: {name.en}.", f"Ces unités y sont déjà : {name.fr}.")
    owner = LEGAL
    if origin != "city":
        owner = own_section(board, seat, origin)
    elif target != "city":
        owner = own_section(board, seat, target)
    there = board.city if origin == "city" else board.sections[origin].units
    return first_fault(
        in_stage(board, "reinforcements"),
        owner,
        present(board, there, {action.unit: action.count}, at_place(origin)),
        LEGAL if target == "city" else roomy(board, target, action.count),
    )


def _reinforce(table: Table, seat: str, action: a.Reinforce, chance: Chance) -> None:
    table.tell(UnitsMoved(action.unit, action.count, action.origin, action.target))


def _squad_units(action: a.FormSquad) -> Stack:
    return gathered({action.leader: 1}, bands(action.support))


def _judge_squad(board: Board, seat: str, action: a.FormSquad) -> Verdict:
    limit = board.setting.values.siege.squads_per_section
    verdict = first_fault(in_stage(board, "squads"), facing(action.section, action.side))
    if verdict.legal and sum(1 for squad in board.sections[action.section].squads if squad.units) >= limit:
        name = section_name(action.section)
        return illegal(
            "squads",
            "Escouade",
            f"At most {limit} squads attack a section: {name.en} has them.",
            f"Au plus {limit} escouades par section de Fortifications : {name.fr} les a déjà.",
        )
    units = _squad_units(action)
    assault = board.fronts[action.side].assault
    return first_fault(
        verdict, _units_only(board, units, "Escouade"), present(board, assault, units, at_zone(action.side, "assault"))
    )


def _squad(table: Table, seat: str, action: a.FormSquad, chance: Chance) -> None:
    table.tell(SquadFormed(action.section, action.side, action.leader, tuple(sorted(_squad_units(action).items()))))


JUDGE: dict[type, Callable[[Board, str, Any], Verdict]] = {
    a.Approach: _judge_approach,
    a.Advance: _judge_advance,
    a.Reinforce: _judge_reinforce,
    a.FormSquad: _judge_squad,
}
DECIDE: dict[type, Callable[[Table, str, Any, Chance], None]] = {
    a.Approach: _approach,
    a.Advance: _advance,
    a.Reinforce: _reinforce,
    a.FormSquad: _squad,
}
