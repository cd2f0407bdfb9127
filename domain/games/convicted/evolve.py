"""Opening, preparation and actions: the board once a fact is true. No rules here; a stored fact is never judged again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.games.convicted import facts as f
from domain.games.convicted.board import Board, Front, Section, Stack, added
from domain.games.convicted.field import BUILDINGS, DITCH, GATE, MOAT, SECTIONS, SIDES, SLOTS, SectionId
from domain.games.convicted.sheet import Sheet
from domain.games.convicted.values import Goods


def boxed(board: Board, **changes: int) -> Stack:
    """The box with so many pieces of each component put back (taken out if negative)."""
    box = board.box.copy()
    for component, count in changes.items():
        box[component] += count
    return box


def changed(board: Board, section: SectionId, **fields: Any) -> dict[SectionId, Section]:
    """The sections with some fields of one changed."""
    return {**board.sections, section: replace(board.sections[section], **fields)}


def _scenario_opened(board: Board, fact: f.ScenarioOpened) -> Board:
    sheet: Sheet | None = board.setting.options.sheet
    board = replace(board, scenario=fact.scenario, turn=fact.turn)
    return _read_in(board, sheet) if fact.from_sheet and sheet is not None else board


def _read_in(board: Board, sheet: Sheet) -> Board:
    """Everything on the sheet comes out of the box onto the board."""
    noted = sheet.sections
    sections = {s: Section(n.level, n.resistance, n.gate, n.units, n.engines) for s, n in noted.items()}
    standing = [s for s, n in noted.items() if n.level]
    slots = list(sheet.ring.values())
    box = boxed(
        board,
        buildings=-sum(1 for level in sheet.buildings.values() if level),
        fortifications=-len(standing),
        resistance=-sum(2 if s == GATE else 1 for s in standing),
        ditches=-slots.count(DITCH),
        moats=-slots.count(MOAT),
        defenders=-sum(sheet.city.values()) - sum(sum(n.units.values()) for n in noted.values()),
        engines=-sum(sum(n.engines.values()) for n in noted.values()),
        resources=-sum(sheet.stock.values()),
        technologies=-len(sheet.technologies),
        sheets=-sheet.number,
    )
    return replace(
        board,
        box=box,
        first=sheet.first,
        heroes=sheet.heroes,
        stock=Goods(**sheet.stock),
        sections={s: sections.get(s, Section()) for s in SECTIONS},
        ring={slot: sheet.ring.get(slot, 0) for slot in SLOTS},
        city=sheet.city,
        buildings={b: sheet.buildings.get(b, 0) for b in BUILDINGS},
        technologies=sheet.technologies,
        sheets=sheet.number,
    )


def _building_raised(board: Board, fact: f.BuildingRaised) -> Board:
    box = board.box if board.buildings[fact.building] else boxed(board, buildings=-1)
    return replace(board, box=box, buildings={**board.buildings, fact.building: fact.level})


def _units_posted(board: Board, fact: f.UnitsPosted) -> Board:
    box = boxed(board, defenders=-fact.count)
    if fact.place == "city":
        return replace(board, box=box, city=added(board.city, fact.unit, fact.count))
    units = added(board.sections[fact.place].units, fact.unit, fact.count)
    return replace(board, box=box, sections=changed(board, fact.place, units=units))


def _engine_installed(board: Board, fact: f.EngineInstalled) -> Board:
    engines = added(board.sections[fact.section].engines, fact.engine, 1)
    return replace(board, box=boxed(board, engines=-1), sections=changed(board, fact.section, engines=engines))


def _gained(board: Board, fact: f.Gained) -> Board:
    return replace(board, box=boxed(board, resources=-fact.goods.total), stock=board.stock.plus(fact.goods))


def _spent(board: Board, fact: f.Spent) -> Board:
    return replace(board, box=boxed(board, resources=fact.goods.total), stock=board.stock.minus(fact.goods))


def _hero_chosen(board: Board, fact: f.HeroChosen) -> Board:
    return replace(board, heroes={**board.heroes, fact.seat: fact.hero})


def _first_player_drawn(board: Board, fact: f.FirstPlayerDrawn) -> Board:
    return replace(board, first=fact.seat)


def _turn_prepared(board: Board, fact: f.TurnPrepared) -> Board:
    enemies = board.enemies()
    engines = sum(count for kind, count in enemies.items() if kind in board.setting.engines)
    back = board.counter + sum(board.markers.values())
    box = boxed(board, enemies=sum(enemies.values()) - engines, engines=engines, actions=back - sum(fact.markers))
    return replace(
        board,
        box=box,
        turn=fact.turn,
        first=fact.first,
        markers=dict(zip(board.setting.players, fact.markers, strict=False)),
        counter=0,
        sections={s: replace(section, squads=(), seat="") for s, section in board.sections.items()},
        fronts=dict.fromkeys(SIDES, Front()),
        inside={},
        morale=-1,
        slain=0,
        looted=False,
        rites=(),
        used=(),
        preached="",
        round=0,
        stage=0,
        begun=False,
        declared={},
    )


def _choice_begun(board: Board, fact: f.ChoiceBegun) -> Board:
    return replace(board, step="sections", go=fact.seat)


def _sections_taken(board: Board, fact: f.SectionsTaken) -> Board:
    taken = {s: replace(board.sections[s], seat=fact.seat) for s in fact.sections}
    return replace(board, sections={**board.sections, **taken})


def _actions_begun(board: Board, fact: f.ActionsBegun) -> Board:
    return replace(board, step="actions", go=fact.seat)


def _actions_ended(board: Board, fact: f.ActionsEnded) -> Board:
    left = board.markers[fact.seat] - fact.lost
    return replace(board, box=boxed(board, actions=fact.lost), markers={**board.markers, fact.seat: left})


def _siege_begun(board: Board, fact: f.SiegeBegun) -> Board:
    return replace(board, step="deployment", go="")


def _marker_spent(board: Board, fact: f.MarkerSpent) -> Board:
    left = board.markers[fact.seat] - 1
    return replace(board, markers={**board.markers, fact.seat: left}, counter=board.counter + 1)


def _fortification_raised(board: Board, fact: f.FortificationRaised) -> Board:
    section = board.sections[fact.section]
    box, gate = board.box, section.gate + 1 if fact.section == GATE else 0
    if section.level == 0:
        box = boxed(board, fortifications=-1, resistance=-2 if fact.section == GATE else -1)
    raised = changed(board, fact.section, level=fact.level, resistance=section.resistance + 1, gate=gate)
    return replace(board, box=box, sections=raised)


def _ditch_dug(board: Board, fact: f.DitchDug) -> Board:
    return replace(board, box=boxed(board, ditches=-1), ring={**board.ring, fact.slot: DITCH})


def _moat_flooded(board: Board, fact: f.MoatFlooded) -> Board:
    return replace(board, box=boxed(board, ditches=1, moats=-1), ring={**board.ring, fact.slot: MOAT})


def _repaired(board: Board, fact: f.Repaired) -> Board:
    section = board.sections[fact.section]
    if fact.gate:
        return replace(board, sections=changed(board, fact.section, gate=section.gate + fact.points))
    return replace(board, sections=changed(board, fact.section, resistance=section.resistance + fact.points))


def _technology_found(board: Board, fact: f.TechnologyFound) -> Board:
    return replace(board, box=boxed(board, technologies=-1), technologies=(*board.technologies, fact.technology))


def _power_used(board: Board, fact: f.PowerUsed) -> Board:
    return replace(board, used=(*board.used, fact.hero))


EVOLVE: dict[type, Callable[[Board, Any], Board]] = {
    f.ScenarioOpened: _scenario_opened,
    f.BuildingRaised: _building_raised,
    f.UnitsPosted: _units_posted,
    f.EngineInstalled: _engine_installed,
    f.Gained: _gained,
    f.Spent: _spent,
    f.HeroChosen: _hero_chosen,
    f.FirstPlayerDrawn: _first_player_drawn,
    f.TurnPrepared: _turn_prepared,
    f.ChoiceBegun: _choice_begun,
    f.SectionsTaken: _sections_taken,
    f.ActionsBegun: _actions_begun,
    f.ActionsEnded: _actions_ended,
    f.SiegeBegun: _siege_begun,
    f.MarkerSpent: _marker_spent,
    f.FortificationRaised: _fortification_raised,
    f.DitchDug: _ditch_dug,
    f.MoatFlooded: _moat_flooded,
    f.Repaired: _repaired,
    f.TechnologyFound: _technology_found,
    f.PowerUsed: _power_used,
}
