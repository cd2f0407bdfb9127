"""The siege: the board once a fact is true. No rules here; a stored fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.convicted.board import Board, Front, Section, Squad, Stack, added, gathered
from domain.games.convicted.evolve import boxed, changed
from domain.games.convicted.field import GATE, Side
from domain.games.convicted.siege import facts as f


def _fronted(board: Board, side: Side, **fields: Any) -> dict[Side, Front]:
    return {**board.fronts, side: replace(board.fronts[side], **fields)}


def _noted(board: Board, key: str, count: int) -> Stack:
    return {**board.declared, key: board.declared.get(key, 0) + count}


def _component(board: Board, unit: str) -> str:
    return "engines" if unit in board.setting.engines else "enemies"


def _preached(board: Board, fact: f.Preached) -> Board:
    return replace(board, preached=fact.section)


def _people_revealed(board: Board, fact: f.PeopleRevealed) -> Board:
    return replace(board, fronts=_fronted(board, fact.side, people=fact.people))


def _enemies_deployed(board: Board, fact: f.EnemiesDeployed) -> Board:
    box = boxed(board, **{_component(board, fact.unit): -fact.count})
    deployment = added(board.fronts[fact.side].deployment, fact.unit, fact.count)
    return replace(board, box=box, fronts=_fronted(board, fact.side, deployment=deployment))


def _side_deployed(board: Board, fact: f.SideDeployed) -> Board:
    return replace(board, fronts=_fronted(board, fact.side, deployed=True))


def _morale_set(board: Board, fact: f.MoraleSet) -> Board:
    return replace(board, morale=fact.morale)


def _stage_opened(board: Board, fact: f.StageOpened) -> Board:
    return replace(board, step="assault", round=fact.round, stage=fact.stage, begun=False, declared={})


def _spell_cast(board: Board, fact: f.SpellCast) -> Board:
    return replace(board, rites=(*board.rites, fact.spell), begun=_begun_by_rites(board))


def _blessing_given(board: Board, fact: f.BlessingGiven) -> Board:
    return replace(board, rites=(*board.rites, fact.blessing), begun=_begun_by_rites(board))


def _begun_by_rites(board: Board) -> bool:
    """Since version 2 a spell or blessing counts as something that has been declared in a stage."""
    return board.begun or (board.setting.version > 1 and board.step == "assault")


def _unchanged(board: Board, fact: f.DiceRolled) -> Board:
    return board


def _volley_fired(board: Board, fact: f.VolleyFired) -> Board:
    return replace(board, begun=True, declared=_noted(board, f"{fact.section}/{fact.weapon}", fact.count))


def _enemy_volley_fired(board: Board, fact: f.EnemyVolleyFired) -> Board:
    return replace(board, begun=True, declared=_noted(board, f"{fact.side}/{fact.zone}/{fact.unit}", fact.count))


def _bombarded(board: Board, fact: f.Bombarded) -> Board:
    return replace(board, begun=True, declared=_noted(board, f"{fact.side}/{fact.zone}/{fact.engine}", fact.count))


def _poured(board: Board, fact: f.Poured) -> Board:
    return replace(board, begun=True, declared=_noted(board, f"{fact.section}/{fact.engine}", fact.count))


def _slain(board: Board, unit: str, count: int) -> dict[str, Any]:
    component = _component(board, unit)
    return {"box": boxed(board, **{component: count}), "slain": board.slain + (count if component == "enemies" else 0)}


def _enemies_lost(board: Board, fact: f.EnemiesLost) -> Board:
    front, slain = board.fronts[fact.side], _slain(board, fact.unit, fact.count)
    if fact.zone == "assault":
        left = added(front.assault, fact.unit, -fact.count)
        return replace(board, fronts=_fronted(board, fact.side, assault=left), **slain)
    left = added(front.deployment, fact.unit, -fact.count)
    held = _still_held(front.held, fact.unit, left.get(fact.unit, 0))
    return replace(board, fronts=_fronted(board, fact.side, deployment=left, held=held), **slain)


def _still_held(held: dict[str, Stack], unit: str, there: int) -> dict[str, Stack]:
    """The slowed units, when no more than `there` of a kind are left: the first slots keep theirs."""
    kept: dict[str, Stack] = {}
    for slot in sorted(held):
        count = min(held[slot].get(unit, 0), there)
        there -= count
        stack = added({k: n for k, n in held[slot].items() if k != unit}, unit, count)
        if stack:
            kept[slot] = stack
    return kept


def _squads(board: Board, fact: Any, count: int) -> dict[str, Any]:
    """The sections with some units gone from a squad; another of them leads once no unit of the leader's kind is left."""
    section: Section = board.sections[fact.section]
    squad = section.squads[fact.squad]
    units = added(squad.units, fact.unit, -count)
    leader = squad.leader if squad.leader in units or not units else min(units)
    squads = (*section.squads[: fact.squad], Squad(squad.side, leader, units), *section.squads[fact.squad + 1 :])
    return {"sections": changed(board, fact.section, squads=squads)}


def _squad_lost(board: Board, fact: f.SquadLost) -> Board:
    return replace(board, **_squads(board, fact, fact.count), **_slain(board, fact.unit, fact.count))


def _invaders_lost(board: Board, fact: f.InvadersLost) -> Board:
    return replace(board, inside=added(board.inside, fact.unit, -fact.count), **_slain(board, fact.unit, fact.count))


def _defenders_lost(board: Board, fact: f.DefendersLost) -> Board:
    box = boxed(board, defenders=fact.count)
    if fact.place == "city":
        return replace(board, box=box, city=added(board.city, fact.unit, -fact.count))
    units = added(board.sections[fact.place].units, fact.unit, -fact.count)
    return replace(board, box=box, sections=changed(board, fact.place, units=units))


def _engines_lost(board: Board, fact: f.EnginesLost) -> Board:
    engines = added(board.sections[fact.section].engines, fact.engine, -fact.count)
    return replace(board, box=boxed(board, engines=fact.count), sections=changed(board, fact.section, engines=engines))


def _resistance_lost(board: Board, fact: f.ResistanceLost) -> Board:
    section = board.sections[fact.section]
    if fact.gate:
        return replace(board, sections=changed(board, fact.section, gate=section.gate - fact.points))
    return replace(board, sections=changed(board, fact.section, resistance=section.resistance - fact.points))


def _section_destroyed(board: Board, fact: f.SectionDestroyed) -> Board:
    box = boxed(board, fortifications=1, resistance=2 if fact.section == GATE else 1)
    return replace(board, box=box, sections=changed(board, fact.section, level=0, resistance=0, gate=0))


def _enemy_halted(board: Board, fact: f.EnemyHalted) -> Board:
    held = board.fronts[fact.side].held
    held = {**held, fact.slot: added(held.get(fact.slot, {}), fact.unit, fact.count)}
    declared = _noted(board, f"{fact.side}/{fact.slot}/{fact.unit}", fact.count)
    return replace(board, begun=True, fronts=_fronted(board, fact.side, held=held), declared=declared)


def _enemy_advanced(board: Board, fact: f.EnemyAdvanced) -> Board:
    front = board.fronts[fact.side]
    held = front.held
    if fact.slot in held:
        held = {slot: added(stack, fact.unit, -fact.count) if slot == fact.slot else stack for slot, stack in held.items()}
        held = {slot: stack for slot, stack in held.items() if stack}
    deployment, assault = added(front.deployment, fact.unit, -fact.count), added(front.assault, fact.unit, fact.count)
    moved = _fronted(board, fact.side, deployment=deployment, assault=assault, held=held)
    return replace(board, begun=True, fronts=moved, declared=_noted(board, f"crossed/{fact.side}/{fact.slot}", fact.count))


def _units_moved(board: Board, fact: f.UnitsMoved) -> Board:
    sections, city = board.sections, board.city
    for place, count in ((fact.origin, -fact.count), (fact.target, fact.count)):
        if place == "city":
            city = added(city, fact.unit, count)
        else:
            sections = {**sections, place: replace(sections[place], units=added(sections[place].units, fact.unit, count))}
    return replace(board, begun=True, sections=sections, city=city)


def _squad_formed(board: Board, fact: f.SquadFormed) -> Board:
    units = dict(fact.units)
    assault = board.fronts[fact.side].assault
    for unit, count in units.items():
        assault = added(assault, unit, -count)
    squads = (*board.sections[fact.section].squads, Squad(fact.side, fact.leader, units))
    moved = _fronted(board, fact.side, assault=assault)
    return replace(board, begun=True, fronts=moved, sections=changed(board, fact.section, squads=squads))


def _squad_acted(board: Board, fact: f.SquadFought | f.SquadBattered) -> Board:
    """Since version 2 it is noted which squads have attacked in a stage."""
    if board.setting.version == 1:
        return replace(board, begun=True)
    return replace(board, begun=True, declared=_noted(board, attacked(fact.section, fact.squad), 1))


def attacked(section: str, squad: int) -> str:
    """The key under which a squad's attack is noted."""
    return f"attacked/{section}/{squad}"


def _enemies_entered(board: Board, fact: f.EnemiesEntered) -> Board:
    inside = added(board.inside, fact.unit, fact.count)
    return replace(board, begun=True, inside=inside, **_squads(board, fact, fact.count))


def _squads_dissolved(board: Board, fact: f.SquadsDissolved) -> Board:
    fronts = board.fronts
    for section in board.sections.values():
        for squad in section.squads:
            assault = gathered(fronts[squad.side].assault, squad.units)
            fronts = {**fronts, squad.side: replace(fronts[squad.side], assault=assault)}
    sections = {s: replace(section, squads=()) if section.squads else section for s, section in board.sections.items()}
    return replace(board, fronts=fronts, sections=sections)


def _assault_ended(board: Board, fact: f.AssaultEnded) -> Board:
    return replace(board, step="pillage", stage=0, begun=False, declared={})


def _plundered(board: Board, fact: f.Plundered) -> Board:
    return replace(board, box=boxed(board, resources=fact.goods.total), stock=board.stock.minus(fact.goods))


def _building_razed(board: Board, fact: f.BuildingRazed) -> Board:
    box = board.box if fact.level else boxed(board, buildings=1)
    return replace(board, box=box, buildings={**board.buildings, fact.building: fact.level})


def _looted(board: Board, fact: f.Looted) -> Board:
    return replace(board, looted=True)


def _turn_survived(board: Board, fact: f.TurnSurvived) -> Board:
    return replace(board, survived=board.survived + 1)


def _scenario_ended(board: Board, fact: f.ScenarioEnded) -> Board:
    return replace(board, step="over", go="", ending=fact.ending)


def _sheet_written(board: Board, fact: f.SheetWritten) -> Board:
    return replace(board, sheets=fact.number, box=boxed(board, sheets=-1))


SIEGE_EVOLVE: dict[type, Callable[[Board, Any], Board]] = {
    f.Preached: _preached,
    f.PeopleRevealed: _people_revealed,
    f.EnemiesDeployed: _enemies_deployed,
    f.SideDeployed: _side_deployed,
    f.MoraleSet: _morale_set,
    f.StageOpened: _stage_opened,
    f.SpellCast: _spell_cast,
    f.BlessingGiven: _blessing_given,
    f.DiceRolled: _unchanged,
    f.VolleyFired: _volley_fired,
    f.EnemyVolleyFired: _enemy_volley_fired,
    f.Bombarded: _bombarded,
    f.Poured: _poured,
    f.EnemiesLost: _enemies_lost,
    f.SquadLost: _squad_lost,
    f.InvadersLost: _invaders_lost,
    f.DefendersLost: _defenders_lost,
    f.EnginesLost: _engines_lost,
    f.ResistanceLost: _resistance_lost,
    f.SectionDestroyed: _section_destroyed,
    f.EnemyHalted: _enemy_halted,
    f.EnemyAdvanced: _enemy_advanced,
    f.UnitsMoved: _units_moved,
    f.SquadFormed: _squad_formed,
    f.SquadFought: _squad_acted,
    f.SquadBattered: _squad_acted,
    f.EnemiesEntered: _enemies_entered,
    f.SquadsDissolved: _squads_dissolved,
    f.AssaultEnded: _assault_ended,
    f.Plundered: _plundered,
    f.BuildingRazed: _building_razed,
    f.Looted: _looted,
    f.TurnSurvived: _turn_survived,
    f.ScenarioEnded: _scenario_ended,
    f.SheetWritten: _sheet_written,
}
